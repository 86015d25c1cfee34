internal import Ledger
internal import Platform

/// What the start does before the inbox is looked at: everything that the last run left half-done is taken up where its
/// last durable step left it (docs/LEDGER.md, the crash table).
struct Recovery {
    let parts: Parts

    /// Jobs to take up again, oldest first.
    func jobs() throws -> [Job] {
        let claims = try parts.spool.claims()
        try recordUnknown(claims)
        try settleVanished(Set(claims.map(\.identifier)))
        var jobs: [Job] = []
        for claim in claims {
            let record = try parts.bookkeeper.now { try $0.job(claim.identifier) }
            let job = Job(
                claim: claim, settings: parts.settings.value.settings(of: claim.queue),
                time: WallTime(milliseconds: record.claimed))
            removeMarker(of: claim, job.settings.inbox)
            jobs.append(job)
        }
        try parts.spool.sweepFailed()
        try parts.spool.sweepOutbox(keeping: Set(jobs.map(\.identifier)))
        try parts.mailRoom.sweep(keeping: parts.bookkeeper.now { try $0.mails(in: [.due, .sending, .held, .failed]) })
        return jobs
    }

    /// A marker goes after its file was claimed; one that a crash left would speak for the next file of that name.
    private func removeMarker(of claim: Claim, _ inbox: InboxSettings) {
        let path = parts.spool.inboxPath + (claim.queue.isEmpty ? "" : "/" + claim.queue)
        guard let marker = inbox.doneFile?.name(for: claim.name), let folder = try? Directory(path),
            ((try? folder.status(of: claim.name)) ?? nil) == nil
        else { return }
        try? folder.remove(marker)
    }

    /// Claimed, but not yet written down.
    private func recordUnknown(_ claims: [Claim]) throws {
        let now = parts.clock.wall
        try parts.bookkeeper.now { ledger in
            for claim in claims { try ledger.record(JobRecord(claim, at: now)) }
        }
    }

    /// Jobs whose file is not in work/: moved to its end already, or taken away by somebody.
    private func settleVanished(_ present: Set<String>) throws {
        let now = parts.clock.wall.milliseconds
        let spool = parts.spool
        try parts.bookkeeper.now { ledger in
            for record in try ledger.unfiled() where !present.contains(record.identifier) {
                guard record.state.isDecided else {
                    try Self.giveUp(record, ledger, spool, at: now)
                    continue
                }
                try ledger.file(record.identifier, at: record.state == .failed ? "failed/" : "archive/")
            }
        }
    }

    private static func giveUp(_ record: JobRecord, _ ledger: Ledger, _ spool: Spool, at now: Int64) throws {
        for document in try ledger.documents(of: record.identifier) where document.state == .numbered {
            let output = document.output.flatMap { FileName(text: $0) }
            if let output, let inode = document.inode, let bytes = try spool.placedOutput(output, inode: inode) {
                try ledger.markPrinted(record.identifier, document.position, hash: sha256(bytes), pages: 0)
            } else {
                try ledger.markFailed(record.identifier, document.position, reason: "the file has gone from work/")
            }
        }
        try ledger.step(record.identifier, to: .failed, at: now, reason: "the file has gone from work/")
        try ledger.file(record.identifier, at: "gone from work/")
    }

    /// Mails that were being handed over when the last run ended: held or sent again, as configured.
    func settleMails() throws {
        let settings = parts.settings.value
        let now = parts.clock.wall.milliseconds
        let held = try parts.bookkeeper.now { ledger in
            var held: [MailRecord] = []
            for mail in try ledger.mailsOfUnknownOutcome() {
                let reason = "the service ended while this mail was being handed over: it may have gone out"
                try ledger.doubt(mail.identifier, at: now)
                switch settings.settings(of: try ledger.job(mail.job).queue).mail.unknown {
                case .resend: try ledger.postponeMail(mail.identifier, until: now, reason: reason)
                case .hold:
                    try ledger.hold(mail.identifier, reason: reason)
                    held.append(mail)
                }
            }
            return held
        }
        for mail in held {
            parts.journal.write(
                .warning, "mail held: it may have gone out before the last stop; 'hotpress retry' sends it again",
                [(.job, mail.job), (.message, MessageID.mailHeld)])
        }
    }
}
