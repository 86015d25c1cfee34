internal import Platform

/// Which files of a folder are still changing, and which have been still long enough. Knows no kernel: it is told what
/// happened and what a look at the file shows, and says when to look next.
struct Settling {
    /// A file in a watched folder.
    struct Key: Hashable {
        let queue: String
        let name: FileName
    }

    private struct Candidate {
        /// As last seen; nil before the first look.
        var status: FileStatus?
        /// When it is looked at next.
        var due: MonotonicTime
        /// How long it must not have changed.
        var wait: Duration
        /// When it was first heard of.
        let since: MonotonicTime
    }

    private var candidates: [Key: Candidate] = [:]
    /// When to look at whom, soonest first for equal waits; an entry whose candidate has a later date by now is stale.
    private var agenda: [Duration: Deque] = [:]

    private struct Deque {
        var entries: [(due: MonotonicTime, key: Key)] = []
        var head = 0

        mutating func pop() {
            head += 1
            if head > 1024, head * 2 > entries.count {
                entries.removeFirst(head)
                head = 0
            }
        }
    }

    var isEmpty: Bool { candidates.isEmpty }
    var count: Int { candidates.count }

    func count(in queue: String) -> Int { candidates.keys.count { $0.queue == queue } }

    /// True where a queue has candidates that were heard of no longer ago than `patience`.
    func hasCandidates(in queue: String, since now: MonotonicTime, patience: Duration) -> Bool {
        candidates.contains { $0.key.queue == queue && now - $0.value.since < patience }
    }

    func contains(_ key: Key) -> Bool { candidates[key] != nil }

    /// Something happened to a file: it must be still for `wait` from now on.
    mutating func touch(_ key: Key, _ wait: Duration, at now: MonotonicTime) {
        candidates[key, default: Candidate(due: now, wait: wait, since: now)].wait = wait
        schedule(key, at: now)
    }

    /// The file is not there any more, or not ours to take.
    mutating func drop(_ key: Key) { candidates[key] = nil }

    /// When the next look is due, or nil.
    mutating func nextLook() -> MonotonicTime? {
        for wait in agenda.keys { discardStale(wait) }
        return agenda.values.compactMap { $0.head < $0.entries.count ? $0.entries[$0.head].due : nil }.min()
    }

    /// Those that are to be looked at now.
    mutating func dueKeys(at now: MonotonicTime) -> [Key] {
        var keys: [Key] = []
        for wait in Array(agenda.keys) {
            while let deque = agenda[wait], deque.head < deque.entries.count, deque.entries[deque.head].due <= now {
                let (due, key) = deque.entries[deque.head]
                if candidates[key]?.due == due { keys.append(key) }
                agenda[wait]?.pop()
            }
        }
        return keys
    }

    /// What a look has shown; true where the file is settled, and thereby no candidate any more.
    mutating func look(_ key: Key, _ status: FileStatus, at now: MonotonicTime) -> Bool {
        guard let candidate = candidates[key] else { return false }
        if candidate.status == status {
            candidates[key] = nil
            return true
        }
        // The first look counts where an event came before it: the kernel has told of every change since.
        candidates[key]?.status = status
        schedule(key, at: now)
        return false
    }

    /// Notes a file as it is now, so that the next look can already find it unchanged.
    mutating func see(_ key: Key, _ status: FileStatus) { candidates[key]?.status = status }

    private mutating func schedule(_ key: Key, at now: MonotonicTime) {
        guard let wait = candidates[key]?.wait else { return }
        candidates[key]?.due = now + wait
        agenda[wait, default: Deque()].entries.append((now + wait, key))
    }

    private mutating func discardStale(_ wait: Duration) {
        while let deque = agenda[wait], deque.head < deque.entries.count {
            let (due, key) = deque.entries[deque.head]
            if candidates[key]?.due == due { return }
            agenda[wait]?.pop()
        }
    }
}
