import Diagnostics
import Platform

/// Where a command speaks: results to standard output, diagnostics to standard error.
struct Console {
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        do throws(SystemError) {
            try FileDescriptor.standard(1).write(bytes)
        } catch {
            throw CommandFailure(.inputOutput, error.code.meaning, file: "standard output", hint: error.code.advice)
        }
    }

    /// Whether somebody looks at the results, rather than a program.
    var isTerminal: Bool { FileDescriptor.isTerminal(1) }

    func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

    /// Shows findings as `file:line:column: error: …`, one below the other.
    func report(_ diagnostics: some Sequence<Diagnostic>) {
        let text = diagnostics.map { "\($0)\n" }.joined()
        // With standard error closed nobody is left to tell; the exit code still speaks.
        try? FileDescriptor.standard(2).write(text.utf8)
    }
}
