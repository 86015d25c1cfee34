import Diagnostics
import Platform

/// Where a command speaks: results to standard output, diagnostics to standard error.
struct Console {
    func write(_ bytes: [UInt8]) throws {
        guard StandardStream.output.write(bytes) else {
            throw CommandFailure(
                .inputOutput, "standard output cannot be written", hint: "is the disk or the pipe full?")
        }
    }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Shows findings as `file:line:column: error: …`, one below the other.
    func report(_ diagnostics: some Sequence<Diagnostic>) {
        for diagnostic in diagnostics {
            // With standard error closed nobody is left to tell; the exit code still speaks.
            _ = StandardStream.error.write(Array("\(diagnostic)\n".utf8))
        }
    }
}
