// swift-tools-version: 6.2
import PackageDescription

// One list for every target: Swift 6 mode, complete checking, no warning survives.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Targets are small and call each other all the time: what ships is optimized across them, and without checks at
    // run time of what the tests have checked in debug builds (exclusive access).
    .unsafeFlags(["-cross-module-optimization", "-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

/// A target of pure Swift: strict memory safety holds.
func safe(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings + [.strictMemorySafety()])
}

/// A target that calls C: everything else holds, strict memory safety does not.
func touchingC(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + ["TestKit"], resources: resources,
        swiftSettings: settings)
}

let package = Package(
    name: "hotpress",
    products: [.executable(name: "hotpress", targets: ["hotpress"])],
    targets: [
        // Floor 0: doors to C, a module map and a shim header each.
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CGraphics", pkgConfig: "pangocairo pangoft2 gdk-pixbuf-2.0",
            providers: [.apt(["libpango1.0-dev", "libcairo2-dev", "librsvg2-2", "libgdk-pixbuf-2.0-dev"])]),
        .systemLibrary(name: "CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CGMime", pkgConfig: "gmime-3.0", providers: [.apt(["libgmime-3.0-dev"])]),
        .systemLibrary(
            name: "CHarfBuzz", pkgConfig: "harfbuzz-subset", providers: [.apt(["libharfbuzz-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),

        // Floor 1: plain values that every floor above speaks.
        // severity, message, file, line:column, hint; collected many at a time
        safe("Diagnostics"),
        // points, sizes, edges, lengths
        safe("Geometry"),

        // Floor 2: the world outside.
        // Linux: calls, inotify, atomic files, children, signals, key files
        touchingC("Platform", ["CGLib", "CSystemd", "Diagnostics"]),
        // statements and transactions over the C API
        touchingC("SQLite", ["CSQLite", "Diagnostics"]),
        // HTML5 in, element tree out
        touchingC("Markup", ["CGumbo", "Diagnostics"]),
        // ISO 32000: objects, content, fonts, images, tags; bytes out
        touchingC("PDF", ["CHarfBuzz", "CDeflate", "Diagnostics"]),
        // ZIP archives and XML documents, bounded
        touchingC("Containers", ["CZip", "CExpat"]),

        // Floor 3: invoices, style sheets, the ledger, mail.
        // JSON, CSV, workbook and XML readers, import profiles, the model, money, totals and tax
        safe("Invoice", ["Containers", "Diagnostics", "Platform"]),
        // CSS: tokens, selectors, cascade, computed values, page rules
        safe("Style", ["Diagnostics", "Geometry", "Markup"]),
        // jobs, attempts, documents, mails, sequences: what survives a crash
        safe("Ledger", ["Diagnostics", "SQLite"]),
        // messages and their hand-over to sendmail
        touchingC("Mail", ["CGMime", "Diagnostics", "Platform"]),

        // Floor 4: what an invoice is filled into.
        // placeholders and Mustache, escaping, formatting by locale
        safe("Template", ["Diagnostics", "Invoice", "Platform"]),

        // Floors 4 to 7: the press.
        // boxes, layout algorithms, pages, fragments
        safe("Layout", ["Diagnostics", "Geometry", "Markup", "Style"]),
        // fonts, shaping, images
        touchingC("Typography", ["CGraphics", "Diagnostics", "Geometry", "Layout", "Platform", "Style"]),
        // fragments to PDF or PNG
        touchingC("Paint", ["CGraphics", "Diagnostics", "Geometry", "Markup", "PDF", "Layout", "Style", "Typography"]),
        // HTML in, PDF out
        safe("Press", ["Diagnostics", "Geometry", "Markup", "Style", "Layout", "Typography", "Paint"]),

        // Floor 8: the service.
        safe("Daemon", ["Diagnostics", "Platform", "SQLite", "Ledger", "Invoice", "Template", "Mail", "Press"]),

        // Floor 9: the command line, one file a subcommand.
        .executableTarget(
            name: "hotpress",
            dependencies: ["Diagnostics", "Platform", "Invoice", "Template", "Ledger", "Mail", "Press", "Daemon"],
            swiftSettings: settings + [.strictMemorySafety()]),

        // What one process takes to make an invoice, step by step.
        .executableTarget(
            name: "Bench", dependencies: ["Diagnostics", "Platform", "Invoice", "Template", "Press"],
            path: "Benchmarks/Bench", swiftSettings: settings),

        // Tests mirror Sources; TestKit holds the fake shaper, the fixed clock, temporary roots.
        .target(
            name: "TestKit",
            dependencies: ["Containers", "Diagnostics", "Platform", "Geometry", "Style", "Layout", "Markup"],
            path: "Tests/TestKit",
            swiftSettings: settings),
        // The service with a renderer that needs no layout: what the integration tests kill and crowd.
        .executableTarget(
            name: "TestDaemon", dependencies: ["Daemon", "Diagnostics", "Platform"], path: "Tests/TestDaemon",
            swiftSettings: settings),
        // Kills the service at every step, then counts (`make crash`).
        .executableTarget(name: "CrashRun", dependencies: ["Platform"], path: "Tests/Crash", swiftSettings: settings),
        // Mutated and invented documents thrown at the press (`make fuzz`).
        .executableTarget(
            name: "Fuzz", dependencies: ["Platform", "Geometry", "Markup", "Style", "Layout", "Press", "TestKit"],
            path: "Benchmarks/Fuzz", swiftSettings: settings),
        // What documents that grow in one way cost in time and memory (`make growth`).
        .executableTarget(
            name: "Growth", dependencies: ["Platform", "Press"],
            path: "Benchmarks/Growth", swiftSettings: settings),
        // What reading invoices costs, and what readers make of broken files (`make fuzz-readers`).
        .executableTarget(
            name: "Readers", dependencies: ["Invoice", "Platform", "TestKit"], path: "Benchmarks/Readers",
            swiftSettings: settings),
        tests("Diagnostics", ["Diagnostics"]),
        tests("Platform", ["Platform"]),
        tests("SQLite", ["SQLite"]),
        tests("Markup", ["Markup", "Diagnostics"]),
        tests("Containers", ["Containers"]),
        tests("PDF", ["PDF", "CHarfBuzz", "Platform"]),
        tests("Invoice", ["Invoice", "Containers", "Diagnostics"]),
        tests("Template", ["Template", "Invoice", "Diagnostics"]),
        tests("Style", ["Style", "Markup", "Diagnostics", "Geometry"]),
        tests("Ledger", ["Ledger", "SQLite"]),
        tests("Mail", ["Mail", "Platform", "Diagnostics"]),
        tests("Layout", ["Layout", "Style", "Markup", "Geometry", "Diagnostics"]),
        tests("Typography", ["Typography", "Layout", "Style", "Geometry", "Diagnostics"]),
        tests("Paint", ["Paint", "CGraphics", "Markup", "Typography", "Layout", "Style", "Geometry", "Diagnostics"]),
        tests("Press", ["Press", "CGraphics", "Diagnostics", "Geometry", "Platform"]),
        tests("Daemon", ["Daemon", "Ledger", "Mail", "Template", "Invoice", "Platform", "Diagnostics"]),
        tests(
            "Integration",
            [
                "Daemon", "Platform", "TestDaemon", "CrashRun", "SQLite", "Diagnostics", "Invoice", "Template", "Press",
            ]),
    ]
)
