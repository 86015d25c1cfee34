import Geometry
import Style

/// Block containers: their own width and height around what they hold (CSS 2.2 §9.4.1, §10).
extension LayoutContext {
    func layoutBlockContainer(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome {
        var edges = UsedEdges(box.style, base: space.containingWidth)
        let width = usedWidth(
            of: box, edges, space.width, containing: space.containingWidth, height: space.containingHeight)
        let legend = placeLegend(of: box, edges, width: width)
        if let legend { edges.border.top = max(edges.border.top, legend.bottom) }
        let known = heightBeforeContent(of: box, edges, space, width: width)
        var inner = FlowSpace(box, edges, space, width: width)
        if let known, known.isDefinite {
            inner.containingHeight = max(0, known.height - edges.inner.vertical)
        }
        if !edges.inner.top.isZero, space.mayBreakBefore, space.pages.crosses(from: space.origin.y, to: inner.origin.y)
        {
            return .breakBefore
        }
        let clones = box.style.box.boxDecorationBreak == .clone && !space.pages.isEndless
        if clones { space.pages.reserve(top: edges.inner.top, bottom: edges.inner.bottom) }
        var laidOut = layoutContent(of: box, inner, keepsOwnHeight: known != nil)
        if clones { space.pages.reserve(top: -edges.inner.top, bottom: -edges.inner.bottom) }
        // Taken, so that its arrays have one owner and are changed in place.
        guard var content = laidOut.take() else { return .breakBefore }
        if inner.ownsFloats, !inner.floats.isEmpty {
            content.height = max(content.height, inner.floats.bottom - inner.origin.y)
        }
        addMarker(of: box, to: &content, in: inner)
        let height = usedHeight(of: box, edges, space, known: known, content: content.height)
        // What holds the box open or cuts it parts its bottom margin from those inside (CSS 2.2 §8.3.1, §10.7).
        if height != content.height + edges.inner.vertical { content.trailingMargins = MarginStrut() }
        if breaksThoughItMustNot(box, height: height, content: content, space) { return .breakBefore }
        align(&content, in: box, free: height - edges.inner.vertical - content.height)
        if let legend { content.add(legend, in: edges) }
        return .done(finish(box, edges, Size(width: width, height: height), &content, in: space))
    }

    func layoutContent(of box: Box, _ inner: FlowSpace, keepsOwnHeight: Bool) -> FlowContent? {
        if let geometry = ColumnGeometry(box.style, available: inner.width), columnDepth < Self.mostNestedColumns {
            columnDepth += 1
            defer { columnDepth -= 1 }
            var columns = ColumnLayout(self, box, inner, geometry)
            return columns.run()
        }
        if case .inlines(let inlines) = box.inside {
            switch layoutInlines(inlines, of: box, in: inner.inlineSpace) {
            case .breakBefore: return nil
            case .done(let lines): return FlowContent(lines)
            }
        }
        var flow = BlockFlow(self, box, inner, keepsOwnHeight: keepsOwnHeight)
        return flow.run()
    }

    private func usedHeight(
        of box: Box, _ edges: UsedEdges, _ space: ConstraintSpace, known: KnownHeight?, content: Double
    ) -> Double {
        let inner = edges.inner.vertical
        if let known {
            guard known.growsWithContent, content + inner > known.height else { return known.height }
            return clampHeight(content + inner, of: box, inner: inner, containing: space.containingHeight)
        }
        if space.height == .content { return content + inner }
        let height = clampHeight(content + inner, of: box, inner: inner, containing: space.containingHeight)
        if case .atLeast(let least) = space.height { return max(height, least) }
        return height
    }

    /// A box that must not break but reaches over the end of its page, where it could still move.
    private func breaksThoughItMustNot(
        _ box: Box, height: Double, content: FlowContent, _ space: ConstraintSpace
    ) -> Bool {
        guard space.mayBreakBefore, space.avoidsBreaks || box.style.box.breakInside == .avoid else { return false }
        return content.dependsOnPages && content.crossesPages
            || space.pages.crosses(from: space.origin.y, to: space.origin.y + height)
    }

    /// `align-content` of a block container moves all it holds (CSS Box Alignment 3 §5.1.1).
    private func align(_ content: inout FlowContent, in box: Box, free: Double) {
        let alignment = box.style.arrangement.alignContent
        guard alignment.keyword != .normal, !content.crossesPages else { return }
        let shift = Point(x: 0, y: BoxAlignment.distribute(alignment, free: free, count: 1).before)
        guard shift.y != 0 else { return }
        for index in content.children.indices { content.children[index].origin += shift }
        for index in content.absolutes.indices { content.absolutes[index].staticPosition += shift }
        content.firstBaseline = content.firstBaseline.map { $0 + shift.y }
        content.lastBaseline = content.lastBaseline.map { $0 + shift.y }
    }

    /// - Parameter content: what stands in it goes over to the box, in place and not copied.
    private func finish(
        _ box: Box, _ edges: UsedEdges, _ size: Size, _ content: inout FlowContent, in space: ConstraintSpace
    ) -> BoxLayout {
        var parts = BoxFragment.Parts(box, edges)
        parts.size = size
        parts.border.top = min(edges.border.top, box.style.decoration.borderWidths.top)
        parts.legend = content.legend
        let shift = Point(x: edges.inner.left, y: edges.inner.top)
        for index in content.children.indices { content.children[index].origin += shift }
        swap(&parts.children, &content.children)
        var layout = BoxLayout(fragment: BoxFragment(consume parts))
        layout.firstBaseline = content.firstBaseline.map { $0 + shift.y }
        layout.lastBaseline = content.lastBaseline.map { $0 + shift.y }
        for index in content.absolutes.indices { content.absolutes[index].staticPosition += shift }
        swap(&layout.absolutes, &content.absolutes)
        layout.trailingMargins = content.trailingMargins
        layout.dependsOnPages =
            content.dependsOnPages || space.pages.crosses(from: space.origin.y, to: space.origin.y + size.height)
        layout.overflowRight = max(size.width, box.style.box.clips ? 0 : shift.x + content.overflowRight)
        return layout
    }

    /// Puts an outside list marker beside the first line (CSS Lists 3 §3.1).
    private func addMarker(of box: Box, to content: inout FlowContent, in inner: FlowSpace) {
        guard let marker = box.marker else { return }
        var space = ConstraintSpace(origin: Point(), pages: endless, containingWidth: inner.width)
        space.width = .shrinkToFit
        let layout = measure(marker, space)
        let edges = UsedEdges(marker.style, base: inner.width)
        let line = shaper.metrics(of: box.style.textGroup)
        let baseline: Double
        if let first = content.firstBaseline {
            baseline = first
        } else {
            let height = usedLineHeight(box.style.text, line)
            baseline = (height - line.ascent - line.descent) / 2 + line.ascent
            if content.height == 0 { content.height = height }
            content.firstBaseline = baseline
        }
        var y = baseline - (layout.firstBaseline ?? layout.size.height)
        if case .length(let raise) = marker.style.box.verticalAlign { y -= raise.resolved(against: 0) }
        let isRightToLeft = box.style.text.direction == .rtl
        let x = isRightToLeft ? inner.width + edges.margin.left : -edges.margin.right - layout.size.width
        content.children.insert(PlacedFragment(.box(layout.fragment), at: Point(x: x, y: y)), at: 0)
    }

    /// The used `line-height` in px.
    func usedLineHeight(_ text: TextStyle, _ metrics: FontMetrics) -> Double {
        switch text.lineHeight {
        case .normal: metrics.normalLineHeight
        case .number(let factor): factor * text.fontSize
        case .px(let px): px
        }
    }
}

/// The content box of a block container, as what stands in it sees it.
struct FlowSpace {
    /// Top left corner of the content box in flow coordinates.
    var origin: Point
    var width: Double
    var containingHeight: Double?
    var pages: PageFlow
    var floats: FloatContext
    var ownsFloats: Bool
    var mayBreakBefore: Bool
    var avoidsBreaks: Bool
    var followedBy: Double
    /// Whether the container's own top margin touches its first child's (CSS 2.2 §8.3.1).
    var adjoinsTop: Bool

