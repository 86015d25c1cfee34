import PDF
import Testing

@Suite("A PDF document")
struct DocumentTests {
    private var metadata: PDFMetadata {
        var metadata = PDFMetadata(
            title: "Rechnung <7> – €", language: "de", creationDate: PDFDate(seconds: 1_796_000_000, offset: 60))
        metadata.author = "Acme & Co"
        metadata.producer = "Hotpress"
        return metadata
    }

    private func write(_ options: PDFOptions) throws -> [UInt8] {
        let sans = try SampleFont(Fonts.sans)
        let document = PDFDocument(options)
        for number in 1...3 {
            let page = document.addTestPage()
            page.content.show(sans.shape("Page \(number)", in: document), x: 10, y: 50)
            document.end(page)
        }
        return document.finish()
    }

    @Test("is the same, byte for byte, when the same is drawn")
    func reproducible() throws {
        let options = PDFOptions(metadata)
        #expect(try write(options) == write(options))
        var other = options
        other.metadata.title = "Another"
        let (one, two) = (try ReadBack(write(options)).objects(), try ReadBack(write(other)).objects())
        func identifier(_ text: String) -> Substring? { text.split(separator: "\n").last { $0.contains("/ID [") } }
        #expect(identifier(one) != nil && identifier(one) != identifier(two))
    }

    @Test("is let go once nobody needs it, finished or not", arguments: [true, false])
    func letGo(isFinished: Bool) {
        weak var document: PDFDocument?
        do {
            let written = PDFDocument()
            _ = written.addTestPage()
            if isFinished { _ = written.finish() }
            document = written
        }
        #expect(document == nil)
    }

    @Test("says what it is, in its information and in XMP alike")
    func information() throws {
        let read = try ReadBack(write(PDFOptions(metadata, conformance: .archive)))
        try read.expectSound()
        let said = try read.run("pdfinfo", ["-isodates"])
        #expect(said.contains("Title:           Rechnung <7> – €"))
        #expect(said.contains("Author:          Acme & Co"))
        #expect(said.contains("CreationDate:    2026-11-30T01:53:20+01"), "\(said)")
        #expect(said.contains("Pages:           3") && said.contains("PDF version:     1.7"))
        #expect(said.contains("Page size:       200 x 200 pts"))
        let packet = try read.run("pdfinfo", ["-meta"])
        #expect(packet.contains("Rechnung &lt;7&gt; – €") && packet.contains("Acme &amp; Co"))
        #expect(packet.contains("2026-11-30T01:53:20+01:00"), "\(packet)")
        #expect(packet.contains("<pdfaid:part>3</pdfaid:part>"))
    }

