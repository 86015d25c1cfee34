import Geometry
import Style

extension InlineFormatter {
    /// Aligns the boxes of a line vertically and finds its height (CSS 2.2 §10.8): everything on the baseline first,
    /// then what is aligned to the top and bottom of the line.
    func measure(_ line: Line) -> LineHeights {
        subtrees.removeAll(keepingCapacity: true)
        let root = text.metrics[0]
        let hasBoxes = !content.boxes.isEmpty || text.hasAtomics
        if hasBoxes, hasShrinkingLines {
            subtrees.append(AlignedSubtree(alignment: .baseline))
        } else {
            subtrees.append(AlignedSubtree(alignment: .baseline, above: root.above, below: root.below))
        }
        if hasBoxes || text.hasTallFallback {
            for box in openBoxes { stand(box, counts: !hasShrinkingLines) }
            measurePieces(of: line)
        }
        let heights = alignSubtrees()
        return line.hasContent ? heights : LineHeights()
    }

    private func measurePieces(of line: Line) {
        let end = min(text.pieces.count, line.end.glyph > 0 ? line.end.piece + 1 : line.end.piece)
        for index in line.start.piece..<max(line.start.piece, end) {
            let piece = text.pieces[index]
            switch piece.kind {
            case .open: stand(piece.box, counts: !hasShrinkingLines || inlines[Int(piece.box)].takesRoom)
            case .atomic: stand(atomic: piece)
            case .word, .space, .tab:
                if hasShrinkingLines, index < line.solidEnd { unite(strutOf: piece.box) }
                if piece.kind == .word, text.hasTallFallback, piece.run >= 0 { unite(fallback: piece) }
            case .newline, .lineBreak:
                if hasShrinkingLines, subtrees[subtree(of: piece.box)].isEmpty { unite(strutOf: piece.box) }
            default: break
            }
        }
    }

    private func subtree(of box: Int32) -> Int { box < 0 ? 0 : places[Int(box) + 1].subtree }

    /// In quirks and limited-quirks mode a box counts for the height of a line only where text stands in it
    /// (Quirks Mode §3.3).
    private func unite(strutOf box: Int32) {
        let metrics = text.metrics[Int(box) + 1]
        let place = box < 0 ? BaselinePlace() : places[Int(box) + 1]
        subtrees[place.subtree].unite(above: metrics.above - place.shift, below: metrics.below + place.shift)
    }

    /// - Parameter counts: whether the box makes the line higher even if no text stands in it.
    private func stand(_ box: Int32, counts: Bool) {
        let inline = inlines[Int(box)]
        let metrics = text.metrics[Int(box) + 1]
        let parent = Int(inline.parent) + 1
        places[Int(box) + 1] = place(
            inline.verticalAlign, InlineExtent(metrics), parent: parent, counts: counts)
    }

    private func stand(atomic piece: Piece) {
        guard var atomic = atomic(piece) else { return }
        let place = place(
            atomic.verticalAlign,
            InlineExtent(above: atomic.above, below: atomic.below, lineHeight: atomic.lineHeight),
            parent: Int(piece.box) + 1, counts: true)
        atomic.place = place
        keep(atomic, for: piece)
    }

    /// Fonts that stand in for the first one count where `line-height` is `normal`.
    private func unite(fallback piece: Piece) {
        guard text.metrics[Int(piece.box) + 1].isNormal else { return }
        let run = text.runs[Int(piece.run)]
        let place = places[Int(piece.box) + 1]
        subtrees[place.subtree].unite(above: run.ascent - place.shift, below: run.descent + place.shift)
    }

    private func place(
        _ alignment: VerticalAlign, _ extent: InlineExtent, parent: Int, counts: Bool
    ) -> BaselinePlace {
        let parentPlace = parent == 0 ? BaselinePlace() : places[parent]
        guard
            let shift = alignment.shift(
                above: extent.above, below: extent.below, lineHeight: extent.lineHeight, parent: text.metrics[parent])
        else {
            var subtree = AlignedSubtree(alignment: alignment == .top ? .top : .bottom)
            if counts { subtree.unite(above: extent.above, below: extent.below) }
            subtrees.append(subtree)
            return BaselinePlace(subtree: subtrees.count - 1)
        }
        let place = BaselinePlace(subtree: parentPlace.subtree, shift: parentPlace.shift + shift)
        if counts {
            subtrees[place.subtree].unite(above: extent.above - place.shift, below: extent.below + place.shift)
        }
        return place
    }

    private func alignSubtrees() -> LineHeights {
        for index in subtrees.indices where subtrees[index].isEmpty { subtrees[index].unite(above: 0, below: 0) }
        var above = subtrees[0].above
        var below = subtrees[0].below
        for subtree in subtrees.dropFirst() where subtree.height > above + below {
            if subtree.alignment == .top { below = subtree.height - above } else { above = subtree.height - below }
        }
        let height = above + below
        for index in subtrees.indices {
            switch subtrees[index].alignment {
            case .baseline: subtrees[index].baseline = above
            case .top: subtrees[index].baseline = subtrees[index].above
            case .bottom: subtrees[index].baseline = height - subtrees[index].below
            }
        }
        return LineHeights(height: height, baseline: above)
    }

    /// The baseline of an inline box, or of the block container for -1, from the top of the line.
    func baseline(of box: Int32) -> Double {
        let place = box < 0 ? BaselinePlace() : places[Int(box) + 1]
        return subtrees[place.subtree].baseline + place.shift
    }
}
