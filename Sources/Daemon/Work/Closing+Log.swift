internal import Ledger
internal import Platform

/// When a job came to the end of each of its steps.
struct StepTimes: Sendable {
    let begun: MonotonicTime
    /// Its invoices have their numbers, durably; and all that could be is printed.
    var read, numbered, printed: MonotonicTime?

    /// `31 ms: read after 4, numbered 9, printed 22`, the last of them being `end`.
    func words(until end: MonotonicTime) -> String {
        let steps = [("read", read), ("numbered", numbered), ("printed", printed)].compactMap { name, time in
            time.map { "\(name) \(($0 - begun).wholeMilliseconds)" }
        }
        let parts = steps.isEmpty ? "" : " (\(steps.joined(separator: ", ")))"
        return "\((end - begun).wholeMilliseconds) ms\(parts)"
    }
}

extension Closing {
    /// How many invoices a line names.
    private static let shown = 3

    /// One line for the whole job: what came of it and how long it took, its fields with every invoice and hash.
    func log(_ run: Run, _ report: String?) {
        var names: [String] = []
        var allPages = 0
        var fields = run.job.fields + [(.message, report == nil ? MessageID.printed : MessageID.refused)]
        for result in run.results {
            guard case .printed(let hash, let pages, _) = result.outcome, let document = run.document(result.position)
            else { continue }
            names.append("outbox/\(document.output ?? "")")
            allPages += pages
            fields += [(.invoice, document.number), (.hash, hash)]
        }
        let more = names.count > Self.shown ? " and \(names.count - Self.shown) more" : ""
        let what = names.prefix(Self.shown).joined(separator: ", ") + more
        let count = "\(allPages) \(allPages == 1 ? "page" : "pages")"
        let time = run.times.words(until: .now)
        let printed = names.isEmpty ? "printed nothing" : "printed \(what) (\(count))"
        if report == nil {
            parts.journal.write(.info, "\(printed) in \(time)", fields)
        } else {
            parts.journal.write(
                .warning, "not printed in full; the report is in failed/; \(printed) in \(time)", fields)
        }
        for result in run.results where result.mail?.refusal != nil {
            // The reason quotes addresses, which are nobody's business in a log.
            parts.journal.write(
                .warning, "no mail: it was refused; 'hotpress status' says why",
                run.job.fields + [
                    (.message, MessageID.mailFailed), (.invoice, run.document(result.position)?.number ?? ""),
                ])
        }
    }
}
