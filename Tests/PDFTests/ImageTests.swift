import PDF
import Testing

@Suite("Images in a PDF")
struct ImageTests {
    private func document(_ images: [ImageProgram]) throws -> ReadBack {
        let document = PDFDocument()
        let page = document.addTestPage()
        for (index, image) in images.enumerated() {
            page.content.draw(image, .image(x: Double(index * 50), y: 20, width: 40, height: 40))
        }
        let read = try ReadBack(document.finish())
        try read.expectSound()
        return read
    }

    private func pixels(_ width: Int, _ height: Int, _ color: (Int, Int) -> UInt32) -> ImageProgram {
        var values: [UInt32] = []
        for y in 0..<height { for x in 0..<width { values.append(color(x, y)) } }
        return ImageProgram(width: width, height: height, premultiplied: values)
    }

    @Test("are stored once, however often they are drawn")
    func once() throws {
        let image = pixels(2, 2) { x, y in y == 0 ? 0xFFFF_0000 : 0xFF00_00FF }
        let read = try document([image, image])
        #expect(try read.run("pdfimages", ["-list"]).split(separator: "\n").count == 4)
        let picture = try read.picture()
        for x in [20, 70] {
            #expect(picture.isNear(x, 25, [255, 0, 0]) && picture.isNear(x, 55, [0, 0, 255]))
        }
        #expect(try read.objects().components(of: "/Subtype /Image") == 1)
    }

    @Test("take the smallest form: few colours a palette, gray one channel, many colours RGB")
    func forms() throws {
        var noise: UInt32 = 1
        let read = try document([
            pixels(64, 64) { x, y in (x / 8 + y / 8) % 2 == 0 ? 0xFF12_3456 : 0xFFAB_CDEF },
            pixels(64, 64) { x, _ in 0xFF00_0000 | UInt32(x * 4) * 0x1_0101 },
            pixels(64, 64) { _, _ in
                noise = noise &* 1_664_525 &+ 1_013_904_223
                return 0xFF00_0000 | noise >> 8
            },
        ])
        let list = try read.run("pdfimages", ["-list"]).split(separator: "\n").dropFirst(2)
        #expect(list.map { $0.split(separator: " ")[5] } == ["index", "gray", "rgb"])
        #expect(try read.picture().isNear(2, 22, [0x12, 0x34, 0x56]))
    }

    @Test("with alpha let through what lies below")
    func alpha() throws {
        let image = pixels(40, 40) { x, _ in x < 20 ? 0x8080_0000 : 0 }
        let picture = try document([image]).picture()
        #expect(picture.isNear(10, 40, [255, 127, 127]) && picture.isNear(30, 40, [255, 255, 255]))
    }

    @Test("of coverage alone take one colour")
    func coverage() throws {
        let image = ImageProgram(
            width: 2, height: 1, coverage: [255, 0], color: RGB(0, 0.5, 0))
        let picture = try document([image]).picture()
        #expect(picture.isNear(5, 40, [0, 128, 0]) && picture.isNear(35, 40, [255, 255, 255]))
    }

    @Test("in JPEG files are taken over byte by byte, size and colours from their header")
    func jpeg() throws {
        let file = Self.grayJPEG
        let read = try document([try ImageProgram(jpeg: file)])
        let list = try read.run("pdfimages", ["-list"])
        #expect(list.contains("jpeg") && list.contains("gray"))
        #expect(read.bytes.count > file.count && read.bytes.contains(file))
        #expect(try read.picture().isNear(20, 40, [128, 128, 128]))
        #expect(throws: (any Error).self) { try ImageProgram(jpeg: Array(file.prefix(40))) }
        #expect(throws: (any Error).self) { try ImageProgram(jpeg: Array("GIF89a".utf8)) }
    }

    /// 8 by 8 dots of middle gray: one block whose coefficients are all zero.
    private static let grayJPEG: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xDB, 0x00, 0x43, 0x00] + [UInt8](repeating: 1, count: 64)
        + [0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x00, 0x08, 0x00, 0x08, 0x01, 0x01, 0x11, 0x00]
        + [0xFF, 0xC4, 0x00, 0x14, 0x00, 0x01] + [UInt8](repeating: 0, count: 15) + [0x00]
        + [0xFF, 0xC4, 0x00, 0x14, 0x10, 0x01] + [UInt8](repeating: 0, count: 15) + [0x00]
        + [0xFF, 0xDA, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3F, 0x00, 0x3F, 0xFF, 0xD9]
}

extension String {
    func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}

extension [UInt8] {
    func contains(_ part: [UInt8]) -> Bool { firstRange(of: part) != nil }
}
