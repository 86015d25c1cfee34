import Invoice
import Platform

/// A file that a command was given to read; `-` is standard input.
struct InputFile {
    /// As the user wrote it, for messages.
    let name: String
    let bytes: [UInt8]
    /// The file itself, where it is too long to be held in memory; `bytes` is empty then.
    let source: InvoiceSource?

    /// Longer files are streamed where the caller can do that.
    private static let streamedSize: Int64 = 4 << 20

    init(_ path: String, mayStream: Bool = false) throws(CommandFailure) {
        name = path == "-" ? "standard input" : path
        do throws(SystemError) {
            let file = try path == "-" ? FileDescriptor.standard(0) : FileDescriptor(path: path, .read)
            let status = try file.status()
            let isLong = mayStream && status.kind == .file && status.size > Self.streamedSize
            bytes = isLong ? [] : try file.readAll()
            source = isLong ? try InvoiceSource(file) : nil
        } catch {
            let exitCode: ExitCode = error.call == "read" && error.code != .isDirectory ? .inputOutput : .noInput
            throw CommandFailure(exitCode, error.code.meaning, file: path, hint: error.code.advice)
        }
    }
}
