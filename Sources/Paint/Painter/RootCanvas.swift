import Geometry
import Layout
public import Markup
public import Style

/// What the root element gives to the canvas behind each page (CSS Backgrounds 3 §2.11): the background of `html`, or
/// of `body` when `html` has none.
public struct RootCanvas: Sendable {
    public var background: ComputedStyle?
    /// The element that the background was taken from; it paints none of its own.
    public var backgroundNode: NodeID?
    /// `html` and `body`, whose `overflow` belongs to the page.
    public var viewportNodes: [NodeID]

    public init(background: ComputedStyle? = nil, backgroundNode: NodeID? = nil, viewportNodes: [NodeID] = []) {
        self.background = background
        self.backgroundNode = backgroundNode
        self.viewportNodes = viewportNodes
    }
}

extension Painter {
    /// The page context's background covers the whole page box, its border lies inside the margins (CSS Paged Media 3
    /// §5).
    func paintPageDecoration(_ page: PageFragment) {
        let sheet = RoundedRect(Rect(origin: Point(), size: page.size))
        let style = page.root.style
        paintBackground(
            style.decorationGroup,
            BackgroundArea(borderBox: sheet, border: .zero, padding: .zero, positioning: sheet.rect))
        let inner = RoundedRect(sheet.rect.inset(by: page.margin))
        paintBorder(BorderShape(inner, style.decoration.border, style.decoration.borderWidths))
    }

    /// As in Chromium's print, the canvas is the page area: within the margins.
    func paintRootCanvas(_ page: PageFragment) {
        guard let style = rootCanvas.background else { return }
        let pageStyle = page.root.style
        let padding = pageStyle.box.padding.map { $0.resolved(against: page.size.width) }
        let edges = page.margin + pageStyle.decoration.borderWidths + padding
        let area = RoundedRect(Rect(origin: Point(), size: page.size).inset(by: edges))
        paintBackground(
            style.decorationGroup,
            BackgroundArea(borderBox: area, border: .zero, padding: .zero, positioning: area.rect))
    }
}
