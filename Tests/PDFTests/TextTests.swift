import PDF
import Testing

@Suite("Text in a PDF")
struct TextTests {
    private func page(_ draw: (PDFDocument, ContentStream) throws -> Void) throws -> ReadBack {
        let document = PDFDocument()
        let page = document.addTestPage()
        try draw(document, page.content)
        let read = try ReadBack(document.finish())
        try read.expectSound()
        return read
    }

    @Test("is copied as it was written, the signs that end strings included")
    func latin() throws {
        let sans = try SampleFont(Fonts.sans)
        let text = "Größe (1\\2) – 3,50 €"
        let read = try page { $1.show(sans.shape(text, in: $0), x: 10, y: 50) }
        #expect(try read.text() == text + "\n")
        let fonts = try read.run("pdffonts")
        #expect(fonts.contains("+LiberationSans") && fonts.contains("CID TrueType"))
        #expect(fonts.contains("yes yes yes"))
    }

    @Test("with ligatures and combined marks is copied letter by letter")
    func ligatures() throws {
        let dejavu = try SampleFont(Fonts.arabic)
        let text = "ﬁne office waffle e\u{301}q\u{302}"
        let read = try page { $1.show(dejavu.shape(text, in: $0, size: 10), x: 10, y: 50) }
        let copied = try read.text()
        #expect(copied.contains("office waffle"))
        #expect(copied.contains("q\u{302}"))
    }

    @Test("from right to left is copied in the order in which it is read")
    func arabic() throws {
        let dejavu = try SampleFont(Fonts.arabic)
        for text in ["مرحبا بكم", "فاتورة رقم"] {
            let read = try page { $1.show(dejavu.shape(text, in: $0), x: 10, y: 50) }
            let copied = try read.run("pdftotext", [], ["-"]).unicodeScalars.filter {
                !("\u{200E}"..."\u{202E}").contains($0) && $0 != "\u{C}" && $0 != "\n"
            }
            #expect(String(String.UnicodeScalarView(copied)) == text)
        }
    }

    @Test("names a ligature by its letters in the order in which they are read")
    func arabicLigature() throws {
        let dejavu = try SampleFont(Fonts.arabic)
        let read = try page { $1.show(dejavu.shape("لا", in: $0), x: 10, y: 50) }
        // Lam, then alef. Poppler turns the letters of such ligatures about when it copies them.
        #expect(try read.objects().components(of: "> <06440627>") == 1)
    }

    @Test("that one glyph shows in two ways is copied in both")
    func oneGlyphTwoTexts() throws {
        let sans = try SampleFont(Fonts.sans)
        let read = try page {
            let other = sans.shape("A", in: $0)
            other.text = Array("Alpha".utf8)
            other.range = 0..<5
            $1.show(sans.shape("A", in: $0), x: 10, y: 50)
            $1.show(other, x: 10, y: 90)
        }
        #expect(try read.text() == "A\nAlpha\n")
    }

    @Test("stands where the shaper put it, whatever the font's own widths")
    func positions() throws {
        let sans = try SampleFont(Fonts.sans)
        let read = try page {
            let spread = sans.shape("II", in: $0)
            spread.glyphs[0].advance = 100
            $1.show(spread, x: 10, y: 100)
        }
        let words = try read.run("pdftotext", ["-bbox"], ["-"])
        let places = words.split(separator: "xMin=\"").dropFirst().compactMap { Double($0.prefix { $0 != "\"" }) }
        #expect(places.count == 2)
        #expect(zip(places, [10.0, 110.0]).allSatisfy { abs($0 - $1) < 0.1 }, "\(places)")
    }

    @Test(
        "in a font with CFF outlines is copied and drawn", .enabled(if: Fonts.has(Fonts.cff)))
    func cff() throws {
        let font = try SampleFont(Fonts.cff)
        let read = try page { $1.show(font.shape("請求書 Total", in: $0), x: 10, y: 100) }
        #expect(try read.text() == "請求書 Total\n")
        #expect(try read.run("pdffonts").contains("CID Type 0C"))
        #expect(read.bytes.count < 20_000)
        let picture = try read.picture()
        #expect((10..<130).contains { x in (80..<100).contains { picture[x, $0][0] < 100 } })
    }
}

@Suite("A font kept between documents")
struct FontProgramTests {
    private func document(_ text: String, _ font: SampleFont) -> [UInt8] {
        let document = PDFDocument()
        let page = document.addTestPage()
        page.content.show(font.shape(text, in: document), x: 10, y: 50)
        return document.finish()
    }

    @Test("gives a document the same bytes, whatever was written before")
    func byDocument() throws {
        let kept = try SampleFont(Fonts.sans)
        _ = document("something else", kept)
        let again = try SampleFont(Fonts.sans)
        #expect(document("Invoice 7", kept) == document("Invoice 7", again))
    }

    @Test("is embedded as it stands in all documents that show the same kinds of letters, and in others not")
    func kinds() throws {
        let font = try SampleFont(Fonts.sans)
        func tag(_ text: String) throws -> Substring? {
            try ReadBack(document(text, font)).run("pdffonts").split(separator: "\n").last?.prefix(6)
        }
        #expect(try tag("Acme 7") == tag("Zoe 12,90"))
        #expect(try tag("Acme 7") != tag("acme 7"))
        #expect(try ReadBack(document("cab", font)).text() == "cab\n")
    }

    @Test("gives the shapes of its glyphs")
    func outlines() throws {
        let font = try SampleFont(Fonts.sans)
        let document = PDFDocument()
        let page = document.addTestPage()
        let glyph = try #require(font.shape("I", in: document).glyphs.first)
        page.content.setFill(RGB(1, 0, 0))
        page.content.add(font.program.outline(of: glyph.id), x: 50, y: 150, size: 100)
        page.content.fillPath()
        let read = try ReadBack(document.finish())
        #expect(try read.picture().isNear(64, 120, [255, 0, 0]))
        #expect(try read.text().allSatisfy(\.isWhitespace))
        #expect(try read.run("pdffonts").split(separator: "\n").count == 2)
    }

    @Test("is refused with a reason where it is no font")
    func refused() throws {
        let fault = #expect(throws: (any Error).self) { try FontProgram(FontSource(.bytes(Array("no font".utf8)))) }
        #expect("\(String(describing: fault))".contains("no outlines"))
        #expect(throws: (any Error).self) { try FontProgram(FontSource(.file("/no/such/font.ttf"))) }
    }
}
