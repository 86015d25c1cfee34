import Style

/// Collects what stands in one block container and decides what kind of container that makes it: block-level boxes
/// split the inline content around them, inline runs among blocks get anonymous blocks, runs of table parts get an
/// anonymous table (CSS 2.2 §9.2.1.1, §17.2.1).
final class ContainerBuilder {
    private let style: ComputedStyle
    private let decorations: [DecoratingBox]
    private unowned let builder: BoxBuilder
    private var content = InlineContent()
    private var blocks: [Box] = []
    private var hasBlockLevel = false
    /// Inline boxes open right now, as indices into the current content's boxes.
    private var open: [Int] = []
    private var strayParts: TableBuilder?

    init(style: ComputedStyle, decorations: [DecoratingBox], builder: BoxBuilder) {
        self.style = style
        self.decorations = decorations
        self.builder = builder
        content.decorations = decorations
    }

    // MARK: Inline content

    func add(text: InlineText) {
        if text.text.isEmpty { return }
        if strayParts != nil {
            if text.isCollapsibleSpace { return }
            endStrayParts()
        }
        reserve()
        content.items.append(.text(text))
    }

    func add(_ item: InlineItem) {
        endStrayParts()
        content.items.append(item)
    }

    func openInline(_ box: InlineBox) {
        endStrayParts()
        var box = box
        box.parent = open.last
        reserve()
        content.boxes.append(box)
        open.append(content.boxes.count - 1)
        content.items.append(.open(content.boxes.count - 1))
    }

    /// Room for what stands in most containers, so that it is not found step by step.
    private func reserve() {
        if content.items.isEmpty { content.items.reserveCapacity(6) }
    }

    func closeInline() {
        endStrayParts()
        guard let index = open.popLast() else { return }
        content.items.append(.close(index))
    }

    // MARK: Block-level boxes

    /// Adds a block-level box in the flow; inline boxes that are open end before it and go on after it.
    func add(block box: Box) {
        endStrayParts()
        append(block: box)
    }

    /// Adds a floating or absolutely positioned box where it is met; it splits nothing.
    func add(outOfFlow box: Box) {
        endStrayParts()
        content.items.append(box.style.box.float != .none ? .float(box) : .absolute(box))
    }

    /// The table that takes table parts without a table around them.
    func strayTable() -> TableBuilder {
        if let strayParts { return strayParts }
        let isInline = !open.isEmpty
        let table = TableBuilder(
            style: style.anonymous(isInline ? .inlineTable : .table), node: nil, pseudo: nil, builder: builder)
        strayParts = table
        return table
    }

    private func endStrayParts() {
        guard let table = strayParts else { return }
        strayParts = nil
        let box = table.finish()
        if box.style.box.display == .inlineTable { content.items.append(.atomic(box)) } else { append(block: box) }
    }

    private func append(block box: Box) {
        let continued = open
        for index in continued.reversed() {
            content.boxes[index].hasEnd = false
            content.items.append(.close(index))
        }
        let old = content
        flush()
        blocks.append(box)
        hasBlockLevel = true
        open = []
        for index in continued {
            var copy = old.boxes[index]
            copy.parent = open.last
            copy.hasStart = false
            copy.hasEnd = true
            content.boxes.append(copy)
            open.append(content.boxes.count - 1)
            content.items.append(.open(content.boxes.count - 1))
        }
    }

    /// Ends a run of inline content between blocks.
    private func flush() {
        defer {
            content = InlineContent()
            content.decorations = decorations
        }
        if content.makesNoLines {
            for item in content.items {
                switch item {
                case .float(let box), .absolute(let box): blocks.append(box)
                default: continue
                }
            }
            return
        }
        blocks.append(
            Box(
                style: blocks.isEmpty ? builder.anonymous(.block, in: style) : style.anonymousContinuation(.block),
                node: nil,
                order: builder.nextOrder(), inside: .inlines(content)))
    }

    /// What the container holds: give `inside` and `children` to its box.
    func finish() -> (inside: Box.Inside, children: [Box]) {
        endStrayParts()
        while !open.isEmpty { closeInline() }
        guard hasBlockLevel || !content.items.isEmpty && content.makesNoLines else { return (.inlines(content), []) }
        flush()
        return (.blocks, blocks)
    }
}
