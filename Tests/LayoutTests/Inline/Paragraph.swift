import Geometry
import Markup
import Style
import TestKit

@testable import Layout

/// A paragraph put together by hand, laid out with the fake font and shown as text.
///
/// Its font is 10 px: a character is 10 px wide, 8 above and 2 below the baseline.
final class Paragraph {
    let style: ComputedStyle
    let content = InlineContent()
    let shaper = FakeShaper()
    let context: LayoutContext
    private var open: [(index: Int, style: ComputedStyle)] = []

    init(
        text: (inout TextStyle) -> Void = { _ in }, box: (inout BoxStyle) -> Void = { _ in }
    ) {
        style = ComputedStyle.initial.with(
            text: {
                $0.fontSize = 10
                text(&$0)
            },
            box: {
                $0.display = .block
                box(&$0)
            })
        let nothing = ComputedStyle.initial
        let pages = PageRules(OnePageSize(height: 1_000, style: nothing))
        let styled = StyledDocument(document: Document(nodes: []), styles: [], pseudoStyles: [:], pageRules: pages)
        context = LayoutContext(styled: styled, shaper: shaper, images: NoImages())
    }

    private var here: ComputedStyle { open.last?.style ?? style }

    @discardableResult
    func text(_ text: String) -> Self {
        content.items.append(.text(InlineText(text: text, style: here, node: nil)))
        return self
    }

    /// Opens an inline box.
    @discardableResult
    func open(
        text: (inout TextStyle) -> Void = { _ in }, decoration: (inout DecorationStyle) -> Void = { _ in },
        box: (inout BoxStyle) -> Void = { _ in }
    ) -> Self {
        let style = here.with(text: text, box: box, decoration: decoration, inherits: true)
        content.boxes.append(
            InlineBox(
                style: style, node: nil, pseudo: nil, order: 0, parent: open.last?.index, hasStart: true, hasEnd: true))
        content.items.append(.open(content.boxes.count - 1))
        open.append((content.boxes.count - 1, style))
        return self
    }

    /// Opens an inline box with box properties.
    @discardableResult
    func inline(_ box: (inout BoxStyle) -> Void) -> Self { open(box: box) }

    @discardableResult
    func close() -> Self {
        guard let last = open.popLast() else { return self }
        content.items.append(.close(last.index))
        return self
    }

    /// An inline-block of a size, with a text in it that gives it a baseline.
    @discardableResult
    func atomic(
        _ width: Double, _ height: Double, text: String = "", box: (inout BoxStyle) -> Void = { _ in }
    ) -> Self {
        content.items.append(
            .atomic(
                block(width, height, text: text) {
                    $0.display = .inlineBlock; box(&$0)
                }))
        return self
    }

    @discardableResult
    func float(
        _ side: BoxStyle.Float, _ width: Double, _ height: Double, box: (inout BoxStyle) -> Void = { _ in }
    ) -> Self {
        content.items.append(
            .float(
                block(width, height, text: "") {
                    $0.float = side; box(&$0)
                }))
        return self
    }

    @discardableResult
    func absolute(_ box: (inout BoxStyle) -> Void = { _ in }) -> Self {
        content.items.append(
            .absolute(
                block(10, 10, text: "") {
                    $0.position = .absolute
                    $0.wasInlineLevel = true
                    box(&$0)
                }))
        return self
    }

    @discardableResult
    func lineBreak(clear: BoxStyle.Clear = .none) -> Self {
        let style = here.with(box: { $0.clear = clear }, inherits: true)
        content.items.append(.lineBreak(Box(style: style, node: nil, order: 0, inside: .blocks)))
        return self
    }

    @discardableResult
    func breakOpportunity() -> Self {
        content.items.append(.breakOpportunity)
        return self
    }

    private func block(
        _ width: Double, _ height: Double, text: String, _ set: (inout BoxStyle) -> Void
    ) -> Box {
        let style = here.with(
            text: { $0.whiteSpace = .nowrap },
            box: {
                $0.display = .block
                $0.width = .length(.px(width))
                $0.height = .length(.px(height))
                set(&$0)
            }, inherits: true)
        let inner = InlineContent()
        if !text.isEmpty { inner.items = [.text(InlineText(text: text, style: style, node: nil))] }
        return Box(style: style, node: nil, order: 0, inside: text.isEmpty ? .blocks : .inlines(inner))
    }

    // MARK: Laying out

    var box: Box { Box(style: style, node: nil, order: 0, inside: .inlines(content)) }

