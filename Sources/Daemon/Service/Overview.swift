public import Ledger
internal import Platform

/// What `hotpress status` shows: from the ledger, the folders and the running service's own report.
public struct Overview: Sendable {
    /// Nil where no service runs.
    public let service: ServiceReport?
    public let counts: Ledger.Counts
    /// Files in the inbox, its subfolders included.
    public let inbox: Int
    /// Files in failed/, reports not counted.
    public let failed: Int
    /// Mails that wait, are held, or have failed.
    public let mails: [MailRecord]

    /// Looks; works with and without a running service.
    public init(_ configuration: Configuration) throws {
        let ledger = try Ledger(readingAt: configuration.statePath + "/ledger.db")
        counts = try ledger.counts()
        mails = try ledger.mails(in: [.due, .sending, .held, .failed, .bounced])
        service = ServiceReport.running(in: configuration.statePath)
        inbox = (try? Directory(configuration.root + "/inbox")).map { Self.count(in: $0) } ?? 0
        let names = (try? Directory(configuration.root + "/failed").names()) ?? []
        failed = names.count { !$0.hasSuffix(".error.txt") }
    }

    private static func count(in folder: Directory) -> Int {
        var count = 0
        for name in (try? folder.names()) ?? [] where !name.isHidden {
            if let inner = try? folder.folder(name) { count += Self.count(in: inner) } else { count += 1 }
        }
        return count
    }
}

/// `hotpress retry`: puts failed files back into the inbox, and failed or held mails on their way again.
public struct Retry {
    private let configuration: Configuration
    private let ledger: Ledger

    public init(_ configuration: Configuration) throws {
        self.configuration = configuration
        ledger = try Ledger(readingAt: configuration.statePath + "/ledger.db")
    }

    /// The jobs that have failed and whose file still lies in failed/, oldest first.
    public func failedJobs() throws -> [String] {
        var filter = Ledger.Filter(limit: 100_000)
        filter.state = .failed
        let failed = try Directory(configuration.root + "/failed")
        return try ledger.history(filter).reversed().filter { job in
            try Self.name(of: job).map { try failed.status(of: $0) != nil } ?? false
        }.map(\.identifier)
    }

    /// What was done about one job, in words; nil where there was nothing to do.
    public func retry(_ identifier: String) throws -> String? {
        let job = try ledger.job(identifier)
        var done: [String] = []
        if let place = try putBack(job) { done.append("back in \(place)") }
        let now = SystemClock().wall.milliseconds
        defer { MailRoom.callPostman(in: configuration.statePath) }
        for mail in try ledger.mails(of: identifier)
        where (mail.state == .failed || mail.state == .held) && !mail.file.isEmpty {
            try ledger.transaction {
                try ledger.postponeMail(mail.identifier, until: now, reason: "sent again by hand")
            }
            done.append("mail to \(mail.recipients.joined(separator: ", ")) due again")
        }
        return done.isEmpty ? nil : done.joined(separator: "; ")
    }

    private func putBack(_ job: JobRecord) throws -> String? {
        guard job.state == .failed, let filed = Self.name(of: job), let original = FileName(bytes: job.name) else {
            return nil
        }
        let failed = try Directory(configuration.root + "/failed")
        guard try failed.status(of: filed) != nil else { return nil }
        let path = configuration.root + "/inbox" + (job.queue.isEmpty ? "" : "/" + job.queue)
        let inbox = try Directory.making(path)
        // The report first: without it the file is still known as failed by the ledger.
        try? failed.remove(filed.appending(".error.txt"))
        let name = try failed.moveNumbered(filed, to: inbox, as: original)
        try ledger.transaction { try ledger.note(job.identifier, SystemClock().wall.milliseconds, "retried", "") }
        return inbox.path(of: name)
    }

    /// The file's name in failed/; the ledger shows names escaped, so the job's own name is tried with each number.
    private static func name(of job: JobRecord) -> FileName? {
        guard let filed = job.filed, filed.hasPrefix("failed/"), let original = FileName(bytes: job.name) else {
            return nil
        }
        if filed == "failed/\(original)" || filed == "failed/" { return original }
        return (2...9999).lazy.map { original.inserting("-\($0)") }.first { filed == "failed/\($0)" }
    }
}
