import Diagnostics

/// Finds the names in a template that the model does not know, before there is an invoice.
///
/// Runs a program the way `Renderer` does, but over kinds: each section once, whatever the data.
struct TemplateChecker<Library: ProgramLibrary> {
    private let library: Library
    private let labelNames: [String]
    private var frames: [Kind]
    private var overrides: [(program: Program, call: Int)] = []
    private var visited: Set<Visit> = []
    private var calls = 0
    private(set) var bag = DiagnosticBag()

    /// Partials within partials that are followed; rendering ends not much further down.
    private static var callLimit: Int { 100 }

    /// A partial in the frames it was checked in.
    private struct Visit: Hashable {
        let program: ObjectIdentifier
        let frames: [String]
        let overrides: Int
    }

    init(library: Library, root: Kind, labelNames: [String]) {
        self.library = library
        self.labelNames = labelNames
        frames = [root]
    }

    mutating func check(_ program: Program) throws(DiagnosticError) {
        try check(program, program.code.indices)
    }

    private mutating func check(_ program: Program, _ range: Range<Int>) throws(DiagnosticError) {
        var step = range.lowerBound
        while step < range.upperBound {
            switch program.code[step] {
            case .text, .lineStart: break
            case .value(let index, _): checkPrinted(program.paths[index], of: program)
            case .section(let index, let end):
                try checkSection(program.paths[index], program, step + 1..<end)
                step = end - 1
            case .inverted(let index, let end):
                _ = kind(of: program.paths[index], in: program)
                try check(program, step + 1..<end)
                step = end - 1
            case .partial(let index): try checkCall(index, of: program)
            case .parent(let index, let end):
                overrides.append((program, index))
                try checkCall(index, of: program)
                overrides.removeLast()
                step = end - 1
            case .block(let index, let end):
                try checkBlock(program, index, step + 1..<end)
                step = end - 1
            }
            step += 1
        }
    }

    private mutating func checkPrinted(_ path: Path, of program: Program) {
        guard let kind = kind(of: path, in: program), !kind.isPrintable else { return }
        let hint: String
        if case .list = kind {
            hint = "print it in a section: {{#\(path.text)}}…{{/\(path.text)}}"
        } else {
            hint = "name one of them: " + kind.memberNames.map { "\(path.text).\($0)" }.joined(separator: ", ")
        }
        bag.add(
            .error("'\(path.text)' holds several values", at: program.source.location(of: path.offset), hint: hint))
    }

    private mutating func checkSection(
        _ path: Path, _ program: Program, _ body: Range<Int>
    ) throws(DiagnosticError) {
        switch kind(of: path, in: program) {
        case .list(let element): frames.append(element)
        case .some(let kind): frames.append(kind)
        // What is in a section whose name is wrong cannot be judged.
        case nil: frames.append(.free)
        }
        try check(program, body)
        frames.removeLast()
    }

    private mutating func checkCall(_ index: Int, of program: Program) throws(DiagnosticError) {
        let call = program.calls[index]
        switch call.name {
        case .dynamic(let path): _ = kind(of: path, in: program)
        case .fixed(let name, let offset):
            guard let called = try library.program(named: name) else {
                let near = nearestName(to: name, among: library.names).map { "did you mean '\($0)'?" }
                bag.add(
                    .error(
                        "there is no partial '\(name)' in the template's folder",
                        at: program.source.location(of: offset),
                        hint: near ?? "partials are files beside invoice.html: NAME.mustache or NAME.html"))
                return
            }
            let visit = Visit(
                program: ObjectIdentifier(called), frames: frames.map(\.label), overrides: overrides.count)
            guard visited.insert(visit).inserted, calls < Self.callLimit else { return }
            calls += 1
            try check(called)
            calls -= 1
        }
    }

    private mutating func checkBlock(
        _ program: Program, _ index: Int, _ content: Range<Int>
    ) throws(DiagnosticError) {
        let name = program.blocks[index].name
        for (level, override) in overrides.enumerated() {
            let call = override.program.calls[override.call]
            guard let filling = call.overrides.last(where: { $0.name == name }) else { continue }
            let outer = overrides
            overrides.removeSubrange(level...)
            try check(override.program, filling.code)
            overrides = outer
            return
        }
        try check(program, content)
    }

    // MARK: Names

    private mutating func kind(of path: Path, in program: Program) -> Kind? {
        guard let first = path.parts.first else { return frames.last }
        var found: Kind?
        for frame in frames.reversed() {
            found = frame.member(first.text)
            if found != nil { break }
        }
        guard var kind = found else {
            report(path, part: 0, known: frames.flatMap(\.memberNames), in: program)
            return nil
        }
        if first.text == "label", path.parts.count > 1, !labelNames.contains(path.parts[1].text) {
            report(path, part: 1, known: labelNames, in: program)
            return nil
        }
        for (index, part) in path.parts.enumerated().dropFirst() {
            guard let member = kind.member(part.text) else {
                report(path, part: index, known: kind.memberNames, in: program)
                return nil
            }
            kind = member
        }
        return kind
    }

    private mutating func report(_ path: Path, part: Int, known: [String], in program: Program) {
        let name = path.parts[part].text
        let before = path.parts[..<part].map { $0.text + "." }.joined()
        var hint = nearestName(to: name, among: known).map { "did you mean '\(before)\($0)'?" }
        if part == 0, let deeper = deeperName(name) { hint = "did you mean '\(deeper)'?" }
        let list = known.isEmpty ? nil : "known here: " + known.joined(separator: ", ")
        bag.add(
            .error(
                "there is no value '\(path.text)'", at: program.source.location(of: path.offset), hint: hint ?? list))
    }

    /// The same name one record further down: `total.gross` for `gross`.
    private func deeperName(_ name: String) -> String? {
        for frame in frames.reversed() {
            for outer in frame.memberNames {
                if case .record(let shape) = frame.member(outer), shape.kinds[name] != nil { return "\(outer).\(name)" }
            }
        }
        return nil
    }
}

extension Kind {
    /// Tells frames apart: records by their table.
    fileprivate var label: String {
        switch self {
        case .record(let shape): shape.title
        case .list(let element): "list of " + element.label
        case .text: "text"
        case .flag: "flag"
        case .number: "number"
        case .date: "date"
        case .free: "free"
        }
    }
}
