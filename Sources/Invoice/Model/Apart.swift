/// A part of an invoice that is kept apart from it, so that the invoice itself is small to hand on; shared until changed.
@propertyWrapper
public struct Apart<Value: Sendable & Hashable & Blank>: Sendable {
    /// The value, or nothing while it is blank: an array is as small as a reference, and copied when it must be.
    private var held: [Value]

    public init(wrappedValue: Value) { held = [wrappedValue] }

    /// Blank, at no cost.
    public init() { held = [] }

    /// Whether nothing was ever set.
    var isBlank: Bool { held.isEmpty }

    public var wrappedValue: Value {
        _read {
            if held.isEmpty { yield Value() } else { yield held[0] }
        }
        _modify {
            if held.isEmpty { held = [Value()] }
            yield &held[0]
        }
    }
}

extension Apart: Hashable {
    public static func == (a: Apart, b: Apart) -> Bool { a.wrappedValue == b.wrappedValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// What can be blank.
public protocol Blank {
    init()
}

extension Party: Blank {
    public init() { self.init(name: nil) }
}
extension Payment: Blank {}
extension StatedTotals: Blank {}
extension MailOrder: Blank {}
