import CGraphics
import Foundation
import Geometry
import Layout
import Markup
import Paint
import Style
import Testing
import Typography

/// Builds fragments by hand, paints them, and looks at what came out with the tools that readers use.
struct PageBuilder {
    let shaper = Shaper()
    let images = ImageStore()

    func text(_ text: String, _ style: TextStyle = TextStyle()) -> Fragment {
        var style = style
        if style.fontFamily == ["serif"] { style.fontFamily = ["DejaVu Sans"] }
        let group = Group(style)
        let bytes = Array(text.utf8)
        let shaped = shaper.shape(
            ParagraphText(utf8: bytes, spans: [.init(range: 0..<bytes.count, style: group)], direction: .ltr))
        var x = 0.0
        var runs: [GlyphRun] = []
        for run in visualOrder(shaped.runs) {
            let isRightToLeft = run.level % 2 == 1
            runs.append(
                GlyphRun(
                    font: run.font, x: x, isRightToLeft: isRightToLeft,
                    glyphs: isRightToLeft ? run.glyphs.reversed() : run.glyphs, range: run.range))
            x += run.glyphs.reduce(0) { $0 + Double($1.advance) }
        }
        let metrics = shaper.metrics(of: group)
        return .text(
            TextFragment(
                style: group, text: bytes, runs: runs, width: x, ascent: metrics.ascent, descent: metrics.descent))
    }

    /// UAX 9 rule L2.
    private func visualOrder(_ runs: [ShapedRun]) -> [ShapedRun] {
        var order = runs
        for level in stride(from: runs.map(\.level).max() ?? 0, to: 0, by: -1) {
            var start = 0
            while start < order.count {
                var end = start
                while end < order.count, order[end].level >= level { end += 1 }
                order[start..<end].reverse()
                start = max(end, start + 1)
            }
        }
        return order
    }

    func page(_ children: [PlacedFragment], width: Double = 200, height: Double = 100) -> PageFragment {
        var parts = BoxFragment.Parts(role: .page, style: .initial)
        parts.size = Size(width: width, height: height)
        parts.children = children
        return PageFragment(
            size: parts.size, margin: .zero, traits: PageTraits(isFirst: true, isRight: true, number: 1),
            root: BoxFragment(parts))
    }

    func document(_ children: [PlacedFragment], width: Double = 200, height: Double = 100) -> PaintedDocument {
        PaintedDocument(pages: [page(children, width: width, height: height)])
    }

    func pdf(_ document: PaintedDocument) throws -> [UInt8] {
        PDFOutput(document, shaper: shaper, images: images).bytes()
    }

    func picture(_ children: [PlacedFragment], resolution: Double = 96) throws -> Picture {
        let output = PNGOutput(document(children), resolution: resolution, shaper: shaper, images: images)
        return try Picture(png: output.files()[0])
    }
}

/// A box with a style, for tests.
func box(
    _ rect: Rect, role: BoxFragment.Role = .block, order: Int = 0, children: [PlacedFragment] = [],
    position: Position = .static, zIndex: Int? = nil, overflow: Overflow = .visible,
    _ decorate: (inout DecorationStyle) -> Void = { _ in }
) -> PlacedFragment {
    var decoration = DecorationStyle()
    decorate(&decoration)
    var boxStyle = BoxStyle()
    boxStyle.position = position
    boxStyle.zIndex = zIndex
    boxStyle.overflowX = overflow
    boxStyle.overflowY = overflow
    let initial = ComputedStyle.initial
    let style = ComputedStyle(
        text: initial.textGroup, box: Group(boxStyle), decoration: Group(decoration),
        arrangement: initial.arrangementGroup, generated: initial.generatedGroup)
    var parts = BoxFragment.Parts(role: role, style: style)
    parts.size = rect.size
    parts.border = decoration.borderWidths
    parts.children = children
    parts.order = order
    return PlacedFragment(.box(BoxFragment(parts)), at: rect.origin)
}

extension Color {
    static let red = Color(red: 1, green: 0, blue: 0)
    static let green = Color(red: 0, green: 1, blue: 0)
    static let blue = Color(red: 0, green: 0, blue: 1)
}

/// The pixels of a picture.
struct Picture {
    private(set) var width = 0
    private(set) var height = 0
    private var pixels: [UInt32] = []

    init(png: [UInt8]) throws {
        let path = try Scratch()
        try self.init(path: path.write(png, to: "page.png"))
    }

    /// The first page of a PDF as poppler shows it.
    init(pdf: [UInt8], resolution: Int = 96) throws {
        let folder = try Scratch()
        let path = try folder.write(pdf, to: "page.pdf")
        let prefix = folder.path("page")
        _ = try Scratch.run("/usr/bin/pdftoppm", ["-r", "\(resolution)", "-png", "-singlefile", path, prefix])
        try self.init(path: prefix + ".png")
    }

    private init(path: String) throws {
        let surface = try #require(cairo_image_surface_create_from_png(path))
        defer { cairo_surface_destroy(surface) }
        let data = try #require(cairo_image_surface_get_data(surface))
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        for y in 0..<height {
            let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width { pixels.append(row[x]) }
        }
    }

    /// Red, green, blue at a pixel.
    func color(_ x: Int, _ y: Int) -> [Int] {
        let pixel = pixels[y * width + x]
        return [16, 8, 0].map { Int(pixel >> $0) & 0xFF }
    }

    /// Whether a pixel has a colour, but for rounding.
    func isColor(_ x: Int, _ y: Int, _ color: [Int]) -> Bool {
        zip(self.color(x, y), color).allSatisfy { abs($0 - $1) <= 3 }
    }
}

/// A folder for one look at an output.
final class Scratch {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "hotpress-paint-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Array(data)
    }
}

func pdfText(_ pdf: [UInt8], _ options: [String] = []) throws -> String {
    let folder = try Scratch()
    let path = try folder.write(pdf, to: "page.pdf")
    return String(decoding: try Scratch.run("/usr/bin/pdftotext", options + [path, "-"]), as: UTF8.self)
}

/// A JPEG file of one colour, made by gdk-pixbuf.
func jpegFile(width: Int32, height: Int32, red: UInt32, green: UInt32, blue: UInt32) -> [UInt8]? {
    guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    gdk_pixbuf_fill(pixbuf, red << 24 | green << 16 | blue << 8 | 255)
    var data: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    guard gdk_pixbuf_save_to_bufferv(pixbuf, &data, &count, "jpeg", nil, nil, nil) != 0, let data else { return nil }
    defer { g_free(data) }
    return UnsafeRawBufferPointer(start: data, count: Int(count)).map { $0 }
}
