import Markup
import Style

/// Collects the items of a flex or grid container: each in-flow child is one, each run of text between them is an
/// anonymous one, collapsible space alone is none (CSS Flexbox 1 §4, CSS Grid 1 §6).
final class ItemsBuilder {
    private let container: Box
    private unowned let builder: BoxBuilder
    private var text: ContainerBuilder?
    private var textIsSpace = true

    init(container: Box, builder: BoxBuilder) {
        self.container = container
        self.builder = builder
    }

    func add(childrenOf node: NodeID) {
        addPseudo(.before, of: node)
        for child in builder.document.children(of: node) { add(child) }
        addPseudo(.after, of: node)
    }

    private func add(_ node: NodeID) {
        guard builder.kind(of: node) != .text else {
            let text = self.text ?? newText()
            textIsSpace = textIsSpace && builder.isCollapsibleSpace(node, container.style)
            builder.build(node, into: text)
            return
        }
        guard let style = builder.style(of: node), style.box.display != .none else { return }
        if style.box.display == .contents {
            builder.enter(node, style)
            add(childrenOf: node)
            builder.leave()
            return
        }
        endText()
        container.children.append(builder.boxLevel(node, style))
    }

    private func addPseudo(_ kind: PseudoKey.Kind, of node: NodeID) {
        guard builder.hasContent(kind, of: node), let box = builder.pseudoBox(kind, of: node) else { return }
        endText()
        container.children.append(box)
    }

    private func newText() -> ContainerBuilder {
        let new = ContainerBuilder(
            style: container.style.anonymous(.block), decorations: builder.decorations, builder: builder)
        text = new
        textIsSpace = true
        return new
    }

    private func endText() {
        guard let text else { return }
        self.text = nil
        guard !textIsSpace else { return }
        let box = Box(style: container.style.anonymous(.block), node: nil, order: builder.nextOrder(), inside: .blocks)
        (box.inside, box.children) = text.finish()
        container.children.append(box)
    }

    func finish() { endText() }
}
