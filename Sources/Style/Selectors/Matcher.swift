import Markup

/// Says whether an element matches a selector (Selectors 4 §16).
struct Matcher {
    let table: ElementTable
    /// The element that `:has()` is asked about, while what stands inside is matched.
    var anchor = -1
    let memory = MatchMemory()

    init(_ table: ElementTable) { self.table = table }

    func matches(_ selector: Selector, _ element: Int) -> Bool {
        outcome(selector, from: 0, element) == .match
    }

    func matchesAny(_ selectors: [Selector], _ element: Int) -> Bool {
        selectors.contains { matches($0, element) }
    }

    /// Lists stand in lists, as nested rules do: each is asked about an element once.
    private func matches(_ list: SelectorList, _ element: Int) -> Bool {
        guard list.looksAround else { return matchesAny(list.selectors, element) }
        let key = ObjectIdentifier(list)
        if let known = memory.lists[key]?[element], known != .unknown { return known == .yes }
        let answer = matchesAny(list.selectors, element)
        memory.lists[
            key, default: [MatchMemory.Answer](repeating: .unknown, count: table.parents.count)
        ][element] = answer ? .yes : .no
        return answer
    }

    /// How far a failure reaches: it tells outer walks whether another candidate could help. Without it a chain of
    /// descendant combinators would be tried in all combinations.
    private enum Outcome {
        case match
        /// Another sibling may do.
        case tryLaterSibling
        /// Only another ancestor may do.
        case tryOtherAncestor
        /// Nothing will.
        case noMatch
    }

    /// Matches `compounds[position]` against the element, and what stands left of it.
    private func outcome(_ selector: Selector, from position: Int, _ element: Int) -> Outcome {
        guard matches(selector.compounds[position], element) else { return .tryLaterSibling }
        guard position < selector.combinators.count else { return .match }
        let combinator = selector.combinators[position]
        let goesUp = combinator == .child || combinator == .descendant
        var candidate = element
        while true {
            candidate = Int(goesUp ? table.parents[candidate] : table.previous[candidate])
            guard candidate >= 0 else { return goesUp ? .noMatch : .tryOtherAncestor }
            let result = outcome(selector, from: position + 1, candidate)
            if result == .match || result == .noMatch { return result }
            switch combinator {
            case .next: return result
            case .child: return .tryOtherAncestor
            case .subsequent: if result == .tryOtherAncestor { return result }
            case .descendant: continue
            }
        }
    }

    func matches(_ compound: Compound, _ element: Int) -> Bool {
        if let tag = compound.tag {
            let wanted = table.document.nodes[element].isSVG ? compound.svgTag : tag
            if table.tags[element] != wanted { return false }
        }
        for id in compound.ids where table.ids[element] != id { return false }
        if !compound.classes.isEmpty {
            let classes = table.classes(of: element)
            for wanted in compound.classes where !classes.contains(wanted) { return false }
        }
        return compound.tests.allSatisfy { matches($0, element) }
    }

    private func matches(_ test: SimpleTest, _ element: Int) -> Bool {
        switch test {
        case .attribute(let test): return attribute(test.name, element).map { test.matches($0) } ?? false
        case .root: return element == Int(table.rootIndex)
        case .empty: return isEmpty(element)
        case .firstChild: return table.previous[element] < 0
        case .lastChild: return table.next[element] < 0
        case .nthChild(let nth, nil, let fromEnd): return nth.matches(position(element, fromEnd))
        case .nthChild(let nth, let filter?, let fromEnd):
            let place = places(among: filter, fromEnd)[element]
            return place > 0 && nth.matches(Int(place))
        case .nthOfType(let nth, let fromEnd):
            // The root element has no siblings.
            if table.positions[element] == 0 { return nth.matches(1) }
            let places = fromEnd ? table.typePositionsFromEnd : table.typePositions
            return nth.matches(Int(places[element]))
        case .matches(let list): return matches(list, element)
        case .not(let list): return !matches(list, element)
        case .has(let list): return list.contains { has($0, element) }
        case .language(let ranges): return matchesLanguage(ranges, element)
        case .direction(let direction): return self.direction(of: element) == direction
        case .link:
            let name = table.document.nodes[element].name
            return (name == "a" || name == "area") && attribute("href", element) != nil
        case .never: return false
        case .anchor: return element == anchor
        case .defined: return true
        default: return matchesForm(test, element)
        }
    }

