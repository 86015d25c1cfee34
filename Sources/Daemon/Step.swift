internal import Platform

/// The steps between which a crash may fall, by the names of the crash table in docs/LEDGER.md.
///
/// A debug build ends itself, as `kill -9` does, when it reaches the step that HOTPRESS_CRASH names, the Nth time:
/// `placed:3`. A release build has none of this.
enum Step: String, CaseIterable {
    /// A folder for the job is in work/; the file is still in the inbox.
    case folderMade = "folder-made"
    /// A copy from another file system is in work/; the file is still in the inbox.
    case copied
    /// The file is in work/; the ledger does not know it.
    case moved
    /// Job and attempt are in the ledger.
    case claimed
    /// The worker has read the file.
    case read
    /// Hidden files wait in the outbox.
    case prepared
    /// Numbers, names and inodes are in the ledger.
    case numbered
    /// A PDF is in its hidden file.
    case written
    /// Its mail's message is in mail/.
    case composed
    /// The PDFs are on disk, not yet under their names.
    case synced
    /// A PDF has its name; the folder is not synced.
    case placed
    /// The folder is synced; the ledger does not know it.
    case placedDurably = "placed-durably"
    /// The job is decided in the ledger.
    case decided
    /// A report is in failed/, its original still in work/.
    case reported
    /// The original is in archive/ or failed/; the ledger does not know it.
    case moveFiled = "move-filed"
    /// The ledger knows where the original is.
    case filed
    /// A mail is "sending"; sendmail is not started.
    case sending
    /// sendmail has taken it; the ledger does not know it.
    case handedOver = "handed-over"
    /// The mail is "sent"; its message is still there.
    case sent

    #if DEBUG
        private static let order: (step: Step, left: Lock<Int>)? = {
            guard let text = ThisProcess.environment("HOTPRESS_CRASH") else { return nil }
            let parts = text.split(separator: ":")
            guard parts.count == 2, let step = Step(rawValue: String(parts[0])), let count = Int(parts[1]) else {
                return nil
            }
            return (step, Lock(count))
        }()

        /// Says that a step was reached.
        static func reached(_ step: Step) {
            guard let order, order.step == step else { return }
            if order.left.change({ left in
                left -= 1; return left
            }) == 0 {
                ThisProcess.kill()
            }
        }
    #else
        @inline(__always)
        static func reached(_ step: Step) {}
    #endif
}
