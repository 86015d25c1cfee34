import Geometry
import Style

extension LayoutContext {
    /// The prepared text of a content, made when first asked for.
    func prepare(_ content: InlineContent, in box: Box) -> PreparedText {
        if let prepared = content.prepared { return prepared }
        var collector = TextCollector(content, root: box.style)
        collector.collect()
        let shaped =
            collector.utf8.isEmpty
            ? ShapedText(runs: [], breaks: [], baseLevel: box.style.text.direction == .rtl ? 1 : 0)
            : shaper.shape(collector.paragraph())
        var builder = PieceBuilder(content, root: box.style, collected: collector, shaped: shaped)
        builder.build()
        let metrics = inlineMetrics(content, in: box)
        let prepared = PreparedText(
            PreparedText.Parts(
                utf8: builder.collected.utf8, spans: builder.collected.spans, runs: builder.runs,
                breaks: builder.breaks,
                baseLevel: shaped.baseLevel, pieces: builder.pieces, metrics: metrics,
                decorations: decorationLines(content)))
        content.prepared = prepared
        return prepared
    }

    private func inlineMetrics(_ content: InlineContent, in box: Box) -> [InlineMetrics] {
        let own = plainMetrics(box.style)
        guard !content.boxes.isEmpty else { return own }
        var metrics: [InlineMetrics] = []
        metrics.reserveCapacity(content.boxes.count + 1)
        metrics.append(contentsOf: own)
        for inline in content.boxes {
            let parent = inline.parent.map { content.boxes[$0].style.textGroup } ?? box.style.textGroup
            if inline.style.textGroup === parent {
                metrics.append(metrics[(inline.parent ?? -1) + 1])
            } else {
                metrics.append(InlineMetrics(inline.style, font: shaper.metrics(of: inline.style.textGroup)))
            }
        }
        return metrics
    }

    private func plainMetrics(_ style: ComputedStyle) -> [InlineMetrics] {
        for index in plainMetrics.indices where plainMetrics[index].style === style.textGroup {
            return plainMetrics[index].metrics
        }
        let metrics = [InlineMetrics(style, font: shaper.metrics(of: style.textGroup))]
        if plainMetrics.count == Self.mostPlainMetrics { plainMetrics.removeFirst() }
        plainMetrics.append((style.textGroup, metrics))
        return metrics
    }

    /// The hyphen that shows a break inside a word.
    func hyphen(after piece: Piece, in text: PreparedText) -> ShapedMark? {
        guard piece.run >= 0 else { return nil }
        let style = text.spans[text.runs[Int(piece.run)].span].style
        return mark(.hyphen, style: style, level: piece.level, in: text)
    }

    func mark(_ kind: ShapedMark.Kind, style: Group<TextStyle>, level: UInt8, in text: PreparedText) -> ShapedMark {
        let key = PreparedText.MarkKey(style: ObjectIdentifier(style), kind: kind)
        if let known = text.marks[key] { return known }
        let utf8 = kind.utf8
        let span = ParagraphText.Span(range: 0..<utf8.count, style: style)
        let direction = level % 2 == 1 ? Direction.rtl : .ltr
        let shaped = shaper.shape(ParagraphText(utf8: utf8, spans: [span], direction: direction))
        let width = shaped.runs.reduce(0.0) { sum, run in
            run.glyphs.reduce(sum) { $0 + Double($1.advance) }
        }
        let mark = ShapedMark(utf8: utf8, runs: shaped.runs, width: width)
        text.marks[key] = mark
        return mark
    }
}
