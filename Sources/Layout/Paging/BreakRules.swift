import Style

/// Break values where they meet: those of a first and last child are their container's too
/// (CSS Fragmentation 3 §3.1, CSS Page 3 §8).
extension LayoutContext {
    /// A forced break before a box, its first children's included.
    func forcedBreakBefore(_ box: Box) -> BreakBetween? {
        var box: Box? = box
        while let here = box {
            if here.style.box.breakBefore.isForced { return here.style.box.breakBefore }
            box = here.firstInFlow
        }
        return nil
    }

    func forcedBreakAfter(_ box: Box) -> BreakBetween? {
        var box: Box? = box
        while let here = box {
            if here.style.box.breakAfter.isForced { return here.style.box.breakAfter }
            box = here.lastInFlow
        }
        return nil
    }

    /// Whether `avoid` forbids a break between two siblings.
    func avoidsBreak(between previous: Box, and next: Box) -> Bool {
        var box: Box? = previous
        while let here = box {
            if here.style.box.breakAfter == .avoid { return true }
            box = here.lastInFlow
        }
        box = next
        while let here = box {
            if here.style.box.breakBefore == .avoid { return true }
            box = here.firstInFlow
        }
        return false
    }

    /// The name of the page that the second of two siblings needs, where it is not the one of the first.
    func pageChange(from previous: Box, to next: Box) -> String? {
        guard usesNamedPages else { return nil }
        let wanted = startPage(of: next)
        return wanted == endPage(of: previous) ? nil : wanted
    }

    /// The page name that a box begins on: that of its first innermost child that names one.
    func startPage(of box: Box) -> String {
        var name = box.pageName
        var child = box.firstInFlow
        while let here = child {
            name = here.pageName
            child = here.firstInFlow
        }
        return name
    }

    private func endPage(of box: Box) -> String {
        var name = box.pageName
        var child = box.lastInFlow
        while let here = child {
            name = here.pageName
            child = here.lastInFlow
        }
        return name
    }
}

extension BreakBetween {
    var isForced: Bool {
        switch self {
        case .page, .left, .right, .recto, .verso: true
        case .auto, .avoid, .column: false
        }
    }
}

extension Box {
    /// The first child where a break may fall before it: block-level children and table parts.
    var firstInFlow: Box? {
        guard canBreakBetweenChildren else { return nil }
        return children.first { !$0.style.box.isOutOfFlow }
    }

    var lastInFlow: Box? {
        guard canBreakBetweenChildren else { return nil }
        return children.last { !$0.style.box.isOutOfFlow }
    }

    private var canBreakBetweenChildren: Bool {
        switch inside {
        case .blocks, .table, .tableRowGroup: true
        default: false
        }
    }
}