    @Test("leads from links to pages, places and addresses")
    func links() throws {
        let document = PDFDocument()
        let first = document.addTestPage()
        first.addLink(Box(x: 10, y: 10, width: 50, height: 20), to: .uri("https://example.org/a(b)"))
        first.addLink(Box(x: 10, y: 40, width: 50, height: 20), to: .name("totals"))
        first.addLink(Box(x: 10, y: 70, width: 50, height: 20), to: .name("nowhere"))
        let second = document.addTestPage()
        document.addDestination("totals", second.destination(x: 0, y: 150))
        for number in 0..<300 { document.addDestination("line \(number)", second.destination(x: 0, y: 0)) }
        let read = try ReadBack(document.finish())
        try read.expectSound()
        let objects = try read.objects()
        #expect(objects.components(of: "/Subtype /Link") == 2)
        #expect(try read.run("pdfinfo", ["-url"]).contains("https://example.org/a(b)"))
        let names = try read.run("pdfinfo", ["-dests"])
        #expect(
            names.split(separator: "\n").contains { $0.contains("\"totals\"") && $0.contains("[ XYZ    0   50") },
            "\(names)")
        #expect(names.contains("\"line 299\""))
        let rectangle = try #require(objects.firstRange(of: "/Rect ["))
        let numbers = objects[rectangle.upperBound...].prefix { $0 != "]" }.split { $0.isWhitespace }
        #expect(numbers == ["10", "170", "60", "190"])
    }

    @Test("has an outline as deep as its headings, and labels for its pages")
    func outline() throws {
        let document = PDFDocument()
        let pages = (0..<3).map { _ in document.addTestPage() }
        document.addOutlineItem(OutlineItem("One", level: 1, destination: pages[0].destination(x: 0, y: 0)))
        document.addOutlineItem(OutlineItem("Größe", level: 2, destination: pages[1].destination(x: 0, y: 20)))
        document.addOutlineItem(OutlineItem("Deep", level: 3, destination: pages[1].destination(x: 0, y: 40)))
        document.addOutlineItem(OutlineItem("Two", level: 1, destination: pages[2].destination(x: 0, y: 0)))
        document.pageLabels = [
            PageLabel(firstPage: 0, style: .lowerRoman), PageLabel(firstPage: 2, prefix: "A-", start: 5),
        ]
        let read = try ReadBack(document.finish())
        try read.expectSound()
        let json = try read.run("qpdf", ["--json", "--json-key=outlines", "--json-key=pages"])
        #expect(json.contains("\"title\": \"Größe\"") && json.components(of: "\"destpageposfrom1\"") == 4)
        let titles = json.split(separator: "\"title\": \"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(titles.prefix(4) == ["One", "Größe", "Deep", "Two"], "\(titles)")
        #expect(json.contains("\"/P\": \"u:A-\""))
    }

    @Test("carries files that belong to it")
    func attachments() throws {
        let document = PDFDocument()
        _ = document.addTestPage()
        var file = Attachment("factur-x.xml", type: "text/xml", relationship: .alternative, bytes: Array("<a/>".utf8))
        file.description = "The invoice as data"
        document.attach(file)
        let read = try ReadBack(document.finish())
        try read.expectSound()
        #expect(try read.run("pdfdetach", ["-list"]).contains("factur-x.xml"))
        #expect(try read.run("qpdf", ["--show-attachment=factur-x.xml"]) == "<a/>")
        #expect(try read.objects().contains("/AFRelationship /Alternative"))
    }

    @Test("of many pages keeps its tree of pages shallow")
    func manyPages() throws {
        let document = PDFDocument()
        for _ in 0..<200 { document.end(document.addTestPage()) }
        let read = try ReadBack(document.finish())
        try read.expectSound()
        #expect(try read.run("pdfinfo").contains("Pages:           200"))
        #expect(try read.objects().components(of: "/Type /Pages") == 5)
    }

    @Test("takes over a page of another file as it was drawn there")
    func imported() throws {
        let sans = try SampleFont(Fonts.sans)
        let source = PDFDocument()
        let page = source.addTestPage()
        page.content.setFill(RGB(0, 0, 1))
        page.content.rectangle(x: 0, y: 0, width: 100, height: 200)
        page.content.fillPath()
        page.content.show(sans.shape("vector", in: source), x: 110, y: 100)
        let classic = try ReadBack(source.finish()).classic()
        let taken = try PageProgram(pdf: classic)
        #expect(taken.box.width == 200 && taken.box.height == 200)
        for _ in 0..<2 {
            let document = PDFDocument()
            let page = document.addTestPage()
            page.content.draw(taken, x: 50, y: 20, width: 100, height: 50)
            page.content.draw(taken, x: 50, y: 120, width: 100, height: 50)
            let read = try ReadBack(document.finish())
            try read.expectSound()
            let picture = try read.picture()
            for y in [45, 145] {
                #expect(picture.isNear(75, y, [0, 0, 255]) && picture.isNear(145, y, [255, 255, 255]))
            }
            #expect(try read.text() == "vector\nvector\n")
            #expect(try read.objects().components(of: "/Subtype /Form") == 1)
        }
        #expect(throws: (any Error).self) { try PageProgram(pdf: Array("%PDF-1.4".utf8)) }
        #expect(throws: (any Error).self) { try PageProgram(pdf: classic, page: 1) }
    }
}
