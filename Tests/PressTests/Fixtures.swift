import CGraphics
import Foundation
import Platform
import Press
import TestKit
import Testing

/// The pages that tests print as a whole.
enum Fixtures {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures").path

    /// Folder and name of each page.
    static let pages: [String] = ["pages", "pages-flex"].flatMap { folder in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
        return names.filter { $0.hasSuffix(".html") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
    }

    static func print(_ page: String, _ press: Press, _ output: PressOptions.Output) throws -> [[UInt8]] {
        let html = try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(page)"))
        let folder = URL(fileURLWithPath: "\(root)/\(page)").deletingLastPathComponent().path
        let input = PressInput(html: Array(html), name: page, baseDirectory: folder)
        return try press.print(input, PressOptions(output: output, creationDate: "2026-11-30T12:00:00Z")).files
    }
}

/// Runs a program that must end well.
///
/// - Returns: what it said, on whatever channel.
func said(by program: String, _ arguments: [String]) throws -> String {
    let outcome = try Command("/usr/bin/" + program, arguments).run(.init(time: .seconds(300), output: 8 << 20))
    let said = String(decoding: outcome.output + outcome.error, as: UTF8.self)
    #expect(outcome.ending == .exited(0), "\(program): \(said)")
    return said
}

/// The mean colours of squares of four dots.
struct Mosaic {
    let columns: Int
    let rows: Int
    private var sums: [SIMD4<Int32>]

    init(png path: String) throws {
        let surface = try #require(cairo_image_surface_create_from_png(path))
        defer { cairo_surface_destroy(surface) }
        let data = try #require(cairo_image_surface_get_data(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        columns = Int(cairo_image_surface_get_width(surface)) / 4
        rows = Int(cairo_image_surface_get_height(surface)) / 4
        sums = Array(repeating: SIMD4(), count: columns * rows)
        for y in 0..<rows * 4 {
            let line = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: SIMD4<UInt8>.self)
            for x in 0..<columns * 4 {
                sums[y / 4 * columns + x / 4] &+= SIMD4<Int32>(truncatingIfNeeded: line[x])
            }
        }
    }

    /// The share of squares in which a colour differs by more than 40 of 255.
    func difference(to other: Mosaic) -> Double {
        var count = 0
        for row in 0..<min(rows, other.rows) {
            for column in 0..<min(columns, other.columns) {
                let difference = sums[row * columns + column] &- other.sums[row * other.columns + column]
                // The fourth byte of a pixel says nothing.
                if (0..<3).contains(where: { abs(difference[$0]) > 40 * 16 }) { count += 1 }
            }
        }
        return Double(count) / Double(max(rows * columns, 1))
    }
}
