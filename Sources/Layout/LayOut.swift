import Geometry
import Markup
public import Style

/// Lays out a styled document on pages.
///
/// Content wider than the page is shrunk to fit, down to half its size, as browsers do when they print.
public func layOut(
    _ styled: StyledDocument, shaper: any TextShaper, images: any ImageSizer
) -> LayoutResult {
    let context = LayoutContext(styled: styled, shaper: shaper, images: images)
    let builder = BoxBuilder(context)
    guard let root = builder.buildRoot() else {
        return LayoutResult(pages: [PageAssembly.emptyPage(styled.pageRules)], diagnostics: context.diagnostics)
    }
    root.pageName = root.style.generated.page ?? ""
    if context.usesNamedPages { root.spreadPageNames() }
    var flow = DocumentFlow(context, root, zoom: 1)
    if let zoom = flow.zoomToFit(context) {
        root.forgetLayout()
        flow = DocumentFlow(context, root, zoom: zoom)
    }
    return LayoutResult(pages: PageAssembly(context, root, flow).pages(), diagnostics: context.diagnostics)
}

/// The document laid out in one flow of pages.
struct DocumentFlow {
    let pages: PageFlow
    let layout: BoxLayout
    let origin: Point
    /// How much larger than on paper the page area is for layout.
    let zoom: Double

    init(_ context: LayoutContext, _ root: Box, zoom: Double) {
        self.zoom = zoom
        pages = PageFlow(rules: context.styled.pageRules, firstPageName: context.startPage(of: root), zoom: zoom)
        let first = pages.space(at: 0)
        let edges = UsedEdges(root.style, base: first.width)
        origin = Point(x: edges.margin.left, y: edges.margin.top)
        var space = ConstraintSpace(
            origin: origin, pages: pages, containingWidth: first.width, containingHeight: first.height)
        if root.style.box.width == .auto, case .table = root.inside {
        } else {
            space.width = .fixed(
                context.usedWidth(of: root, edges, .fill, containing: first.width))
        }
        guard case .done(let layout) = context.layout(root, space) else {
            preconditionFailure("the root stands at the start of the first page")
        }
        self.layout = layout
    }

    /// The zoom at which content that is too wide now would fit; nil when it fits, or cannot be helped.
    func zoomToFit(_ context: LayoutContext) -> Double? {
        let width = pages.space(at: 0).width
        let overflow = max(origin.x + layout.overflowRight, rightEndOfAbsolutes(context))
        // A fraction of a pixel is rounding, not content.
        guard zoom == 1, overflow > width + 0.5, width > 1 else { return nil }
        return min(2, overflow / width)
    }

    /// How far the absolutely positioned boxes reach that the page area contains.
    private func rightEndOfAbsolutes(_ context: LayoutContext) -> Double {
        let first = pages.space(at: 0)
        let place = AbsolutePlace(
            area: Rect(x: 0, y: 0, width: first.width, height: first.height), flowOrigin: Point(),
            pages: context.endless)
        let ends = layout.absolutes.lazy.filter { $0.box.style.box.position == .absolute }.map { absolute -> Double in
            let (placed, _) = context.layoutAbsolute(absolute, in: place)
            guard case .box(let box) = placed.fragment else { return 0 }
            return origin.x + placed.origin.x + box.size.width
        }
        return ends.max() ?? 0
    }
}

extension Box {
    /// Drops what depends on the width of the page; intrinsic sizes stay.
    fileprivate func forgetLayout() {
        measured = []
        leadingMargins = nil
        for child in children { child.forgetLayout() }
        guard case .inlines(let content) = inside else { return }
        for item in content.items {
            switch item {
            case .atomic(let box), .float(let box), .absolute(let box): box.forgetLayout()
            default: continue
            }
        }
    }
}
