internal import Diagnostics
internal import Ledger
internal import Platform

/// The text beside a refused file: what is wrong, where, what to do; what was printed all the same.
struct FailureReport {
    let job: String
    let name: FileName
    var diagnostics: [Diagnostic] = []
    /// Of this job, as they will stand.
    var printed: [Line] = []
    var notPrinted: [Line] = []

    /// One invoice of the file.
    struct Line {
        let number: String
        let customer: String
        /// Where the PDF is, or why there is none.
        let remark: String
    }

    var text: String {
        var parts = [headline, findings]
        if !printed.isEmpty {
            parts.append("Printed, and not to be printed again:\n" + Self.list(printed))
            if !notPrinted.isEmpty { parts.append("Not printed:\n" + Self.list(notPrinted)) }
        }
        parts.append(advice)
        parts.append("Job \(job).")
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private var headline: String {
        printed.isEmpty ? "\(name) was not printed." : "\(name) was printed only in part."
    }

    private var findings: String { diagnostics.map(\.description).joined(separator: "\n") }

    private var advice: String {
        let rest = printed.isEmpty ? "" : " What was printed is known and will not be printed twice."
        return "What to do: correct the file and drop it into the inbox again, under the same name.\(rest)"
    }

    private static func list(_ lines: [Line]) -> String {
        lines.map { line in
            let customer = line.customer.isEmpty ? "" : " (\(line.customer))"
            return "    \(line.number)\(customer): \(line.remark)"
        }.joined(separator: "\n")
    }
}
