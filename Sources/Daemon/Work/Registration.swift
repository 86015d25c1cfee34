internal import Diagnostics
internal import Ledger
internal import Platform

/// The one transaction between reading and printing: duplicates are found, numbers taken, names planned.
struct Registration: Sendable {
    enum Outcome: Sendable {
        case duplicate(JobRecord)
        /// Every document of the job, and what is wrong with invoices that did not become one.
        case documents([DocumentRecord], refused: [Diagnostic])
    }

    private let run: Run
    private let spool: Spool
    private let configuration: Configuration
    private let time: Int64

    init(_ run: Run, _ parts: Parts) {
        self.run = run
        spool = parts.spool
        configuration = parts.settings.value
        time = parts.clock.wall.milliseconds
    }

    private var identifier: String { run.job.identifier }

    func perform(_ ledger: Ledger) throws -> Outcome {
        let job = try ledger.job(identifier)
        if job.state == .claimed, let earlier = try duplicate(ledger) { return .duplicate(earlier) }
        try ledger.step(identifier, to: .printing, at: time, hash: run.hash)
        var documents = try ledger.documents(of: identifier)
        let known = Set(documents.map(\.position))
        var twins = try ledger.printedByFailedTwins(of: job)
        var refused: [Diagnostic] = []
        for summary in run.answer.invoices where !known.contains(summary.position) {
            switch try register(summary, &twins, ledger) {
            case .refused(let finding): refused.append(finding)
            case .recorded(let document): documents.append(document)
            case .repeated: break
            }
        }
        for document in documents where document.state == .numbered { try plan(document, ledger) }
        return .documents(try ledger.documents(of: identifier), refused: refused)
    }

    private enum Registered {
        case recorded(DocumentRecord)
        /// It was printed before.
        case repeated
        case refused(Diagnostic)
    }

    private func duplicate(_ ledger: Ledger) throws -> JobRecord? {
        if run.job.settings.inbox.duplicates == .process { return nil }
        return try ledger.duplicate(of: identifier, hash: run.hash, queue: run.job.claim.queue)
    }

    /// Records one invoice, or says why not. What a failed twin of the file has printed is not printed again.
    private func register(
        _ summary: InvoiceSummary, _ twins: inout [DocumentRecord], _ ledger: Ledger
    ) throws -> Registered {
        let draft = DocumentDraft(
            position: summary.position, number: summary.number, seller: summary.seller, customer: summary.customer,
            total: summary.total, digest: summary.digest)
        if let index = twins.firstIndex(where: { $0.digest == draft.digest }) {
            let twin = twins.remove(at: index)
            if draft.number == nil || draft.number == twin.number {
                try ledger.recordRepetition(draft, in: identifier, of: twin)
                return .repeated
            }
        }
        switch try ledger.precedent(of: draft, in: identifier) {
        case .same(let earlier) where run.job.settings.inbox.duplicates == .skip && earlier.job != identifier:
            try ledger.recordRepetition(draft, in: identifier, of: earlier)
            return .repeated
        case .same where run.job.settings.inbox.duplicates == .process: break
        case .same(let earlier):
            return .refused(.repeated(draft, earlier, try name(of: earlier, ledger), isChanged: false))
        case .changed(let earlier) where run.job.settings.inbox.sameNumber == .fail:
            return .refused(.repeated(draft, earlier, try name(of: earlier, ledger), isChanged: true))
        case .changed, .new: break
        }
        return .recorded(try ledger.record(draft, in: identifier, numbering: numbering(summary)))
    }

    private func name(of document: DocumentRecord, _ ledger: Ledger) throws -> String {
        escaped(try ledger.job(document.job).name)
    }

    private func numbering(_ summary: InvoiceSummary) -> Numbering {
        let sequence = configuration.sequence(
            seller: summary.seller, type: summary.type, queue: run.job.claim.queue)
        let parts = summary.date.split(separator: "-").compactMap { Int($0) }
        let today = run.job.time.local
        let date =
            parts.count == 3
            ? SequenceDate(year: parts[0], month: parts[1], day: parts[2])
            : SequenceDate(year: today.year, month: today.month, day: today.day)
        return Numbering(
            sequence: sequence.name, pattern: sequence.settings.pattern, reset: sequence.settings.reset, date: date)
    }

    /// Plans the name in the outbox, and the file that gets it; what an earlier attempt has placed keeps its plan.
    private func plan(_ document: DocumentRecord, _ ledger: Ledger) throws {
        if let output = document.output.flatMap({ FileName(text: $0) }), let inode = document.inode,
            try spool.placedOutput(output, inode: inode) != nil
        {
            return
        }
        guard let inode = run.inodes[document.position],
            let summary = run.summary(document.position)
        else { return }
        let values = [
            "number": document.number, "seller": summary.seller, "customer": summary.customer, "date": summary.date,
            "currency": summary.currency, "source": run.job.claim.name.stem,
        ]
        let wanted = OutputName.make(run.job.settings.invoice.outputName, values)
        let output = try Self.freeName(wanted, document.output, ledger, spool)
        try ledger.planOutput(identifier, document.position, output: output.text, inode: inode)
    }

    /// Plans another name for a document whose name a stranger's file has taken meanwhile.
    static func replan(
        _ job: String, _ position: Int, _ ledger: Ledger, _ spool: Spool
    ) throws -> DocumentRecord {
        let document = try ledger.document(job, position)
        if let output = document.output.flatMap({ FileName(text: $0) }), let inode = document.inode {
            let free = try freeName(output, nil, ledger, spool)
            try ledger.planOutput(job, position, output: free.text, inode: inode)
        }
        return try ledger.document(job, position)
    }

    /// `wanted`, or numbered: a name that neither the ledger nor the folder knows. `own` is this document's from before.
    private static func freeName(
        _ wanted: FileName, _ own: String?, _ ledger: Ledger, _ spool: Spool
    ) throws -> FileName {
        var candidate = wanted
        var number = 1
        while true {
            let isOurs = candidate.text == own
            let isKnown = try !isOurs && ledger.isOutputTaken(candidate.text)
            if try !isKnown && spool.outbox.status(of: candidate) == nil { return candidate }
            number += 1
            candidate = wanted.inserting("-\(number)")
        }
    }
}

extension Diagnostic {
    /// An invoice whose number was printed before.
    fileprivate static func repeated(
        _ draft: DocumentDraft, _ earlier: DocumentRecord, _ file: String, isChanged: Bool
    ) -> Diagnostic {
        let place = SourceLocation(path: "invoice \(draft.position + 1)")
        let output = earlier.output.map { " (outbox/\($0))" } ?? ""
        if isChanged {
            return .error(
                "the number \(draft.number ?? "") was used before, for another invoice in \(file)\(output)", at: place,
                hint: "give it a new number, or set same-number = revise in the group [inbox]")
        }
        return .error(
            "the invoice \(draft.number ?? "") was printed before, from \(file)\(output)", at: place,
            hint: "take it out of the file, or set duplicates = process in the group [inbox]")
    }
}
