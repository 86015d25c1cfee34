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
    /// How many boxes and lines may still be laid out in vain before they go to the next page. Boxes that avoid breaks
    /// one in the other can double the attempts at each level: once these are used up, breaks fall where pages end.
    var attemptsLeft: Int
    /// How many boxes and lines have been laid out, but for those in vain.
    var work = 0
    /// How many inline boxes that stand deep in others may still be made, of which each line makes all anew.
    var deepInlinesLeft = 1_000_000
    /// How many parts of boxes may still be made where pages cut them.
    var partsLeft = 300_000
    let endless = PageFlow.endless()
    /// Whether any element has a `page` of its own: most documents have none, and need not ask.
    let usesNamedPages: Bool
    /// By node; once for all box builders, of which each page's margins have some.
    private(set) lazy var elementKinds: [ElementKind] = {
        let nodes = styled.document.nodes
        return nodes.indices.map { index in
            guard nodes[index].kind == .element else { return .text }
            return ElementKind(nodes[index].name, isSVG: nodes[index].isSVG)
        }
    }()
    /// The metrics of text by its style, as block containers without inline boxes have them: a document has few.
    var plainMetrics: [(style: Group<TextStyle>, metrics: [InlineMetrics])] = []
    static let mostPlainMetrics = 8
    private(set) lazy var pseudoKinds = PseudoKinds(styled)

    init(styled: StyledDocument, shaper: any TextShaper, images: any ImageSizer) {
        self.styled = styled
        self.shaper = shaper
        self.images = images
        attemptsLeft = 5_000 + 8 * styled.document.nodes.count
        let plain = ComputedStyle.initial.generatedGroup
        usesNamedPages = styled.styles.contains { style in
            guard let group = style?.generatedGroup, group !== plain else { return false }
            return group.values.page != nil
        }
    }

    /// The one door to every algorithm: lays out a box by its inside behaviour, and in it the positioned boxes that it
    /// contains.
    func layout(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome {
        let before = work
        work += 1
        if let kept = keptLayout(of: box, space) { return .done(kept) }
        guard case .done(var layout) = layoutContent(of: box, space) else {
            attemptsLeft -= work - before
            work = before
            return .breakBefore
        }
        if !layout.absolutes.isEmpty { layout = resolveAbsolutes(in: layout, of: box, space) }
        if box.style.box.scrolls { layout.keepBaselinesInside() }
        if space.pages.isEndless, !space.isKeptOutside, box.isLaidOutApart(in: space) {
            box.remember(layout, for: space)
        }
        return .done(layout)
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

    /// Lays a box out where no page ends: what a box needs before it has a place.
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

    /// A measured layout is as good as a new one where no page ends in it and no float reaches into it.
    private func keptLayout(of box: Box, _ space: ConstraintSpace) -> BoxLayout? {
        guard !box.measured.isEmpty, box.isLaidOutApart(in: space),
            let measured = box.measured.first(where: { $0.key.answers(space) })
        else { return nil }
        let layout = measured.layout
        if space.pages.isEndless { return layout }
        return !layout.dependsOnPages && space.pages.fits(layout.size.height + space.followedBy, at: space.origin.y)
            ? layout : nil
    }
}

extension Box {
    /// Whether floats and margins around have no part in the box's layout.
    fileprivate func isLaidOutApart(in space: ConstraintSpace) -> Bool {
        space.floats == nil || establishesFormattingContext
    }

    /// As many answers as a box is asked for by containers that stretch: without them each level of nesting would lay
    /// out the next one twice, and so the innermost more often than could be waited for.
    private static let mostMeasured = 512

    fileprivate func remember(_ layout: BoxLayout, for space: ConstraintSpace) {
        if measured.count >= Self.mostMeasured { measured.removeFirst() }
        measured.append(MeasuredLayout(key: MeasuredLayout.Key(space, layout.size), layout: layout))
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
