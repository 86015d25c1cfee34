public import Diagnostics
import Foundation
public import Invoice
import Synchronization

/// Any Mustache template filled with any JSON, as the specification says: what is missing is empty.
public enum FreeTemplate {
    /// - Parameter path: the template's file; partials are `NAME.mustache` or `NAME.html` beside it.
    /// - Throws: faults of the template, with line and column.
    public static func fill(_ path: String, with data: JSONValue) throws(DiagnosticError) -> [UInt8] {
        let url = URL(fileURLWithPath: path)
        let source = try FolderReader.read(path)
        return try fill(source, with: data, partials: FilePartials(folder: url.deletingLastPathComponent().path))
    }

    static func fill(
        _ source: SourceText, with data: JSONValue, partials: some ProgramLibrary
    ) throws(DiagnosticError) -> [UInt8] {
        var bag = DiagnosticBag()
        let program = ProgramSet.compile(source, format: .plainMustache, isPartial: false, into: &bag)
        try bag.throwIfErrors()
        var renderer = Renderer(
            library: partials, strictness: .free, formatter: .plain, root: Value(json: data))
        try renderer.run(program)
        return renderer.output
    }
}

/// Partials read from a folder when a template first calls them.
private final class FilePartials: ProgramLibrary {
    private let folder: FolderReader?
    private let programs = Mutex<[String: Program]>([:])

    init(folder: String) { self.folder = FolderReader(folder) }

    var names: [String] { [] }

    func program(named name: String) throws(DiagnosticError) -> Program? {
        if let known = programs.withLock({ $0[name] }) { return known }
        guard let source = try folder?.partial(named: name) else { return nil }
        var bag = DiagnosticBag()
        let program = ProgramSet.compile(source, format: .plainMustache, isPartial: true, into: &bag)
        try bag.throwIfErrors()
        programs.withLock { $0[name] = program }
        return program
    }
}
