import Geometry
import Style

/// Something on a line that has no parts when the line is put in visual order: a stretch of text of one style and
/// direction, an atomic box, an inline box with nothing in it.
struct LineLeaf {
    enum Kind: UInt8 { case text, tab, atomic, absolute, empty, hyphen, ellipsis }

    var kind: Kind
    var pieces: Range<Int>
    var box: Int32
    var level: UInt8
}

extension InlineFormatter {
    /// The leaves of a line in logical order; notes which boxes open and close on it, and keeps `openBoxes` for the
    /// next line.
    func leaves(of line: Line, shown: LineCursor?) -> [LineLeaf] {
        var leaves: [LineLeaf] = []
        leaves.reserveCapacity(8)
        beginLine()
        let pieces = text.pieces
        let end = line.end.glyph > 0 ? line.end.piece + 1 : line.end.piece
        let shownEnd = shown.map { $0.glyph > 0 ? $0.piece + 1 : $0.piece } ?? end
        /// Whether anything stands on the line yet: a space before it is removed.
        var hasContent = false
        /// How many leaves there were when each box that is open opened on this line.
        var leavesAtOpen: [Int] = []
        for index in line.start.piece..<max(line.start.piece, end) {
            let piece = pieces[index]
            let isShown = index < shownEnd
            switch piece.kind {
            case .open:
                hasContent = hasContent || inlines[Int(piece.box)].takesRoom
                open(piece.box)
                leavesAtOpen.append(leaves.count)
            case .close:
                hasContent = hasContent || inlines[Int(piece.box)].takesRoom
                if let before = leavesAtOpen.popLast(), before == leaves.count, isShown {
                    leaves.append(
                        LineLeaf(kind: .empty, pieces: index..<index, box: piece.box, level: nextLevel(leaves)))
                }
                close(piece.box)
            case .word where isShown:
                hasContent = true
                append(piece, index, to: &leaves)
            case .space where isShown:
                if index < line.solidEnd, hasContent || piece.spaceRule != .collapses {
                    append(piece, index, to: &leaves)
                }
            case .tab where isShown:
                hasContent = true
                if index < line.solidEnd || piece.spaceRule == .hangs {
                    leaves.append(
                        LineLeaf(kind: .tab, pieces: index..<index + 1, box: piece.box, level: text.baseLevel))
                }
            case .atomic where isShown:
                hasContent = true
                leaves.append(LineLeaf(kind: .atomic, pieces: index..<index + 1, box: piece.box, level: piece.level))
            case .absolute where index >= line.start.piece:
                leaves.append(
                    LineLeaf(kind: .absolute, pieces: index..<index + 1, box: piece.box, level: nextLevel(leaves)))
            default: break
            }
        }
        if shown != nil {
            leaves.append(LineLeaf(kind: .ellipsis, pieces: end..<end, box: -1, level: text.baseLevel))
        } else if line.endsWithHyphen, let at = leaves.lastIndex(where: { $0.kind == .text }) {
            var hyphen = leaves[at]
            hyphen.kind = .hyphen
            leaves.insert(hyphen, at: at + 1)
        }
        return leaves
    }

    private func nextLevel(_ leaves: [LineLeaf]) -> UInt8 { leaves.last?.level ?? text.baseLevel }

    private func append(_ piece: Piece, _ index: Int, to leaves: inout [LineLeaf]) {
        if let last = leaves.last, last.kind == .text, last.box == piece.box, last.level == piece.level,
            last.pieces.upperBound == index
        {
            leaves[leaves.count - 1].pieces = last.pieces.lowerBound..<index + 1
        } else {
            leaves.append(LineLeaf(kind: .text, pieces: index..<index + 1, box: piece.box, level: piece.level))
        }
    }
}

/// Rule L2 of the bidirectional algorithm: from the highest level down, what stands on it is reversed.
enum BidiOrder {
    static func reorder(_ leaves: inout [LineLeaf]) {
        guard let highest = leaves.map(\.level).max(), highest > 0 else { return }
        let lowestOdd = leaves.map(\.level).filter { $0 % 2 == 1 }.min() ?? highest + 1
        guard lowestOdd <= highest else { return }
        for level in stride(from: highest, through: lowestOdd, by: -1) {
            var start = 0
            while start < leaves.count {
                guard leaves[start].level >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < leaves.count, leaves[end].level >= level { end += 1 }
                leaves[start..<end].reverse()
                start = end
            }
        }
    }
}
