internal import Platform

/// Settled files that wait in the inbox, a line for each queue. Knows no kernel and no configuration: it is told who waits
/// and which queues are open, and says who is next.
struct Backlog {
    typealias Key = Settling.Key

    private struct Waiting {
        let key: Key
        /// Grows with every file.
        let arrival: UInt64
    }

    private struct Line {
        var order: InboxSettings.Order
        var priority: Int
        /// A binary heap, the next one first.
        var heap: [Waiting] = []

        func isBefore(_ a: Waiting, _ b: Waiting) -> Bool {
            switch order {
            case .arrival: a.arrival < b.arrival
            case .name: a.key.name == b.key.name ? a.arrival < b.arrival : a.key.name < b.key.name
            }
        }

        mutating func push(_ new: Waiting) {
            heap.append(new)
            var child = heap.count - 1
            while child > 0, isBefore(heap[child], heap[(child - 1) / 2]) {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        }

        mutating func pop() -> Waiting? {
            guard let first = heap.first, let last = heap.popLast() else { return nil }
            if heap.isEmpty { return first }
            heap[0] = last
            var parent = 0
            while true {
                var least = parent
                for child in [2 * parent + 1, 2 * parent + 2]
                where child < heap.count && isBefore(heap[child], heap[least]) { least = child }
                if least == parent { return first }
                heap.swapAt(parent, least)
                parent = least
            }
        }
    }

    private var lines: [String: Line] = [:]
    private var keys: Set<Key> = []
    private var arrivals: UInt64 = 0

    var count: Int { keys.count }
    var isEmpty: Bool { keys.isEmpty }
    /// The queues that somebody waits in.
    var queues: [String] { lines.keys.sorted() }

    func contains(_ key: Key) -> Bool { keys.contains(key) }
    func count(of queue: String) -> Int { lines[queue]?.heap.count ?? 0 }

    /// Who is next in a queue.
    func first(of queue: String) -> Key? { lines[queue]?.heap.first?.key }

    mutating func add(_ key: Key, _ settings: InboxSettings) {
        guard keys.insert(key).inserted else { return }
        arrivals += 1
        // In its place: a line that is taken out is copied whole, for each of a hundred thousand files.
        let empty = Line(order: settings.order, priority: settings.priority)
        if let order = lines[key.queue]?.order, order != settings.order, let old = lines.removeValue(forKey: key.queue)
        {
            // Only a reload changes it, with few or many in line.
            for one in old.heap { lines[key.queue, default: empty].push(one) }
        }
        lines[key.queue, default: empty].priority = settings.priority
        lines[key.queue, default: empty].push(Waiting(key: key, arrival: arrivals))
    }

    /// The next file of the open queue with the highest priority, the longest waiting one among equals; taken out.
    mutating func next(_ isOpen: (String) -> Bool) -> Key? {
        var best: (queue: String, priority: Int, arrival: UInt64)?
        for (queue, line) in lines {
            guard let head = line.heap.first, isOpen(queue) else { continue }
            if let best, (best.priority, head.arrival) >= (line.priority, best.arrival) { continue }
            best = (queue, line.priority, head.arrival)
        }
        guard let queue = best?.queue, let taken = lines[queue]?.pop() else { return nil }
        if lines[queue]?.heap.isEmpty == true { lines[queue] = nil }
        keys.remove(taken.key)
        return taken.key
    }
}
