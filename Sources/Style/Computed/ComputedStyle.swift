/// The computed values of one element or pseudo-element (CSS Cascade 4 §4.4): lengths are in CSS px, relative keywords
/// are resolved, percentages stay. Immutable, and shared by all elements that came to the same values.
///
/// The values stand in groups that are shared in turn: an element that changes no text property has its parent's
/// `text` group, an element without borders and backgrounds has the one default `decoration` group.
public final class ComputedStyle: Sendable {
    public let textGroup: Group<TextStyle>
    public let boxGroup: Group<BoxStyle>
    public let decorationGroup: Group<DecorationStyle>
    public let arrangementGroup: Group<ArrangementStyle>
    public let generatedGroup: Group<GeneratedStyle>
    /// What painting asks of each box, found once for all that share the style.
    public let paint: PaintAnswers
    /// What `var()` finds.
    let customs: CustomProperties

    public convenience init(
        text: Group<TextStyle>, box: Group<BoxStyle>, decoration: Group<DecorationStyle>,
        arrangement: Group<ArrangementStyle>, generated: Group<GeneratedStyle>
    ) {
        self.init(
            text: text, box: box, decoration: decoration, arrangement: arrangement, generated: generated,
            customs: .none)
    }

    init(
        text: Group<TextStyle>, box: Group<BoxStyle>, decoration: Group<DecorationStyle>,
        arrangement: Group<ArrangementStyle>, generated: Group<GeneratedStyle>, customs: CustomProperties
    ) {
        textGroup = text
        boxGroup = box
        decorationGroup = decoration
        arrangementGroup = arrangement
        generatedGroup = generated
        paint = PaintAnswers(text: text, box: box, decoration: decoration)
        self.customs = customs
    }

    // The groups are large: they are lent, not copied.

    /// What children inherit.
    @inlinable public var text: TextStyle { _read { yield textGroup.values } }
    /// Display, position, sizes, margins, padding, fragmentation.
    @inlinable public var box: BoxStyle { _read { yield boxGroup.values } }
    /// Borders, backgrounds, shadows, outline, transform, clip.
    @inlinable public var decoration: DecorationStyle { _read { yield decorationGroup.values } }
    /// Flex and grid containers and items, alignment, gaps, columns.
    @inlinable public var arrangement: ArrangementStyle { _read { yield arrangementGroup.values } }
    /// Content, counters, quotes, named strings.
    @inlinable public var generated: GeneratedStyle { _read { yield generatedGroup.values } }

    /// Every property at its initial value.
    public static let initial = ComputedStyle(
        text: Group(TextStyle()), box: Group(BoxStyle()), decoration: Group(DecorationStyle()),
        arrangement: Group(ArrangementStyle()), generated: Group(GeneratedStyle()))

    /// The style of an anonymous box: inherited values from the parent, all else initial (CSS 2.2 §9.2.1.1).
    public func anonymous(_ display: Display) -> ComputedStyle {
        var box = BoxStyle()
        box.display = display
        return ComputedStyle(
            text: textGroup, box: Group(box), decoration: Self.initial.decorationGroup,
            arrangement: Self.initial.arrangementGroup, generated: Self.initial.generatedGroup)
    }
}

extension ComputedStyle {
    /// An anonymous box that goes on after another: its first line is none of the block's, and takes no indent
    /// (CSS Text 3 §6.1).
    public func anonymousContinuation(_ display: Display) -> ComputedStyle {
        let anonymous = anonymous(display)
        guard text.textIndent != .zero else { return anonymous }
        var indented = text
        indented.textIndent = .zero
        return ComputedStyle(
            text: Group(indented), box: anonymous.boxGroup, decoration: anonymous.decorationGroup,
            arrangement: anonymous.arrangementGroup, generated: anonymous.generatedGroup)
    }
}

/// A set of values held once and shared by reference.
public final class Group<Values: Sendable>: Sendable {
    public let values: Values
    public init(_ values: Values) { self.values = values }
}
