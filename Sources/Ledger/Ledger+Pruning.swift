internal import SQLite

extension Ledger {
    /// Forgets jobs that were decided before a moment, with all that belongs to them, and answers how many; some hundreds
    /// at a time, so that nobody waits long. Jobs with a mail that is still open stay, and sequences know their last number
    /// without any job.
    public func prune(before time: Int64, limit: Int = 200) throws -> Int {
        try database.run(
            """
            DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE claimed < ?1 AND finished < ?1 \
            AND filed IS NOT NULL AND NOT EXISTS (SELECT 1 FROM mails WHERE job = jobs.id \
            AND state IN ('due', 'sending', 'held')) ORDER BY claimed LIMIT ?2)
            """, .integer(time), .integer(limit))
    }
}
