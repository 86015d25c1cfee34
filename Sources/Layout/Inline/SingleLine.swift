import Geometry
import Markup
import Style

/// The one line of an inline formatting context whose text fits on it: no float, no page's end, no place where it
/// must break. Most table cells and headings are that, and need no search for breaks.
///
/// It does in one pass what `LineBreaker`, `LineMeasuring` and `LinePlacer` do for any line, and comes to the same
/// numbers; where a line asks for more it gives up, and those take over.
struct SingleLine: ~Copyable {
    private let content: InlineContent
    private let text: PreparedText
    private let box: Box
    private let space: InlineSpace
    private let block: BlockTraits
    private let inlines: [InlineTraits]
    /// From the baseline of the block container down to that of each inline box.
    private var shifts: [Double]
    /// What can be seen of the text, without spaces at its ends.
    private var solid = 0..<0
    private var width: Double = 0
    private var above: Double
    private var below: Double

    /// nil where the line is more than this can do.
    static func find(
        _ context: LayoutContext, _ content: InlineContent, of box: Box, in space: InlineSpace
    ) -> SingleLine? {
        let text = context.prepare(content, in: box)
        guard text.isPlain, space.floats.isEmpty else { return nil }
        guard content.boxes.isEmpty || context.styled.document.mode == .standard else { return nil }
        var line = SingleLine(context, content, text, box, in: space)
        guard line.block.textAlignLast != .justify, line.fits(), line.standOnBaselines() else { return nil }
        let bottom = space.origin.y + (line.above + line.below)
        guard !space.pages.crosses(from: space.origin.y, to: bottom) else { return nil }
        return line
    }

    private init(
        _ context: LayoutContext, _ content: InlineContent, _ text: PreparedText, _ box: Box, in space: InlineSpace
    ) {
        self.content = content
        self.text = text
        self.box = box
        self.space = space
        block = BlockTraits(box.style, width: space.width)
        inlines = content.boxes.isEmpty ? [] : context.traits(of: content, in: space)
        shifts = inlines.isEmpty ? [] : Array(repeating: 0, count: inlines.count)
        above = text.metrics[0].above
        below = text.metrics[0].below
    }

    /// The room for the line, as `LineBreaker` counts it.
    private var room: Double { (space.origin.x + space.width) - space.origin.x }
    private var available: Double { room - block.indent }

    /// Goes along the text as `LineBreaker` does, and finds its width; false when there is not enough room for it, or
    /// nothing that makes a line.
    private mutating func fits() -> Bool {
        let most = available + LineBreaking.tolerance
        var position = 0.0
        var trailing = 0.0
        var hasContent = false
        var first = text.pieces.count
        var end = 0
        for index in text.pieces.indices {
            let kind = text.pieces[index].kind
            switch kind {
            case .word:
                position += text.pieces[index].width
                guard position <= most else { return false }
                trailing = 0
                hasContent = true
                first = min(first, index)
                end = index + 1
            case .space:
                guard hasContent else { continue }
                position += text.pieces[index].width
                trailing += text.pieces[index].width
                first = min(first, index)
            default:
                let inline = Int(text.pieces[index].box)
                position += kind == .open ? inlines[inline].startWidth : inlines[inline].endWidth
                if inlines[inline].takesRoom { hasContent = true }
                guard position - trailing <= most else { return false }
            }
        }
        solid = first..<max(first, end)
        width = position - trailing
        return hasContent
    }

    /// Puts each inline box on the baseline of the one around; false for boxes that wait for the line's own height.
    private mutating func standOnBaselines() -> Bool {
        for index in inlines.indices {
            let parent = Int(inlines[index].parent)
            let metrics = text.metrics[index + 1]
            let shift = inlines[index].verticalAlign.shift(
                above: metrics.above, below: metrics.below, lineHeight: metrics.lineHeight,
                parent: text.metrics[parent + 1])
            guard let shift else { return false }
            shifts[index] = (parent < 0 ? 0 : shifts[parent]) + shift
            above = max(above, metrics.above - shifts[index])
            below = max(below, metrics.below + shifts[index])
        }
        return true
    }

    private func baseline(of box: Int32) -> Double { above + (box < 0 ? 0 : shifts[Int(box)]) }

    // MARK: Fragments

    func layout() -> InlineLayout {
        let alignment = block.alignment(endsParagraph: true, isRightToLeft: false)
        var pen = LinePen()
        pen.x = block.startOffset(alignment, free: available - width, indent: block.indent, isRightToLeft: false)
        var children: [PlacedFragment] = []
        var frames: [InlineFrame] = []
        var index = 0
        while index < text.pieces.count {
            let piece = text.pieces[index]
            switch piece.kind {
            case .open: frames.append(open(piece.box, &pen))
            case .close:
                guard let frame = frames.popLast() else { break }
                append(close(frame, &pen), to: &frames, or: &children)
            default:
                guard solid.contains(index) else { break }
                let end = endOfText(from: index)
                let fragment = textFragment(index..<end, in: piece.box)
                let y = baseline(of: piece.box)
                append(PlacedFragment(.text(fragment), at: Point(x: pen.x, y: y)), to: &frames, or: &children)
                pen.x += fragment.width
                index = end - 1
            }
            index += 1
        }
        return inlineLayout(children, rightmost: max(pen.rightmost, pen.x))
    }

