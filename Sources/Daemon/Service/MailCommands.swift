internal import Ledger
internal import Mail
internal import Platform

/// `hotpress release`: lets mails go that wait for a person.
public struct Release {
    private let configuration: Configuration
    private let ledger: Ledger

    public init(_ configuration: Configuration) throws {
        self.configuration = configuration
        ledger = try Ledger(readingAt: configuration.statePath + "/ledger.db")
    }

    /// The jobs with a held mail, oldest first.
    public func heldJobs() throws -> [String] {
        var seen: Set<String> = []
        return try ledger.mails(in: [.held]).map(\.job).filter { seen.insert($0).inserted }
    }

    /// Whom the mails of a job go to now; empty where none was held.
    public func release(_ identifier: String) throws -> [String] {
        _ = try ledger.job(identifier)
        let now = SystemClock().wall.milliseconds
        let released = try ledger.transaction {
            let held = try ledger.mails(of: identifier).filter { $0.state == .held }
            for mail in held { try ledger.renewMail(mail.identifier, at: now, reason: "released by hand") }
            return held
        }
        MailRoom.callPostman(in: configuration.statePath)
        return released.flatMap(\.recipients)
    }
}

/// `hotpress bounce`: takes a mail system's report about a message that was sent.
public struct Bounce {
    /// What became of a report.
    public enum Outcome: Sendable, Hashable {
        /// No report in the sense of RFC 3464, or about a message that is not from here.
        case notOurs
        /// Good news, or that it takes longer.
        case noted(job: String)
        case bounced(job: String)
    }

    private let ledger: Ledger

    public init(_ configuration: Configuration) throws {
        ledger = try Ledger(readingAt: configuration.statePath + "/ledger.db")
    }

    public func take(_ bytes: [UInt8]) throws -> Outcome {
        guard let report = DeliveryReport(bytes), report.messageID.hasPrefix(MailOccasion.prefix),
            let identifier = report.messageID.split(separator: "@").first.map(String.init)
        else { return .notOurs }
        let now = SystemClock().wall.milliseconds
        return try ledger.transaction {
            var outcome = Outcome.notOurs
            for recipient in report.recipients {
                let reason = escaped(String(recipient.summary.prefix(500)))
                switch recipient.action {
                case .failed:
                    guard let mail = try ledger.markBounced(identifier, at: now, reason: reason) else { continue }
                    outcome = .bounced(job: mail.job)
                case .delayed, .delivered, .relayed, .expanded:
                    let text = "\(recipient.action.rawValue): \(reason)"
                    guard let mail = try ledger.noteDelivery(identifier, at: now, text: text) else { continue }
                    if outcome == .notOurs { outcome = .noted(job: mail.job) }
                }
            }
            return outcome
        }
    }
}
