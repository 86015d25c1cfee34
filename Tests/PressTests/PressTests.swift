import Diagnostics
import Foundation
import Geometry
import Press
import TestKit
import Testing

/// HTML through the whole press.
@Suite struct PressTests {
    let press = Press()
    let root: TemporaryRoot

    init() throws { root = try TemporaryRoot() }

    @Test func aParagraphBecomesAPDFWithItsWords() throws {
        let pdf = try pdf("<title>Rechnung</title><p>Hello <b>world</b></p>")
        #expect(pdf.pageCount == 1 && pdf.files.count == 1)
        #expect(String(decoding: pdf.files[0].prefix(5), as: UTF8.self) == "%PDF-")
        #expect(try words(pdf.files[0]) == ["Hello", "world"])
        #expect(pdf.diagnostics.isEmpty, "\(pdf.diagnostics)")
    }

    @Test func theSameInputHasTheSameBytesFromAnyPress() throws {
        let html = "<p style='box-shadow: 0 0 4px red'>Hello – <i>world</i> שלום</p>"
        let first = try pdf(html).files
        #expect(try pdf(html).files == first)
        #expect(try Press().print(input(html), PressOptions(creationDate: "2026-11-30T12:00:00Z")).files == first)
    }

    @Test func whatIsKnownOfFontsIsTakenFromTheFileUntilAFontFolderChanges() throws {
        let memory = root.path("cache/fonts")
        let html = "<p style='font-family: Liberation Sans, sans-serif'>Hello <b>world</b></p>"
        func print() throws -> [[UInt8]] {
            let press = Press(fontMemory: memory)
            defer { press.keepFontMemory() }
            return try press.print(input(html), PressOptions(creationDate: "2026-11-30T12:00:00Z")).files
        }
        let plain = try Press().print(input(html), PressOptions(creationDate: "2026-11-30T12:00:00Z")).files
        #expect(try print() == plain)
        let kept = try root.read("cache/fonts")
        #expect(try print() == plain)
        #expect(try root.read("cache/fonts") == kept)

        // Another file for the same face shows that the memory is believed, an older stamp that it is looked through.
        let other = kept.replacing("LiberationSans-Bold.ttf", with: "LiberationSans-Regular.ttf")
        #expect(other != kept)
        try root.write(other, to: "cache/fonts")
        #expect(try print() != plain)
        let stale = other.split(separator: "\n").map { line in
            line.hasPrefix("file\t") && line.contains("/fonts\t") ? line + "1" : line
        }
        try root.write(stale.joined(separator: "\n") + "\n", to: "cache/fonts")
        #expect(try print() == plain)
        #expect(try root.read("cache/fonts") == kept)
        try root.write("hotpress fonts 1\nmatch\tx", to: "cache/fonts")
        #expect(try print() == plain)
    }

    @Test func anEmptySVGHasItsSizeAndShowsNothing() throws {
        func boxes(_ svg: String) throws -> String {
            let html = "<p><img alt='' src='data:image/svg+xml,\(svg)'> after</p>"
            let result = try press.print(input(html), PressOptions(output: .boxes))
            #expect(result.diagnostics.isEmpty)
            return String(decoding: result.files[0], as: UTF8.self)
        }
        let empty = "%3Csvg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"20\""
        #expect(try boxes(empty + "/%3E") == boxes(empty + "%3E%3C/svg%3E"))
    }

    @Test func linksAndHeadingsLeadToTheirPlaces() throws {
        let pdf = try pdf(
            """
            <h1>One</h1><p><a href="https://example.org/">out</a> <a href="#two">in</a> <a href="#none">nowhere</a></p>
            <h2 id="two" style="break-before: page">Two</h2>
            """)
        #expect(pdf.pageCount == 2)
        try root.write("", to: "x")
        let path = root.path("a.pdf")
        try Data(pdf.files[0]).write(to: URL(fileURLWithPath: path))
        let urls = try output("/usr/bin/pdfinfo", ["-url", path])
        #expect(urls.contains("https://example.org/"))
        let destinations = try output("/usr/bin/pdfinfo", ["-dests", path])
        #expect(destinations.contains("\"two\""))
    }