    private func append(_ placed: PlacedFragment, to frames: inout [InlineFrame], or children: inout [PlacedFragment]) {
        guard !frames.isEmpty else { return children.append(placed) }
        var placed = placed
        placed.origin = placed.origin - frames[frames.count - 1].corner
        frames[frames.count - 1].children.append(placed)
    }

    private func endOfText(from start: Int) -> Int {
        var end = start + 1
        while end < solid.upperBound, text.pieces[end].isCharacters { end += 1 }
        return end
    }

    private func open(_ box: Int32, _ pen: inout LinePen) -> InlineFrame {
        let traits = inlines[Int(box)]
        let top = baseline(of: box) - text.metrics[Int(box) + 1].ascent
        return InlineFrame(opening: box, traits, top: top, hasLeft: traits.hasLeft, &pen)
    }

    private func close(_ frame: consuming InlineFrame, _ pen: inout LinePen) -> PlacedFragment {
        let box = Int(frame.box)
        let traits = inlines[box]
        let parts = frame.close(content.boxes[box], traits, text.metrics[box + 1], hasRight: traits.hasRight, &pen)
        return PlacedFragment(.box(BoxFragment(parts)), at: frame.corner + traits.offset)
    }

    /// - Parameter pieces: words and spaces of one inline box.
    private func textFragment(_ pieces: Range<Int>, in box: Int32) -> TextFragment {
        let style = box < 0 ? self.box.style : content.boxes[Int(box)].style
        let metrics = text.metrics[Int(box) + 1]
        var fragment = TextFragment(
            style: style.textGroup, text: [], runs: [], width: 0, ascent: metrics.ascent, descent: metrics.descent,
            decorations: decorations(of: box))
        let first = text.pieces[pieces.lowerBound]
        let last = text.pieces[pieces.upperBound - 1]
        if let run = text.wholeRun, first.bytes.lowerBound == 0, Int(last.bytes.upperBound) == text.utf8.count {
            for glyph in run.glyphs { fragment.width += Double(glyph.advance) }
            fragment.text = text.utf8
            fragment.runs = [
                GlyphRun(font: run.font, x: 0, isRightToLeft: false, glyphs: run.glyphs, range: text.utf8.indices)
            ]
            return fragment
        }
        var builder = GlyphRunBuilder(
            isRightToLeft: false, capacity: Int(last.bytes.upperBound - first.bytes.lowerBound))
        var index = pieces.lowerBound
        while index < pieces.upperBound {
            var piece = text.pieces[index]
            index += 1
            while index < pieces.upperBound, let joined = piece.joined(with: text.pieces[index]) {
                piece = joined
                index += 1
            }
            builder.add(
                text.runs[Int(piece.run)], Int(piece.glyphs.lowerBound)..<Int(piece.glyphs.upperBound),
                bytes: Int(piece.bytes.lowerBound)..<Int(piece.bytes.upperBound), text.utf8, spaceExtra: 0)
        }
        fragment.text = builder.text
        fragment.runs = builder.runs
        fragment.width = builder.width
        return fragment
    }

    private func decorations(of box: Int32) -> [DecorationLine] {
        let own = baseline(of: box)
        return text.decorations(of: box).map { propagated in
            var line = propagated.line
            line.offset += baseline(of: propagated.decorator) - own
            return line
        }
    }

    private func inlineLayout(_ children: [PlacedFragment], rightmost: Double) -> InlineLayout {
        let height = above + below
        var parts = BoxFragment.Parts(role: .line, style: box.style)
        parts.size = Size(width: room, height: height)
        parts.children = children
        var layout = InlineLayout()
        layout.children.append(PlacedFragment(.box(BoxFragment(parts)), at: Point()))
        layout.height = (space.origin.y + height) - space.origin.y
        layout.firstBaseline = above
        layout.lastBaseline = above
        layout.overflowRight = max(0, rightmost)
        return layout
    }
}

extension Piece {
    /// Both as one, where the other goes on with the next byte and the next glyph of the same run.
    fileprivate func joined(with next: Piece) -> Piece? {
        guard run == next.run, bytes.upperBound == next.bytes.lowerBound, glyphs.upperBound == next.glyphs.lowerBound
        else { return nil }
        var both = self
        both.bytes = bytes.lowerBound..<next.bytes.upperBound
        both.glyphs = glyphs.lowerBound..<next.glyphs.upperBound
        return both
    }
}

extension InlineTraits {
    /// Whether the left edge is in the content, where all of the box stands on one line.
    fileprivate var hasLeft: Bool { isLeftToRight ? hasStart : hasEnd }
    fileprivate var hasRight: Bool { isLeftToRight ? hasEnd : hasStart }
}
