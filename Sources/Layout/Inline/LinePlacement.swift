import Geometry
import Style

extension InlineFormatter {
    /// Makes the fragments of a line: puts its leaves in visual order, aligns them, and nests them in the fragments of
    /// their inline boxes.
    func place(_ line: Line, _ heights: LineHeights, top: Double) {
        let shown = truncation(of: line)
        var leaves = leaves(of: line, shown: shown)
        var visible = line
        if let shown { visible.end = shown }
        guard line.hasContent || !leaves.isEmpty else { return }
        var isReordered = false
        if text.isBidirectional {
            BidiOrder.reorder(&leaves)
            isReordered = true
        }
        let origin = Point(x: line.left - space.origin.x, y: top - space.origin.y)
        let justification = justification(of: line, leaves: leaves)
        var placer = LinePlacer(self, visible, heights, leaves, origin: origin)
        placer.spaceExtra = justification
        let children = placer.run(from: startOffset(of: line, isJustified: justification > 0), isReordered: isReordered)
        layout.absolutes.append(contentsOf: placer.absolutes)
        guard line.hasContent || !children.isEmpty else { return }
        var parts = BoxFragment.Parts(role: .line, style: box.style)
        parts.size = Size(width: line.right - line.left, height: heights.height)
        parts.children = children
        layout.children.append(PlacedFragment(.box(BoxFragment(parts)), at: origin))
        layout.overflowRight = max(layout.overflowRight, origin.x + placer.rightmost)
        guard line.hasContent else { return }
        let baseline = origin.y + heights.baseline
        if layout.firstBaseline == nil { layout.firstBaseline = baseline }
        layout.lastBaseline = baseline
    }

    // MARK: Alignment

    private func alignment(of line: Line) -> BlockTraits.Alignment {
        block.alignment(endsParagraph: line.isForced || line.isLast, isRightToLeft: isRightToLeft)
    }

    private func startOffset(of line: Line, isJustified: Bool) -> Double {
        if isJustified { return isRightToLeft ? 0 : line.indent }
        return block.startOffset(
            alignment(of: line), free: line.available - line.width, indent: line.indent, isRightToLeft: isRightToLeft)
    }

    /// What each space on a justified line is widened by; 0 where there is nothing to widen.
    private func justification(of line: Line, leaves: [LineLeaf]) -> Double {
        guard line.hasContent, alignment(of: line) == .justify else { return 0 }
        let free = line.available - line.width
        guard free > 0 else { return 0 }
        var count = 0
        for leaf in leaves {
            switch leaf.kind {
            case .text: count += spaces(in: leaf, of: line)
            // Nothing before a tab is widened (CSS Text 3 §6.4.1 leaves it to us).
            case .tab: count = 0
            default: break
            }
        }
        return count > 0 ? free / Double(count) : 0
    }

    private func spaces(in leaf: LineLeaf, of line: Line) -> Int {
        var count = 0
        for index in leaf.pieces {
            for cluster in clusters(of: index, in: line) where TextSpacing.separatesWords(text.utf8, cluster) {
                count += 1
            }
        }
        return count
    }

    private func clusters(of index: Int, in line: Line) -> [Int] {
        let range = glyphs(of: index, in: line)
        let run = text.runs[Int(text.pieces[index].run)]
        var clusters: [Int] = []
        for glyph in range where glyph == range.lowerBound || run.glyphs[glyph].cluster != run.glyphs[glyph - 1].cluster
        {
            clusters.append(Int(run.glyphs[glyph].cluster))
        }
        return clusters
    }

    /// The glyphs of a piece that stand on a line: all of them but where a break cut the piece.
    func glyphs(of index: Int, in line: Line) -> Range<Int> {
        let piece = text.pieces[index]
        var lower = Int(piece.glyphs.lowerBound)
        var upper = Int(piece.glyphs.upperBound)
        if index == line.end.piece, line.end.glyph > 0 { upper = lower + Int(line.end.glyph) }
        if index == line.start.piece { lower += Int(line.start.glyph) }
        return lower..<max(lower, upper)
    }

    // MARK: Ellipsis

    /// Where an overflowing line is cut for an ellipsis (CSS UI 4 §5.1); nil when all of it is shown.
    private func truncation(of line: Line) -> LineCursor? {
        guard block.showsEllipsis, line.overflows else { return nil }
        let room = line.available - ellipsis().width
        var x = 0.0
        for index in line.start.piece..<line.end.piece {
            let piece = text.pieces[index]
            let width: Double
            switch piece.kind {
            case .word, .space: width = piece.width - (index == line.start.piece ? line.start.behind : 0)
            case .tab: width = line.tabWidth(index)
            case .open: width = inlines[Int(piece.box)].startWidth
            case .close: width = inlines[Int(piece.box)].endWidth
            case .atomic: width = atomic(piece)?.width ?? 0
            default: width = 0
            }
            guard x + width > room else {
                x += width
                continue
            }
            guard piece.kind == .word else { return LineCursor(piece: index) }
            var count: Int32 = 0
            let all = glyphs(of: index, in: line)
            for glyph in all {
                let advance = Double(text.runs[Int(piece.run)].glyphs[glyph].advance)
                if x + advance > room { break }
                x += advance
                count += 1
            }
            return LineCursor(piece: index, glyph: count + Int32(all.lowerBound) - piece.glyphs.lowerBound)
        }
        return nil
    }
}
