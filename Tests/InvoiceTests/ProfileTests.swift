import Diagnostics
import Foundation
import Testing

@testable import Invoice

/// The profiles that come with the program, from the source tree.
let shippedProfiles = ProfileLibrary(folders: [
    fixtures.appending(path: "../../../config/profiles").standardizedFileURL.path
])

/// How the fixtures of a profile are read.
private var withProfiles: ReadOptions {
    var options = ReadOptions()
    options.profiles = shippedProfiles
    return options
}

/// `A-1 invoice EUR net 100.00 tax 19.00 gross 119.00 due 119.00`, or `error` and its messages; invoices parted by `; `.
private func outcome(_ bytes: [UInt8], name: String, options: ReadOptions = withProfiles) -> String {
    var defaults = defaults
    defaults.seller.vatId = "DE123456789"
    var parts: [String] = []
    for read in readInvoices(bytes, name: name, defaults: defaults, options: options) {
        do throws(DiagnosticError) {
            let added = try add(read.result.get())
            let (invoice, totals) = (added.invoice, added.totals)
            parts.append(
                "\(invoice.number ?? "-") \(invoice.type.rawValue) \(invoice.currency) net \(totals.net) tax \(totals.tax)"
                    + " gross \(totals.gross) due \(totals.due)")
        } catch {
            parts.append("error " + error.diagnostics.map { "\($0)" }.joined(separator: " "))
        }
    }
    return parts.joined(separator: "; ")
}

@Suite("Import profiles")
struct ProfileTests {
    static let names = [
        "xero", "quickbooks", "zoho", "freshbooks", "invoice-ninja", "shopify", "woocommerce", "stripe", "square",
        "paypal", "easyinvoice", "invoice-generator", "lexware", "harvest", "toggl", "kimai", "sage50",
        "ubl", "cii",
    ]

    @Test("every profile that comes with the program is without fault")
    func shipped() {
        #expect(shippedProfiles.faults.map(\.description) == [])
        #expect(Set(Self.names).subtracting(shippedProfiles.profiles.map(\.name)) == [])
    }

