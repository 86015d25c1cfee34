import Markup

/// A block that matches, with its level in the cascade.
struct MatchedBlock {
    var block: DeclarationBlock
    var level: CascadeLevel
}

/// Puts the declarations for one element in order and computes its style (CSS Cascade 5 §6, §7).
struct Cascade {
    /// From lowest to highest precedence as to normal declarations.
    let blocks: [MatchedBlock]
    private var winners: [Winner?]
    /// The highest level that `revert` leaves open, by property.
    private var ceilings: [PropertyID: CascadeLevel] = [:]
    private var customs: [String: Declaration.Value] = [:]
    private var direction = Direction.ltr

    private struct Winner {
        var value: Declaration.Value
        var isLogical: Bool
    }

    private init(_ blocks: [MatchedBlock]) {
        self.blocks = blocks
        winners = Array(repeating: nil, count: PropertyTable.longhands.count)
    }

    /// Writes the cascaded values of `blocks` into the builder.
    static func apply(_ blocks: [MatchedBlock], to builder: inout StyleBuilder, isRoot: Bool = false) {
        var cascade = Cascade(blocks)
        cascade.direction = builder.text.direction
        if blocks.contains(where: { $0.block.hasLogical }) { cascade.direction = cascade.usedDirection(builder) }
        cascade.gather()
        if blocks.contains(where: { $0.block.hasCustom }) {
            builder.customs = VariableResolver.resolve(cascade.customs, inherited: builder.customs)
        }
        cascade.compute(&builder, isRoot: isRoot)
    }

    // MARK: Order

    private mutating func gather() {
        visit { cascade, declaration, level in cascade.consider(declaration, level) }
    }

    /// Visits all declarations from highest to lowest precedence.
    private mutating func visit(_ body: (inout Cascade, Declaration, CascadeLevel) -> Void) {
        if blocks.contains(where: { !$0.block.important.isEmpty }) {
            for block in importantOrder() {
                for declaration in block.block.important.reversed() { body(&self, declaration, block.level) }
            }
        }
        for block in blocks.reversed() {
            for declaration in block.block.normal.reversed() { body(&self, declaration, block.level) }
        }
    }

    /// Important declarations turn origins and layers round, but for `style` attributes, which stay above the rest of
    /// the author's.
    private func importantOrder() -> [MatchedBlock] {
        let ranked = blocks.enumerated().filter { !$0.element.block.important.isEmpty }
        func rank(_ level: CascadeLevel) -> Int {
            if level == .userAgent { return 0 }
            return level == .inline ? 1 : Int(level.value) + 2
        }
        return ranked.sorted { a, b in
            let (left, right) = (rank(a.element.level), rank(b.element.level))
            return left == right ? a.offset > b.offset : left < right
        }.map(\.element)
    }

    private mutating func consider(_ declaration: Declaration, _ level: CascadeLevel) {
        if case .custom(let name) = declaration.target {
            if customs[name] == nil { customs[name] = declaration.value }
            return
        }
        guard let id = declaration.property(in: direction), winners[id.index] == nil else { return }
        if !ceilings.isEmpty, let ceiling = ceilings[id], level > ceiling { return }
        if case .wide(let wide) = declaration.value {
            if wide == .revert, level.isAuthor {
                ceilings[id] = .userAgent
                return
            }
            if wide == .revertLayer, level.isAuthor {
                ceilings[id] = min(ceilings[id] ?? .inline, CascadeLevel(value: level.value - 1))
                return
            }
        }
        var isLogical = false
        if case .logical = declaration.target { isLogical = true }
        winners[id.index] = Winner(value: declaration.value, isLogical: isLogical)
    }

    /// The direction of text that flow-relative properties are mapped by.
    private func usedDirection(_ builder: StyleBuilder) -> Direction {
        var probe = Cascade(blocks)
        probe.visit { cascade, declaration, level in
            if case .property(PropertyTable.direction) = declaration.target { cascade.consider(declaration, level) }
        }
        guard let winner = probe.winners[PropertyTable.direction.index] else { return builder.text.direction }
        var copy = builder
        probe.compute(winner, PropertyTable.direction, &copy)
        return copy.text.direction
    }

    // MARK: Values

    private mutating func compute(_ builder: inout StyleBuilder, isRoot: Bool) {
        var substituted: [ObjectIdentifier: [Declaration]] = [:]
        var setsFont = false
        for index in winners.indices {
            if index == PropertyTable.fontSize.index + 1 {
                if setsFont { builder.adjustForMonospace() }
                if isRoot { builder.rootFontSize = builder.text.fontSize }
            }
            guard let winner = winners[index] else { continue }
            if index <= PropertyTable.fontSize.index { setsFont = true }
            let id = PropertyID(index)
            if case .variable(let value) = winner.value {
                let key = ObjectIdentifier(value)
                let found = substituted[key] ?? VariableResolver.declarations(of: value, builder.customs)
                substituted[key] = found
                guard let declaration = found.last(where: { $0.property(in: direction) == id }) else {
                    unset(id, &builder)
                    continue
                }
                var isLogical = false
                if case .logical = declaration.target { isLogical = true }
                compute(Winner(value: declaration.value, isLogical: isLogical), id, &builder)
            } else {
                compute(winner, id, &builder)
            }
        }
        if isRoot { builder.rootLineHeight = builder.text.lineHeightInPixels }
    }

    private func compute(_ winner: Winner, _ id: PropertyID, _ builder: inout StyleBuilder) {
        switch winner.value {
        case .setter(let setter): setter(&builder)
        case .setters(let ltr, let rtl): direction == .ltr ? ltr(&builder) : rtl(&builder)
        case .wide(.inherit): inherit(id, &builder)
        case .wide(.initial): PropertyTable.initialSetters[id.index](&builder)
        case .wide: unset(id, &builder)
        case .variable(let value):
            let found = VariableResolver.declarations(of: value, builder.customs)
            guard let declaration = found.last(where: { $0.property(in: direction) == id }),
                case .setter(let setter) = declaration.value
            else { return unset(id, &builder) }
            setter(&builder)
        case .tokens: break
        }
    }

    private func inherit(_ id: PropertyID, _ builder: inout StyleBuilder) {
        if let parent = builder.parent {
            PropertyTable.longhands[id.index].copy(&builder, parent)
        } else {
            PropertyTable.initialSetters[id.index](&builder)
        }
    }

    private func unset(_ id: PropertyID, _ builder: inout StyleBuilder) {
        if PropertyTable.longhands[id.index].isInherited {
            inherit(id, &builder)
        } else {
            PropertyTable.initialSetters[id.index](&builder)
        }
    }
}
