import PDF
import Testing

@Suite("The tags of a PDF")
struct StructureTests {
    /// A document with a heading, a table, a list, a figure, a link, and furniture that is no content.
    static func tagged() throws -> [UInt8] {
        let sans = try SampleFont(Fonts.sans)
        var metadata = PDFMetadata(title: "Invoice 7", language: "en", creationDate: PDFDate(seconds: 1_796_000_000))
        metadata.producer = "Hotpress"
        let document = PDFDocument(PDFOptions(metadata, conformance: [.archive, .accessible]))
        let tree = document.structure
        let heading = tree.add(.heading(1), to: tree.root)
        let table = tree.add(.table, to: tree.root)
        let list = tree.add(.list, to: tree.root)
        let figure = tree.add(
            .figure, to: tree.root,
            StructureAttributes(alternateText: "A red square", box: Box(x: 150, y: 150, width: 40, height: 40)))
        let paragraph = tree.add(.paragraph, to: tree.root)
        let link = tree.add(.link, to: paragraph)
        let page = document.addTestPage()
        let content = page.content
        func show(_ text: String, _ element: StructureElement, _ x: Double, _ y: Double) {
            content.mark(.element(element))
            content.show(sans.shape(text, in: document, size: 10), x: x, y: y)
        }
        content.mark(.artifact(.background))
        content.setFill(RGB(0.9, 0.9, 0.9))
        content.rectangle(x: 0, y: 30, width: 100, height: 50)
        content.fillPath()
        content.setFill(.black)
        // Painted in another order than it is read in.
        show("acme.example", link, 10, 150)
        page.addLink(
            Box(x: 10, y: 140, width: 60, height: 12), to: .uri("https://acme.example"), element: link,
            description: "Acme")
        show("Invoice 7", heading, 10, 20)
        for (row, cells) in [["Item", "Price"], ["Lamp", "9.90"]].enumerated() {
            let line = tree.add(.tableRow, to: table)
            for (column, text) in cells.enumerated() {
                let cell =
                    row == 0
                    ? tree.add(.tableHeader, to: line, StructureAttributes(scope: .column))
                    : tree.add(.tableData, to: line)
                show(text, cell, 10 + Double(column) * 50, 50 + Double(row) * 20)
            }
        }
        let item = tree.add(.listItem, to: list)
        show("1.", tree.add(.label, to: item), 10, 110)
        show("office", tree.add(.listBody, to: item), 30, 110)
        content.mark(.element(figure))
        let group = content.makeGroup()
        group.setFill(RGB(1, 0, 0))
        group.rectangle(x: 150, y: 10, width: 40, height: 40)
        group.fillPath()
        content.draw(group, opacity: 0.5)
        content.mark(.artifact(.footer))
        content.show(sans.shape("Page 1", in: document, size: 8), x: 10, y: 190)
        return document.finish()
    }

    @Test("say in reading order what each text is")
    func order() throws {
        let read = try ReadBack(Self.tagged())
        try read.expectSound()
        let said = try read.run("pdfinfo", ["-struct-text"])
        let roles = said.split(separator: "\n").map { $0.trimming(" ") }
        let expected = [
            "Document", "H1 (block)", "\"Invoice 7\"", "Table (block)", "TR", "TH", "\"Item\"",
            "TH", "\"Price\"", "TR", "TD", "\"Lamp\"", "TD", "\"9.90\"", "L (block)",
            "LI (block)", "Lbl (block)", "\"1.\"", "LBody (block)", "\"office\"", "Figure", "P (block)",
            "Link (inline)", "\"acme.example\"", "Object",
        ]
        var rest = roles[...]
        for line in expected {
            let found = rest.firstIndex { $0.hasPrefix(line) }
            #expect(found != nil, "\(line) is missing or late in:\n\(said)")
            if let found { rest = rest[(found + 1)...] }
        }
        #expect(!said.contains("Page 1"))
    }

    @Test("are declared with language, scope, alternatives and standards")
    func declarations() throws {
        let read = try ReadBack(Self.tagged())
        let info = try read.run("pdfinfo")
        #expect(info.contains("Tagged:          yes"))
        let objects = try read.objects()
        for entry in [
            "/Lang (en)", "/Scope /Column", "/Alt (A red square)", "/Marked true", "/Tabs /S", "/S /GTS_PDFA1",
            "/DisplayDocTitle true", "/Contents (Acme)", "/Subtype/Footer",
        ] { #expect(objects.components(of: entry) > 0, "\(entry) is missing") }
        let packet = try read.run("pdfinfo", ["-meta"])
        #expect(packet.contains("<pdfuaid:part>1</pdfuaid:part>") && packet.contains("<pdfaid:conformance>B"))
    }

    @Test("open and close in turn with the text objects, of which many share one")
    func nesting() throws {
        let objects = try ReadBack(Self.tagged()).objects()
        var open: [String] = []
        var textObjects = 0
        for token in objects.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if token == "BT" {
                open.append("BT")
                textObjects += 1
            } else if token.hasSuffix("BDC") || token == "BMC" {
                open.append("mark")
            } else if token == "ET" || token == "EMC" {
                #expect(open.popLast() == (token == "ET" ? "BT" : "mark"))
            }
        }
        #expect(open.isEmpty)
        #expect(textObjects == 2, "one before the group, one behind it")
    }

    @Test("count no path that only clips as content")
    func clips() throws {
        let sans = try SampleFont(Fonts.sans)
        let document = PDFDocument(PDFOptions(PDFMetadata(title: "T", language: "en"), conformance: [.accessible]))
        let paragraph = document.structure.add(.paragraph, to: document.structure.root)
        let content = document.addTestPage().content
        content.mark(.element(paragraph))
        content.show(sans.shape("Total", in: document, size: 10), x: 10, y: 20)
        content.save()
        content.clip { content.rectangle(x: 0, y: 0, width: 9, height: 9) }
        content.mark(.artifact(.layout))
        content.rectangle(x: 0, y: 0, width: 20, height: 20)
        content.fillPath()
        content.restore()
        let objects = try ReadBack(document.finish()).objects()
        #expect(objects.components(of: "/MCID 0>>BDC") == 1)
        #expect(objects.components(of: "/MCID 1>>BDC") == 0)
    }

    @Test("are left out of a document that wants none, whatever is marked")
    func untagged() throws {
        let document = PDFDocument()
        let element = document.structure.add(.paragraph, to: document.structure.root)
        let page = document.addTestPage()
        page.content.mark(.element(element))
        page.content.rectangle(x: 0, y: 0, width: 9, height: 9)
        page.content.fillPath()
        page.addLink(Box(x: 0, y: 0, width: 9, height: 9), to: .uri("https://example.org"), element: element)
        let objects = try ReadBack(document.finish()).objects()
        #expect(["StructTreeRoot", "BDC", "/URI ("].map(objects.components) == [0, 0, 1])
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring { drop { $0 == character } }
}
