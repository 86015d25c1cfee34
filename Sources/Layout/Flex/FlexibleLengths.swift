import Style

/// CSS Flexbox 1 §9.7: resolving flexible lengths.
extension FlexLine {
    /// Sets the main size of every item so that the line fills `available` (border boxes, margins and gaps taken off by
    /// the caller).
    mutating func resolveFlexibleLengths(available: Double) {
        let sum = items.reduce(0) { $0 + $1.hypothetical }
        let grows = sum < available
        for index in items.indices {
            items[index].main = items[index].hypothetical
            let factor = grows ? grow(index) : shrink(index)
            let wrongWay =
                grows ? items[index].base > items[index].hypothetical : items[index].base < items[index].hypothetical
            items[index].isFrozen = factor == 0 || wrongWay
        }
        let initialFree = free(available)
        while items.contains(where: { !$0.isFrozen }) {
            distribute(available, initialFree, grows: grows)
            freezeViolations()
        }
    }

    private func grow(_ index: Int) -> Double { items[index].box.style.arrangement.flexGrow }
    private func shrink(_ index: Int) -> Double { items[index].box.style.arrangement.flexShrink }

    private func free(_ available: Double) -> Double {
        available - items.reduce(0) { $0 + ($1.isFrozen ? $1.main : $1.base) }
    }

    private mutating func distribute(_ available: Double, _ initialFree: Double, grows: Bool) {
        let open = items.indices.filter { !items[$0].isFrozen }
        var free = free(available)
        let factors = open.reduce(0) { $0 + (grows ? grow($1) : shrink($1)) }
        // Factors that sum to less than 1 take only that part of the space.
        if factors < 1, abs(initialFree * factors) < abs(free) { free = initialFree * factors }
        let scaled = open.reduce(0) { $0 + shrink($1) * innerBase($1) }
        for index in open {
            if grows {
                items[index].main = items[index].base + (factors > 0 ? free * grow(index) / factors : 0)
            } else {
                let part = scaled > 0 ? shrink(index) * innerBase(index) / scaled : 0
                items[index].main = items[index].base + free * part
            }
        }
    }

    /// The inner flex base size: shrinking weighs what is inside padding and border.
    private func innerBase(_ index: Int) -> Double {
        max(0, items[index].base - items[index].mainInner)
    }

    private mutating func freezeViolations() {
        var total = 0.0
        var violations: [Int: Double] = [:]
        for index in items.indices where !items[index].isFrozen {
            let clamped = items[index].clampedMain
            violations[index] = clamped - items[index].main
            total += clamped - items[index].main
            items[index].main = clamped
        }
        for (index, violation) in violations {
            if abs(total) < 1e-9 || (total > 0 && violation > 0) || (total < 0 && violation < 0) {
                items[index].isFrozen = true
            }
        }
    }
}
