import Geometry
import Markup
import Style

/// Computed styles from `style` attributes and the defaults of HTML's table elements, for tests of layout alone.
struct InlineStyles {
    private let document: Document
    private var styles: [ComputedStyle?]

    static func style(_ document: Document, page: Size) -> StyledDocument {
        var maker = InlineStyles(document: document, styles: Array(repeating: nil, count: document.nodes.count))
        for index in document.nodes.indices where document.nodes[index].kind == .element { maker.style(index) }
        return StyledDocument(
            document: document, styles: maker.styles, pseudoStyles: [:], pageRules: PageRules(OnePage(size: page)))
    }

    private struct OnePage: PageStyleSource {
        var size: Size
        func style(for page: PageTraits) -> PageStyle { PageStyle(size: size, margin: .zero, style: .initial) }
    }

    private mutating func style(_ index: Int) {
        let node = document.nodes[index]
        let parent = node.parent.flatMap { styles[$0.index] }
        var values = Values(text: parent?.text ?? TextStyle(), element: node.name)
        if let attribute = node.attribute("style") {
            for declaration in attribute.split(separator: ";") {
                let parts = declaration.split(separator: ":").map { $0.trimmingSpaces }
                if parts.count == 2 { values.set(parts[0], parts[1]) }
            }
        }
        styles[index] = values.computed
    }

    private struct Values {
        var text: TextStyle
        var box = BoxStyle()
        var decoration = DecorationStyle()

        var computed: ComputedStyle {
            ComputedStyle(
                text: Group(text), box: Group(box), decoration: Group(decoration),
                arrangement: ComputedStyle.initial.arrangementGroup, generated: ComputedStyle.initial.generatedGroup)
        }

        init(text: TextStyle, element: String) {
            self.text = text
            switch element {
            case "head", "style", "script", "title": box.display = .none
            case "html", "body", "div", "p": box.display = .block
            case "table":
                box.display = .table
                box.boxSizing = .borderBox
                self.text.borderSpacing = Size(width: 2, height: 2)
                self.text.borderCollapse = .separate
            case "thead", "tbody", "tfoot": (box.display, box.verticalAlign) = (Self.group(element), .middle)
            case "tr": (box.display, box.verticalAlign) = (.tableRow, .middle)
            case "td", "th":
                (box.display, box.verticalAlign) = (.tableCell, .middle)
                box.padding = Edges(.px(1))
            case "col": box.display = .tableColumn
            case "colgroup": box.display = .tableColumnGroup
            case "caption": box.display = .tableCaption
            default: box.display = .inline
            }
        }

        private static func group(_ element: String) -> Display {
            element == "thead" ? .tableHeaderGroup : element == "tfoot" ? .tableFooterGroup : .tableRowGroup
        }

        // MARK: Declarations

        mutating func set(_ name: String, _ value: String) {
            switch name {
            case "display": box.display = Self.display(value)
            case "width": box.width = Self.sizing(value)
            case "height": box.height = Self.sizing(value)
            case "min-width": box.minWidth = Self.sizing(value)
            case "min-height": box.minHeight = Self.sizing(value)
            case "max-width": box.maxWidth = Self.sizing(value)
            case "box-sizing": box.boxSizing = value == "border-box" ? .borderBox : .contentBox
            case "float": box.float = value == "left" ? .left : .right
            case "position": box.position = value == "absolute" ? .absolute : .relative
            case "top": box.inset.top = .length(Self.length(value))
            case "bottom": box.inset.bottom = .length(Self.length(value))
            case "left": box.inset.left = .length(Self.length(value))
            case "table-layout": box.tableLayout = value == "fixed" ? .fixed : .auto
            case "vertical-align": box.verticalAlign = Self.align(value)
            case "padding": box.padding = Self.edges(value).map(Self.length)
            case "padding-bottom": box.padding.bottom = Self.length(value)
            case "margin": box.margin = Self.edges(value).map { $0 == "auto" ? .auto : .length(Self.length($0)) }
            case "break-before": box.breakBefore = Self.between(value)
            case "break-after": box.breakAfter = Self.between(value)
            case "break-inside": box.breakInside = value == "avoid" ? .avoid : .auto
            default: setInherited(name, value)
            }
        }

        private mutating func setInherited(_ name: String, _ value: String) {
            switch name {
            case "border-spacing":
                let parts = value.split(separator: " ").map { Self.length(String($0)).resolved(against: 0) }
                text.borderSpacing = Size(width: parts[0], height: parts[parts.count - 1])
            case "border-collapse": text.borderCollapse = value == "collapse" ? .collapse : .separate
            case "caption-side": text.captionSide = value == "bottom" ? .bottom : .top
            case "empty-cells": text.emptyCells = value == "hide" ? .hide : .show
            case "direction": text.direction = value == "rtl" ? .rtl : .ltr
            case "visibility": text.visibility = value == "collapse" ? .collapse : .hidden
            case "font-size": text.fontSize = Self.length(value).resolved(against: 0)
            case "line-height": text.lineHeight = .px(Self.length(value).resolved(against: 0))
            case "background":
                decoration.backgroundColor = value == "red" ? Color(red: 1, green: 0, blue: 0) : .black
            case "border": decoration.border = Edges(Self.side(value))
            case "border-top": decoration.border.top = Self.side(value)
            case "border-right": decoration.border.right = Self.side(value)
            case "border-bottom": decoration.border.bottom = Self.side(value)
            case "border-left": decoration.border.left = Self.side(value)
            default: preconditionFailure("the tests' style attributes do not know \(name)")
            }
        }

        private static func length(_ value: String) -> LengthPercentage {
            if value.hasSuffix("%") { return .percent((Double(value.dropLast()) ?? 0) / 100) }
            return .px(Double(value.hasSuffix("px") ? String(value.dropLast(2)) : value) ?? 0)
        }

        private static func sizing(_ value: String) -> Sizing { value == "auto" ? .auto : .length(length(value)) }

        private static func edges(_ value: String) -> Edges<String> {
            let parts = value.split(separator: " ").map(String.init)
            let right = parts.count > 1 ? parts[1] : parts[0]
            return Edges(
                top: parts[0], right: right, bottom: parts.count > 2 ? parts[2] : parts[0],
                left: parts.count > 3 ? parts[3] : right)
        }

        private static func side(_ value: String) -> BorderSide {
            var side = BorderSide()
            for word in value.split(separator: " ").map(String.init) {
                switch word {
                case "solid": side.style = .solid
                case "dashed": side.style = .dashed
                case "double": side.style = .double
                case "hidden": side.style = .hidden
                case "none": side.style = .none
                case "black": side.color = .black
                case "red": side.color = Color(red: 1, green: 0, blue: 0)
                default: side.width = length(word).resolved(against: 0)
                }
            }
            if side.style == .hidden || side.style == .none { side.width = 0 }
            return side
        }

        private static func align(_ value: String) -> VerticalAlign {
            switch value {
            case "top": .top
            case "middle": .middle
            case "bottom": .bottom
            default: .baseline
            }
        }

        private static func between(_ value: String) -> BreakBetween {
            switch value {
            case "avoid": .avoid
            case "page": .page
            case "right": .right
            case "left": .left
            default: .auto
            }
        }

        private static func display(_ value: String) -> Display {
            switch value {
            case "table": .table
            case "table-row": .tableRow
            case "table-cell": .tableCell
            case "inline-table": .inlineTable
            case "inline-block": .inlineBlock
            case "block": .block
            default: .none
            }
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
