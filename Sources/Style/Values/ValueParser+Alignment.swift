/// Which values of CSS Box Alignment 3 a property takes.
enum AlignmentPlace: Sendable {
    case content, item, itself, justifyContent, justifyItem, justifyItself

    var takesAuto: Bool { self == .itself || self == .justifyItself }
    var takesDistribution: Bool { self == .content || self == .justifyContent }
    var takesSides: Bool { self == .justifyContent || self == .justifyItem || self == .justifyItself }

    var grammar: String {
        let base = takesDistribution ? "space-between | space-around | space-evenly | stretch" : "stretch"
        let positions = takesDistribution ? "<content-position>" : "<self-position>"
        return
            "\(takesAuto ? "auto | " : "")normal | [first | last]? baseline | \(base) | [safe | unsafe]? "
            + "\(positions)\(takesSides ? " | left | right" : "")"
    }
}

extension ValueParser {
    mutating func alignment(_ place: AlignmentPlace) -> Alignment? {
        if place.takesAuto, keyword("auto") { return Alignment(.auto) }
        if let value = keyword(["normal": Alignment.Keyword.normal, "stretch": .stretch]) { return Alignment(value) }
        if place == .justifyItem, keyword("legacy") {
            _ = keyword(["left": true, "right": true, "center": true])
            return Alignment(.normal)
        }
        if let baseline = baseline() { return baseline }
        if place.takesDistribution,
            let value = keyword([
                "space-between": Alignment.Keyword.spaceBetween, "space-around": .spaceAround,
                "space-evenly": .spaceEvenly,
            ])
        {
            return Alignment(value)
        }
        let isSafe = keyword("safe")
        if !isSafe { _ = keyword("unsafe") }
        return alignmentPosition(place).map { Alignment($0, isSafe: isSafe) }
    }

    /// `flex-wrap`: a direction and `balance`, in any order.
    mutating func flexWrap() -> FlexWrap? {
        if keyword("nowrap") { return .nowrap }
        let directions: Keywords<FlexWrap> = ["wrap": .wrap, "wrap-reverse": .wrapReverse]
        var direction = keyword(directions)
        let balances = keyword("balance")
        if direction == nil { direction = keyword(directions) }
        guard balances else { return direction }
        return direction == .wrapReverse ? .balanceReverse : .balance
    }

    private mutating func baseline() -> Alignment? {
        attempt { parser in
            let isLast = parser.keyword("last")
            if !isLast { _ = parser.keyword("first") }
            return parser.keyword("baseline") ? Alignment(isLast ? .lastBaseline : .baseline) : nil
        }
    }

    private mutating func alignmentPosition(_ place: AlignmentPlace) -> Alignment.Keyword? {
        let positions: Keywords<Alignment.Keyword> = [
            "start": .start, "end": .end, "center": .center, "flex-start": .flexStart, "flex-end": .flexEnd,
        ]
        if let value = keyword(positions) { return value }
        if !place.takesDistribution,
            let value = keyword(["self-start": Alignment.Keyword.selfStart, "self-end": .selfEnd])
        {
            return value
        }
        return place.takesSides ? keyword(["left": Alignment.Keyword.left, "right": .right]) : nil
    }
}
