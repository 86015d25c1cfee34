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
    /// How deep layout is nested, so that no document can exhaust the stack.
    var depth = 0
    let endless = PageFlow.endless()

    init(styled: StyledDocument, shaper: any TextShaper, images: any ImageSizer) {
        self.styled = styled
        self.shaper = shaper
        self.images = images
    }

    /// The one door to every algorithm: lays out a box by its inside behaviour.
    func layout(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome {
        switch box.inside {
        case .blocks, .inlines: layoutBlockContainer(box, space)
        case .replaced(let replaced): layoutReplaced(box, replaced, space)
        case .table: layoutTable(box, space)
        case .flex: layoutFlex(box, space)
        case .grid: layoutGrid(box, space)
        case .tableRowGroup, .tableRow, .tableColumnGroup, .tableColumn: layoutBlockContainer(box, space)
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
        return layout
    }
}
