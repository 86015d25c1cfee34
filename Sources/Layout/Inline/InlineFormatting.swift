// Inline formatting: the characters and boxes of a paragraph in, lines out (CSS 2.2 §9.4.2, §10.8; CSS Text 3).
//
// The steps, each in the files of its name:
// - collect (`TextCollector`, `TextTransformer`): one flat paragraph, white space collapsed;
// - prepare (`TextPreparation`, `PieceBuilder`): shape it once, cut it into pieces. Kept for every width;
// - break (`LineBreaker`): how many pieces one line takes; floats that it meets are placed (`InlineFloats`);
// - stack (`LineStacking`): line under line, down the pages, with `orphans` and `widows`;
// - measure and place (`LineMeasuring`, `LinePlacement`, `LinePlacer`): vertical alignment, visual order, text-align,
//   nested fragments;
// - or, where all of it fits on one line and nothing is special about it, all that in one pass (`SingleLine`).
//
// All of it takes time linear in the text.

import Geometry
import Style

extension LayoutContext {
    /// Lays out the lines of an inline formatting context.
    func layoutInlines(_ content: InlineContent, of box: Box, in space: InlineSpace) -> InlineOutcome {
        if let line = SingleLine.find(self, content, of: box, in: space) { return .done(line.layout()) }
        var stacking = LineStacking(InlineFormatter(self, content, of: box, in: space))
        return stacking.run()
    }

    /// The distance of tab stops in a block container.
    func tabDistance(_ box: Box) -> Double {
        let style = box.style.text
        switch style.tabSize {
        case .px(let px): return px
        case .spaces(let count):
            let advance = shaper.metrics(of: box.style.textGroup).spaceWidth
            return count * (advance + style.letterSpacing + style.wordSpacing)
        }
    }

    /// The intrinsic widths of an inline formatting context, the floats among its content included.
    func intrinsicSizes(of content: InlineContent, in box: Box) -> IntrinsicSizes {
        var sizing = InlineIntrinsicSizing(self, content, in: box)
        return sizing.run()
    }
}
