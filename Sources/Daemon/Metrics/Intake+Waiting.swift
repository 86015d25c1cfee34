internal import Platform

extension Intake {
    /// The settled files of a queue that wait in the inbox.
    struct Waiting: Sendable {
        var count = 0
        /// When the first of them was last changed: about when it came.
        var oldest: WallTime?
    }

    /// By queue, each folder that is watched.
    var waiting: [String: Waiting] {
        var queues = folders.mapValues { _ in Waiting() }
        for key in ready[readyHead...] {
            if queues[key.queue, default: Waiting()].count == 0,
                let status = (try? folders[key.queue]?.folder.status(of: key.name)) ?? nil
            {
                queues[key.queue, default: Waiting()].oldest = WallTime(milliseconds: status.changed / 1_000_000)
            }
            queues[key.queue, default: Waiting()].count += 1
        }
        return queues
    }
}