    @Test func boxesAreListedInDocumentOrder() throws {
        let html = """
            <style>@page { size: 400px 300px; margin: 20px } body { margin: 0 }</style>
            <div id="a" class="x y" style="width: 100px; height: 50px; padding: 5px"></div>
            <div id="b" style="height: 30px; break-before: page">b</div>
            """
        let list = try press.print(input(html), PressOptions(output: .boxes)).files[0]
        let entries = try #require(JSONSerialization.jsonObject(with: Data(list)) as? [[String: Any]])
        let a = try #require(entries.first { $0["id"] as? String == "a" })
        #expect(a["tag"] as? String == "div" && a["class"] as? String == "x y" && a["page"] as? Int == 1)
        #expect(["x", "y", "width", "height"].map { a[$0] as? Double } == [20, 20, 110, 60])
        let b = try #require(entries.first { $0["id"] as? String == "b" })
        #expect(b["page"] as? Int == 2 && b["y"] as? Double == 20)
        let tags = entries.compactMap { $0["tag"] as? String }
        #expect(tags.first == "html")
    }

    @Test func aPictureIsMadeOfEachPage() throws {
        let html = "<style>@page { size: 200px 100px; margin: 0 }</style><p>a<p style='break-before: page'>b"
        let pictures = try press.print(input(html), PressOptions(output: .png(resolution: 192)))
        #expect(pictures.files.count == 2 && pictures.pageCount == 2)
        // Width and height in a PNG's first chunk.
        #expect(Array(pictures.files[0][16..<24]) == [0, 0, 1, 0x90, 0, 0, 0, 200])
    }

    @Test func whatIsMissingOrForbiddenIsSaidWithItsPlace() throws {
        try root.write("x", to: "outside.png")
        let folder = root.path("template")
        try root.write("", to: "template/empty.png")
        let html = """
            <p><img src="missing.png"><img src="../outside.png">
            <img src="https://example.org/logo.png"><img src="empty.png"><img src="missing.png">
            """
        let result = try press.print(PressInput(html: Array(html.utf8), name: "a.html", baseDirectory: folder))
        let said = result.diagnostics.map(\.description)
        #expect(said.count == 4, "\(said)")
        #expect(said.contains { $0.contains("a.html:1:") && $0.contains("missing.png' does not exist") })
        #expect(said.contains { $0.contains("outside the folders") })
        #expect(said.contains { $0.contains("a.html:2:") && $0.contains("not fetched") })
        #expect(said.contains { $0.contains("cannot be decoded") })
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test func imagesAndSheetsOfTheFolderAreRead() throws {
        try root.write("p { color: red; width: 50px; height: 40px }", to: "css/a b.css")
        try root.write("<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'/>", to: "logo.svg")
        let html =
            "<link rel=stylesheet href='css/a%20b.css'><p>x</p><img src='logo.svg'><svg width='7' height='5'></svg>"
        let result = try press.print(input(html), PressOptions(output: .boxes))
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
        let text = String(decoding: result.files[0], as: UTF8.self)
        #expect(text.contains("\"width\": 50, \"height\": 40"))
        #expect(text.contains("\"width\": 30, \"height\": 20"))
        #expect(text.contains("\"width\": 7, \"height\": 5"))
    }

    @Test func fontsOfTheDocumentAreItsOwn() throws {
        let folders = ["liberation2", "liberation"].map { "/usr/share/fonts/truetype/\($0)/LiberationMono-Regular.ttf" }
        let path = try #require(folders.first { FileManager.default.fileExists(atPath: $0) })
        let font = try Data(contentsOf: URL(fileURLWithPath: path))
        try font.write(to: URL(fileURLWithPath: root.path("mono.ttf")))
        let face = "<style>@font-face { font-family: Own; src: url(mono.ttf) }</style>"
        let text = "<span id=t style='font: 20px Own, serif'>iiii</span>"
        func width(_ html: String) throws -> String {
            let list = try press.print(input(html), PressOptions(output: .boxes)).files[0]
            let text = String(decoding: list, as: UTF8.self)
            return text.split(separator: "\n").first { $0.contains("\"id\": \"t\"") }.map(String.init) ?? ""
        }
        #expect(try width(face + text).contains("\"width\": 48.0"))
        #expect(try !width(text).contains("\"width\": 48.0"))
    }

    @Test func characterThatNoFontHasIsReported() throws {
        let said = try pdf("<p>Kanne \u{10FFFD}</p>").diagnostics
        #expect(said.count == 1 && said[0].message.contains("U+10FFFD"))
    }

    private func input(_ html: String) -> PressInput {
        PressInput(html: Array(("<!doctype html>" + html).utf8), name: "page.html", baseDirectory: root.path)
    }

    private func pdf(_ html: String) throws -> PressResult {
        try press.print(input(html), PressOptions(creationDate: "2026-11-30T12:00:00Z"))
    }

    private func words(_ pdf: [UInt8]) throws -> [String] {
        let path = root.path("words.pdf")
        try Data(pdf).write(to: URL(fileURLWithPath: path))
        return try output("/usr/bin/pdftotext", [path, "-"]).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private func output(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
