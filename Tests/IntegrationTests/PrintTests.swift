import Platform
import TestKit
import Testing

@Suite("hotpress print and render")
struct PrintTests {
    private static let invoice = #"""
        {"number": "A-1", "date": "2026-11-30", "seller": {"name": "Acme"}, "buyer": {"name": "Zoë Müller"},
         "lines": [{"name": "Press", "quantity": 3, "price": "9.90"}]}
        """#

    private static let twoPages = """
        <!DOCTYPE html><title>Two</title><link rel="stylesheet" href="page.css">
        <p id="first">First</p><p class="next">Second</p>
        """

    private func root() throws -> TemporaryRoot {
        let root = try TemporaryRoot()
        try root.write(Self.invoice, to: "acme.json")
        try root.write(Self.twoPages, to: "page.html")
        try root.write(
            "@page { size: 100px 50px; margin: 0 } body { margin: 0 } .next { break-before: page }", to: "page.css")
        return root
    }

    /// What pdftotext reads on the pages.
    private func text(_ path: String) throws -> String {
        try BuiltProgram.run("/usr/bin/pdftotext", ["-layout", path, "-"]).text
    }

    @Test("the tutorial's template shows no label of what the invoice says nothing of")
    func labels() throws {
        let root = try root()
        let pdf = root.path("a.pdf")
        _ = try BuiltProgram.run("render", root.path("acme.json"), "--template", "classic", "-o", pdf)
        #expect(try !text(pdf).contains("Due date") && !text(pdf).contains("Payment method"))
        let due = Self.invoice.replacing("\"seller\"", with: "\"dueDate\": \"2026-12-14\", \"seller\"")
        try root.write(due, to: "due.json")
        _ = try BuiltProgram.run("render", root.path("due.json"), "--template", "classic", "-o", pdf)
        #expect(try text(pdf).contains("Due date"))
    }

    @Test("a page of HTML becomes a PDF, with the style sheet that lies beside it")
    func pdf() throws {
        let root = try root()
        let run = try BuiltProgram.run("print", root.path("page.html"), "-o", root.path("page.pdf"))
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.text.isEmpty && run.errors.isEmpty)
        let pages = try text(root.path("page.pdf")).split(separator: "\u{0C}")
        #expect(pages.count == 2)
        #expect(pages.first?.contains("First") == true)
        #expect(pages.last?.contains("Second") == true)
    }

    @Test("PNGs of several pages are numbered, and as large as the resolution says")
    func png() throws {
        let root = try root()
        let run = try BuiltProgram.run(
            "print", root.path("page.html"), "-o", root.path("page.png"), "--resolution=192")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(root.names().filter { $0.hasSuffix(".png") } == ["page-1.png", "page-2.png"])
        let png = try FileDescriptor(path: root.path("page-1.png"), .read).readAll()
        // PNG, Portable Network Graphics §11.2.2: width and height stand at 16.
        #expect(Array(png[16..<24]) == [0, 0, 0, 200, 0, 0, 0, 100])
    }

    @Test("the boxes of a page are told as JSON")
    func boxes() throws {
        let root = try root()
        #expect(try BuiltProgram.run("print", root.path("page.html"), "-o", root.path("page.json")).exitCode == 0)
        let boxes = try root.read("page.json")
        #expect(boxes.contains(#""tag": "p", "id": "first", "class": "", "page": 1"#))
        #expect(boxes.contains(#""class": "next", "page": 2"#))
    }

    @Test(
        "an invoice becomes a PDF beside whoever asked, named as the invoice's file", arguments: ["classic", "modern"])
    func render(_ template: String) throws {
        let root = try root()
        let run = try BuiltProgram.run(
            "render", root.path("acme.json"), "--template", template, "-o", root.path("acme.pdf"))
        #expect(run.exitCode == 0, "\(run.errors)")
        let text = try text(root.path("acme.pdf"))
        for part in ["A-1", "Acme", "Zoë Müller", "Press", "29.70"] { #expect(text.contains(part), "\(part)") }
    }

    @Test("a PDF goes to standard output, and from standard input it comes")
    func streams() throws {
        let root = try root()
        let run = try BuiltProgram.run("render", root.path("acme.json"), "-o", "-")
        #expect(run.exitCode == 0)
        #expect(run.output.starts(with: "%PDF-1.".utf8))
    }

    @Test("a filled template that is saved elsewhere prints as it would have")
    func movable() throws {
        let root = try root()
        let (direct, saved) = (root.path("direct.json"), root.path("saved.json"))
        #expect(try BuiltProgram.run("render", root.path("acme.json"), "-o", direct).exitCode == 0)
        #expect(try BuiltProgram.run("render", root.path("acme.json"), "-o", root.path("saved.html")).exitCode == 0)
        let run = try BuiltProgram.run("print", "-W", root.path("saved.html"), "-o", saved)
        #expect(run.exitCode == 0, "\(run.errors)")
        // The saved page has one element more, the base; it has no box.
        #expect(try root.read("direct.json") == root.read("saved.json"))
    }

    @Test("a page does not read outside of its folder unless it is allowed to")
    func confined() throws {
        let root = try root()
        try root.write("p { margin-left: 40px }", to: "other/x.css")
        let html =
            "<!DOCTYPE html><head><base href=\"file://\(root.path("other"))/\"><link rel=stylesheet href=x.css></head><p>A"
        try root.write(html, to: "page/page.html")
        let page = root.path("page/page.html")
        let refused = try BuiltProgram.run("print", "-W", page, "-o", root.path("a.json"))
        #expect(refused.exitCode == 65)
        #expect(refused.errors.contains("--allow=\(root.path("other"))"))
        let allowed = try BuiltProgram.run(
            "print", "-W", page, "-o", root.path("a.json"), "--allow", root.path("other"))
        #expect(allowed.exitCode == 0, "\(allowed.errors)")
    }

    @Test("what is wrong is told before anything is written")
    func faults() throws {
        let root = try root()
        #expect(try BuiltProgram.run("print", root.path("page.html")).exitCode == 64)
        #expect(try BuiltProgram.run("print", root.path("page.html"), "-o", root.path("page.gif")).exitCode == 64)
        #expect(try BuiltProgram.run("print", root.path("none.html"), "-o", root.path("a.pdf")).exitCode == 66)
        #expect(try BuiltProgram.run("print", root.path("page.html"), "-o", root.path("none/a.pdf")).exitCode == 73)
        let unknown = try BuiltProgram.run(
            "render", root.path("acme.json"), "-t", "clasic", "-o", root.path("a.pdf"))
        #expect(unknown.exitCode == 65)
        #expect(unknown.errors.contains("did you mean 'classic'?"))
        #expect(!root.names().contains("a.pdf"))
    }

    /// Line and column of the declaration, property or attribute that is at fault.
    @Test(
        "with -W each of what a page cannot have as it asks is an error with its place",
        arguments: [
            ("<style>\np { color: nonsense }</style><p>A", "page.html:2:5: error: "),
            ("<style>\n\n  p { colour: red }</style><p>A", "page.html:3:7: error: "),
            ("<p style='width: 3 px'>A", "page.html:1:11: error: "),
            ("<link rel=stylesheet href=a.css><p>A", "a.css:2:3: error: "),
            ("<link rel=stylesheet href=missing.css><p>A", "page.html:1:"),
            ("<p>A\n<img src='missing.png'>", "page.html:2:11: error: "),
            ("<p>A\n\n <img src='https://example.org/a.png'>", "page.html:3:12: error: "),
            ("<style>\nbody { background: url(http://example.org/b.png) }</style><p>A", "page.html:"),
            ("<link rel=stylesheet href=//example.org/a.css><p>A", "page.html:1:"),
        ])
    func strict(html: String, place: String) throws {
        let root = try root()
        try root.write("p {\n  wdith: 3px }", to: "a.css")
        try root.write(html, to: "page.html")
        let lenient = try BuiltProgram.run("print", root.path("page.html"), "-o", root.path("a.pdf"))
        #expect(lenient.exitCode == 0 && lenient.errors.contains("warning: "), "\(lenient.errors)")
        let strict = try BuiltProgram.run("print", "-W", root.path("page.html"), "-o", root.path("b.pdf"))
        #expect(strict.exitCode == 65)
        #expect(strict.errors.contains(place), "\(strict.errors)")
        #expect(!root.names().contains("b.pdf"))
    }

    @Test("with -W a template's warnings are errors of render too")
    func strictRender() throws {
        let root = try root()
        try root.write("<style>\n p { colour: red }</style><p>#INVOICE_NUMBER#</p>", to: "template/invoice.html")
        let run = try BuiltProgram.run(
            "render", "-W", root.path("acme.json"), "--template", root.path("template"), "-o", root.path("a.pdf"))
        #expect(run.exitCode == 65)
        #expect(run.errors.contains("invoice.html:2:6: error: "), "\(run.errors)")
    }
}
