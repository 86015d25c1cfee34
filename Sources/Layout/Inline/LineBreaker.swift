import Geometry
import Style

/// Finds what goes on one line: greedy, piece by piece, back to the last break opportunity when one does not fit.
///
/// A breaker lives for one attempt at one line; floats that the line meets are placed on the way.
struct LineBreaker {
    private let formatter: InlineFormatter
    private let pieces: [Piece]
    private let top: Double
    private let height: Double
    private var line: Line
    private var position: Double = 0
    /// The part of `position` that spaces at the end take.
    private var trailing: Double = 0
    private var lastBreak: Snapshot?

    /// The state at a break opportunity that fits.
    private struct Snapshot {
        var line: Line
        var floatsPlaced: Int
        var floatMark: Int
        var childCount: Int
        var absoluteCount: Int
    }

    init(_ formatter: InlineFormatter, from start: LineCursor, top: Double, height: Double, indent: Double) {
        self.formatter = formatter
        pieces = formatter.text.pieces
        self.top = top
        self.height = height
        line = Line(start: start, end: start, solidEnd: start.piece)
        line.indent = indent
        findBand()
    }

    private mutating func findBand() {
        let space = formatter.space
        let band = space.floats.band(
            at: top, height: height, left: space.origin.x, right: space.origin.x + space.width)
        line.left = band.left
        line.right = band.right
    }

    mutating func run() -> Line {
        var index = line.start.piece
        while index < pieces.count {
            let piece = pieces[index]
            switch piece.kind {
            case .word:
                var width = piece.width
                if index == line.start.piece { width -= line.start.behind }
                if exceeds(width) {
                    if let line = takeLastBreak() { return line }
                    if piece.breaksAnywhere, cut(index, piece) { return line }
                }
                take(width, index)
            case .atomic:
                let width = formatter.atomic(piece)?.width ?? 0
                if exceeds(width), let line = takeLastBreak() { return line }
                take(width, index)
            case .space:
                if piece.spaceRule == .stays, exceeds(piece.width), let line = takeLastBreak() { return line }
                addSpace(piece, index, width: piece.width)
            case .tab:
                let width = tabWidth()
                line.tabs.append(Line.TabWidth(piece: index, width: width))
                addSpace(piece, index, width: width)
            case .open:
                line.hasBoxes = true
                addEdge(formatter.inlines[Int(piece.box)].startWidth, piece)
            case .close:
                addEdge(formatter.inlines[Int(piece.box)].endWidth, piece)
                if exceeds(0), let line = takeLastBreak() { return line }
            case .newline, .lineBreak:
                return endForced(index, piece)
            case .float:
                guard addFloat(index, piece) else { return line }
            case .absolute, .filler:
                break
            }
            index += 1
            line.end = LineCursor(piece: index)
            if piece.breakAfter != .none, considerBreak(piece, index) { return line }
        }
        line.isLast = true
        settle()
        return line
    }

    private func exceeds(_ width: Double) -> Bool {
        position - (width == 0 ? trailing : 0) + width > line.available + LineBreaking.tolerance
    }

    private mutating func settle() { line.width = position - trailing }

    private mutating func take(_ width: Double, _ index: Int) {
        position += width
        trailing = 0
        line.solidEnd = index + 1
        line.hasContent = true
    }

    private mutating func addSpace(_ piece: Piece, _ index: Int, width: Double) {
        switch piece.spaceRule {
        case .collapses:
            // At the beginning of a line it is removed.
            guard line.hasContent else { return }
            position += width
            trailing += width
        case .hangs:
            position += width
            trailing += width
            line.hasContent = true
        case .stays:
            take(width, index)
        }
    }

    private mutating func addEdge(_ width: Double, _ piece: Piece) {
        position += width
        if formatter.inlines[Int(piece.box)].takesRoom { line.hasContent = true }
    }

    /// To the next tab stop that is at least half a space away (CSS Text 3 §4.2).
    private func tabWidth() -> Double {
        let distance = formatter.tabDistance
        guard distance > 0 else { return 0 }
        let from = line.indent + position
        let next = ((from / distance).rounded(.down) + 1) * distance
        return next - from < distance / 16 ? next - from + distance : next - from
    }

    // MARK: Breaks

