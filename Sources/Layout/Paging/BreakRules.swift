import Style

/// Break values where they meet: those of a first and last child are their container's too
/// (CSS Fragmentation 3 §3.1, CSS Page 3 §8).
extension LayoutContext {
    /// A forced break before a box, its first children's included.
    func forcedBreakBefore(_ box: Box, inColumns: Bool = false) -> BreakBetween? {
        var box: Box? = box
        while let here = box {
            let value = here.style.box.breakBefore
            if value.isForced || inColumns && value == .column { return value }
            box = here.firstInFlow
        }
        return nil
    }

    func forcedBreakAfter(_ box: Box, inColumns: Bool = false) -> BreakBetween? {
        var box: Box? = box
        while let here = box {
            let value = here.style.box.breakAfter
            if value.isForced || inColumns && value == .column { return value }
            box = here.lastInFlow
        }
        return nil
    }

    /// A break forced between what stands above and what stands below: rows of a grid, lines of a flex container.
    func forcedBreak(between previous: [Box], and next: [Box]) -> BreakBetween? {
        next.lazy.compactMap { self.forcedBreakBefore($0) }.first
            ?? previous.lazy.compactMap { self.forcedBreakAfter($0) }.first
    }

    /// Lays out boxes that stand side by side where a page ends in them, each broken on its own; nil when one of them
    /// must begin on the next page, and so all of them (CSS Flexbox 1 §10, CSS Grid 1 §12).
    func layOutBroken(_ boxes: [(box: Box, space: ConstraintSpace)]) -> [BoxLayout]? {
        var layouts: [BoxLayout] = []
        for (box, space) in boxes {
            guard case .done(let layout) = layout(box, space) else { return nil }
            layouts.append(layout)
        }
        return layouts
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

    /// Whether the page after the break must be a right one; nil where either will do.
    var mustBeRight: Bool? {
        switch self {
        case .right, .recto: true
        case .left, .verso: false
        default: nil
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

    /// Whether the last thing in the box is a table, whose last row can move to the next page alone.
    var endsInTable: Bool {
        if case .table = inside { return true }
        return lastInFlow?.endsInTable ?? false
    }

    private var canBreakBetweenChildren: Bool {
        switch inside {
        case .blocks, .table, .tableRowGroup: true
        default: false
        }
    }
}
