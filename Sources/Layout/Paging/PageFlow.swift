import Geometry
import Style

/// The pages of a document as layout goes down them: spaces one under the other in one flow coordinate, made when
/// they are first asked for.
///
/// Nobody hands a height around: content asks where the space at its place ends, and where the next one begins.
final class PageFlow {
    /// The area that one page gives to the flow.
    struct Space {
        var start: Double
        var height: Double
        var width: Double
        var traits: PageTraits
        var style: PageStyle?

        var end: Double { start + height }
    }

    private(set) var spaces: [Space] = []
    /// What the repeated heads and feet of tables take of each page's start and end while their rows are placed.
    private(set) var reservedTop: Double = 0
    private(set) var reservedBottom: Double = 0
    private let rules: PageRules?
    /// The heights of columns, for a flow of columns; the last one is that of all further ones.
    private let columnHeights: [Double]
    /// Areas too low to hold anything would never let a document end.
    private static let lowestArea: Double = 16
    /// Beyond this many pages the flow goes on without further cuts, so that no style sheet can exhaust memory.
    static let mostPages = 20_000
    /// Of the last of them, into which the rest goes.
    private static let heightWithoutEnd = 1e12

    /// What fits to within this is taken to fit: sums of fractions do not meet exactly.
    static let tolerance = 0.02

    private var columnWidth: Double = 0

    /// How much larger than on paper the areas are, for content that is shrunk to fit.
    private let zoom: Double

    init(rules: PageRules, firstPageName: String, zoom: Double = 1) {
        self.rules = rules
        self.zoom = zoom
        isEndless = false
        columnHeights = []
        append(name: firstPageName, isBlank: false)
    }

    private init(columns heights: [Double], width: Double) {
        rules = nil
        zoom = 1
        isEndless = heights.isEmpty
        columnHeights = heights
        columnWidth = width
        appendColumn()
    }

    private init() {
        rules = nil
        zoom = 1
        isEndless = true
        columnHeights = []
        spaces = [
            Space(
                start: 0, height: .infinity, width: .infinity,
                traits: PageTraits(isFirst: true, isRight: true, number: 1), style: nil)
        ]
    }

    /// One space without end, for measuring.
    static func endless() -> PageFlow { PageFlow() }

    /// A flow of columns in place of pages (CSS Multi-column 1).
    static func columns(_ heights: [Double], width: Double) -> PageFlow { PageFlow(columns: heights, width: width) }

    let isEndless: Bool
    var isColumns: Bool { !columnHeights.isEmpty }

    /// The index of the space that holds a place; at a border the lower space, but the upper one while room is kept
    /// at the start of the lower.
    func index(at y: Double) -> Int {
        guard !isEndless else { return 0 }
        let reach = reservedTop > 0 ? Self.tolerance : -Self.tolerance
        while let last = spaces.last, y >= last.end + reach, append(name: last.traits.name, isBlank: false) {}
        var low = 0
        var high = spaces.count - 1
        while low < high {
            let middle = (low + high) / 2
            if y >= spaces[middle].end + reach { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func space(at y: Double) -> Space { spaces[index(at: y)] }

    /// Where the space that holds a place ends for what is placed now.
    func end(at y: Double) -> Double { spaces[index(at: y)].end - reservedBottom }

    /// Whether a place is the very start of a page.
    func isStart(_ y: Double) -> Bool {
        guard !isEndless else { return false }
        return y <= spaces[index(at: y)].start + reservedTop + Self.tolerance
    }

    /// Whether something of this height fits into what is left of the space at `y`.
    func fits(_ height: Double, at y: Double) -> Bool {
        isEndless || y + height <= end(at: y) + Self.tolerance
    }

    /// Whether a box that begins at `y` reaches beyond the space it begins in.
    func crosses(from y: Double, to bottom: Double) -> Bool {
        !isEndless && bottom > end(at: y) + Self.tolerance
    }

    /// The start of the next page after the one at `y`. A page that exists already keeps its name.
    ///
    /// - Parameter side: for `left` and `right` breaks: whether the page must be a right one; a blank page is put
    ///   between if need be (CSS Fragmentation 3 §3.1).
    func next(after y: Double, name: String? = nil, mustBeRight side: Bool? = nil) -> Double {
        guard !isEndless else { return y }
        let here = index(at: y)
        let name = name ?? spaces[here].traits.name
        var next = here + 1
        if next == spaces.count, let side, !isColumns, spaces[here].traits.isRight == side,
            append(name: name, isBlank: true)
        {
            next += 1
        }
        if next == spaces.count { append(name: name, isBlank: false) }
        return next < spaces.count ? spaces[next].start + reservedTop : y
    }

    /// Keeps room free at the start and end of every page, beside what is kept already; negative amounts give it back.
    func reserve(top: Double, bottom: Double) {
        reservedTop += top
        reservedBottom += bottom
    }

    /// Gives the page at `y` a name, as long as it is new: nothing stands on it yet.
    func rename(pageAt y: Double, to name: String) {
        let index = index(at: y)
        guard rules != nil, index == spaces.count - 1, spaces[index].traits.name != name else { return }
        spaces.removeLast()
        append(name: name, isBlank: false)
    }

    /// Whether there are as many pages as there may be.
    var isFull: Bool { spaces.count >= Self.mostPages }

    /// Whether the next space is the last that may be made.
    private var isLast: Bool { spaces.count == Self.mostPages - 1 }

    @discardableResult
    private func appendColumn() -> Bool {
        guard spaces.count < Self.mostPages else { return false }
        let known = columnHeights[min(spaces.count, columnHeights.count - 1)]
        let height = isLast ? Self.heightWithoutEnd : known
        spaces.append(
            Space(
                start: spaces.last?.end ?? 0, height: max(1, height), width: columnWidth,
                traits: PageTraits(isFirst: spaces.isEmpty, isRight: true, number: spaces.count + 1), style: nil))
        return true
    }

    @discardableResult
    private func append(name: String, isBlank: Bool) -> Bool {
        if isColumns { return appendColumn() }
        guard let rules, spaces.count < Self.mostPages else { return false }
        let number = spaces.count + 1
        let traits = PageTraits(
            name: name, isFirst: number == 1, isRight: number % 2 == 1, isBlank: isBlank, number: number)
        let style = rules.style(for: traits)
        let area = style.pageArea
        spaces.append(
            Space(
                start: spaces.last?.end ?? 0,
                height: isLast ? Self.heightWithoutEnd : max(Self.lowestArea, area.height) * zoom,
                width: max(1, area.width) * zoom,
                traits: traits, style: style))
        return true
    }
}

extension PageStyle {
    /// Border and padding of the page box, inside its margins.
    var pageEdges: Edges<Double> {
        let base = size.width
        return style.decoration.borderWidths + style.box.padding.map { $0.resolved(against: base) }
    }

    /// What the page's margins, borders and padding leave, rounded up to whole px as browsers do: lengths are counted
    /// in 64ths of a px, those of the sides rounded down.
    fileprivate var pageArea: Size {
        func left(of whole: Double, _ start: Double, _ end: Double) -> Double {
            let units = (whole * 64).rounded() - (start * 64).rounded(.down) - (end * 64).rounded(.down)
            return (units / 64).rounded(.up)
        }
        let edges = margin + pageEdges
        return Size(
            width: left(of: size.width, edges.left, edges.right), height: left(of: size.height, edges.top, edges.bottom)
        )
    }
}
