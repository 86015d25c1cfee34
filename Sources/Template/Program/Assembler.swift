/// Lays a tree of nodes flat and decides each value's escaping by where in the HTML it stands.
struct Assembler {
    private(set) var text: [UInt8] = []
    private(set) var code: [Instruction] = []
    private(set) var paths: [Path] = []
    private(set) var calls: [Call] = []
    private(set) var blocks: [BlockSite] = []
    private let format: OutputFormat
    private let keepsLines: Bool
    private var scanner = MarkupScanner()
    /// A text ends here that the next text may be joined to.
    private var openText = -1

    /// - Parameter keepsLines: whether the program may be printed indented, as partials and parents are.
    init(format: OutputFormat, keepsLines: Bool) {
        self.format = format
        self.keepsLines = keepsLines
    }

    static func program(
        from nodes: [Node], source: SourceText, format: OutputFormat, keepsLines: Bool
    ) -> Program {
        var assembler = Assembler(format: format, keepsLines: keepsLines)
        assembler.add(nodes, of: source)
        return Program(source: source, assembler: assembler)
    }

    /// Lays out nodes whose text ranges are of `source`.
    mutating func add(_ nodes: [Node], of source: SourceText) {
        for node in nodes { add(node, of: source) }
    }

    private mutating func add(_ node: Node, of source: SourceText) {
        switch node {
        case .lineStart:
            if keepsLines { emit(.lineStart) }
        case .text(let range): addText(source.bytes[range])
        case .value(let path, let escaped): emit(.value(path: intern(path), escaped ? escape : .none))
        case .section(let path, let content):
            let (start, index) = (code.count, intern(path))
            addBody(content, of: source, placeholder: .section(path: index, end: 0))
            code[start] = .section(path: index, end: code.count)
        case .inverted(let path, let content):
            let (start, index) = (code.count, intern(path))
            addBody(content, of: source, placeholder: .inverted(path: index, end: 0))
            code[start] = .inverted(path: index, end: code.count)
        case .partial(let name, let indent):
            calls.append(Call(name: name, indent: indent, overrides: []))
            emit(.partial(call: calls.count - 1))
        case .parent(let name, let indent, let overrides): addParent(name, indent, overrides, of: source)
        case .block(let block):
            let (start, index) = (code.count, blocks.count)
            blocks.append(BlockSite(name: block.name, indent: block.indent, isInline: block.isInline))
            addBody(block.content, of: source, placeholder: .block(index, end: 0))
            code[start] = .block(index, end: code.count)
        }
    }

    private mutating func addBody(_ nodes: [Node], of source: SourceText, placeholder: Instruction) {
        emit(placeholder)
        add(nodes, of: source)
        openText = -1
    }

    private mutating func addParent(
        _ name: TemplateName, _ indent: [UInt8], _ overrides: [Node.Override], of source: SourceText
    ) {
        let (start, index) = (code.count, calls.count)
        calls.append(Call(name: name, indent: indent, overrides: []))
        emit(.parent(call: index, end: 0))
        for override in overrides {
            let first = code.count
            add(override.content, of: source)
            openText = -1
            calls[index].overrides.append((override.name, first..<code.count))
        }
        code[start] = .parent(call: index, end: code.count)
    }

    private mutating func addText(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        if format == .html { scanner.scan(bytes) }
        let start = text.count
        text.append(contentsOf: bytes)
        if openText == start, case .text(let from, _) = code.last {
            code[code.count - 1] = .text(from: from, to: text.count)
        } else {
            code.append(.text(from: start, to: text.count))
        }
        openText = text.count
    }

    private mutating func emit(_ instruction: Instruction) {
        code.append(instruction)
        openText = -1
    }

    private mutating func intern(_ path: Path) -> Int {
        paths.append(path)
        return paths.count - 1
    }

    private var escape: Escape {
        switch format {
        case .text: .none
        case .plainMustache: .characters
        case .html: scanner.escape
        }
    }
}
