/// `:has()` (Selectors 4 §4.5).
extension Matcher {
    /// The inner selector ends, on its left, in a compound that is this element.
    func has(_ relative: RelativeSelector, _ element: Int) -> Bool {
        if relative.selector.compounds.count == 2 { return hasOne(relative, element) }
        var inner = self
        inner.anchor = element
        switch relative.combinator {
        case .child, .descendant: return inner.anyDescendant(of: element, relative.selector)
        case .next, .subsequent:
            var sibling = Int(table.next[element])
            while sibling >= 0, memory.mayStep() {
                if inner.matches(relative.selector, sibling) || inner.anyDescendant(of: sibling, relative.selector) {
                    return true
                }
                sibling = Int(table.next[sibling])
            }
            return false
        }
    }

    /// A single compound, bound to the element by one combinator: what most selectors ask for.
    private func hasOne(_ relative: RelativeSelector, _ element: Int) -> Bool {
        let compound = relative.selector.compounds[0]
        switch relative.combinator {
        case .descendant: return holders(of: compound, relative.identity)[element]
        case .child:
            var child = Int(table.firstChildren[element])
            while child >= 0 {
                if matches(compound, child) { return true }
                child = Int(table.next[child])
            }
            return false
        case .next:
            let next = Int(table.next[element])
            return next >= 0 && matches(compound, next)
        case .subsequent: return predecessors(of: compound, relative.identity)[element]
        }
    }

    /// By element, whether a descendant matches: found for all elements at once.
    private func holders(of compound: Compound, _ identity: RelativeSelector.Identity) -> [Bool] {
        if let known = memory.holders[ObjectIdentifier(identity)] { return known }
        var holders = [Bool](repeating: false, count: table.parents.count)
        // A parent stands before its children.
        for element in table.parents.indices.reversed() where table.positions[element] > 0 || element == table.rootIndex
        {
            let parent = Int(table.parents[element])
            guard parent >= 0, !holders[parent] else { continue }
            holders[parent] = holders[element] || matches(compound, element)
        }
        memory.holders[ObjectIdentifier(identity)] = holders
        return holders
    }

    /// By element, whether a later sibling matches.
    private func predecessors(of compound: Compound, _ identity: RelativeSelector.Identity) -> [Bool] {
        if let known = memory.predecessors[ObjectIdentifier(identity)] { return known }
        var predecessors = [Bool](repeating: false, count: table.parents.count)
        // An element stands before its next sibling.
        for element in table.next.indices.reversed() {
            let next = Int(table.next[element])
            guard next >= 0 else { continue }
            predecessors[element] = predecessors[next] || matches(compound, next)
        }
        memory.predecessors[ObjectIdentifier(identity)] = predecessors
        return predecessors
    }

    private func anyDescendant(of element: Int, _ selector: Selector) -> Bool {
        var child = Int(table.firstChildren[element])
        var pending: [Int] = []
        while true {
            if child < 0 {
                guard let next = pending.popLast() else { return false }
                child = next
            }
            guard memory.mayStep() else { return false }
            if matches(selector, child) { return true }
            let sibling = Int(table.next[child])
            if sibling >= 0 { pending.append(sibling) }
            child = Int(table.firstChildren[child])
        }
    }
}

/// What has been found out about all elements of a document at once.
final class MatchMemory {
    struct Filtering: Hashable {
        var filter: ObjectIdentifier
        var fromEnd: Bool
    }

    enum Answer { case unknown, yes, no }

    /// Of `:is()`, `:not()` and their like, by element.
    var lists: [ObjectIdentifier: [Answer]] = [:]
    /// Of `:nth-child(… of …)`.
    var places: [Filtering: [Int32]] = [:]
    /// Of `:has()`.
    var holders: [ObjectIdentifier: [Bool]] = [:]
    var predecessors: [ObjectIdentifier: [Bool]] = [:]
    /// How many elements may still be looked at for selectors that every element would ask about all that stand in it or
    /// behind it; after that they match nothing.
    private var stepsLeft = 2_000_000

    /// Whether elements were left unasked.
    var isExhausted: Bool { stepsLeft < 0 }

    func mayStep() -> Bool {
        stepsLeft -= 1
        return stepsLeft >= 0
    }
}
