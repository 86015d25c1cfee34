internal import Ledger
internal import Mail
internal import Platform

/// What the operator is told: a list of failures, and the reports on files.
struct OperatorReport {
    let subject: String
    let text: String
    let attachments: [Attachment]

    private static let attachmentLimit = 20

    /// - Parameter limit: bytes of all reports together; what does not fit lies in failed/.
    init(_ failures: [Failure], _ jobs: [String: JobRecord], limit: Int) {
        let files = failures.count { $0.kind == .job }
        let counts = [(files, "file"), (failures.count - files, "mail")]
            .filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        subject = "Hotpress: \(counts.joined(separator: " and ")) failed"
        let lines = failures.map { Self.line($0, jobs[$0.job]) }
        text =
            "These failed:\n\n" + lines.joined(separator: "\n")
            + "\n\nFiles lie in failed/, each with its report beside it. 'hotpress status' lists what waits,\n"
            + "'hotpress retry JOB' takes it up once more.\n"
        attachments = Self.reports(failures, jobs, limit)
    }

    private static func line(_ failure: Failure, _ job: JobRecord?) -> String {
        let time = WallTime(milliseconds: failure.time).local
        let what =
            switch failure.kind {
            case .job: "file"
            case .mail: "mail of"
            case .bounce: "mail came back, of"
            }
        let reason = failure.text.isEmpty ? "" : "\n    " + failure.text.replacing("\n", with: "\n    ")
        return "- \(time.date) \(time.time)  \(what) \(job.map { escaped($0.name) } ?? "")  job \(failure.job)\(reason)"
    }

    private static func reports(
        _ failures: [Failure], _ jobs: [String: JobRecord], _ limit: Int
    ) -> [Attachment] {
        var left = limit
        var reports: [Attachment] = []
        for failure in failures where failure.kind == .job && reports.count < attachmentLimit {
            guard let job = jobs[failure.job], let report = job.reason, report.utf8.count <= left else { continue }
            left -= report.utf8.count
            let name = FileName(safe: String(decoding: job.name, as: UTF8.self), suffix: ".error.txt")
            reports.append(Attachment(name: name.text, mediaType: "text/plain", content: Array(report.utf8)))
        }
        return reports
    }
}
