internal import Diagnostics
internal import Ledger
internal import Platform

extension Closing {
    /// The report on a job whose invoices were not all printed; nil where they were.
    func report(on run: Run) -> String? {
        let file = run.job.claim.name.description
        var findings = run.answer.diagnostics + run.refused
        for result in run.results {
            if case .failed(let diagnostics) = result.outcome { findings += diagnostics }
        }
        // A document that failed in an attempt before a crash has left its reason in the ledger.
        let earlier = run.documents.filter { $0.state == .failed }.compactMap(\.reason)
        findings += earlier.map { Diagnostic.error($0) }
        guard findings.contains(where: { $0.severity == .error }) else { return nil }
        var report = FailureReport(job: run.job.identifier, name: run.job.claim.name)
        report.diagnostics = findings.map { $0.naming(file) }
        let outcomes = Dictionary(run.results.map { ($0.position, $0.outcome) }) { $1 }
        for document in run.documents { Self.add(document, outcomes[document.position], to: &report) }
        return report.text
    }

    private static func add(
        _ document: DocumentRecord, _ outcome: PrintResult.Outcome?, to report: inout FailureReport
    ) {
        let place = "outbox/\(document.output ?? "")"
        switch (document.state, outcome) {
        case (_, .printed), (.printed, _): report.printed.append(document.line(place))
        case (.repeated, _): report.printed.append(document.line("\(place), before"))
        case (_, .failed), (.failed, _), (.numbered, nil):
            report.notPrinted.append(document.line("see above; its number goes to another invoice"))
        }
    }

    /// The report on a job that is given up, from what the ledger knows.
    static func report(on job: Job, _ diagnostics: [Diagnostic], _ ledger: Ledger) throws -> String {
        var report = FailureReport(job: job.identifier, name: job.claim.name)
        report.diagnostics = diagnostics
        for document in try ledger.documents(of: job.identifier) { add(document, nil, to: &report) }
        return report.text
    }
}

extension DocumentRecord {
    fileprivate func line(_ remark: String) -> FailureReport.Line {
        FailureReport.Line(number: number, customer: customer, remark: remark)
    }
}
