import Geometry
import Synchronization

/// Answers what a page looks like from all `@page` rules (CSS Paged Media 3 §4 to §7).
final class PageCascade: PageStyleSource {
    private let rules: [PageRule]
    private let options: StyleEngine.Options
    /// The page context inherits from the root element.
    let root: ComputedStyle?
    /// Answers by the selectors that matched.
    private let answers = Mutex<[[Int]: PageStyle]>([:])
    private static let answerLimit = 512

    init(_ rules: [PageRule], options: StyleEngine.Options, root: ComputedStyle?) {
        self.rules = rules
        self.options = options
        self.root = root
    }

    func style(for page: PageTraits) -> PageStyle {
        let matched = matchedRules(page)
        if let known = answers.withLock({ $0[matched] }) { return known }
        let style = computed(matched.map { rules[$0] })
        answers.withLock { answers in
            if answers.count >= Self.answerLimit { answers.removeAll() }
            answers[matched] = style
        }
        return style
    }

    /// The rules for a page, from lowest to highest precedence.
    private func matchedRules(_ page: PageTraits) -> [Int] {
        var found: [(index: Int, specificity: Specificity)] = []
        for (index, rule) in rules.enumerated() {
            let best = rule.selectors.filter { $0.matches(page) }.map(\.specificity).max()
            if let best { found.append((index, best)) }
        }
        return found.sorted { a, b in
            a.specificity == b.specificity ? a.index < b.index : a.specificity < b.specificity
        }.map(\.index)
    }

    private func builder(parent: ComputedStyle?, size: Size) -> StyleBuilder {
        var builder = StyleBuilder(
            environment: ComputeEnvironment(viewport: size, metricsSource: options.fontMetrics), parent: parent,
            rootFontSize: root?.text.fontSize)
        if let root { builder.rootLineHeight = root.text.lineHeightInPixels }
        return builder
    }

    private func computed(_ rules: [PageRule]) -> PageStyle {
        let size = size(rules)
        var page = builder(parent: root, size: size)
        let defaults = MatchedBlock(block: Self.margins(options.pageMargin), level: .userAgent)
        Cascade.apply(
            [defaults] + rules.map { MatchedBlock(block: $0.block, level: .firstLayer) }, to: &page)
        page.box.display = .block
        let style = page.finished()
        var result = PageStyle(size: size, margin: margin(of: style, size), style: style)
        result.rotation = rules.last { $0.rotation != nil }?.rotation ?? 0
        for name in MarginBoxName.allCases {
            let blocks = rules.flatMap { rule in rule.marginBoxes.filter { $0.0 == name }.map(\.1) }
            if let box = marginBox(name, blocks, parent: style, size) { result.marginBoxes[name] = box }
        }
        return result
    }

    /// Percentages of vertical margins are of the height (CSS Paged Media 3 §7.2).
    private func margin(of style: ComputedStyle, _ size: Size) -> Edges<Double> {
        func used(_ value: LengthPercentageAuto, _ base: Double) -> Double {
            if case .length(let length) = value { length.resolved(against: base) } else { 0 }
        }
        let margin = style.box.margin
        return Edges(
            top: used(margin.top, size.height), right: used(margin.right, size.width),
            bottom: used(margin.bottom, size.height), left: used(margin.left, size.width))
    }

    /// 14,400 points in px: what readers of PDF take for a page (ISO 32000-1 Annex C.2).
    private static let longestSide = 19_200.0

    private func size(_ rules: [PageRule]) -> Size {
        let winner = rules.last { $0.size != nil && $0.sizeIsImportant } ?? rules.last { $0.size != nil }
        let normal = options.pageSize
        switch winner?.size {
        case nil, .auto?: return normal
        case .lengths(let width, let height)?:
            let builder = builder(parent: root, size: normal)
            let size = Size(width: width.pixels(in: builder), height: height.pixels(in: builder))
            // A page without extent holds nothing; the default serves better.
            guard size.width >= 1, size.height >= 1 else { return normal }
            return Size(width: min(size.width, Self.longestSide), height: min(size.height, Self.longestSide))
        case .sheet(let width, let height, let isLandscape)?:
            return isLandscape ? Size(width: height, height: width) : Size(width: width, height: height)
        case .orientation(let isLandscape)?:
            let (low, high) = (min(normal.width, normal.height), max(normal.width, normal.height))
            return isLandscape ? Size(width: high, height: low) : Size(width: low, height: high)
        }
    }

    private static func margins(_ edges: Edges<Double>) -> DeclarationBlock {
        let values: [(String, Setter)] = [
            ("margin-top", { $0.box.margin.top = .length(.px(edges.top)) }),
            ("margin-right", { $0.box.margin.right = .length(.px(edges.right)) }),
            ("margin-bottom", { $0.box.margin.bottom = .length(.px(edges.bottom)) }),
            ("margin-left", { $0.box.margin.left = .length(.px(edges.left)) }),
        ]
        return block(values)
    }

    private static func block(_ values: [(name: String, setter: Setter)]) -> DeclarationBlock {
        let declarations = values.compactMap { value in
            PropertyTable.id(value.name).map {
                Declaration(target: .property($0), value: .setter(value.setter))
            }
        }
        return DeclarationBlock(normal: declarations, important: [], dependsOnElement: false)
    }

    private func marginBox(
        _ name: MarginBoxName, _ blocks: [DeclarationBlock], parent: ComputedStyle, _ size: Size
    ) -> ComputedStyle? {
        guard !blocks.isEmpty else { return nil }
        var box = builder(parent: parent, size: size)
        let (align, place) = name.alignment
        let defaults = Self.block([
            ("text-align", { $0.text.textAlign = align }), ("vertical-align", { $0.box.verticalAlign = place }),
        ])
        Cascade.apply(
            [MatchedBlock(block: defaults, level: .userAgent)]
                + blocks.map { MatchedBlock(block: $0, level: .firstLayer) },
            to: &box)
        box.box.display = .block
        let style = box.finished()
        guard case .items = style.generated.content else { return nil }
        return style
    }
}

extension MarginBoxName {
    /// How the contents of a box stand in it by default (CSS Paged Media 3 §5.3).
    fileprivate var alignment: (TextAlign, VerticalAlign) {
        switch self {
        case .topLeftCorner: (.right, .middle)
        case .topLeft: (.left, .middle)
        case .topCenter: (.center, .middle)
        case .topRight: (.right, .middle)
        case .topRightCorner: (.left, .middle)
        case .leftTop: (.center, .top)
        case .leftMiddle: (.center, .middle)
        case .leftBottom: (.center, .bottom)
        case .rightTop: (.center, .top)
        case .rightMiddle: (.center, .middle)
        case .rightBottom: (.center, .bottom)
        case .bottomLeftCorner: (.right, .middle)
        case .bottomLeft: (.left, .middle)
        case .bottomCenter: (.center, .middle)
        case .bottomRight: (.right, .middle)
        case .bottomRightCorner: (.left, .middle)
        }
    }
}
