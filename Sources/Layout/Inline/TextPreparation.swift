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
                utf8: collector.utf8, spans: collector.spans, runs: builder.runs, breaks: builder.breaks,
                baseLevel: shaped.baseLevel, pieces: builder.pieces, metrics: metrics,
                decorations: decorationLines(content)))
        content.prepared = prepared
        return prepared
    }

    private func inlineMetrics(_ content: InlineContent, in box: Box) -> [InlineMetrics] {
        var metrics = [InlineMetrics(box.style, font: shaper.metrics(of: box.style.textGroup))]
        metrics.reserveCapacity(content.boxes.count + 1)
        for inline in content.boxes {
            let parent = inline.parent.map { content.boxes[$0].style } ?? box.style
            if inline.style.textGroup === parent.textGroup {
                metrics.append(metrics[(inline.parent ?? -1) + 1])
            } else {
                metrics.append(InlineMetrics(inline.style, font: shaper.metrics(of: inline.style.textGroup)))
            }
        }
        return metrics
    }

    /// Shapes a short text of layout's own in a style.
    func shapeMark(_ utf8: [UInt8], style: Group<TextStyle>, direction: Direction) -> ShapedMark {
        let span = ParagraphText.Span(range: 0..<utf8.count, style: style)
        let shaped = shaper.shape(ParagraphText(utf8: utf8, spans: [span], direction: direction))
        let width = shaped.runs.reduce(0.0) { sum, run in
            run.glyphs.reduce(sum) { $0 + Double($1.advance) }
        }
        return ShapedMark(utf8: utf8, runs: shaped.runs, width: width)
    }
}
