import PDF
import Testing

@Suite("Drawing on a PDF page")
struct GraphicsTests {
    private func picture(_ draw: (PDFDocument, ContentStream) throws -> Void) throws -> Picture {
        let document = PDFDocument()
        let page = document.addTestPage()
        try draw(document, page.content)
        let read = try ReadBack(document.finish())
        try read.expectSound()
        return try read.picture()
    }

    private func square(_ content: ContentStream, _ x: Double, _ y: Double, _ size: Double, _ color: RGB) {
        content.setFill(color)
        content.rectangle(x: x, y: y, width: size, height: size)
        content.fillPath()
    }

    @Test("fills, strokes, dashes and clips, y down")
    func paths() throws {
        let picture = try picture { _, content in
            square(content, 10, 20, 50, RGB(1, 0, 0))
            content.setStroke(RGB(0, 0, 1))
            content.setLine(LineStyle(width: 10, dashes: [20, 20]))
            content.move(x: 10, y: 100)
            content.line(x: 190, y: 100)
            content.strokePath()
            content.save()
            content.clip { content.rectangle(x: 100, y: 120, width: 20, height: 20) }
            square(content, 90, 110, 80, RGB(0, 1, 0))
            content.restore()
        }
        #expect(picture.isNear(30, 40, [255, 0, 0]))
        #expect(picture.isNear(20, 100, [0, 0, 255]) && picture.isNear(40, 100, [255, 255, 255]))
        #expect(picture.isNear(110, 130, [0, 255, 0]) && picture.isNear(140, 130, [255, 255, 255]))
    }

    @Test("mixes what is translucent, alone and as a group")
    func opacity() throws {
        let picture = try picture { _, content in
            content.setOpacity(0.5)
            square(content, 10, 10, 50, .black)
            content.setOpacity(1)
            let group = content.makeGroup()
            square(group, 100, 10, 50, RGB(1, 0, 0))
            square(group, 120, 10, 50, RGB(0, 0, 1))
            content.draw(group, opacity: 0.5)
            square(content, 10, 100, 50, RGB(1, 1, 0))
            let multiplied = content.makeGroup()
            square(multiplied, 10, 100, 50, RGB(0, 1, 1))
            content.draw(multiplied, opacity: 1, blend: .multiply)
        }
        #expect(picture.isNear(30, 30, [127, 127, 127]))
        #expect(picture.isNear(110, 30, [255, 127, 127]) && picture.isNear(130, 30, [127, 127, 255]))
        #expect(picture.isNear(30, 120, [0, 255, 0]))
    }

    @Test("shades along a line and around a point, with stops, transparency and repetition")
    func shadings() throws {
        let stops = [
            Shading.Stop(offset: 0, color: RGB(1, 0, 0)), Shading.Stop(offset: 0.5, color: RGB(0, 1, 0)),
            Shading.Stop(offset: 1, color: RGB(0, 0, 1)),
        ]
        let picture = try picture { _, content in
            func paint(_ y: Double, _ shading: Shading) {
                content.save()
                content.clip { content.rectangle(x: 0, y: y, width: 200, height: 40) }
                content.paint(shading)
                content.restore()
            }
            paint(0, Shading(.axial(x1: 0, y1: 0, x2: 200, y2: 0), stops: stops))
            let fading = [Shading.Stop(offset: 0, color: .black), Shading.Stop(offset: 1, color: .black, alpha: 0)]
            paint(40, Shading(.axial(x1: 0, y1: 0, x2: 200, y2: 0), stops: fading))
            let ellipse = Affine(a: 1, d: 0.2, e: 100, f: 100)
            paint(80, Shading(.radial(x: 0, y: 0, from: 0, to: 100), stops: stops, map: ellipse))
            let hard = [
                Shading.Stop(offset: 0, color: RGB(1, 0, 0)), Shading.Stop(offset: 0.5, color: RGB(1, 0, 0)),
                Shading.Stop(offset: 0.5, color: RGB(0, 0, 1)), Shading.Stop(offset: 1, color: RGB(0, 0, 1)),
            ]
            paint(120, Shading(.axial(x1: 60, y1: 0, x2: 80, y2: 0), stops: hard, repeats: true))
        }
        #expect(picture.isNear(1, 20, [253, 3, 0]) && picture.isNear(100, 20, [1, 254, 0]))
        #expect(picture.isNear(10, 60, [13, 13, 13]) && picture.isNear(190, 60, [242, 242, 242]))
        #expect(
            picture.isNear(100, 100, [252, 3, 0], within: 12) && picture.isNear(150, 100, [0, 255, 0], within: 12))
        for period in [0, 40, 160] {
            #expect(picture.isNear(period + 5, 140, [255, 0, 0]) && picture.isNear(period + 15, 140, [0, 0, 255]))
        }
    }

    @Test("tiles a cell over an area")
    func tiles() throws {
        let picture = try picture { _, content in
            let cell = content.makeCell(width: 20, height: 20)
            square(cell, 0, 0, 10, RGB(1, 0, 0))
            content.fill(Box(x: 50, y: 50, width: 100, height: 100), tiles: cell, x: 55, y: 50)
        }
        #expect(picture.isNear(60, 55, [255, 0, 0]) && picture.isNear(100, 95, [255, 0, 0]))
        #expect(picture.isNear(70, 55, [255, 255, 255]) && picture.isNear(40, 55, [255, 255, 255]))
    }

    @Test("gives a file that is sound whatever numbers come")
    func numbers() throws {
        _ = try picture { _, content in
            for value in [Double.nan, .infinity, -.infinity, 1e300, -0.0, 1e-9] {
                content.move(x: value, y: 1)
                content.line(x: 1, y: value)
                content.strokePath()
            }
            content.concatenate(Affine(a: 0, d: 0))
            content.draw(content.makeGroup(), opacity: 1)
        }
    }
}
