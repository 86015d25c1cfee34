internal import Platform

extension Intake {
    /// The settled files of a queue that wait in the inbox.
    struct Waiting: Sendable {
        var count = 0
        /// When the one that is next was last changed: about when it came.
        var oldest: WallTime?
    }

    /// By queue, each folder that is watched.
    var waiting: [String: Waiting] {
        var queues = folders.mapValues { _ in Waiting() }
        for queue in backlog.queues {
            queues[queue, default: Waiting()].count = backlog.count(of: queue)
            if let key = backlog.first(of: queue),
                let status = (try? folders[queue]?.folder.status(of: key.name)) ?? nil
            {
                queues[queue, default: Waiting()].oldest = WallTime(milliseconds: status.changed / 1_000_000)
            }
        }
        return queues
    }
}
