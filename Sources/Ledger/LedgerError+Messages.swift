extension LedgerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .damaged(let path, let detail):
            """
            \(path): the ledger is damaged (\(detail)); nothing was touched. Stop the service, keep a copy of this file and of \
            \(path)-wal, then put a backup in its place, or run 'sqlite3 \(path) .recover' into a new file
            """
        case .newer(let path, let version, let known):
            """
            \(path): the ledger was written by a newer hotpress (schema \(version), this program knows up to \(known)); \
            nothing was touched. Install the newer version again, or put the backup from before the update in its place
            """
        case .illegalStep(let what, let from, let to):
            "\(what) cannot go from '\(from)' to '\(to)'"
        case .unknownJob(let identifier):
            "there is no job \(identifier); 'hotpress history' lists the jobs"
        }
    }
}
