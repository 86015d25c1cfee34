import Foundation
import Press
import TestKit
import Testing

@Suite("A PDF of the press")
struct ReaderTests {
    let press = Press()
    let root: TemporaryRoot

    init() throws { root = try TemporaryRoot() }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: root.path(name)))
        return root.path(name)
    }

    @Test("looks in poppler as the press paints the page", arguments: Fixtures.pages)
    func looks(page: String) throws {
        let pdf = try write(Fixtures.print(page, press, .pdf)[0], "page.pdf")
        let pictures = try Fixtures.print(page, press, .png(resolution: 96))
        _ = try said(by: "pdftoppm", ["-r", "96", "-png", pdf, root.path("shown")])
        let shown = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasPrefix("shown") }
            .sorted()
        try #require(shown.count == pictures.count)
        for (index, picture) in pictures.enumerated() {
            let painted = try Mosaic(png: write(picture, "painted.png"))
            let difference = try painted.difference(to: Mosaic(png: root.path(shown[index])))
            #expect(difference < 0.005, "page \(index + 1) of \(page): \(difference * 100) % differ")
        }
    }

    @Test("is read without a warning by qpdf, MuPDF and Ghostscript")
    func isSound() throws {
        var files: [String] = []
        for (index, page) in Fixtures.pages.enumerated() {
            let path = try write(Fixtures.print(page, press, .pdf)[0], "\(index).pdf")
            files.append(path)
            let check = try said(by: "qpdf", ["--check", path])
            #expect(!check.contains("WARNING") && check.contains("No syntax or stream encoding errors"), "\(check)")
            let drawn = try said(by: "mutool", ["draw", "-N", "-r", "20", "-o", root.path("page-%d.png"), path])
            #expect(!drawn.contains("warning:") && !drawn.contains("error:"), "\(page): \(drawn)")
        }
        let options = ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=nullpage"]
        #expect(try said(by: "gs", options + files) == "")
    }

    @Test("has the tags of its HTML in reading order, and no furniture among them")
    func tags() throws {
        let html = """
            <!doctype html><html lang=en><title>T</title><style>@page { @bottom-center { content: "Page" counter(page) } }
            p { position: relative }</style>
            <h1>Head</h1><div>Plain <a href="https://example.org/">out</a> end</div>
            <ul><li>One</ul><p>Last <span lang=de>Wort</span></p>
            <table><thead><tr><th>A<th>B</thead><tr><td>1<td colspan=2>2</table>
            <table><tr><td>placed</table>
            <p><img alt="Logo" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>">
            """
        let pdf = try press.print(PressInput(html: Array(html.utf8), baseDirectory: root.path)).files[0]
        let tags = try said(by: "pdfinfo", ["-struct-text", write(pdf, "a.pdf")])
        var rest = tags.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }[...]
        for line in [
            "Document", "H1", "\"Head\"", "P (block)", "\"Plain \"", "Link", "\"out\"", "\" end\"", "L (block)", "LI",
            "LBody", "\"One\"", "P (block)", "\"Last \"", "Span", "\"Wort\"", "Table", "THead", "TR", "TH",
            "/Scope /Column", "TBody", "TD", "\"1\"", "/ColSpan 2", "\"2\"", "P (block)", "\"placed\"", "Figure",
        ] {
            let found = rest.firstIndex { $0.hasPrefix(line) }
            #expect(found != nil, "\(line) is missing or late in:\n\(tags)")
            if let found { rest = rest[(found + 1)...] }
        }
        #expect(!tags.contains("Page1"))
        let packet = try said(by: "pdfinfo", ["-meta", root.path("a.pdf")])
        #expect(packet.contains("<pdfuaid:part>1") && packet.contains("<pdfaid:part>3"))
    }

    @Test("has the text of boxes that are painted apart where it stands, be that nowhere")
    func tagsOfLayers() throws {
        let html = """
            <!doctype html><html lang=en><title>T</title>
            <style>@page { size: 400px 300px; @top-left { content: element(head) } } tr { height: 100px }
            #head { position: running(head) }</style>
            <p id=head><b style="position: relative">Running</b></p>
            <p>In <span style="position: relative">line</span> and<sup style="position: relative">2</sup> on</p>
            <div>Mixed <i style="position: relative; z-index: 1">up</i><p>below</p></div>
            <p>A <a href="https://example.org/"><b style="display: inline-block; position: relative">way</b></a></p>
            <div aria-hidden=true><p style="position: relative">hidden</p><p style="float: left">afloat</p></div>
            <table><thead><tr><th style="position: relative">Again</thead><tr><td>1<tr><td>2<tr><td>3</table>
            """
        let pdf = try press.print(PressInput(html: Array(html.utf8), baseDirectory: root.path))
        #expect(pdf.pageCount > 1)
        let tags = try said(by: "pdfinfo", ["-struct-text", write(pdf.files[0], "a.pdf")])
        var rest = tags.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }[...]
        #expect(rest.count { $0.hasPrefix("P (") } == 4, "\(tags)")
        for line in [
            "P (block)", "\"In \"", "Span", "\"line\"", "\" and\"", "Span", "\"2\"", "\" on\"", "P (block)",
            "\"Mixed \"", "\"up\"", "P (block)", "\"below\"",
            "P (block)", "\"A \"", "Link", "\"way\"", "Table", "TH", "\"Again\"", "\"3\"",
        ] {
            let found = rest.firstIndex { $0.hasPrefix(line) }
            #expect(found != nil, "\(line) is missing or late in:\n\(tags)")
            if let found { rest = rest[(found + 1)...] }
        }
        #expect(!rest.contains { $0.contains("Again") })
        for word in ["Running", "hidden", "afloat"] { #expect(!tags.contains(word), "\(tags)") }
    }

    @Test("declares no standard that it does not keep")
    func declarations() throws {
        for (html, mark) in [
            ("<html lang=en><title>T</title><h1>a</h1><h3>skipped</h3>", "pdfuaid"),
            ("<html lang=en><p>no title", "pdfuaid"), ("<html lang=en><title>T</title><p>\u{10FFFD}", "pdfaid"),
        ] {
            let pdf = try press.print(PressInput(html: Array(html.utf8), baseDirectory: root.path)).files[0]
            #expect(try !said(by: "pdfinfo", ["-meta", write(pdf, "a.pdf")]).contains(mark), "\(html)")
        }
    }

    @Test("repeats the head of a table as furniture, and says it once")
    func repeatedHeads() throws {
        let rows = (1...60).map { "<tr><td>row \($0)" }.joined()
        let html =
            "<style>@page { size: 300px 300px }</style><table><thead><tr><th>Heading</thead>\(rows)</table>"
        let pdf = try write(
            press.print(PressInput(html: Array(html.utf8), baseDirectory: root.path)).files[0], "a.pdf")
        #expect(try said(by: "pdfinfo", ["-struct-text", pdf]).components(separatedBy: "\"Heading\"").count == 2)
        #expect(try said(by: "pdftotext", [pdf, "-"]).components(separatedBy: "Heading").count > 3)
    }
}
