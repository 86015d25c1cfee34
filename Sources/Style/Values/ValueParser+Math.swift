extension ValueParser {
    /// A math function of any type.
    mutating func math() -> MathNode? {
        guard let token = peek, token.kind == .function else { return nil }
        let name = token.text.asciiLowercased
        switch name {
        case "calc", "-webkit-calc": return block { $0.sum() }
        case "round": return block { $0.rounding() }
        case "clamp": return block { $0.clamping() }
        default:
            guard let function = MathFunction(rawValue: name) else { return nil }
            return block { inner in
                guard let arguments = inner.commaList({ $0.sum() }), function.takes(arguments.count) else { return nil }
                return .function(function, arguments)
            }
        }
    }

    private mutating func sum() -> MathNode? {
        guard var terms = product().map({ [$0] }) else { return nil }
        while true {
            // `+` and `-` need white space on both sides.
            guard let space = raw, space.kind == .whitespace, let sign = peek, sign.isDelim("+") || sign.isDelim("-")
            else { break }
            advance()
            guard let after = raw, after.kind == .whitespace, let term = product() else { return nil }
            terms.append(sign.isDelim("-") ? .product(term, .number(-1)) : term)
        }
        return terms.count == 1 ? terms[0] : .sum(terms)
    }

    private mutating func product() -> MathNode? {
        guard var value = operand() else { return nil }
        // Calculations are walked by recursion, so their height is bounded.
        for _ in 0..<32 {
            let copy = self
            guard let token = peek, token.isDelim("*") || token.isDelim("/") else {
                self = copy
                return value
            }
            advance()
            guard let factor = operand() else { return nil }
            value = .product(value, token.isDelim("/") ? .invert(factor) : factor)
        }
        return nil
    }

    private mutating func operand() -> MathNode? {
        guard let token = peek else { return nil }
        switch token.kind {
        case .number:
            advance()
            return .number(token.number)
        case .percentage:
            advance()
            return .percent(token.number / 100)
        case .dimension:
            guard let unit = Unit(name: token.text) else { return nil }
            advance()
            return .dimension(token.number, unit)
        case .ident:
            let constants: Keywords<Double> = [
                "e": 2.718281828459045, "pi": .pi, "infinity": .infinity, "-infinity": -.infinity, "nan": .nan,
            ]
            return keyword(constants).map { .number($0) }
        case .openParen: return block { $0.sum() }
        default: return math()
        }
    }

    private mutating func rounding() -> MathNode? {
        let strategies: Keywords<MathFunction> = [
            "nearest": .round, "up": .roundUp, "down": .roundDown, "to-zero": .roundToZero,
        ]
        var function = MathFunction.round
        if let strategy = keyword(strategies) {
            guard comma() else { return nil }
            function = strategy
        }
        guard let arguments = commaList({ $0.sum() }), arguments.count == 1 || arguments.count == 2 else { return nil }
        return .function(function, arguments)
    }

    /// `clamp()`, where `none` leaves out a bound.
    private mutating func clamping() -> MathNode? {
        let low = keyword("none") ? nil : sum()
        guard comma(), let value = sum(), comma() else { return nil }
        let high = keyword("none") ? nil : sum()
        switch (low, high) {
        case (let low?, let high?): return .function(.clamp, [low, value, high])
        case (let low?, nil): return .function(.max, [low, value])
        case (nil, let high?): return .function(.min, [value, high])
        case (nil, nil): return value
        }
    }
}

extension MathFunction {
    fileprivate func takes(_ count: Int) -> Bool {
        switch self {
        case .min, .max, .hypot: count >= 1
        case .mod, .rem, .atan2, .pow: count == 2
        case .log: count == 1 || count == 2
        case .clamp: count == 3
        case .round, .roundUp, .roundDown, .roundToZero: false
        case .abs, .sign, .sin, .cos, .tan, .asin, .acos, .atan, .sqrt, .exp: count == 1
        }
    }
}
