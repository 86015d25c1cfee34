import Geometry
import Style

extension InlineFormatter {
    /// The text of a leaf as one fragment: its glyphs from left to right, its characters in logical order.
    func textFragment(_ leaf: LineLeaf, in line: Line, spaceExtra: Double) -> TextFragment {
        let first = text.pieces[leaf.pieces.lowerBound]
        let last = text.pieces[leaf.pieces.upperBound - 1]
        var builder = GlyphRunBuilder(
            isRightToLeft: leaf.level % 2 == 1, capacity: Int(last.bytes.upperBound - first.bytes.lowerBound))
        for index in leaf.pieces {
            let piece = text.pieces[index]
            builder.add(
                text.runs[Int(piece.run)], glyphs(of: index, in: line), bytes: bytes(of: index, in: line), text.utf8,
                spaceExtra: spaceExtra)
        }
        return fragment(builder, like: leaf)
    }

    /// A hyphen or ellipsis as a fragment.
    func markFragment(_ mark: ShapedMark, like leaf: LineLeaf) -> TextFragment {
        var builder = GlyphRunBuilder(isRightToLeft: leaf.level % 2 == 1, capacity: mark.utf8.count)
        for run in mark.runs {
            builder.add(run, run.glyphs.indices, bytes: run.range, mark.utf8, spaceExtra: 0)
        }
        return fragment(builder, like: leaf)
    }

    private func fragment(_ builder: consuming GlyphRunBuilder, like leaf: LineLeaf) -> TextFragment {
        let metrics = text.metrics[Int(leaf.box) + 1]
        let style = leaf.box < 0 ? box.style : content.boxes[Int(leaf.box)].style
        builder.finish()
        return TextFragment(
            style: style.textGroup, text: builder.text, runs: builder.runs, width: builder.width,
            ascent: metrics.ascent, descent: metrics.descent, decorations: decorations(of: leaf.box))
    }

    /// The bytes of a piece that stand on a line.
    private func bytes(of index: Int, in line: Line) -> Range<Int> {
        let piece = text.pieces[index]
        var lower = Int(piece.bytes.lowerBound)
        var upper = Int(piece.bytes.upperBound)
        let glyphs = text.runs[Int(piece.run)].glyphs
        if index == line.end.piece, line.end.glyph > 0 {
            upper = Int(glyphs[Int(piece.glyphs.lowerBound + line.end.glyph)].cluster)
        }
        if index == line.start.piece, line.start.glyph > 0 {
            lower = Int(glyphs[Int(piece.glyphs.lowerBound + line.start.glyph)].cluster)
        }
        return lower..<max(lower, upper)
    }

    /// A decoration stays on the baseline of the box that decorates, wherever the text inside is raised to.
    private func decorations(of box: Int32) -> [DecorationLine] {
        let lines = text.decorations(of: box)
        guard !lines.isEmpty else { return [] }
        let own = baseline(of: box)
        return lines.map { propagated in
            var line = propagated.line
            line.offset += baseline(of: propagated.decorator) - own
            return line
        }
    }
}

/// Isolations and embeddings (UAX 9 §2): they have done their work before glyphs are placed, and are no text to copy.
enum DirectionMarks {
    static func stand(in utf8: [UInt8], _ range: Range<Int>) -> Bool {
        for place in range where utf8[place] == 0xE2 && stands(at: place, in: utf8) { return true }
        return false
    }

    /// U+2066 to U+2069, U+202A to U+202E.
    static func stands(at place: Int, in utf8: [UInt8]) -> Bool {
        guard place + 2 < utf8.count, utf8[place] == 0xE2 else { return false }
        let last = utf8[place + 2]
        return utf8[place + 1] == 0x81 && (0xA6...0xA9).contains(last)
            || utf8[place + 1] == 0x80 && (0xAA...0xAE).contains(last)
    }

    static func removed(from utf8: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var place = range.lowerBound
        while place < range.upperBound {
            if stands(at: place, in: utf8) {
                place += 3
            } else {
                result.append(utf8[place])
                place += 1
            }
        }
        return result
    }
}

/// Gathers glyphs of pieces into runs.
struct GlyphRunBuilder {
    private(set) var text: [UInt8] = []
    private(set) var runs: [GlyphRun] = []
    private(set) var width: Double = 0
    private let isRightToLeft: Bool

    /// How many bytes, and so glyphs at the most, are to be expected.
    private let capacity: Int

    init(isRightToLeft: Bool, capacity: Int) {
        self.isRightToLeft = isRightToLeft
        self.capacity = min(capacity, 512)
        text.reserveCapacity(self.capacity)
    }

    /// Adds glyphs of a shaped run, in logical order, and the bytes that they show.
    mutating func add(
        _ run: ShapedRun, _ range: Range<Int>, bytes: Range<Int>, _ utf8: [UInt8], spaceExtra: Double
    ) {
        let hasControls = DirectionMarks.stand(in: utf8, bytes)
        var shift = Int32(text.count - bytes.lowerBound)
        let start = text.count
        if hasControls {
            text.append(contentsOf: DirectionMarks.removed(from: utf8, bytes))
        } else {
            text.append(contentsOf: utf8[bytes])
        }
        if runs.last?.font == run.font {
            let last = runs.count - 1
            runs[last].range = runs[last].range.lowerBound..<text.count
        } else {
            runs.append(
                GlyphRun(font: run.font, x: width, isRightToLeft: isRightToLeft, glyphs: [], range: start..<text.count))
            runs[runs.count - 1].glyphs.reserveCapacity(max(range.count, capacity - start))
        }
        let last = runs.count - 1
        for index in range {
            var glyph = run.glyphs[index]
            if hasControls, DirectionMarks.stands(at: Int(glyph.cluster), in: utf8) {
                shift -= 3
                continue
            }
            if spaceExtra > 0, TextSpacing.separatesWords(utf8, Int(glyph.cluster)),
                index + 1 == range.upperBound || run.glyphs[index + 1].cluster != glyph.cluster
            {
                glyph.advance += Float(spaceExtra)
            }
            width += Double(glyph.advance)
            glyph.cluster += shift
            runs[last].glyphs.append(glyph)
        }
    }

    /// Turns right-to-left text around: runs and their glyphs were gathered in logical order.
    mutating func finish() {
        guard isRightToLeft else { return }
        // Swift 6.3.1 compiles `reverse()` in place of these in two ways, from build to build.
        runs = runs.reversed()
        var x = 0.0
        for index in runs.indices {
            runs[index].glyphs.reverse()
            runs[index].x = x
            x += runs[index].glyphs.reduce(0.0) { $0 + Double($1.advance) }
        }
    }
}
