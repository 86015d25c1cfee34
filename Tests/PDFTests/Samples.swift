import CHarfBuzz
import PDF
import Platform
import TestKit
import Testing

/// Fonts that bootstrap installs, and ones with what these lack.
enum Fonts {
    static let sans = "/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf"
    static let arabic = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let cff = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

    static func has(_ path: String) -> Bool {
        (try? Command("/usr/bin/test", ["-f", path]).run(.init(time: .seconds(5))).ending) == .exited(0)
    }
}

/// A font with what shapes text in it.
final class SampleFont {
    let program: FontProgram
    private let font: OpaquePointer
    private let unitsPerEm: Double

    init(_ path: String) throws {
        program = try FontProgram(FontSource(.file(path)))
        let blob = try #require(hb_blob_create_from_file_or_fail(path))
        let face = try #require(hb_face_create(blob, 0))
        font = try #require(hb_font_create(face))
        unitsPerEm = Double(hb_face_get_upem(face))
        hb_face_destroy(face)
        hb_blob_destroy(blob)
    }

    deinit { hb_font_destroy(font) }

    func shape(_ text: String, in document: PDFDocument, size: Double = 20) -> ShownText {
        let buffer = hb_buffer_create()
        defer { hb_buffer_destroy(buffer) }
        hb_buffer_add_utf8(buffer, text, -1, 0, -1)
        hb_buffer_guess_segment_properties(buffer)
        let isRightToLeft = hb_buffer_get_direction(buffer) == HB_DIRECTION_RTL
        hb_shape(font, buffer, nil, 0)
        var count: UInt32 = 0
        let infos = UnsafeBufferPointer(start: hb_buffer_get_glyph_infos(buffer, &count), count: Int(count))
        let places = UnsafeBufferPointer(start: hb_buffer_get_glyph_positions(buffer, &count), count: Int(count))
        let scale = size / unitsPerEm
        let glyphs = zip(infos, places).map { info, place in
            ShownGlyph(
                id: UInt16(info.codepoint), cluster: info.cluster, advance: Float(Double(place.x_advance) * scale),
                xOffset: Float(Double(place.x_offset) * scale), yOffset: Float(-Double(place.y_offset) * scale))
        }
        return ShownText(
            font: document.font(program), size: size, glyphs: glyphs, text: Array(text.utf8),
            isRightToLeft: isRightToLeft)
    }
}

/// A finished file, and what programs that read PDF say of it.
final class ReadBack {
    private let root: TemporaryRoot
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        root = try TemporaryRoot()
        let file = try FileDescriptor(path: root.path("out.pdf"), .replace(mode: 0o644))
        try file.write(bytes)
    }

    /// What a program prints, given the file's name and what stands before and after it.
    func run(_ program: String, _ before: [String] = [], _ after: [String] = []) throws -> String {
        let outcome = try Command("/usr/bin/" + program, before + [root.path("out.pdf")] + after).run(
            .init(time: .seconds(60), output: 4 << 20))
        let said = String(decoding: outcome.output + outcome.error, as: UTF8.self)
        #expect(outcome.ending == .exited(0), "\(program): \(said)")
        return said
    }

    /// qpdf finds no fault: syntax, cross-references, streams.
    func expectSound() throws {
        let said = try run("qpdf", ["--check"])
        #expect(!said.contains("WARNING") && said.contains("No syntax or stream encoding errors"), "\(said)")
    }

    func text() throws -> String {
        try run("pdftotext", ["-raw"], ["-"]).filter { $0 != "\u{C}" }
    }

    /// Objects as text, streams decoded.
    func objects() throws -> String {
        try run("qpdf", ["--qdf", "--object-streams=disable", "--no-original-object-ids"], ["-"])
    }

    /// The same with a cross-reference table, as files were before PDF 1.5.
    func classic() throws -> [UInt8] {
        _ = try run("qpdf", ["--object-streams=disable"], [root.path("classic.pdf")])
        return try FileDescriptor(path: root.path("classic.pdf"), .read).readAll()
    }

    /// The first page at one dot a point.
    func picture() throws -> Picture {
        _ = try run("pdftoppm", ["-r", "72", "-f", "1", "-singlefile"], [root.path("page")])
        return try Picture(FileDescriptor(path: root.path("page.ppm"), .read).readAll())
    }
}

/// RGB dots as pdftoppm gives them.
struct Picture {
    let width: Int
    private let values: ArraySlice<UInt8>

    init(_ ppm: [UInt8]) throws {
        let head = ppm.split(separator: 0x0A, maxSplits: 3)
        let size = try #require(head.dropFirst().first).split(separator: 0x20)
        width = try #require(size.first.flatMap { Int(String(decoding: $0, as: UTF8.self)) })
        values = try #require(head.last)
    }

    subscript(x: Int, y: Int) -> [Int] {
        let start = values.startIndex + (y * width + x) * 3
        return values[start..<start + 3].map { Int($0) }
    }

    func isNear(_ x: Int, _ y: Int, _ color: [Int], within tolerance: Int = 6) -> Bool {
        zip(self[x, y], color).allSatisfy { abs($0 - $1) <= tolerance }
    }
}

extension PDFDocument {
    /// A page of 200 by 200 points, y down.
    func addTestPage() -> PDFPage {
        let page = addPage(width: 200, height: 200)
        page.content.concatenate(Affine(d: -1, f: 200))
        return page
    }
}