    func layOut(width: Double, floats: FloatContext = FloatContext()) -> InlineLayout? {
        var space = InlineSpace(
            origin: Point(), width: width, pages: .endless(), floats: floats, mayBreakBefore: false,
            avoidsBreaks: false)
        space.containingHeight = nil
        return layOut(in: space)
    }

    func layOut(in space: InlineSpace) -> InlineLayout? {
        guard case .done(let layout) = context.layoutInlines(content, of: box, in: space) else { return nil }
        return layout
    }

    /// The lines in short form; see `Dump`.
    func lines(_ width: Double, floats: FloatContext = FloatContext()) -> [String] {
        layOut(width: width, floats: floats).map(Dump.lines) ?? ["break before"]
    }

    /// The text of each line, without places.
    func words(_ width: Double) -> [String] {
        guard let layout = layOut(width: width) else { return [] }
        return layout.children.compactMap { child in
            guard case .box(let line) = child.fragment, line.role == .line else { return nil }
            return Dump.text(of: line)
        }
    }

    func sizes() -> [Double] {
        let sizes = context.intrinsicSizes(of: content, in: box)
        return [sizes.minContent, sizes.maxContent]
    }

    /// A space on pages of a height, from a place on the first one.
    func pages(
        _ height: Double, from y: Double = 0, width: Double = 50, mayBreakBefore: Bool = false,
        avoidsBreaks: Bool = false
    ) -> InlineSpace {
        let rules = PageRules(OnePageSize(height: height, style: .initial))
        return InlineSpace(
            origin: Point(x: 0, y: y), width: width, pages: PageFlow(rules: rules, firstPageName: ""),
            floats: FloatContext(), mayBreakBefore: mayBreakBefore, avoidsBreaks: avoidsBreaks)
    }

    /// Where the lines stand in the flow.
    func tops(in space: InlineSpace) -> [Double]? {
        layOut(in: space)?.children.map { $0.origin.y + space.origin.y }
    }
}

private struct OnePageSize: PageStyleSource {
    var height: Double
    var style: ComputedStyle

    func style(for page: PageTraits) -> PageStyle {
        PageStyle(size: Size(width: 1_000, height: height), margin: .zero, style: style)
    }
}

extension ComputedStyle {
    /// A copy with changes; `inherits` takes only what an element inherits from this one.
    func with(
        text change: (inout TextStyle) -> Void = { _ in }, box changeBox: (inout BoxStyle) -> Void = { _ in },
        decoration changeDecoration: (inout DecorationStyle) -> Void = { _ in }, inherits: Bool = false
    ) -> ComputedStyle {
        var text = self.text
        var box = inherits ? BoxStyle() : self.box
        var decoration = inherits ? DecorationStyle() : self.decoration
        change(&text)
        changeBox(&box)
        changeDecoration(&decoration)
        return ComputedStyle(
            text: text == self.text ? textGroup : Group(text), box: Group(box), decoration: Group(decoration),
            arrangement: ComputedStyle.initial.arrangementGroup, generated: ComputedStyle.initial.generatedGroup)
    }
}

/// Lines as text: `y+height x"text"`, `x(w …)` for an inline box of width w, `x[wxh]` for an atomic box or float, with
/// `^n` behind what does not stand on the line's baseline (text) or top (boxes): n px from the line's top.
enum Dump {
    static func lines(_ layout: InlineLayout) -> [String] {
        layout.children.map { child in
            guard case .box(let box) = child.fragment else { return "?" }
            let place = child.origin
            guard box.role == .line else {
                return "float \(n(place.x)),\(n(place.y)) \(n(box.size.width))x\(n(box.size.height))"
            }
            let items = box.children.map { item($0, from: Point(x: place.x, y: 0)) }
            return "\(n(place.y))+\(n(box.size.height)) " + items.joined(separator: " ")
        }
    }

    static func item(_ child: PlacedFragment, from origin: Point) -> String {
        let place = origin + child.origin
        switch child.fragment {
        case .text(let text):
            return "\(n(place.x))\"\(String(decoding: text.text, as: UTF8.self))\"^\(n(place.y))"
        case .box(let box) where box.role == .inline:
            let inner = box.children.map { item($0, from: place) }.joined(separator: " ")
            return "\(n(place.x))(\(n(box.size.width)) \(inner))"
        case .box(let box):
            return "\(n(place.x))[\(n(box.size.width))x\(n(box.size.height))]^\(n(place.y))"
        }
    }

    static func text(of box: BoxFragment) -> String {
        box.children.map { child in
            switch child.fragment {
            case .text(let text): String(decoding: text.text, as: UTF8.self)
            case .box(let box): text(of: box)
            }
        }.joined()
    }

    private static func n(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
