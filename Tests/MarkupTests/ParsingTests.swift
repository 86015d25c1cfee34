import Diagnostics
import Markup
import Testing

@Suite("HTML comes in as browsers read it")
struct ParsingTests {
    private func body(_ html: String) -> String {
        let lines = parseHTML(Array(html.utf8)).document.dump.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "  <body>") else { return "no body" }
        return lines[(start + 1)...].map { String($0.dropFirst(4)) }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    @Test func `a cell without a row gets its section and row`() {
        #expect(
            body("<table><td>1</table>") == """
                <table>
                  <tbody>
                    <tr>
                      <td>
                        "1"
                """)
    }

    @Test func `an end tag of br is a line break`() {
        #expect(body("a</br>b") == "\"a\"\n<br>\n\"b\"")
    }

    @Test func `noscript shows its content because scripts never run`() {
        #expect(body("<body><noscript><p>x</noscript>") == "<noscript>\n  <p>\n    \"x\"")
        let head = parseHTML(Array("<head><noscript><style>p{}</style></noscript></head>".utf8)).document
        #expect(head.nodes.contains { $0.name == "style" })
    }

    @Test func `scripts keep their element but not their text, comments vanish`() {
        #expect(body("<body><!-- c --><script>1 < 2</script><p>x") == "<script>\n<p>\n  \"x\"")
    }

    @Test(arguments: ["\u{FEFF}<!doctype html><p>x", "\n \n<!doctype html><p>x"])
    func `a byte order mark or blank line before the doctype does no harm`(html: String) {
        let document = parseHTML(Array(html.utf8)).document
        #expect(!document.isQuirky)
        #expect(document.nodes.filter { $0.kind == .text }.map(\.text) == ["x"])
    }

    @Test func `a document without doctype is quirky`() {
        #expect(parseHTML(Array("<p>x".utf8)).document.isQuirky)
    }

    @Test(arguments: [
        ("html", Document.Mode.standard), ("html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'", .standard),
        ("html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' 'x'", .limitedQuirks),
        ("html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'x'", .limitedQuirks),
        ("html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'", .quirks),
        ("html PUBLIC '-//W3C//DTD HTML 3.2//EN'", .quirks),
    ])
    func theDocumentTypeDecidesTheMode(type: String, mode: Document.Mode) {
        #expect(parseHTML(Array("<!DOCTYPE \(type)><p>x".utf8)).document.mode == mode)
    }

    @Test func `elements and attributes know their line and column`() throws {
        let document = parseHTML(Array("<body>\n  <p class=\"a b\"\n  style='x'>".utf8)).document
        let p = try #require(document.nodes.first { $0.name == "p" })
        #expect(p.position == SourcePosition(line: 2, column: 3))
        #expect(p.classes == ["a", "b"])
        #expect(
            p.attributes.map(\.position) == [SourcePosition(line: 2, column: 13), SourcePosition(line: 3, column: 10)])
    }

    @Test func `style text stands where it was written`() throws {
        let document = parseHTML(Array("<style>\np{}</style>".utf8)).document
        let style = try #require(document.nodes.firstIndex { $0.name == "style" })
        let text = try #require(document.nodes[style].firstChild)
        #expect(document[text].position == SourcePosition(line: 1, column: 8))
        #expect(document[text].text == "\np{}")
    }

    @Test func `inline SVG keeps its spelling and its range in the source`() throws {
        let html = "<p>ü<svg viewBox='0 0 1 1'><linearGradient/><path d='M0 0'></svg>x"
        let document = parseHTML(Array(html.utf8)).document
        let svg = try #require(document.nodes.first { $0.name == "svg" })
        #expect(svg.isSVG)
        #expect(svg.attribute("viewBox") == "0 0 1 1")
        #expect(
            String(decoding: document.source[svg.sourceRange], as: UTF8.self)
                == "<svg viewBox='0 0 1 1'><linearGradient/><path d='M0 0'></svg>")
        #expect(document.nodes.contains { $0.name == "linearGradient" && $0.isSVG })
    }

    @Test func `inline SVG is XML, whatever the HTML left out`() throws {
        let html =
            "<svg width=9 viewBox='0 0 9 9' a:b=c @x=y><style>a>b{}</style><g><path d=M0,0><text>&lt;&nbsp;x</svg>z"
        let document = parseHTML(Array(html.utf8)).document
        let svg = try #require(document.nodes.firstIndex { $0.name == "svg" })
        #expect(
            String(decoding: document.xml(of: NodeID(svg)), as: UTF8.self)
                == "<svg width=\"9\" viewBox=\"0 0 9 9\"><style>a&gt;b{}</style><g><path d=\"M0,0\">"
                + "<text>&lt;\u{A0}x</text></path></g></svg>")
    }

    @Test func `windows-1252 is read when it is declared`() {
        let bytes = Array("<meta charset=windows-1252><p>".utf8) + [0x80, 0xFC]
        let (document, diagnostics) = parseHTML(bytes)
        #expect(document.nodes.last?.text == "€ü")
        #expect(diagnostics.isEmpty)
    }

    @Test func `bytes that are no UTF-8 are taken as windows-1252 with a warning that says where`() {
        let (document, diagnostics) = parseHTML(Array("<p>\na".utf8) + [0xFC], name: "x.html")
        #expect(document.nodes.last?.text == "\naü")
        #expect(
            diagnostics.map(\.description).first?.hasPrefix("x.html:2:2: warning: the file is not valid UTF-8") == true)
    }

    @Test func `UTF-16 is read by its byte order mark`() {
        let units = Array("\u{FEFF}<p>ü".utf16)
        let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        #expect(parseHTML(little).document.nodes.last?.text == "ü")
        #expect(parseHTML(big).document.nodes.last?.text == "ü")
    }

    @Test func `nesting without end is flattened with one warning, and its texts are kept`() {
        let html = String(repeating: "<div>", count: 200_000) + "x" + String(repeating: "</div>", count: 200_000) + "y"
        let (document, diagnostics) = parseHTML(Array(html.utf8))
        var deepest = 0
        var depths: [Int] = []
        for node in document.nodes {
            depths.append(node.parent.map { depths[$0.index] + 1 } ?? 0)
            deepest = max(deepest, depths.last ?? 0)
        }
        #expect(deepest == Document.depthLimit)
        #expect(diagnostics.count == 1)
        let texts = document.nodes.map { $0.text.filter { $0 != " " } }.filter { !$0.isEmpty }
        #expect(texts == ["x", "y"])
    }

    @Test func `a long document with end tags left out loses none of its elements`() {
        let html = "<table>" + String(repeating: "<tr><td><b>1</b><td><p>2", count: 3000)
        let document = parseHTML(Array(html.utf8)).document
        #expect(document.nodes.filter { $0.name == "b" }.count == 3000)
        #expect(document.nodes.filter { $0.name == "p" }.count == 3000)
    }

    @Test func `any bytes have a tree`() {
        #expect(parseHTML([]).document.root != nil)
        #expect(parseHTML([0, 0xFF, 0x3C, 0xFE]).document.root != nil)
    }
}
