import Geometry
import Style

/// A decoration line with the box whose baseline it is measured from.
struct PropagatedLine {
    var line: DecorationLine
    /// Index of the inline box that decorates; -1 for the block container and its ancestors.
    var decorator: Int32
}

extension LayoutContext {
    /// The lines that reach text in the block container, then in each inline box, outermost first; empty where there
    /// are none at all.
    func decorationLines(_ content: InlineContent) -> [[PropagatedLine]] {
        let isDecorated = !content.decorations.isEmpty || content.boxes.contains { !$0.style.box.textDecoration.isNone }
        guard isDecorated else { return [] }
        var root: [PropagatedLine] = []
        for ancestor in content.decorations { root += lines(ancestor.decoration, style: ancestor.style, decorator: -1) }
        var all = [root]
        all.reserveCapacity(content.boxes.count + 1)
        for (index, inline) in content.boxes.enumerated() {
            let own = inline.style.box.textDecoration
            let inherited = all[(inline.parent ?? -1) + 1]
            all.append(
                own.isNone ? inherited : inherited + lines(own, style: inline.style.textGroup, decorator: Int32(index)))
        }
        return all
    }

    /// Places and thickness as browsers choose them: a tenth of the font size, the underline a gap of half its
    /// thickness, but a whole pixel at least, below the baseline.
    private func lines(_ decoration: TextDecoration, style: Group<TextStyle>, decorator: Int32) -> [PropagatedLine] {
        guard !decoration.isNone else { return [] }
        let metrics = shaper.metrics(of: style)
        let thickness = max(1, decoration.thickness ?? style.values.fontSize / 10)
        var lines: [PropagatedLine] = []
        func add(_ kind: DecorationLine.Kind, at offset: Double) {
            let line = DecorationLine(
                kind: kind, offset: offset, thickness: thickness, style: decoration.style, color: decoration.color)
            lines.append(PropagatedLine(line: line, decorator: decorator))
        }
        if decoration.underline {
            let top: Double
            switch style.values.textUnderlineOffset {
            case .auto: top = max(1, (thickness / 2).rounded(.up))
            case .length(let length): top = length.resolved(against: style.values.fontSize)
            }
            add(.underline, at: top + thickness / 2)
        }
        if decoration.overline { add(.overline, at: -metrics.ascent + thickness / 2) }
        if decoration.lineThrough { add(.lineThrough, at: -metrics.ascent / 3) }
        return lines
    }
}
