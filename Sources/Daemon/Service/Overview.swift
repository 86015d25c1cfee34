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
    /// Mails that a crash has left in doubt and that were sent again, the latest first.
    public let doubtful: [MailRecord]
    public let pauses: [PauseRecord]

    /// Looks; works with and without a running service.
    public init(_ configuration: Configuration) throws {
        let ledger = try Ledger(readingAt: configuration.statePath + "/ledger.db")
        counts = try ledger.counts()
        mails = try ledger.mails(in: [.due, .sending, .held, .failed, .bounced])
        doubtful = try ledger.mailsPossiblySentTwice(limit: 10_000)
        pauses = try ledger.pauses()
        service = try Control.report(in: configuration.statePath)
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
