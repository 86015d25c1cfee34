import Synchronization

/// A calculation by its number among those that the process has met.
///
/// A number, unlike a tree, makes a length that is copied without counting references. Numbers are never given anew, as
/// nobody knows who still has one: the table ends with its process. Style sheets repeat the same few calculations; what
/// documents write into their own adds up, so that who prints without end has to renew the process, as the service does
/// with its workers.
public struct KeptCalculation: Sendable, Hashable {
    private let number: Int32

    private struct Table {
        var numbers: [Calculation: Int32] = [:]
        var calculations: [Calculation] = []
    }

    private static let table = Mutex(Table())

    public init(_ calculation: Calculation) {
        number = Self.table.withLock { table in
            if let known = table.numbers[calculation] { return known }
            let next = Int32(table.calculations.count)
            table.numbers[calculation] = next
            table.calculations.append(calculation)
            return next
        }
    }

    public var calculation: Calculation { Self.table.withLock { $0.calculations[Int(number)] } }

    public func resolved(against base: Double) -> Double { calculation.resolved(against: base) }

    public var hasPercentage: Bool { calculation.hasPercentage }
}