    @Test("each profile knows its files by themselves, and they come to what they should", arguments: names)
    func files(profile: String) throws {
        let folder = fixtures.appending(path: "../profiles/\(profile)")
        let expected = try String(contentsOf: folder.appending(path: "expected.txt"), encoding: .utf8)
        var count = 0
        for line in expected.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map { trimmed($0) }
            let bytes = Array(try Data(contentsOf: folder.appending(path: parts[0])))
            let found = outcome(bytes, name: parts[0])
            count += 1
            if parts[1].hasPrefix("error ") {
                #expect(found.hasPrefix("error "), "\(profile)/\(parts[0])")
                #expect(found.contains(parts[1].dropFirst(6)), "\(profile)/\(parts[0])")
            } else {
                #expect(found == parts[1], "\(profile)/\(parts[0])")
            }
            let notes = readInvoices(bytes, name: parts[0], defaults: defaults, options: withProfiles)
                .flatMap(\.warnings).map(\.message)
            if !found.hasPrefix("error") {
                #expect(notes.contains("read by the profile \(profile)"), "\(profile)/\(parts[0])")
            }
        }
        #expect(count >= 7)
    }

    @Test("a file in another encoding is the same invoice", arguments: names)
    func encodings(profile: String) throws {
        let folder = fixtures.appending(path: "../profiles/\(profile)")
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !file.hasSuffix(".txt") {
            let bytes = Array(try Data(contentsOf: folder.appending(path: file)))
            let text = String(decoding: bytes, as: UTF8.self)
            let expected = withoutPlaces(outcome(bytes, name: file))
            let isXML = file.hasSuffix(".xml")
            func written(_ name: String) -> String {
                isXML ? text.replacingOccurrences(of: "encoding=\"UTF-8\"", with: "encoding=\"\(name)\"") : text
            }
            let wide: [UInt8] = [0xFF, 0xFE] + written("UTF-16").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            #expect(withoutPlaces(outcome(wide, name: file)) == expected, "\(file) in UTF-16")
            if file.hasSuffix(".json") { continue }
            for (name, encoding) in [("windows-1252", String.Encoding.windowsCP1252), ("ISO-8859-1", .isoLatin1)] {
                guard let narrow = written(name).data(using: encoding) else { continue }
                #expect(withoutPlaces(outcome(Array(narrow), name: file)) == expected, "\(file) in \(name)")
            }
        }
    }

    @Test("a rate below one per cent is taken where the file says that it is a percentage")
    func lowRates() throws {
        let file = fixtures.appending(path: "../profiles/ubl/plain.xml")
        let text = try String(contentsOf: file, encoding: .utf8)
            .replacing("<cbc:Percent>20<", with: "<cbc:Percent>0.9<").replacing(">19.80<", with: ">0.89<")
            .replacing(">118.80<", with: ">99.89<")
        #expect(outcome(Array(text.utf8), name: "a.xml").hasSuffix("net 99.00 tax 0.89 gross 99.89 due 99.89"))
        var evaluator = ProfileEvaluator(try #require(shippedProfiles.profiles.first))
        func rate(_ words: String) -> String? {
            evaluator.tax(JSONNode(offset: 0, content: .string(words)))?.members(named: "rate").first?.text
        }
        #expect(rate("Presse (0.9%)") == "0.9 %")
        #expect(rate("0.9") == "0.9")
    }

    /// Lines and columns of a fault may be counted otherwise.
    private func withoutPlaces(_ outcome: String) -> String { outcome.replacing(/:\d+:\d+:/, with: ":") }

    @Test(
        "exports of other programs come to what those programs say",
        arguments: [
            (
                "xero_sales_invoices.csv",
                "INV-0101 invoice GBP net 1216.00 tax 243.20 gross 1459.20 due 1459.20; INV-0102 invoice EUR net 65.00 tax 0.00 gross 65.00 due 65.00"
            ),
            (
                "quickbooks_online_invoices.csv",
                "1001 invoice EUR net 447.00 tax 7.18 gross 454.18 due 454.18; 1002 invoice EUR net 75.00 tax 0.00 gross 75.00 due 75.00"
            ),
            ("zoho_invoices.csv", "INV-000017 invoice INR net 1150.00 tax 198.00 gross 1348.00 due 1348.00"),
            ("invoiceninja_export_with_preamble.csv", "0007 invoice USD net 146.00 tax 0.00 gross 146.00 due 146.00"),
            ("shopify_orders_export.csv", "#1050 invoice EUR net 83.35 tax 17.50 gross 100.85 due 0.00"),
            ("woocommerce_order.json", "727 invoice USD net 28.00 tax 1.35 gross 29.35 due 29.35"),
            ("stripe_invoice.json", "A1B2C3D4-0007 invoice EUR net 82.50 tax 0.00 gross 82.50 due 82.50"),
            ("easyinvoice.json", "2026.0001 invoice EUR net 29007.17 tax 6073.76 gross 35080.93 due 35080.93"),
            ("harvest_detailed_time.csv", "- invoice EUR net 552.50 tax 0.00 gross 552.50 due 552.50"),
        ])
    func exports(file: String, expected: String) throws {
        #expect(outcome(try bytes(of: "exports/\(file)"), name: file) == expected)
    }

    @Test("what stands on every row of an invoice is counted once, and rows that disagree are told apart")
    func counted() throws {
        let text = String(decoding: try bytes(of: "exports/zoho_invoices.csv"), as: UTF8.self)
        let other = text.replacingOccurrences(of: "Hinge,,10.00,pcs", with: "Hinge,,10.00,pcs")
            .replacingOccurrences(of: "2026-03-05", with: "2026-03-05")
        #expect(outcome(Array(other.utf8), name: "z.csv").contains("1348.00"))
        let last = try #require(text.range(of: "2026-03-05", options: .backwards))
        let found = outcome(Array(text.replacingCharacters(in: last, with: "2026-03-06").utf8), name: "z.csv")
        #expect(found.contains("\"2026-03-06\" here, but row 2 of the same invoice says \"2026-03-05\""))
        #expect(found.contains("row 3, column \"Due Date\""))
    }

    @Test("parts of an address, a reference and a note reach their places")
    func places() throws {
        let invoice = try read(
            try bytes(of: "exports/xero_sales_invoices.csv"), name: "xero.csv", options: withProfiles)[0]
        #expect(invoice.buyer.address?.lines == ["4 Quay Street"])
        #expect(invoice.buyer.address?.city == "Bristol")
        #expect(invoice.buyerReference == "PO 7781")
        #expect(invoice.lines[1].description == nil)
        #expect(invoice.lines[1].item == "HOST-12")
        #expect(invoice.lines[1].name.hasSuffix("incl. \"Gold\" support"))
        let shop = try read(
            try bytes(of: "exports/shopify_orders_export.csv"), name: "shop.csv", options: withProfiles)[0]
        #expect(shop.buyer.address?.postcode == "2801AA")
        #expect(shop.pricesIncludeTax)
        let woo = try read(
            try bytes(of: "exports/woocommerce_order.json"), name: "woo.json", options: withProfiles)[0]
        #expect(woo.lines[1].name == "Ship Your Idea – Black, L")
        #expect(woo.lines[0].tax?.rate == amount("7.5"))
        let time = try read(
            try bytes(of: "exports/harvest_detailed_time.csv"), name: "h.csv", options: withProfiles)[0]
        #expect(time.period == Period(from: day("2026-01-13"), to: day("2026-01-14")))
        #expect(time.lines[0].unit == "HUR")
        let stripe = try read(
            try bytes(of: "exports/stripe_invoice.json"), name: "s.json", options: withProfiles)[0]
        #expect(stripe.date == day("2026-02-03"))
        #expect(stripe.lines[0].tax?.category == .reverseCharge)
        #expect(stripe.lines[1].price == amount("-16.50"))
    }

    @Test("a profile may be asked for by name, and a slip in it is named")
    func asked() throws {
        var options = withProfiles
        options.profile = "xeroo"
        let text = "Number,Description,Price\nA,one,1\n"
        #expect(outcome(Array(text.utf8), name: "a.csv", options: options).contains("did you mean 'xero'?"))
        options.profile = "xero"
        #expect(outcome(Array(text.utf8), name: "a.csv", options: options).contains("it knows its files by"))
        options.profile = "stripe"
        #expect(outcome(Array(text.utf8), name: "a.csv", options: options).contains("reads JSON, and this is tables"))
    }

    @Test("our own files are read as ever, whatever profiles are at hand")
    func ours() throws {
        let text = "Number,Description,Price\nA,one,1\n"
        #expect(try read(text, name: "a.csv", options: withProfiles)[0].number == "A")
        let json = #"{"number": "B", "lines": [{"name": "x", "price": 1}]}"#
        #expect(try read(json, options: withProfiles)[0].number == "B")
    }

    @Test(
        "a fault in a profile is told with its line",
        arguments: [
            ("[profile]\ncolumns = A; B\n[line]\nname = A\n", "a line needs a price"),
            ("[profile]\ncolumns = A; B\n[line]\nname = A\nprise = B\n", "did you mean 'price'?"),
            ("[profile]\ncolumn = A; B\n[line]\nname = A\nprice = B\n", "did you mean 'columns'?"),
            ("[profile]\nkeys = a\n[line]\neach = a\nname = b\nprice = minr(c)\n", "did you mean 'minor'?"),
            ("[profile]\nkeys = a\n[line]\nname = b\nprice = c\n", "nothing says where the lines are"),
            ("[profile]\ncolumns = A\ndates = xyz\n[line]\nname = A\nprice = B\n", "'xyz' is none of the known values"),
            ("[profile]\ncolumns = A\n[lines]\nname = A\nprice = B\n", "did you mean [line]?"),
        ])
    func faults(text: String, message: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "profile-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try text.write(to: folder.appending(path: "mine.conf"), atomically: true, encoding: .utf8)
        let library = ProfileLibrary(folders: [folder.path])
        #expect(library.profiles.isEmpty)
        #expect(library.faults.map(\.description).joined(separator: "\n").contains(message))
    }
}
