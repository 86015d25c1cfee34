import Foundation
import Geometry
import Layout
import Paint
import Style
import Testing
import Typography

/// Pages as PDF, read back with poppler.
@Suite struct PDFTests {
    let builder = PageBuilder()

    @Test func aPageMeasuresThreeQuartersInPoints() throws {
        let pdf = try builder.pdf(builder.document([], width: 400, height: 200))
        let path = try Scratch()
        let info = try Scratch.run("/usr/bin/pdfinfo", [path.write(pdf, to: "a.pdf")])
        #expect(String(decoding: info, as: UTF8.self).contains("300 x 150 pts"))
    }

    @Test func wordsStandWhereTheyWerePlaced() throws {
        var style = TextStyle()
        style.fontFamily = ["Liberation Sans"]
        let pdf = try builder.pdf(
            builder.document([PlacedFragment(builder.text("Hello world", style), at: Point(x: 40, y: 60))]))
        let boxes = try pdfText(pdf, ["-bbox"])
        #expect(boxes.contains("xMin=\"30.0"))
        // "Hello " at 16 px: 4.451 + … = 40.90 px, so the second word begins at 80.9 px.
        #expect(boxes.contains("xMin=\"60.6"), "\(boxes)")
    }

    @Test func aTextShadowIsThereWhereverTheTextStands() throws {
        var style = TextStyle()
        style.fontSize = 40
        style.color = Color(red: 1, green: 1, blue: 1)
        style.textShadow = [
            Shadow(x: 4, y: 4, blur: 0, spread: 0, color: Color(red: 1, green: 0, blue: 0), isInset: false)
        ]
        let text = PlacedFragment(builder.text("Paid", style), at: Point(x: 700, y: 60))
        let pdf = try builder.pdf(builder.document([text], width: 900, height: 100))
        #expect(try pdfText(pdf).contains("Paid"))
        let path = try Scratch()
        let pixels = try Scratch.run("/usr/bin/pdftoppm", ["-r", "96", path.write(pdf, to: "a.pdf")]).dropFirst(15)
        #expect(zip(pixels, pixels.dropFirst()).contains { $0 == 255 && $1 < 128 })
    }

    @Test(arguments: ["Rechnung über 1.234,56 €", "office file", "To Av. We", "naïve — “yes”", "e\u{301}t\u{E9}"])
    func textIsFoundAsItWasWritten(text: String) throws {
        let pdf = try builder.pdf(
            builder.document([PlacedFragment(builder.text(text), at: Point(x: 10, y: 60))], width: 400))
        let found = try pdfText(pdf).filter { !$0.isNewline && $0 != "\u{C}" }
        #expect(found.precomposedStringWithCanonicalMapping == text.precomposedStringWithCanonicalMapping)
    }

    @Test func spacesOfAnyKindAreSpaces() throws {
        let text = "1\u{202F}000\u{A0}kg"
        let pdf = try builder.pdf(builder.document([PlacedFragment(builder.text(text), at: Point(x: 10, y: 60))]))
        // poppler itself writes a plain space for a no-break space.
        #expect(try pdfText(pdf).contains(/1[ \u{202F}]000[ \u{A0}]kg/))
    }

    @Test func wordsFromRightToLeftAreCopiedInLogicalOrder() throws {
        let text = "abc אבג 123"
        let pdf = try builder.pdf(builder.document([PlacedFragment(builder.text(text), at: Point(x: 10, y: 60))]))
        let found = try pdfText(pdf)
        #expect(found.contains("אבג") && found.contains("abc") && found.contains("123"))
    }

    @Test func theSameDocumentHasTheSameBytes() throws {
        var document = builder.document([PlacedFragment(builder.text("Invoice"), at: Point(x: 10, y: 60))])
        document.information.title = "Invoice"
        document.information.creationDate = "2026-11-30T12:00:00Z"
        let first = try builder.pdf(document)
        let other = PageBuilder()
        #expect(try builder.pdf(document) == first)
        var again = other.document([PlacedFragment(other.text("Invoice"), at: Point(x: 10, y: 60))])
        again.information = document.information
        #expect(try other.pdf(again) == first)
    }

    @Test func metadataAreWritten() throws {
        var document = builder.document([])
        document.information.title = "Größe"
        document.information.author = "A. Author"
        document.information.creationDate = "2026-11-30T12:00:00Z"
        let folder = try Scratch()
        let path = try folder.write(builder.pdf(document), to: "a.pdf")
        let info = String(decoding: try Scratch.run("/usr/bin/pdfinfo", ["-isodates", path]), as: UTF8.self)
        #expect(info.contains("Größe") && info.contains("A. Author") && info.contains("Hotpress"))
        #expect(info.contains("2026-11-30T12:00:00Z"))
    }