    init(_ box: Box, _ edges: UsedEdges, _ space: ConstraintSpace, width: Double) {
        origin = space.origin + Point(x: edges.inner.left, y: edges.inner.top)
        self.width = max(0, width - edges.inner.horizontal)
        pages = space.pages
        let isContext = box.establishesFormattingContext || space.floats == nil
        ownsFloats = isContext
        floats = (isContext ? nil : space.floats) ?? FloatContext()
        mayBreakBefore = space.mayBreakBefore
        avoidsBreaks = space.avoidsBreaks || box.style.box.breakInside == .avoid
        followedBy = space.followedBy
        adjoinsTop = !isContext && edges.inner.top.isZero
    }

    /// The content box of columns that stand one under the other in a flow of their own.
    init(column pages: PageFlow, width: Double) {
        origin = Point()
        self.width = width
        self.pages = pages
        ownsFloats = true
        floats = FloatContext()
        mayBreakBefore = false
        avoidsBreaks = false
        followedBy = 0
        adjoinsTop = false
    }

    var inlineSpace: InlineSpace {
        InlineSpace(
            origin: origin, width: width, pages: pages, floats: floats, containingHeight: containingHeight,
            mayBreakBefore: mayBreakBefore, avoidsBreaks: avoidsBreaks)
    }
}

/// What a block container holds when it is laid out; places are from the content box's top left corner.
struct FlowContent {
    var children: [PlacedFragment] = []
    var height: Double = 0
    var firstBaseline: Double?
    var lastBaseline: Double?
    var absolutes: [AbsoluteBox] = []
    var trailingMargins = MarginStrut()
    var dependsOnPages = false
    /// Whether content really stands on more than one page.
    var crossesPages = false
    var overflowRight: Double = 0
    /// Of a `fieldset`, from the border box's top left corner.
    var legend: Rect?

    init() {}

    init(_ lines: InlineLayout) {
        children = lines.children
        height = lines.height
        firstBaseline = lines.firstBaseline
        lastBaseline = lines.lastBaseline
        absolutes = lines.absolutes
        dependsOnPages = lines.dependsOnPages
        crossesPages = lines.dependsOnPages
        overflowRight = lines.overflowRight
    }
}

extension BoxFragment.Parts {
    /// The parts that come straight from a box.
    init(_ box: Box, _ edges: UsedEdges) {
        self.init(role: box.fragmentRole, style: box.style)
        node = box.node
        pseudo = box.pseudo
        order = box.order
        border = edges.border
        padding = edges.padding
    }
}

extension Box {
    var fragmentRole: BoxFragment.Role {
        if style.box.float != .none { return .float }
        switch style.box.display {
        case .inlineBlock, .inlineTable, .inlineFlex, .inlineGrid, .inline: return .atomicInline
        case .tableCell: return .tableCell
        default: return .block
        }
    }
}
