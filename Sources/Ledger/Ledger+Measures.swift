internal import SQLite

extension Ledger {
    /// When the oldest mail in each state that is not final was made, in milliseconds since 1970.
    public func openMails() throws -> [MailState: Int64] {
        var oldest: [MailState: Int64] = [:]
        for row in try database.rows("SELECT state, min(created) FROM mails WHERE ended IS NULL GROUP BY state") {
            if let state = row.text(0).flatMap(MailState.init(rawValue:)) { oldest[state] = row.integer(1) }
        }
        return oldest
    }
}

extension Ledger {
    /// The first damage that SQLite finds in the file, or nil; reads all of it.
    public func damage() throws -> String? { try database.firstDamage() }
}
