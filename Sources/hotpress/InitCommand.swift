import Diagnostics
import Platform

/// `hotpress init`: a folder to begin from.
struct InitCommand: Subcommand {
    static let name = "init"
    static let grammar = OptionGrammar(
        command: "hotpress init", summary: "Write a sample invoice, a sample CSV and a template to begin from",
        notes: """
            DIR (the present folder where none is given) gets invoice.json with remarks, invoices.csv, and the folder
            template, a copy of the one that comes with the program. Files that are there already are not touched.
            Try it: hotpress render invoice.json --template ./template -o invoice.pdf
            Exit codes: 0 written, 73 a file cannot be made or is there already.
            """,
        arguments: OptionGrammar.Arguments("[DIR]", count: 0...1))

    private let folder: String

    init(_ options: ParsedOptions) { folder = options.arguments.first ?? "." }

    func run(_ console: Console) throws -> ExitCode {
        guard let starter = SharedFiles.path(of: "config/starter"),
            let template = SharedFiles.path(of: "Templates/classic")
        else {
            throw CommandFailure(
                .noInput, "the files that come with the program are not beside it", hint: "install it with make install"
            )
        }
        do throws(SystemError) {
            let target = try Directory.making(folder)
            let copied = try copy(starter, into: target) + copy(template, into: target.making("template"))
            for path in copied { try? console.write("\(path)\n") }
        } catch {
            throw CommandFailure(
                .cannotCreate, error.code.meaning, file: error.path,
                hint: error.code == .exists ? "move it away, or name another folder" : error.code.advice)
        }
        return .success
    }

    /// Copies a folder's files, and those of its folders; the paths that were made.
    private func copy(_ path: String, into target: Directory) throws(SystemError) -> [String] {
        let source = try Directory(path)
        var made: [String] = []
        for name in try source.names().sorted() {
            switch try source.status(of: name)?.kind {
            case .folder: made += try copy(source.path(of: name), into: target.makingFolder(name))
            case .file:
                let content = try source.open(name, .read).readAll()
                try target.open(name, .create(mode: 0o666)).write(content)
                made.append(target.path(of: name))
            default: break
            }
        }
        return made
    }
}

extension Directory {
    /// A folder in this one, made where it is missing.
    fileprivate func making(_ name: String) throws(SystemError) -> Directory { try .making("\(path)/\(name)") }
}
