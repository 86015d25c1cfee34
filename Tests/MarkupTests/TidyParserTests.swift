import Diagnostics
import Foundation
import TestKit
import Testing

@testable import Markup

@Suite("Documents that say all their tags are read in one pass")
struct TidyParserTests {
    /// Node by node what the full parser makes of it; false where the quick one leaves the document to it.
    private func agrees(_ source: [UInt8], _ label: String) -> Bool {
        guard let quick = TidyParser.nodes(of: source) else { return false }
        var findings = DiagnosticBag()
        let full = parseFully(source, name: nil, diagnostics: &findings).document
        #expect(quick.count == full.nodes.count, "\(label)")
        #expect(full.mode == .standard, "\(label)")
        for (a, b) in zip(quick, full.nodes) where !isSame(a, b) {
            Issue.record("\(label): \(a) is not \(b)")
            break
        }
        return true
    }

    private func isSame(_ a: Node, _ b: Node) -> Bool {
        a.kind == b.kind && a.name == b.name && a.text == b.text && a.attributes == b.attributes && a.id == b.id
            && a.classes == b.classes && a.parent == b.parent && a.firstChild == b.firstChild
            && a.lastChild == b.lastChild && a.nextSibling == b.nextSibling && a.previousSibling == b.previousSibling
            && a.position == b.position && a.sourceRange == b.sourceRange && a.isSVG == b.isSVG
    }

    private static let fixtures: [URL] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return ["Fixtures", "../Templates"].flatMap { name -> [URL] in
            let files = FileManager.default.enumerator(at: root.appending(path: name), includingPropertiesForKeys: nil)
            return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "html" }
        }.sorted { $0.path < $1.path }
    }()

    @Test func `every fixture and template has the tree that the full parser gives it`() throws {
        var read = 0
        for file in Self.fixtures {
            let source = [UInt8](try Data(contentsOf: file))
            if agrees(source, file.path) || agrees(Self.wrapped(source), file.path) { read += 1 }
        }
        #expect(read > Self.fixtures.count / 3, "\(read) of \(Self.fixtures.count)")
    }

    @Test func `broken copies of them are read alike, or left to the full parser`() throws {
        var random = SeededNumbers(seed: 7)
        let scale = ProcessInfo.processInfo.environment["HOTPRESS_CASES"].flatMap(Int.init) ?? 1500
        let small = try Self.fixtures.map { Self.wrapped([UInt8](try Data(contentsOf: $0))) }
            .filter { $0.count < 6000 && TidyParser.nodes(of: $0) != nil }
        var read = 0
        for number in 0..<scale {
            var source = small[random.next(small.count)]
            for _ in 0...random.next(3) { Self.mutate(&source, small, &random) }
            // What is no UTF-8 is decoded before it is parsed.
            guard String(validating: source, as: UTF8.self) != nil else { continue }
            if agrees(source, "case \(number): \(String(decoding: source, as: UTF8.self))") { read += 1 }
        }
        #expect(read > 0)
    }

    /// With the tags that most fixtures leave out.
    private static func wrapped(_ source: [UInt8]) -> [UInt8] {
        guard TidyParser.nodes(of: source) == nil else { return source }
        let open = "<!DOCTYPE html><html><head></head><body>"
        return Array(open.utf8) + body(of: source) + Array("</body></html>\n".utf8)
    }

    private static func body(of source: [UInt8]) -> [UInt8] {
        var text = String(decoding: source, as: UTF8.self)
        for tag in ["<!DOCTYPE html>", "<!doctype html>", "</body>", "</html>", "<head>", "</head>"] {
            text = text.replacingOccurrences(of: tag, with: "")
        }
        return Array(text.replacing(/<(body|html)[^>]*>/, with: "").utf8)
    }

    private static func mutate(_ source: inout [UInt8], _ others: [[UInt8]], _ random: inout SeededNumbers) {
        guard !source.isEmpty else { return }
        let place = random.next(source.count)
        let end = min(source.count, place + random.next(24))
        switch random.next(5) {
        case 0: source.removeSubrange(place..<end)
        case 1: source.insert(contentsOf: source[place..<end], at: random.next(source.count))
        case 2: source.insert(contentsOf: pieces[random.next(pieces.count)].utf8, at: place)
        case 3: tagBoundary(&source, random.next(source.count), pieces[random.next(pieces.count)])
        default:
            let other = others[random.next(others.count)]
            guard !other.isEmpty else { return }
            let start = random.next(other.count)
            source.insert(contentsOf: other[start..<min(other.count, start + random.next(80))], at: place)
        }
    }

    /// Puts a piece where a tag begins, so that the rest stays well formed.
    private static func tagBoundary(_ source: inout [UInt8], _ place: Int, _ piece: String) {
        guard let open = source[place...].firstIndex(of: UInt8(ascii: "<")) else { return }
        source.insert(contentsOf: piece.utf8, at: open)
    }

    private static let pieces = [
        "<p>", "</p>", "<b>", "</b>", "<i>x</i>", "<a href='#'>y</a>", "<table>", "</table>", "<tr>", "<td>", "</td>",
        "<tbody>", "<li>", "<ul><li>z</li></ul>", "<hr>", "<br/>", "<br>", "<div/>", "</div>", "<div>", "<h1>", "</h1>",
        "<h2>t</h2>", "&amp;", "&euro;", "&nosuch;", "&#8364;", "&#x20AC;", "&#128;", "& ", "&", "<", ">", "\"", "'",
        "\r\n", "\r", "\t", "\u{C}", "é", "\u{FEFF}", "<!-- c -->", "<!--", "-->", "<style>p{}</style>",
        "<script>x</script>",
        "<title>a &amp; b</title>", "<svg><path d='M0'/></svg>", "</body>", "</html>", "<body class='x'>",
        "<pre>\nx</pre>",
        "<pre>x</pre>", "<dl><dt>a</dt><dd>b</dd></dl>", "<form>", "<input>", "<img alt=\"a&quot;b\">", "<col>",
        "<colgroup><col></colgroup>", "<caption>c</caption>", "<x-y Z=\"1\">q</x-y>", " a=\"1\"", " disabled", "\0",
        "<font><font><font><font>f</font></font></font></font>", "<nobr>", "<button>", "<p><div></div></p>",
        "<main><section><table><tr><td>1</td></tr></table></section></main>", "<b><div><p>w</p></div></b>",
    ]

    @Test(arguments: [
        "<!doctype html><html><head></head><body><p>a<div>b</div></p></body></html>",
        "<!doctype html><html><head></head><body><b><i>a</b></i></body></html>",
        "<!doctype html><html><head></head><body><table>x<tr><td>1</td></tr></table></body></html>",
        "<html><head></head><body></body></html>", "<!doctype html><p>a", "", "<",
        "<!DOCTYPE html><html><head></head><body><svg></svg></body></html>",
        "<!DOCTYPE html><html><head></head><body><a>1<a>2</a></a></body></html>",
    ])
    func `what leaves something to guess is left to the full parser`(source: String) {
        #expect(TidyParser.nodes(of: Array(source.utf8)) == nil)
    }
}
