import Diagnostics

/// A folder's programs by the names under which tags call them.
struct ProgramSet: ProgramLibrary, Sendable {
    private var programs: [String: Program] = [:]

    func program(named name: String) -> Program? { programs[name] }
    var names: [String] { programs.keys.sorted() }

    mutating func add(_ program: Program, named name: String) { programs[name] = program }

    /// A Mustache template and every partial that it can reach.
    ///
    /// - Parameter files: the folder's files by path.
    static func mustache(
        _ main: String, of files: [String: SourceText], format: OutputFormat, into bag: inout DiagnosticBag
    ) -> (main: Program, partials: ProgramSet)? {
        guard let source = files[main] else { return nil }
        let program = compile(source, format: format, isPartial: false, into: &bag)
        var partials = ProgramSet()
        var waiting = partials.calls(of: program, among: files)
        while let name = waiting.popLast() {
            guard partials.programs[name] == nil, let source = file(for: name, in: files) else { continue }
            let partial = compile(source, format: format, isPartial: true, into: &bag)
            partials.programs[name] = partial
            waiting += partials.calls(of: partial, among: files)
        }
        return (program, partials)
    }

    /// - Parameter isPartial: it may be printed indented, and its blocks are filled by others.
    static func compile(
        _ source: SourceText, format: OutputFormat, isPartial: Bool, into bag: inout DiagnosticBag
    ) -> Program {
        // Faults of one file must not hide those of the next.
        var own = DiagnosticBag(file: source.file)
        let nodes = MustacheParser.parse(source, into: &own)
        bag.add(contentsOf: own.diagnostics)
        let keepsLines = isPartial || nodes.containsParent
        return Assembler.program(from: nodes, source: source, format: format, keepsLines: keepsLines)
    }

    /// What a program calls by name; all files, if it calls by a name that only the data knows.
    private func calls(of program: Program, among files: [String: SourceText]) -> [String] {
        var names: [String] = []
        for call in program.calls {
            switch call.name {
            case .fixed(let name, _): names.append(name)
            case .dynamic:
                names += files.keys.filter { $0.hasSuffix(".mustache") || $0.hasSuffix(".html") }.flatMap { file in
                    [file, String(file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex))]
                }
            }
        }
        return names
    }

    static func file(for name: String, in files: [String: SourceText]) -> SourceText? {
        files[name + ".mustache"] ?? files[name + ".html"] ?? files[name]
    }
}

extension [Node] {
    fileprivate var containsParent: Bool {
        contains { node in
            switch node {
            case .parent: true
            case .section(_, let content), .inverted(_, let content): content.containsParent
            case .block(let block): block.content.containsParent
            case .lineStart, .text, .value, .partial: false
            }
        }
    }
}
