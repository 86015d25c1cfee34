/// A part of an invoice that is kept apart from it, so that the invoice itself is small to hand on; shared until changed.
@propertyWrapper
public struct Apart<Value: Sendable & Hashable & Blank>: Sendable {
    private var box: Box?

    /// Sendable though its value is variable: it is changed only while it has a single owner.
    private final class Box: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    /// Blank, at no cost.
    public init() { box = nil }

    /// Whether nothing was ever set.
    var isBlank: Bool { box == nil }

    public var wrappedValue: Value {
        _read {
            if let box { yield box.value } else { yield Value() }
        }
        _modify {
            let own = if isKnownUniquelyReferenced(&box), let box { box } else { Box(box?.value ?? Value()) }
            box = nil
            defer { box = own }
            yield &own.value
        }
    }
}

extension Apart: Hashable {
    public static func == (a: Apart, b: Apart) -> Bool { a.box === b.box || a.wrappedValue == b.wrappedValue }

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
