import Markup
import Style

/// Collects the children of a table and puts in the rows, row groups and cells that are missing (CSS 2.2 §17.2.1).
final class TableBuilder {
    private let table: Box
    private unowned let builder: BoxBuilder
    private var group: Box?
    private var row: Box?
    private var cell: (box: Box, content: ContainerBuilder)?

    init(style: ComputedStyle, node: NodeID?, pseudo: PseudoKey.Kind?, builder: BoxBuilder) {
        self.builder = builder
        table = Box(style: style, node: node, pseudo: pseudo, order: builder.nextOrder(), inside: .table)
    }

    /// Goes on inside a row group or row that the document has.
    private init(inside part: Box, builder: BoxBuilder) {
        self.builder = builder
        table = part
        if case .tableRow = part.inside { row = part } else { group = part }
    }

    /// Adds an element that is a table part.
    func add(part node: NodeID, style: ComputedStyle) {
        switch style.box.display {
        case .tableCaption:
            endGroup()
            table.children.append(builder.blockContainer(node, style))
        case .tableColumnGroup, .tableColumn:
            endGroup()
            table.children.append(columns(node, style))
        case .tableRowGroup, .tableHeaderGroup,
            .tableFooterGroup where group !== table && row !== table:
            endGroup()
            let box = Box(style: style, node: node, order: builder.nextOrder(), inside: .tableRowGroup)
            fill(box, from: node, style)
            table.children.append(box)
        case .tableRow where row !== table:
            endRow()
            let box = Box(style: style, node: node, order: builder.nextOrder(), inside: .tableRow)
            fill(box, from: node, style)
            currentGroup().children.append(box)
        case .tableCell:
            endCell()
            currentRow().children.append(builder.cell(node, style))
        default:
            addToCell { builder.build(node, into: $0) }
        }
    }

    /// Adds what is not a table part: text or an element, which needs a cell.
    func add(other node: NodeID) {
        if builder.kind(of: node) == .text, cell == nil, builder.isCollapsibleSpace(node, table.style) { return }
        addToCell { builder.build(node, into: $0) }
    }

    func add(pseudo: (ContainerBuilder) -> Void) { addToCell(pseudo) }

    /// Adds an out-of-flow child: it makes no cell of its own.
    func finish() -> Box {
        endGroup()
        return table
    }

    private func fill(_ box: Box, from node: NodeID, _ style: ComputedStyle) {
        let inner = TableBuilder(inside: box, builder: builder)
        builder.enter(node, style)
        builder.addTableChildren(of: node, to: inner)
        builder.leave()
        inner.endGroup()
    }

    private func columns(_ node: NodeID, _ style: ComputedStyle) -> Box {
        let isGroup = style.box.display == .tableColumnGroup
        let box = Box(
            style: style, node: node, order: builder.nextOrder(), inside: isGroup ? .tableColumnGroup : .tableColumn)
        box.columnSpan = builder.span(of: node, "span", most: 1000)
        guard isGroup else { return box }
        for child in builder.document.children(of: node) {
            guard let childStyle = builder.style(of: child), childStyle.box.display == .tableColumn else { continue }
            box.children.append(columns(child, childStyle))
        }
        return box
    }

    private func currentGroup() -> Box {
        if let group { return group }
        let box = Box(
            style: table.style.anonymous(.tableRowGroup), node: nil, order: builder.nextOrder(), inside: .tableRowGroup)
        table.children.append(box)
        group = box
        return box
    }

    private func currentRow() -> Box {
        if let row { return row }
        let group = currentGroup()
        let box = Box(style: group.style.anonymous(.tableRow), node: nil, order: builder.nextOrder(), inside: .tableRow)
        group.children.append(box)
        row = box
        return box
    }

    private func addToCell(_ add: (ContainerBuilder) -> Void) {
        if let cell { return add(cell.content) }
        let style = currentRow().style.anonymous(.tableCell)
        let box = Box(style: style, node: nil, order: builder.nextOrder(), inside: .blocks)
        let content = ContainerBuilder(style: style, decorations: builder.decorations, builder: builder)
        cell = (box, content)
        add(content)
    }

    private func endCell() {
        guard let (box, content) = cell else { return }
        cell = nil
        (box.inside, box.children) = content.finish()
        currentRow().children.append(box)
    }

    private func endRow() {
        endCell()
        if row !== table { row = nil }
    }

    private func endGroup() {
        endRow()
        if group !== table { group = nil }
    }
}
