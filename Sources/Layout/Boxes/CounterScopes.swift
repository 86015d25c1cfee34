import Style

/// The counters of a document while its elements are met in order (CSS Lists 3 §4).
///
/// A counter lives from the element that resets it to the end of that element's parent; a reset by a later sibling
/// replaces it, a reset deeper down nests in it.
struct CounterScopes {
    private struct Instance {
        var value: Int
        /// The depth of the element that made it.
        var depth: Int
    }

    private var instances: [String: [Instance]] = [:]
    /// Names that were made at each depth, so that leaving a parent ends them.
    private var madeAt: [[String]] = [[]]

    private var depth: Int { madeAt.count - 1 }

    /// Goes down into an element's children.
    mutating func enter() { madeAt.append([]) }

    /// Comes back up: the counters that its children made end.
    mutating func leave() {
        guard madeAt.count > 1, let names = madeAt.popLast() else { return }
        for name in names { _ = instances[name]?.popLast() }
    }

    /// Applies reset, increment and set, in this order.
    ///
    /// - Parameter step: what an increment of `list-item` is multiplied with: -1 in a list that counts down.
    mutating func apply(_ style: GeneratedStyle, listItemStep step: Int = 1) {
        for change in style.counterReset { reset(change) }
        for change in style.counterIncrement {
            let isListItem = change.name == "list-item"
            increment(isListItem ? CounterChange(name: change.name, value: change.value &* step) : change)
        }
        for change in style.counterSet { set(change) }
    }

    mutating func reset(_ change: CounterChange) {
        if let last = instances[change.name]?.last, last.depth == depth {
            modify(change.name) { $0 = change.value }
            return
        }
        instances[change.name, default: []].append(Instance(value: change.value, depth: depth))
        madeAt[depth].append(change.name)
    }

    private mutating func increment(_ change: CounterChange) {
        ensure(change.name)
        modify(change.name) { $0 &+= change.value }
    }

    private mutating func set(_ change: CounterChange) {
        ensure(change.name)
        modify(change.name) { $0 = change.value }
    }

    /// Changes the innermost counter of a name, which must exist.
    private mutating func modify(_ name: String, _ body: (inout Int) -> Void) {
        guard var nested = instances[name], let last = nested.indices.last else { return }
        body(&nested[last].value)
        instances[name] = nested
    }

    private mutating func ensure(_ name: String) {
        if instances[name]?.isEmpty ?? true { reset(CounterChange(name: name, value: 0)) }
    }

    func value(of name: String) -> Int { instances[name]?.last?.value ?? 0 }

    /// All nested counters of a name, outermost first.
    func values(of name: String) -> [Int] {
        let values = instances[name]?.map(\.value) ?? []
        return values.isEmpty ? [0] : values
    }
}
