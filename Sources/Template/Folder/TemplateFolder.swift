public import Diagnostics
import Foundation
public import Invoice

/// A template: a folder with `invoice.html` and what goes with it, compiled.
///
/// With `single_item.html` and `last_item.html` beside it, `invoice.html` has `#NAME#` placeholders; otherwise it is
/// Mustache. Immutable: one serves any number of invoices, on any thread.
public final class TemplateFolder: Sendable {
    /// The folder; relative paths of images and style sheets in the page start here.
    public let path: String
    private let page: Program
    private let partials: ProgramSet
    private let mail: (main: Program, partials: ProgramSet)?
    private let richMail: (main: Program, partials: ProgramSet)?
    private let labels: LabelLibrary

    /// Reads, compiles and checks a template's folder.
    ///
    /// - Parameter sharedLabels: folder of `<lang>.conf` files for what the template's own `labels/` lacks; nil takes
    ///   the folder `labels` beside the template's.
    /// - Throws: every fault of every file, with line and column.
    public static func load(
        _ path: String, sharedLabels: String? = nil
    ) throws(DiagnosticError) -> TemplateFolder {
        guard let reader = FolderReader(path) else { throw missing(path) }
        let shared = sharedLabels ?? reader.parent + "/labels"
        return try TemplateFolder(reader, files: try reader.files(), sharedLabels: shared)
    }

    private init(
        _ reader: FolderReader, files: [String: SourceText], sharedLabels: String
    ) throws(DiagnosticError) {
        var bag = DiagnosticBag()
        path = reader.root
        let shared = try FolderReader(sharedLabels)?.files() ?? [:]
        labels = LabelLibrary(
            layers: [Self.labelFiles(files, in: "labels/"), Self.labelFiles(shared, in: "")], into: &bag)
        guard files[PlaceholderFile.invoice.rawValue] != nil else {
            throw DiagnosticError(
                .error(
                    "this folder has no invoice.html", at: SourceLocation(file: reader.root),
                    hint: "a template is a folder with a file of that name"))
        }
        let names = labels.names
        let isTutorial =
            files[PlaceholderFile.singleItem.rawValue] != nil || files[PlaceholderFile.lastItem.rawValue] != nil
        let compiled =
            isTutorial
            ? Self.placeholders(files, in: reader.root, labels: names, into: &bag)
            : ProgramSet.mustache(PlaceholderFile.invoice.rawValue, of: files, format: .html, into: &bag)
        mail = ProgramSet.mustache("mail.txt", of: files, format: .text, into: &bag)
        richMail = ProgramSet.mustache("mail.html", of: files, format: .html, into: &bag)
        try bag.throwIfErrors()
        guard let compiled else { throw Self.missing(path) }
        (page, partials) = compiled
        try check(into: &bag)
        try bag.throwIfErrors()
    }

    private func check(into bag: inout DiagnosticBag) throws(DiagnosticError) {
        for (main, partials) in [(page, partials), mail, richMail].compactMap({ $0 }) {
            var checker = TemplateChecker(
                library: partials, root: .record(InvoiceModel.invoice.shape), labelNames: labels.names)
            try checker.check(main)
            bag.add(contentsOf: checker.bag.diagnostics)
        }
    }

    private static func placeholders(
        _ files: [String: SourceText], in root: String, labels: [String], into bag: inout DiagnosticBag
    ) -> (main: Program, partials: ProgramSet)? {
        var main: Program?
        var items = ProgramSet()
        for file in PlaceholderFile.allCases {
            guard let source = files[file.rawValue] else {
                if file != .sumItem { bag.add(missing(file, in: root)) }
                continue
            }
            var parser = PlaceholderParser(source, as: file, labels: labels)
            let nodes = parser.run(into: &bag)
            let program = Assembler.program(from: nodes, source: source, format: .html, keepsLines: false)
            if file == .invoice { main = program } else { items.add(program, named: file.rawValue) }
        }
        return main.map { ($0, items) }
    }

    private static func missing(_ file: PlaceholderFile, in root: String) -> Diagnostic {
        .error(
            "this template has no \(file.rawValue)", at: SourceLocation(file: root),
            hint: "a template with placeholders has invoice.html, single_item.html and last_item.html")
    }

    private static func labelFiles(_ files: [String: SourceText], in folder: String) -> [String: SourceText] {
        var found: [String: SourceText] = [:]
        for (name, source) in files where name.hasPrefix(folder) && name.hasSuffix(".conf") {
            let file = String(name.dropFirst(folder.count))
            if !file.contains("/") { found[file] = source }
        }
        return found
    }

    private static func missing(_ path: String) -> DiagnosticError {
        let url = URL(fileURLWithPath: path)
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
        let near = nearestName(to: url.lastPathComponent, among: beside.filter { !$0.hasPrefix(".") }.sorted())
        return DiagnosticError(
            .error(
                "there is no template '\(url.lastPathComponent)'", at: SourceLocation(file: path),
                hint: near.map { "did you mean '\($0)'?" } ?? "a template is a folder with an invoice.html"))
    }

    // MARK: Filling

    /// The invoice's page as HTML in UTF-8.
    ///
    /// - Throws: what only the data brings to light, such as a partial named by it that is not there.
    public func fill(
        _ added: AddedInvoice, options: FillOptions = FillOptions()
    ) throws(DiagnosticError) -> [UInt8] {
        try run(page, partials, over: context(added, options))
    }

    /// The mail's text; nil if the template has no `mail.txt`.
    public func mailText(
        _ added: AddedInvoice, options: FillOptions = FillOptions()
    ) throws(DiagnosticError) -> MailText? {
        guard let mail else { return nil }
        return MailText(try run(mail.main, mail.partials, over: context(added, options)))
    }

    /// The mail as HTML; nil if the template has no `mail.html`.
    public func mailPage(
        _ added: AddedInvoice, options: FillOptions = FillOptions()
    ) throws(DiagnosticError) -> [UInt8]? {
        guard let richMail else { return nil }
        return try run(richMail.main, richMail.partials, over: context(added, options))
    }

    /// The name of the invoice's type in its language: `Rechnung`.
    public func title(of invoice: Invoice) -> String { labels.labels(for: invoice.locale).title(of: invoice.type) }

    private func context(_ added: AddedInvoice, _ options: FillOptions) -> InvoiceContext {
        InvoiceContext(added, labels: labels.labels(for: added.invoice.locale), options: options)
    }

    private func run(
        _ program: Program, _ library: ProgramSet, over context: InvoiceContext
    ) throws(DiagnosticError) -> [UInt8] {
        var renderer = Renderer(
            library: library, strictness: .strict, formatter: context.formatter, root: context.root)
        try renderer.run(program)
        return renderer.output
    }
}

/// A mail's subject and text.
public struct MailText: Sendable, Equatable {
    /// From a first line `Subject: …`; nil without one.
    public var subject: String?
    /// Lines end in `\n`.
    public var body: String

    init(_ bytes: [UInt8]) {
        var text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")[...]
        let head = text.prefix { $0 != "\n" }
        if head.lowercased().hasPrefix("subject:") {
            subject = String(head.dropFirst("subject:".count)).trimmingCharacters(in: .whitespaces)
            text = text.dropFirst(head.count).drop { $0 == "\n" }
        }
        body = String(text)
    }
}