    /// Remembers a break opportunity that fits; answers true when the line must end at this one because it is full.
    private mutating func considerBreak(_ piece: Piece, _ index: Int) -> Bool {
        settle()
        var hyphenWidth = 0.0
        if piece.breakAfter == .hyphen { hyphenWidth = hyphenMark(before: index)?.width ?? 0 }
        let fits = line.width + hyphenWidth <= line.available + LineBreaking.tolerance
        if fits || lastBreak == nil {
            var at = line
            at.endsWithHyphen = piece.breakAfter == .hyphen
            at.width += hyphenWidth
            let space = formatter.space
            lastBreak = Snapshot(
                line: at, floatsPlaced: formatter.floatsPlaced, floatMark: space.floats.mark,
                childCount: formatter.layout.children.count, absoluteCount: formatter.layout.absolutes.count)
        }
        guard line.overflows else { return false }
        return takeLastBreak() != nil
    }

    private func hyphenMark(before index: Int) -> ShapedMark? {
        var at = index - 1
        while at >= line.start.piece {
            if pieces[at].kind == .word { return formatter.hyphen(after: pieces[at]) }
            at -= 1
        }
        return nil
    }

    /// Goes back to the last opportunity; floats met behind it are met again on the next line.
    private mutating func takeLastBreak() -> Line? {
        guard let snapshot = lastBreak else { return nil }
        line = snapshot.line
        formatter.floatsPlaced = snapshot.floatsPlaced
        formatter.space.floats.rewind(to: snapshot.floatMark)
        formatter.layout.children.removeSubrange(snapshot.childCount...)
        formatter.layout.absolutes.removeSubrange(snapshot.absoluteCount...)
        if line.end.piece == pieces.count { line.isLast = true }
        return line
    }

    /// Ends the line inside a word, before the first grapheme that does not fit; the first of a line always does
    /// (`overflow-wrap`, CSS Text 3 §5.5).
    private mutating func cut(_ index: Int, _ piece: Piece) -> Bool {
        let text = formatter.text
        let glyphs = text.runs[Int(piece.run)].glyphs
        let first = piece.glyphs.lowerBound + (index == line.start.piece ? line.start.glyph : 0)
        let behind = index == line.start.piece ? line.start.behind : 0
        var width = 0.0
        var best: (glyph: Int32, width: Double)?
        var at = first
        while at < piece.glyphs.upperBound {
            width += Double(glyphs[Int(at)].advance)
            at += 1
            guard at < piece.glyphs.upperBound, isGrapheme(glyphs, at) else { continue }
            let fits = position + width <= line.available + LineBreaking.tolerance
            if !fits, best != nil || line.hasContent { break }
            best = (at, width)
            if !fits { break }
        }
        guard let best else {
            guard line.hasContent, index > line.start.piece else { return false }
            line.end = LineCursor(piece: index)
            settle()
            return true
        }
        position += best.width
        trailing = 0
        line.solidEnd = index + 1
        line.hasContent = true
        line.end = LineCursor(piece: index, glyph: best.glyph - piece.glyphs.lowerBound, behind: behind + best.width)
        settle()
        return true
    }

    private func isGrapheme(_ glyphs: [Glyph], _ at: Int32) -> Bool {
        let cluster = glyphs[Int(at)].cluster
        return cluster != glyphs[Int(at) - 1].cluster && formatter.text.breaks[Int(cluster)] != .none
    }

    /// A forced break takes the edges that close behind it along.
    private mutating func endForced(_ index: Int, _ piece: Piece) -> Line {
        line.hasContent = true
        line.isForced = true
        if piece.kind == .lineBreak { line.clear = formatter.innerBox(piece)?.style.box.clear ?? .none }
        var next = index + 1
        while next < pieces.count, pieces[next].kind == .close {
            addEdge(formatter.inlines[Int(pieces[next].box)].endWidth, pieces[next])
            next += 1
        }
        if exceeds(0), let line = takeLastBreak() { return line }
        line.end = LineCursor(piece: next)
        settle()
        return line
    }

    // MARK: Floats

    /// A float goes beside the line so far where it fits, otherwise below it (CSS 2.2 §9.5.1). Answers false when it
    /// has no room on this page.
    private mutating func addFloat(_ index: Int, _ piece: Piece) -> Bool {
        guard index >= formatter.floatsPlaced, let box = formatter.innerBox(piece) else { return true }
        if !line.pendingFloats.isEmpty {
            line.pendingFloats.append(index)
            return true
        }
        if line.hasContent, position - trailing + formatter.floatWidth(box) > line.available + LineBreaking.tolerance {
            line.pendingFloats.append(index)
            return true
        }
        guard formatter.placeFloat(box, at: index, below: top) else {
            line.lacksPage = true
            return false
        }
        findBand()
        return true
    }
}
