import Diagnostics

/// The templates that partial and parent tags may name.
protocol ProgramLibrary {
    /// Nil if there is no template of that name.
    func program(named name: String) throws(DiagnosticError) -> Program?
    var names: [String] { get }
}

/// Runs programs over values.
///
/// What is in the data is printed, never read as template text again.
struct Renderer<Library: ProgramLibrary> {
    /// What happens to a name that no value knows, or a partial that is not there.
    enum Strictness {
        /// It prints nothing, as the Mustache specification says.
        case free
        /// It is an error of the template.
        case strict
    }

    private let library: Library
    private let strictness: Strictness
    private let formatter: ValueFormatter
    private var frames: [Value]
    private var indent: [UInt8] = []
    /// The next line's indentation is printed already.
    private var isIndented = false
    /// Innermost last; the outermost that fills a block wins.
    private var overrides: [Overrides] = []
    private var depth = 0
    private(set) var output: [UInt8] = []

    /// Blocks that one parent tag fills, in the program that holds their code.
    private struct Overrides {
        let program: Program
        let call: Int
    }

    /// Sections, blocks and partials within each other, at most: what the stack of a small thread holds.
    private static var depthLimit: Int { 200 }

    init(library: Library, strictness: Strictness, formatter: ValueFormatter, root: Value) {
        self.library = library
        self.strictness = strictness
        self.formatter = formatter
        frames = [root]
        output.reserveCapacity(16_384)
    }

    mutating func run(_ program: Program) throws(DiagnosticError) {
        try run(program, program.code.indices)
    }

    private mutating func run(_ program: Program, _ range: Range<Int>) throws(DiagnosticError) {
        depth += 1
        defer { depth -= 1 }
        var step = range.lowerBound
        while step < range.upperBound {
            switch program.code[step] {
            case .text(let from, let to): output.append(contentsOf: program.text[from..<to])
            case .lineStart: beginLine()
            case .value(let path, let escape):
                formatter.append(try value(at: path, of: program), escape, to: &output)
            case .section(let path, let end):
                try runSection(try value(at: path, of: program), program, step + 1..<end)
                step = end - 1
            case .inverted(let path, let end):
                if try value(at: path, of: program).isEmpty { try run(program, step + 1..<end) }
                step = end - 1
            case .partial(let call): try expand(program, call, isParent: false)
            case .parent(let call, let end):
                try expand(program, call, isParent: true)
                step = end - 1
            case .block(let block, let end):
                try runBlock(program, block, step + 1..<end)
                step = end - 1
            }
            step += 1
        }
    }

    private mutating func beginLine() {
        if isIndented {
            isIndented = false
        } else {
            output.append(contentsOf: indent)
        }
    }

    private mutating func runSection(
        _ value: Value, _ program: Program, _ body: Range<Int>
    ) throws(DiagnosticError) {
        if case .list(let items) = value {
            for item in items { try run(program, body, within: item) }
        } else if !value.isEmpty {
            try run(program, body, within: value)
        }
    }

    private mutating func run(
        _ program: Program, _ body: Range<Int>, within frame: Value
    ) throws(DiagnosticError) {
        frames.append(frame)
        try run(program, body)
        frames.removeLast()
    }

    // MARK: Names

    /// The first part is looked up through the frames, the others in what it stands for.
    private func value(at index: Int, of program: Program) throws(DiagnosticError) -> Value {
        try value(program.paths[index], of: program)
    }

    private func value(_ path: Path, of program: Program) throws(DiagnosticError) -> Value {
        guard let first = path.parts.first else { return frames.last ?? .absent }
        var found: Value?
        var depth = frames.count
        while found == nil, depth > 0 {
            depth -= 1
            found = frames[depth].member(first)
        }
        guard var value = found else { return try unknown(path, of: program) }
        for index in 1..<path.parts.count {
            let part = path.parts[index]
            if case .absent = value { return .absent }
            guard let member = value.member(part) else {
                if case .record = value { return try unknown(path, of: program) }
                return .absent
            }
            value = member
        }
        return value
    }

    private func unknown(_ path: Path, of program: Program) throws(DiagnosticError) -> Value {
        guard strictness == .strict else { return .absent }
        // Inside free values any name may be meant for them.
        for frame in frames {
            guard case .record = frame else { return .absent }
        }
        throw DiagnosticError(
            .error("there is no value '\(path.text)' here", at: program.source.location(of: path.offset)))
    }

    // MARK: Partials, parents, blocks

    private mutating func expand(
        _ program: Program, _ index: Int, isParent: Bool
    ) throws(DiagnosticError) {
        let call = program.calls[index]
        guard let called = try self.program(called: call.name, by: program) else { return }
        guard depth < Self.depthLimit else {
            throw DiagnosticError(
                .error(
                    "sections and partials are nested more than \(Self.depthLimit) deep",
                    at: program.source.location(of: call.name.offset),
                    hint: "a partial that calls itself needs a section that ends it"))
        }
        let outerIndent = indent
        indent += call.indent
        if isParent { overrides.append(Overrides(program: program, call: index)) }
        try run(called)
        if isParent { overrides.removeLast() }
        indent = outerIndent
    }

    private func program(
        called name: TemplateName, by caller: Program
    ) throws(DiagnosticError) -> Program? {
        let text: String
        switch name {
        case .fixed(let fixed, _): text = fixed
        case .dynamic(let path):
            guard case .text(let dynamic) = try value(path, of: caller) else { return nil }
            text = dynamic
        }
        if let program = try library.program(named: text) { return program }
        guard strictness == .strict else { return nil }
        throw DiagnosticError(
            .error(
                "there is no partial '\(text)'", at: caller.source.location(of: name.offset),
                hint: nearestName(to: text, among: library.names).map { "did you mean '\($0)'?" }))
    }

    private mutating func runBlock(
        _ program: Program, _ index: Int, _ content: Range<Int>
    ) throws(DiagnosticError) {
        let site = program.blocks[index]
        guard let (level, code) = override(of: site.name) else {
            try run(program, content)
            return
        }
        // Blocks inside what fills this one belong to the templates further out.
        let (outerIndent, outerOverrides) = (indent, overrides)
        let filling = overrides[level].program
        overrides.removeSubrange(level...)
        indent += site.indent
        let beginsLine = filling.beginsLine(code)
        if site.isInline { isIndented = beginsLine }
        if !site.isInline, !beginsLine { output.append(contentsOf: indent) }
        try run(filling, code)
        isIndented = false
        (indent, overrides) = (outerIndent, outerOverrides)
    }

    private func override(of block: String) -> (level: Int, code: Range<Int>)? {
        for (level, overrides) in overrides.enumerated() {
            let call = overrides.program.calls[overrides.call]
            if let override = call.overrides.last(where: { $0.name == block }) { return (level, override.code) }
        }
        return nil
    }
}

extension Program {
    fileprivate func beginsLine(_ range: Range<Int>) -> Bool {
        guard let first = range.first else { return true }
        if case .lineStart = code[first] { return true }
        return false
    }
}
