import Platform

/// A file that a command was given to read; `-` is standard input.
struct InputFile {
    /// As the user wrote it, for messages.
    let name: String
    let bytes: [UInt8]

    init(_ path: String) throws(CommandFailure) {
        name = path == "-" ? "standard input" : path
        do throws(SystemError) {
            let file = try path == "-" ? FileDescriptor.standard(0) : FileDescriptor(path: path, .read)
            bytes = try file.readAll()
        } catch {
            let exitCode: ExitCode = error.call == "read" && error.code != .isDirectory ? .inputOutput : .noInput
            throw CommandFailure(exitCode, error.code.meaning, file: path, hint: error.code.advice)
        }
    }
}
