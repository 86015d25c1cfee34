import Foundation

/// A calculation as the author wrote it (CSS Values 4 §10).
indirect enum MathNode: Sendable {
    case number(Double)
    case dimension(Double, Unit)
    /// As a fraction.
    case percent(Double)
    case sum([MathNode])
    case product(MathNode, MathNode)
    case invert(MathNode)
    case function(MathFunction, [MathNode])
}

enum MathFunction: String, Sendable {
    case min, max, clamp, round, roundUp, roundDown, roundToZero, mod, rem, abs, sign
    case sin, cos, tan, asin, acos, atan, atan2, pow, sqrt, hypot, log, exp
}

/// What a calculation comes to.
enum MathType: Sendable {
    case number, length, percent, lengthPercent, angle, time, resolution

    init(_ dimension: Unit.Dimension) {
        switch dimension {
        case .length: self = .length
        case .angle: self = .angle
        case .time: self = .time
        case .resolution: self = .resolution
        }
    }

    /// The type of a sum, or nil where the terms do not go together.
    static func sum(_ a: MathType, _ b: MathType) -> MathType? {
        if a == b { return a }
        let lengths: Set<MathType> = [.length, .percent, .lengthPercent]
        return lengths.contains(a) && lengths.contains(b) ? .lengthPercent : nil
    }
}

extension MathNode {
    /// The type, or nil for what cannot be calculated.
    var type: MathType? {
        switch self {
        case .number: return .number
        case .dimension(_, let unit): return MathType(unit.dimension)
        case .percent: return .percent
        case .sum(let terms): return Self.commonType(terms)
        case .product(let a, let b):
            guard let left = a.type, let right = b.type else { return nil }
            if left == .number { return right }
            return right == .number ? left : nil
        case .invert(let node): return node.type == .number ? .number : nil
        case .function(let function, let arguments): return Self.type(of: function, arguments)
        }
    }

    private static func commonType(_ nodes: [MathNode]) -> MathType? {
        guard let first = nodes.first, var type = first.type else { return nil }
        for node in nodes.dropFirst() {
            guard let next = node.type, let common = MathType.sum(type, next) else { return nil }
            type = common
        }
        return type
    }

    private static func type(of function: MathFunction, _ arguments: [MathNode]) -> MathType? {
        guard let common = commonType(arguments) else { return nil }
        switch function {
        case .min, .max, .clamp: return common
        case .round, .roundUp, .roundDown, .roundToZero, .mod, .rem, .abs, .hypot:
            return common == .lengthPercent || common == .percent ? nil : common
        case .sign: return common == .lengthPercent || common == .percent ? nil : .number
        case .sin, .cos, .tan: return common == .number || common == .angle ? .number : nil
        case .asin, .acos, .atan: return common == .number ? .angle : nil
        case .atan2: return common == .lengthPercent || common == .percent ? nil : .angle
        case .pow, .sqrt, .log, .exp: return common == .number ? .number : nil
        }
    }

    var hasPercent: Bool {
        switch self {
        case .number, .dimension: false
        case .percent: true
        case .sum(let nodes), .function(_, let nodes): nodes.contains { $0.hasPercent }
        case .product(let a, let b): a.hasPercent || b.hasPercent
        case .invert(let node): node.hasPercent
        }
    }

    /// The value in canonical units; a percentage counts as its fraction.
    func value(in builder: StyleBuilder) -> Double {
        switch self {
        case .number(let value), .percent(let value): value
        case .dimension(let value, let unit): value * (unit.factor ?? unit.pixels(in: builder))
        case .sum(let terms): terms.reduce(0) { $0 + $1.value(in: builder) }
        case .product(let a, let b): a.value(in: builder) * b.value(in: builder)
        case .invert(let node): 1 / node.value(in: builder)
        case .function(let function, let arguments):
            function.value(arguments.map { $0.value(in: builder) }, of: arguments.first?.type ?? .number)
        }
    }

    /// The used part of a length with percentages in it.
    func calculation(in builder: StyleBuilder) -> Calculation {
        guard hasPercent else { return .value(.px(used(value(in: builder)))) }
        switch self {
        case .percent(let fraction): return .value(.percent(fraction))
        case .sum(let terms):
            let sum = terms.map { $0.calculation(in: builder) }.reduce(into: []) { Self.add($1, to: &$0) }
            return sum.count == 1 ? sum[0] : .sum(sum)
        case .product(let a, let b):
            let (term, factor) = a.type == .number ? (b, a) : (a, b)
            let number = used(factor.value(in: builder))
            if case .percent(let fraction) = term { return .value(.percent(fraction * number)) }
            return .product(term.calculation(in: builder), number)
        case .function(.min, let nodes): return .min(nodes.map { $0.calculation(in: builder) })
        case .function(.max, let nodes): return .max(nodes.map { $0.calculation(in: builder) })
        case .function(.clamp, let nodes) where nodes.count == 3:
            return .clamp(
                nodes[0].calculation(in: builder), nodes[1].calculation(in: builder), nodes[2].calculation(in: builder))
        default: return .value(.px(used(value(in: builder))))
        }
    }

    /// Adds a term to a sum, merging plain lengths and plain percentages.
    private static func add(_ term: Calculation, to sum: inout [Calculation]) {
        for index in sum.indices {
            switch (sum[index], term) {
            case (.value(.px(let a)), .value(.px(let b))):
                sum[index] = .value(.px(a + b))
                return
            case (.value(.percent(let a)), .value(.percent(let b))):
                sum[index] = .value(.percent(a + b))
                return
            default: continue
            }
        }
        sum.append(term)
    }
}

extension MathFunction {
    func value(_ a: [Double], of type: MathType) -> Double {
        let first = a.first ?? 0
        let second = a.count > 1 ? a[1] : 1
        let radians = type == .angle ? first * .pi / 180 : first
        switch self {
        case .min: return a.min() ?? 0
        case .max: return a.max() ?? 0
        case .clamp: return a.count == 3 ? Swift.max(a[0], Swift.min(a[1], a[2])) : first
        case .round: return (first / second + 0.5).rounded(.down) * second
        case .roundUp: return (first / second).rounded(.up) * second
        case .roundDown: return (first / second).rounded(.down) * second
        case .roundToZero: return (first / second).rounded(.towardZero) * second
        case .mod: return first - second * (first / second).rounded(.down)
        case .rem: return first.truncatingRemainder(dividingBy: second)
        case .abs: return Swift.abs(first)
        case .sign: return first > 0 ? 1 : first < 0 ? -1 : 0
        case .sin: return Foundation.sin(radians)
        case .cos: return Foundation.cos(radians)
        case .tan: return Foundation.tan(radians)
        case .asin: return Foundation.asin(first) * 180 / .pi
        case .acos: return Foundation.acos(first) * 180 / .pi
        case .atan: return Foundation.atan(first) * 180 / .pi
        case .atan2: return Foundation.atan2(first, second) * 180 / .pi
        case .pow: return Foundation.pow(first, second)
        case .sqrt: return first.squareRoot()
        case .hypot: return a.reduce(0) { $0 + $1 * $1 }.squareRoot()
        case .log: return a.count > 1 ? Foundation.log(first) / Foundation.log(second) : Foundation.log(first)
        case .exp: return Foundation.exp(first)
        }
    }
}
