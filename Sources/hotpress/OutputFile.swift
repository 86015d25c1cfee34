import Platform

/// Where a command's result goes: a file that appears whole or not at all, or standard output (`-`).
struct OutputFile {
    let path: String

    var isStandardOutput: Bool { path == "-" }

    /// What follows the last dot of the name, in small letters; empty where there is none.
    var fileExtension: String {
        let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// The same with a number before the extension: `page-2.png`.
    func numbered(_ number: Int) -> OutputFile {
        let tail = fileExtension.isEmpty ? "" : "." + path.suffix(fileExtension.count)
        return OutputFile(path: "\(path.dropLast(tail.count))-\(number)\(tail)")
    }

    func write(_ bytes: [UInt8], _ console: Console) throws {
        if isStandardOutput { return try console.write(bytes) }
        do throws(SystemError) {
            try write(bytes)
        } catch {
            let exitCode: ExitCode = ["write", "fsync", "close"].contains(error.call) ? .inputOutput : .cannotCreate
            throw CommandFailure(exitCode, error.code.meaning, file: path, hint: error.code.advice)
        }
    }

    private func write(_ bytes: [UInt8]) throws(SystemError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = String(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...])
        guard let name = FileName(text: name) else { throw SystemError(call: "open", path: path, code: .isDirectory) }
        let directory = try Directory(folder)
        if let kind = try directory.status(of: name)?.kind, kind != .file {
            // A device or a pipe is written to, a link followed; only a plain file is replaced.
            return try FileDescriptor(path: path, .replace(mode: 0o666)).write(bytes)
        }
        try directory.write(bytes, as: name, mode: 0o666, replacing: true)
    }
}