    @Test func linksHaveTheirPlacesAndTargets() throws {
        let words = PlacedFragment(builder.text("terms"), at: Point(x: 20, y: 56))
        var document = builder.document([words])
        document.pages.append(builder.page([words]))
        document.links = [
            Link(page: 0, area: Rect(x: 20, y: 40, width: 100, height: 20), target: .url("https://example.org/o'b(c")),
            Link(page: 0, area: Rect(x: 20, y: 70, width: 100, height: 20), target: .destination("#termes généraux")),
            Link(page: 0, area: Rect(x: 20, y: 70, width: 100, height: 20), target: .destination("nowhere")),
        ]
        document.destinations = [Destination(name: "#termes généraux", page: 1, place: Point(x: 0, y: 40))]
        document.outline = [
            OutlineEntry(level: 1, title: "One", page: 0, place: Point()),
            OutlineEntry(level: 2, title: "Two", page: 1, place: Point(x: 0, y: 40)),
        ]
        let folder = try Scratch()
        let path = try folder.write(builder.pdf(document), to: "a.pdf")
        _ = try Scratch.run("/usr/bin/qpdf", ["--qdf", "--object-streams=disable", path, folder.path("b.pdf")])
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path("b.pdf"))), as: UTF8.self)
        // 20…120 px from the left, 40…60 px from the top of a page of 75 points.
        #expect(text.contains("15\n    30\n    90\n    45"))
        #expect(text.contains("(https://example.org/o'b\\(c)"))
        #expect(text.components(separatedBy: "/Subtype /Link").count == 3)
        #expect(text.contains("(One)") && text.contains("(Two)"))
    }

    @Test func aJPEGIsEmbeddedAsItIsAndOnce() throws {
        let jpeg = try sampleJPEG()
        let info = try #require(try image(jpeg, "a.jpg"))
        #expect(info.width == 40 && info.height == 20)
        let content = ReplacedContent(image: info.id, rect: Rect(width: 40, height: 20))
        func picture(_ x: Double) -> PlacedFragment {
            var parts = BoxFragment.Parts(role: .block, style: .initial)
            parts.size = Size(width: 40, height: 20)
            parts.content = content
            return PlacedFragment(.box(BoxFragment(parts)), at: Point(x: x, y: 10))
        }
        var document = builder.document([picture(10), picture(80)])
        document.pages.append(builder.page([picture(10)]))
        let pdf = try builder.pdf(document)
        #expect(pdf.contains(jpeg))
        #expect(String(decoding: pdf, as: UTF8.self).components(separatedBy: "/DCTDecode").count == 2)
        let shown = try Picture(pdf: pdf)
        #expect(shown.color(30, 20)[0] > 200 && shown.color(30, 20)[2] < 60)
    }

    @Test func aVectorImageStaysVectors() throws {
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><rect width='40' height='20' fill='#f00'/></svg>"
        let info = try #require(try image(Array(svg.utf8), "a.svg"))
        #expect(info.width == nil && info.aspectRatio == 2)
        var parts = BoxFragment.Parts(role: .block, style: .initial)
        parts.size = Size(width: 40, height: 20)
        parts.content = ReplacedContent(image: info.id, rect: Rect(width: 40, height: 20))
        let pdf = try builder.pdf(builder.document([PlacedFragment(.box(BoxFragment(parts)), at: Point(x: 10, y: 10))]))
        #expect(!String(decoding: pdf, as: UTF8.self).contains("/Subtype/Image"))
        #expect(try Picture(pdf: pdf).isColor(30, 20, [255, 0, 0]))
    }

    @Test func backgroundImagesRepeatAsAPattern() throws {
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><rect width='2' height='4' fill='#f00'/></svg>"
        let url = "data:image/svg+xml," + svg
        builder.images.beginDocument(access: ResourceAccess(baseDirectory: "/nonexistent", allowedRoots: []))
        let document = builder.document([
            box(Rect(x: 0, y: 0, width: 200, height: 100)) {
                var layer = BackgroundLayer()
                layer.image = .url(ResourceReference(url: url))
                $0.backgroundLayers = [layer]
            }
        ])
        for picture in [
            try Picture(pdf: builder.pdf(document)),
            try Picture(png: PNGOutput(document, shaper: builder.shaper, images: builder.images).files()[0]),
        ] {
            let row = (100..<108).map { picture.color($0, 50)[1] }
            #expect(row.min() ?? 255 < 60 && row.max() ?? 0 > 200, "\(row)")
        }
    }

    private func image(_ bytes: [UInt8], _ name: String) throws -> ImageInfo? {
        let folder = try Scratch()
        let path = try folder.write(bytes, to: name)
        let root = String(path.dropLast(name.count + 1))
        builder.images.beginDocument(access: ResourceAccess(baseDirectory: root, allowedRoots: [root]))
        return builder.images.image(for: ResourceReference(url: name))
    }

    /// A red JPEG of 40 × 20.
    private func sampleJPEG() throws -> [UInt8] {
        try #require(jpegFile(width: 40, height: 20, red: 230, green: 20, blue: 20))
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool { Data(self).range(of: Data(part)) != nil }
}
