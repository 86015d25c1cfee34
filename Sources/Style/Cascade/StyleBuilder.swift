import Geometry

/// What `ex` and `ch` are for a text: the height of x and the advance of 0, in px.
public typealias FontMetricsSource = @Sendable (TextStyle) -> FontMetricsAnswer

public struct FontMetricsAnswer: Sendable, Hashable {
    public var xHeight: Double
    public var zeroWidth: Double

    public init(xHeight: Double, zeroWidth: Double) {
        self.xHeight = xHeight
        self.zeroWidth = zeroWidth
    }
}

/// What computed values depend on besides the element and its parent.
struct ComputeEnvironment: Sendable {
    /// Width and height that `vw` and `vh` refer to: the page area.
    var viewport: Size
    var metricsSource: FontMetricsSource?

    /// Half an em where nobody knows better (CSS Values 4 §6.1.1).
    func metrics(of text: TextStyle) -> FontMetricsAnswer {
        metricsSource?(text) ?? FontMetricsAnswer(xHeight: text.fontSize / 2, zeroWidth: text.fontSize / 2)
    }
}

/// The computed values of one element in the making. It starts with what is inherited and all else initial; setters of
/// declarations write to it in the order of the property table (fonts first, then colour, then the rest).
struct StyleBuilder: Sendable {
    let environment: ComputeEnvironment
    /// The style that is inherited from; nil for the root element.
    let parent: ComputedStyle?
    var rootFontSize: Double
    var rootLineHeight: Double
    /// The value of an attribute of the element, for `attr()`.
    var attribute: @Sendable (String) -> String? = { _ in nil }
    var customs: CustomProperties

    private var textValues: TextStyle
    private var boxValues = BoxStyle()
    private var decorationValues = StyleBuilder.initialDecoration
    private var arrangementValues = StyleBuilder.initialArrangement
    private var generatedValues = GeneratedStyle()
    private var changed: Groups = []

    /// Colours that are `currentColor` because nobody set them.
    var unsetColors: ColorSet = .all
    var backgroundLists = BackgroundLists()

    private struct Groups: OptionSet, Sendable {
        let rawValue: UInt8
        static let text = Groups(rawValue: 1)
        static let box = Groups(rawValue: 2)
        static let decoration = Groups(rawValue: 4)
        static let arrangement = Groups(rawValue: 8)
        static let generated = Groups(rawValue: 16)
    }

    struct ColorSet: OptionSet, Sendable {
        let rawValue: UInt8
        static let top = ColorSet(rawValue: 1)
        static let right = ColorSet(rawValue: 2)
        static let bottom = ColorSet(rawValue: 4)
        static let left = ColorSet(rawValue: 8)
        static let outline = ColorSet(rawValue: 16)
        static let rule = ColorSet(rawValue: 32)
        static let textDecoration = ColorSet(rawValue: 64)
        static let all = ColorSet(rawValue: 127)
    }

    /// Width `medium`, which counts only where a style is set too.
    static let mediumWidth = 3.0

    private static let initialDecoration: DecorationStyle = {
        var values = DecorationStyle()
        values.border = Edges(BorderSide(width: mediumWidth, style: .none, color: .black))
        values.outline = BorderSide(width: mediumWidth, style: .none, color: .black)
        return values
    }()

    private static let initialArrangement: ArrangementStyle = {
        var values = ArrangementStyle()
        values.columnRule = BorderSide(width: mediumWidth, style: .none, color: .black)
        return values
    }()

    /// For values that depend on no element: media queries, page sizes.
    static let detached = StyleBuilder(
        environment: ComputeEnvironment(viewport: Size(width: 0, height: 0)), parent: nil)

    init(environment: ComputeEnvironment, parent: ComputedStyle?, rootFontSize: Double? = nil) {
        self.environment = environment
        self.parent = parent
        textValues = parent?.text ?? TextStyle()
        customs = parent?.customs ?? CustomProperties.none
        self.rootFontSize = rootFontSize ?? 16
        rootLineHeight = (rootFontSize ?? 16) * 1.2
    }

    var text: TextStyle {
        get { textValues }
        _modify {
            changed.insert(.text)
            yield &textValues
        }
    }

    var box: BoxStyle {
        get { boxValues }
        _modify {
            changed.insert(.box)
            yield &boxValues
        }
    }

    var decoration: DecorationStyle {
        get { decorationValues }
        _modify {
            changed.insert(.decoration)
            yield &decorationValues
        }
    }

    var arrangement: ArrangementStyle {
        get { arrangementValues }
        _modify {
            changed.insert(.arrangement)
            yield &arrangementValues
        }
    }

    var generated: GeneratedStyle {
        get { generatedValues }
        _modify {
            changed.insert(.generated)
            yield &generatedValues
        }
    }

    /// The font size that `em` refers to inside `font-size` itself.
    var parentFontSize: Double { parent?.text.fontSize ?? 16 }

    /// The finished style; groups that nobody changed are those of the parent, or the initial ones.
    func finished() -> ComputedStyle {
        let initial = ComputedStyle.initial
        return ComputedStyle(
            text: changed.contains(.text) ? Group(textValues) : (parent?.textGroup ?? initial.textGroup),
            box: changed.contains(.box) ? Group(finishedBox) : initial.boxGroup,
            decoration: changed.contains(.decoration) ? Group(finishedDecoration) : initial.decorationGroup,
            arrangement: changed.contains(.arrangement) ? Group(finishedArrangement) : initial.arrangementGroup,
            generated: changed.contains(.generated) ? Group(generatedValues) : initial.generatedGroup,
            customs: customs)
    }

    private var finishedBox: BoxStyle {
        var box = boxValues
        if unsetColors.contains(.textDecoration) { box.textDecoration.color = textValues.color }
        // One axis that scrolls makes the other do so (CSS Overflow 3 §3.1).
        if box.overflowX.scrolls != box.overflowY.scrolls {
            if box.overflowX == .visible { box.overflowX = .auto }
            if box.overflowY == .visible { box.overflowY = .auto }
            if box.overflowX == .clip { box.overflowX = .hidden }
            if box.overflowY == .clip { box.overflowY = .hidden }
        }
        return box
    }

    private var finishedDecoration: DecorationStyle {
        var values = decorationValues
        if unsetColors.contains(.top) { values.border.top.color = textValues.color }
        if unsetColors.contains(.right) { values.border.right.color = textValues.color }
        if unsetColors.contains(.bottom) { values.border.bottom.color = textValues.color }
        if unsetColors.contains(.left) { values.border.left.color = textValues.color }
        if unsetColors.contains(.outline) { values.outline.color = textValues.color }
        values.border = values.border.map(\.used)
        values.outline = values.outline.used
        return values
    }

    private var finishedArrangement: ArrangementStyle {
        var values = arrangementValues
        if unsetColors.contains(.rule) { values.columnRule.color = textValues.color }
        values.columnRule = values.columnRule.used
        return values
    }
}

extension BorderSide {
    /// A side that is not drawn is 0 wide (CSS Backgrounds 3 §3.3).
    fileprivate var used: BorderSide {
        style == .none || style == .hidden ? BorderSide(width: 0, style: style, color: color) : self
    }
}

extension Overflow {
    fileprivate var scrolls: Bool { self != .visible && self != .clip }
}

/// The custom properties in force for an element; inherited as one, shared while nothing changes.
final class CustomProperties: Sendable {
    let values: [String: [Token]]

    static let none = CustomProperties([:])

    init(_ values: [String: [Token]]) { self.values = values }
}
