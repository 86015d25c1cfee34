// Layout: boxes in, fragments on pages out.
//
// `layOut(_:…)` makes the box tree from a styled document (`Boxes/`), lays it out in one long flow (`Flow/`, `Inline/`,
// `Table/`, `Flex/`, `Grid/`, sizes asked through `Sizing/`), in which pages are spaces one under the other that the
// algorithms ask for as they go down (`Paging/`), and cuts the flow into pages (`Fragments/`). Content that may not be
// cut moves to the next space while it is placed, so that nothing is moved afterwards.
//
// In: a `StyledDocument`, a `TextShaper`, an `ImageSizer`. Out: `LayoutResult`. Layout ends on every input: each step
// places something or moves to a page where it is alone. It throws nothing; what it cannot do well it reports.

import Diagnostics
import Geometry
import Markup
import Style

/// What all algorithms share while one document is laid out.
final class LayoutContext {
    let styled: StyledDocument
    let shaper: any TextShaper
    let images: any ImageSizer
    var diagnostics: [Diagnostic] = []
    /// How many table cells are around what is being measured.
    var tableCellDepth = 0
    /// How many multi-column containers are around; deeper ones are laid out as plain blocks, as each tries its content
    /// at several heights.
    var columnDepth = 0
    static let mostNestedColumns = 2
    let endless = PageFlow.endless()
    /// Whether any element has a `page` of its own: most documents have none, and need not ask.
    let usesNamedPages: Bool

    init(styled: StyledDocument, shaper: any TextShaper, images: any ImageSizer) {
        self.styled = styled
        self.shaper = shaper
        self.images = images
        usesNamedPages = styled.styles.contains { $0?.box.page != nil }
    }

    /// The one door to every algorithm: lays out a box by its inside behaviour, and in it the positioned boxes that it
    /// contains.
    func layout(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome {
        if let kept = keptLayout(of: box, space) { return .done(kept) }
        guard case .done(let layout) = layoutContent(of: box, space) else { return .breakBefore }
        return .done(resolveAbsolutes(in: layout, of: box, space))
    }

    private func layoutContent(of box: Box, _ space: ConstraintSpace) -> LayoutOutcome {
        switch box.inside {
        case .replaced(let replaced): layoutReplaced(box, replaced, space)
        case .table: layoutTable(box, space)
        case .flex: layoutFlex(box, space)
        case .grid: layoutGrid(box, space)
        case .blocks, .inlines, .tableRowGroup, .tableRow, .tableColumnGroup, .tableColumn:
            layoutBlockContainer(box, space)
        }
    }

    /// Lays a box out where no page ends, and keeps the answer: what a box needs before it has a place.
    func measure(_ box: Box, _ space: ConstraintSpace) -> BoxLayout {
        var endless = space
        endless.pages = self.endless
        endless.origin = Point()
        endless.mayBreakBefore = false
        endless.avoidsBreaks = false
        endless.floats = nil
        guard case .done(let layout) = self.layout(box, endless) else {
            preconditionFailure("a box that may not break before itself asked for it")
        }
        box.measured = MeasuredLayout(key: MeasuredLayout.Key(space, layout.size), layout: layout)
        return layout
    }

    /// A measured layout is as good as a new one where no page ends in it and no float reaches into it.
    private func keptLayout(of box: Box, _ space: ConstraintSpace) -> BoxLayout? {
        guard let measured = box.measured, !measured.layout.dependsOnPages, box.establishesFormattingContext,
            measured.key.answers(space), space.pages.fits(measured.layout.size.height, at: space.origin.y)
        else { return nil }
        return measured.layout
    }
}

extension LayoutContext {
    func counterText(_ value: Int, _ style: CounterStyle) -> String {
        Style.counterText(value, style: style, rules: styled.counterStyles)
    }

    /// A counter as a list marker shows it, with its prefix and suffix.
    func markerText(_ value: Int, _ style: CounterStyle) -> String {
        Style.markerText(value, style: style, rules: styled.counterStyles)
    }
}