    private func attribute(_ name: String, _ element: Int) -> String? {
        for attribute in table.document.nodes[element].attributes where attribute.name.equalsLowercased(name) {
            return attribute.value
        }
        return nil
    }

    private func isEmpty(_ element: Int) -> Bool {
        var child = table.document.nodes[element].firstChild
        while let id = child {
            if table.document.nodes[id.index].kind == .element || !table.document.nodes[id.index].text.isEmpty {
                return false
            }
            child = table.document.nodes[id.index].nextSibling
        }
        return true
    }

    private func position(_ element: Int, _ fromEnd: Bool) -> Int {
        let position = Int(table.positions[element])
        guard fromEnd else { return position }
        let parent = Int(table.parents[element])
        return parent < 0 ? 1 : Int(table.childCounts[parent]) - position + 1
    }

    /// By element, its place among those siblings that pass the filter, from 1; 0 where it does not pass itself.
    private func places(among filter: SelectorList, _ fromEnd: Bool) -> [Int32] {
        let key = MatchMemory.Filtering(filter: ObjectIdentifier(filter), fromEnd: fromEnd)
        if let known = memory.places[key] { return known }
        var places = [Int32](repeating: 0, count: table.parents.count)
        var counts = places
        func visit(_ element: Int) {
            guard table.positions[element] > 0 || element == Int(table.rootIndex), matchesAny(filter.selectors, element)
            else { return }
            let parent = Int(table.parents[element])
            guard parent >= 0 else { return places[element] = 1 }
            counts[parent] += 1
            places[element] = counts[parent]
        }
        if fromEnd { table.parents.indices.reversed().forEach(visit) } else { table.parents.indices.forEach(visit) }
        memory.places[key] = places
        return places
    }

    /// The language of `lang` or `xml:lang` on the nearest element that has one.
    func language(of element: Int) -> String {
        var candidate = element
        while candidate >= 0 {
            if let value = attribute("xml:lang", candidate) ?? attribute("lang", candidate) { return value }
            candidate = Int(table.parents[candidate])
        }
        return ""
    }

    private func matchesLanguage(_ ranges: [String], _ element: Int) -> Bool {
        let language = language(of: element).asciiLowercased
        return ranges.contains { range in
            if range == "*" { return !language.isEmpty }
            let wanted = range.utf8.starts(with: "*-".utf8) ? String(range.dropFirst(2)) : range
            return language == wanted || language.utf8.starts(with: (wanted + "-").utf8)
                || (wanted != range
                    && language.utf8.split(separator: UInt8(ascii: "-")).contains { $0.elementsEqual(wanted.utf8) })
        }
    }

    private func direction(of element: Int) -> Direction {
        var candidate = element
        while candidate >= 0 {
            switch attribute("dir", candidate)?.asciiLowercased {
            case "rtl": return .rtl
            case "ltr": return .ltr
            default: candidate = Int(table.parents[candidate])
            }
        }
        return .ltr
    }

    private func matchesForm(_ test: SimpleTest, _ element: Int) -> Bool {
        let name = table.document.nodes[element].name
        let isControl = ["input", "button", "select", "textarea", "option", "optgroup", "fieldset"].contains(name)
        let isField = ["input", "select", "textarea"].contains(name)
        switch test {
        case .enabled: return isControl && attribute("disabled", element) == nil
        case .disabled: return isControl && attribute("disabled", element) != nil
        case .checked:
            return (name == "input" && attribute("checked", element) != nil)
                || (name == "option" && attribute("selected", element) != nil)
        case .required: return isField && attribute("required", element) != nil
        case .optional: return isField && attribute("required", element) == nil
        case .readWrite:
            return (name == "input" || name == "textarea") && attribute("readonly", element) == nil
                && attribute("disabled", element) == nil
        case .readOnly:
            return
                !((name == "input" || name == "textarea") && attribute("readonly", element) == nil
                && attribute("disabled", element) == nil)
        case .placeholderShown:
            return attribute("placeholder", element) != nil && (attribute("value", element) ?? "").isEmpty
        default: return false
        }
    }
}
