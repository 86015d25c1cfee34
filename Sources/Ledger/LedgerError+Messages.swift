extension LedgerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .damaged(let path, let detail):
            """
            \(path): the ledger is damaged (\(detail)); nothing was touched. Put a backup in its place, or run \
            'hotpress doctor --repair', which keeps this file beside and rebuilds what it and the folders still tell
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
