/// Writes one declared value into the style of an element.
typealias Setter = @Sendable (inout StyleBuilder) -> Void

/// How far the press goes along with a property.
enum Support: Sendable, Equatable {
    case full
    /// What is missing.
    case part(String)
}

/// One longhand: all that the engine and the documentation know about it.
struct PropertyDefinition: Sendable {
    let name: String
    let isInherited: Bool
    let initial: String
    /// The values, in the notation of CSS Values 4 §2.
    let values: String
    var support = Support.full
    let parse: @Sendable (inout ValueParser) -> Setter?
    /// Takes the value of another style, as `inherit` does.
    let copy: @Sendable (inout StyleBuilder, ComputedStyle) -> Void
    /// The computed value as CSS text.
    let text: @Sendable (ComputedStyle) -> String
}

/// A value that can be written down as CSS.
protocol CSSText: SendableMetatype {
    var cssText: String { get }
}

/// Reads a specified value and gives the function that computes it.
typealias ComputedReader<Value> = @Sendable (inout ValueParser) -> (@Sendable (StyleBuilder) -> Value)?

extension PropertyDefinition {
    /// Any property of one computed value.
    static func value<Value: CSSText>(
        _ name: String, _ traits: Traits, read: @escaping ComputedReader<Value>,
        set: @escaping @Sendable (inout StyleBuilder, Value) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> Value
    ) -> PropertyDefinition {
        PropertyDefinition(
            name: name, isInherited: traits.isInherited, initial: traits.initial, values: traits.values,
            support: traits.support,
            parse: { parser in
                guard let compute = read(&parser) else { return nil }
                return { builder in set(&builder, compute(builder)) }
            },
            copy: { builder, source in set(&builder, get(source)) },
            text: { get($0).cssText })
    }

    /// A property of keywords alone.
    static func keywords<Value: Equatable & Sendable>(
        _ name: String, _ initial: String, inherited: Bool = false, support: Support = .full,
        _ keywords: Keywords<Value>, set: @escaping @Sendable (inout StyleBuilder, Value) -> Void,
        get: @escaping @Sendable (ComputedStyle) -> Value
    ) -> PropertyDefinition {
        PropertyDefinition(
            name: name, isInherited: inherited, initial: initial, values: keywords.grammar, support: support,
            parse: { parser in
                guard let value = parser.keyword(keywords) else { return nil }
                return { builder in set(&builder, value) }
            },
            copy: { builder, source in set(&builder, get(source)) },
            text: { keywords.name(of: get($0)) ?? initial })
    }

    struct Traits: Sendable {
        var initial: String
        var values: String
        var isInherited = false
        var support = Support.full

        init(_ initial: String, _ values: String, inherited: Bool = false, support: Support = .full) {
            self.initial = initial
            self.values = values
            isInherited = inherited
            self.support = support
        }
    }
}

extension PropertyDefinition {
    /// A reader of `<length-percentage>`.
    static func lengthPercentage(_ range: LengthRange = .any) -> ComputedReader<LengthPercentage> {
        { parser in
            guard let length = parser.lengthPercentage(range) else { return nil }
            if range == .any { return { length.computed(in: $0) } }
            return { length.computed(in: $0).nonNegative }
        }
    }

    /// A reader of `<length>` in px.
    static func length(_ range: LengthRange = .any) -> ComputedReader<Double> {
        { parser in
            guard let length = parser.length(range) else { return nil }
            if range == .any { return { length.pixels(in: $0) } }
            return { max(0, length.pixels(in: $0)) }
        }
    }

    /// A reader of a keyword, or else of another value.
    static func keyword<Value: Sendable>(
        _ keywords: Keywords<Value>, or read: @escaping ComputedReader<Value>
    ) -> ComputedReader<Value> {
        { parser in
            if let value = parser.keyword(keywords) { return { _ in value } }
            return read(&parser)
        }
    }

    /// A reader of a value that is the same for every element.
    static func constant<Value: Sendable>(
        _ read: @escaping @Sendable (inout ValueParser) -> Value?
    ) -> ComputedReader<Value> {
        { parser in
            guard let value = read(&parser) else { return nil }
            return { _ in value }
        }
    }

    static let color: ComputedReader<Color> = { parser in
        guard let color = parser.color() else { return nil }
        return { color.computed(in: $0) }
    }
}
