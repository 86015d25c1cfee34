import Diagnostics
import Markup

/// What tells one style sheet of a document from another: the engine's number of its text and folder, and when it
/// applies.
struct SheetSource: Hashable {
    var number: Int
    var media: String
}

/// Gathers the author's style sheets of a document in order: `<style>`, `<link rel=stylesheet>`, and what they import.
struct SheetLoader {
    private let engine: StyleEngine
    private let document: Document
    private(set) var sheets: [LoadedSheet] = []
    private(set) var sources: [SheetSource] = []
    private(set) var diagnostics: DiagnosticBag
    private static let importDepth = 8

    init(engine: StyleEngine, document: Document) {
        self.engine = engine
        self.document = document
        diagnostics = DiagnosticBag(file: document.name)
    }

    mutating func load() {
        for index in document.nodes.indices where document.nodes[index].kind == .element {
            switch document.nodes[index].name {
            case "style": addStyle(index)
            case "link": addLink(index)
            default: continue
            }
        }
    }

    private mutating func addStyle(_ index: Int) {
        let type = document.nodes[index].attribute("type")?.asciiLowercased ?? ""
        guard type.isEmpty || type == "text/css", let child = document.nodes[index].firstChild else { return }
        var text = ""
        for id in document.children(of: NodeID(index)) { text += document.nodes[id.index].text }
        add(
            Array(text.utf8), base: nil, media: document.nodes[index].attribute("media") ?? "", file: nil,
            start: document.nodes[child.index].position, depth: 0
        ).map { sheets.append($0) }
    }

    private mutating func addLink(_ index: Int) {
        let words = (document.nodes[index].attribute("rel") ?? "").asciiLowercased.split(separator: " ")
        guard words.contains("stylesheet"), !words.contains("alternate"),
            document.nodes[index].attribute("disabled") == nil,
            let url = document.nodes[index].attribute("href"), !url.isEmpty
        else { return }
        let reference = ResourceReference(url: url)
        let location = SourceLocation(file: document.name, position: document.nodes[index].position)
        guard let text = read(reference, at: location) else { return }
        add(
            text, base: folder(of: reference), media: document.nodes[index].attribute("media") ?? "", file: url,
            start: SourcePosition(line: 1, column: 1), depth: 0
        ).map { sheets.append($0) }
    }

    private mutating func add(
        _ text: [UInt8], base: String?, media: String, file: String?, start: SourcePosition, depth: Int
    ) -> LoadedSheet? {
        let (sheet, number) = engine.sheet(text, base: base, isQuirky: document.isQuirky)
        sources.append(SheetSource(number: number, media: media))
        for diagnostic in sheet.diagnostics {
            diagnostics.add(diagnostic.moved(to: start, file: file))
        }
        let queries = media.isEmpty ? MediaQueryList(queries: []) : SheetParser.mediaQueries(media)
        return LoadedSheet(sheet: sheet, media: queries, imports: imports(of: sheet, file: file, start, depth))
    }

    private mutating func imports(
        of sheet: StyleSheet, file: String?, _ start: SourcePosition, _ depth: Int
    ) -> [LoadedSheet?] {
        var result: [LoadedSheet?] = []
        for case .imports(let rule) in sheet.rules {
            let location = SourceLocation(file: file, position: rule.position.moved(to: start))
            guard depth < Self.importDepth else {
                diagnostics.add(.warning("style sheets import each other too deep; the rest is dropped", at: location))
                result.append(nil)
                continue
            }
            guard let text = read(rule.reference, at: location) else {
                result.append(nil)
                continue
            }
            result.append(
                add(
                    text, base: folder(of: rule.reference), media: "", file: rule.reference.url,
                    start: SourcePosition(line: 1, column: 1), depth: depth + 1))
        }
        return result
    }

    private mutating func read(_ reference: ResourceReference, at location: SourceLocation) -> [UInt8]? {
        let url = reference.url.asciiLowercased
        if ["http:", "https:", "//", "ftp:"].contains(where: { url.utf8.starts(with: $0.utf8) }) {
            diagnostics.add(
                .warning(
                    "the style sheet '\(reference.url)' is not fetched", at: location,
                    hint: "save it beside the template and link to the file"))
            return nil
        }
        do throws(DiagnosticError) {
            return try engine.resources.read(reference)
        } catch {
            for diagnostic in error.diagnostics {
                diagnostics.add(.warning(diagnostic.message, at: location, hint: diagnostic.hint))
            }
            return nil
        }
    }

    /// The folder that a sheet's own references are relative to.
    private func folder(of reference: ResourceReference) -> String? {
        if reference.url.asciiLowercased.utf8.starts(with: "data:".utf8) { return reference.base }
        let path = reference.url.prefix { $0 != "?" && $0 != "#" }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) }
        guard let folder else { return reference.base }
        return folder.utf8.first == UInt8(ascii: "/") ? folder : (reference.base ?? "") + folder
    }
}

extension SourcePosition {
    /// The place in a file of a place in a part of it that begins at `start`.
    func moved(to start: SourcePosition) -> SourcePosition {
        line == 1
            ? SourcePosition(line: start.line, column: start.column + column - 1)
            : SourcePosition(line: start.line + line - 1, column: column)
    }
}

extension Diagnostic {
    func moved(to start: SourcePosition, file: String?) -> Diagnostic {
        var copy = self
        copy.location.position = location.position?.moved(to: start)
        if let file { copy.location.file = file }
        return copy
    }
}
