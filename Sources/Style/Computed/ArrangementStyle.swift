/// Flex and grid containers and their items, alignment, gaps, columns; not inherited.
public struct ArrangementStyle: Sendable, Hashable {
    public var flexDirection = FlexDirection.row
    public var flexWrap = FlexWrap.nowrap
    /// How many lines `flex-wrap: balance` makes at the least.
    public var flexLineCount = 1
    public var flexGrow: Double = 0
    public var flexShrink: Double = 1
    public var flexBasis = Sizing.auto
    public var order = 0

    public var alignContent = Alignment(.normal)
    public var alignItems = Alignment(.normal)
    /// `auto` takes the parent's `alignItems`.
    public var alignSelf = Alignment(.auto)
    public var justifyContent = Alignment(.normal)
    public var justifyItems = Alignment(.normal)
    public var justifySelf = Alignment(.auto)
    /// nil is `normal`: 0, but 1em between columns.
    public var rowGap: LengthPercentage?
    public var columnGap: LengthPercentage?

    public var gridTemplateColumns = TrackList()
    public var gridTemplateRows = TrackList()
    /// Rows of names; nil is an empty cell.
    public var gridTemplateAreas: [[String?]] = []
    public var gridAutoColumns: [TrackSize] = [.auto]
    public var gridAutoRows: [TrackSize] = [.auto]
    public var gridAutoFlow = GridAutoFlow()
    public var gridRowStart = GridLine.auto
    public var gridRowEnd = GridLine.auto
    public var gridColumnStart = GridLine.auto
    public var gridColumnEnd = GridLine.auto

    public var columnCount: Int?
    public var columnWidth: Double?
    public var columnRule = BorderSide()
    public var columnSpanAll = false
    public var columnFillBalances = true

    public init() {}
}

public enum FlexDirection: UInt8, Sendable, Hashable {
    case row, rowReverse, column, columnReverse

    @inlinable public var isColumn: Bool { self == .column || self == .columnReverse }
    @inlinable public var isReverse: Bool { self == .rowReverse || self == .columnReverse }
}

/// `balance` and `balanceReverse` make the lines as even as can be (CSS Flexbox 2 §2.1).
public enum FlexWrap: UInt8, Sendable, Hashable {
    case nowrap, wrap, wrapReverse, balance, balanceReverse

    @inlinable public var isReverse: Bool { self == .wrapReverse || self == .balanceReverse }
    @inlinable public var balances: Bool { self == .balance || self == .balanceReverse }
}

/// A value of CSS Box Alignment 3.
public struct Alignment: Sendable, Hashable {
    public enum Keyword: UInt8, Sendable, Hashable {
        case auto, normal, stretch, start, end, center, flexStart, flexEnd, selfStart, selfEnd, left, right
        case baseline, lastBaseline, spaceBetween, spaceAround, spaceEvenly
    }

    public var keyword: Keyword
    /// `safe`: falls back to start when it would overflow.
    public var isSafe: Bool

    public init(_ keyword: Keyword, isSafe: Bool = false) {
        self.keyword = keyword
        self.isSafe = isSafe
    }
}

/// `grid-template-columns` or `-rows`.
public struct TrackList: Sendable, Hashable {
    public enum Item: Sendable, Hashable {
        case track(TrackSize)
        /// `[a b]` before the next track.
        case lineNames([String])
        /// `repeat(n, …)` is expanded when parsed; only `auto-fill` and `auto-fit` stay.
        case autoRepeat(fit: Bool, [Item])
    }

    public var items: [Item]
    public var isSubgrid: Bool

    public init(items: [Item] = [], isSubgrid: Bool = false) {
        self.items = items
        self.isSubgrid = isSubgrid
    }
}

public indirect enum TrackSize: Sendable, Hashable {
    case auto, minContent, maxContent
    case length(LengthPercentage)
    case fraction(Double)
    case fitContent(LengthPercentage)
    case minmax(TrackSize, TrackSize)
}

public struct GridAutoFlow: Sendable, Hashable {
    public var isColumn = false
    public var isDense = false
    public init() {}
}

public enum GridLine: Sendable, Hashable {
    case auto
    /// A line by number from 1, or from the end when negative.
    case line(Int)
    /// The n-th line of a name; 0 stands for "no number given", which area names answer first.
    case named(String, Int)
    case span(Int)
    case spanNamed(String, Int)
}
