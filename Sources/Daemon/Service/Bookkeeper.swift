internal import Dispatch
internal import Ledger
internal import Platform
internal import SQLite

/// Alone writes the ledger while the service runs, in groups: all that was asked for meanwhile goes into one transaction.
///
/// An entry may have work on files before it: files to put on disk, which is done for several at a time, since a disk
/// takes many syncs together for little more than one; then moves such as a PDF's rename, whose folders are synced, each
/// once for the whole group, before anything is written down. So nothing is ever recorded that is not on disk.
actor Bookkeeper: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.bookkeeper")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Only touched on the queue.
    private let ledger: Ledger
    private var pending: [Entry] = []

    private struct Entry {
        let durability: Ledger.Durability
        /// Puts files on disk.
        let settle: (@Sendable () throws -> Void)?
        /// Moves files; answers the folders to sync.
        let prepare: @Sendable () throws -> [Directory]
        let record: @Sendable (Ledger) throws -> Void
        let finish: @Sendable ((any Error)?) -> Void
    }

    init(_ ledger: sending Ledger) { self.ledger = ledger }

    /// Where files are put on disk; a queue each, since each waits for the disk.
    private let syncers = (0..<8).map { DispatchQueue(label: "hotpress.syncer.\($0)") }

    /// Does `settle` and `prepare`, then `record` in a transaction, and calls `then` once that is as durable as asked, or has failed.
    /// `then` is called on the bookkeeper's queue: it must only post.
    nonisolated func submit<Result: Sendable>(
        _ durability: Ledger.Durability = .power, settle: (@Sendable () throws -> Void)? = nil,
        prepare: @escaping @Sendable () throws -> [Directory] = { [] },
        record: @escaping @Sendable (Ledger) throws -> Result,
        then: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) {
        let result = Lock<Result?>(nil)
        let entry = Entry(
            durability: durability, settle: settle, prepare: prepare, record: { result.value = try record($0) },
            finish: { error in
                if let error {
                    then(.failure(error))
                } else if let value = result.value {
                    then(.success(value))
                }
            })
        post { $0.add(entry) }
    }

    /// Reads or writes now, and waits for it.
    nonisolated func now<Result: Sendable>(_ body: @Sendable (Ledger) throws -> Result) throws -> Result {
        try wait { bookkeeper in Swift.Result { try bookkeeper.ledger.transaction { try body(bookkeeper.ledger) } } }
            .get()
    }

    private func add(_ entry: Entry) {
        pending.append(entry)
        // Whatever is posted before the flush gets its turn joins the group.
        if pending.count == 1 { post { $0.flush() } }
    }

    private func flush() {
        let group = pending
        pending = []
        var failures = settle(group)
        prepare(group, &failures)
        let durability = group.map(\.durability).max() ?? .power
        do {
            try ledger.transaction(durability) {
                for (index, entry) in group.enumerated() where failures[index] == nil {
                    do {
                        try ledger.transaction { try entry.record(ledger) }
                    } catch let error as SQLiteError where error.isTemporary {
                        // The whole transaction is lost with the disk.
                        throw error
                    } catch {
                        failures[index] = error
                    }
                }
            }
        } catch {
            for index in failures.indices where failures[index] == nil { failures[index] = error }
        }
        for (entry, failure) in zip(group, failures) { entry.finish(failure) }
    }

    private func settle(_ group: [Entry]) -> [(any Error)?] {
        let failures = Lock([(any Error)?](repeating: nil, count: group.count))
        let all = DispatchGroup()
        var next = 0
        for (index, entry) in group.enumerated() {
            guard let settle = entry.settle else { continue }
            syncers[next % syncers.count].async(group: all) {
                do {
                    try settle()
                } catch {
                    failures.change { $0[index] = error }
                }
            }
            next += 1
        }
        all.wait()
        return failures.value
    }

    private func prepare(_ group: [Entry], _ failures: inout [(any Error)?]) {
        var folders: [ObjectIdentifier: (Directory, [Int])] = [:]
        for (index, entry) in group.enumerated() where failures[index] == nil {
            do {
                for folder in try entry.prepare() {
                    folders[ObjectIdentifier(folder), default: (folder, [])].1.append(index)
                }
            } catch {
                failures[index] = error
            }
        }
        for (folder, indices) in folders.values {
            do throws(SystemError) {
                try folder.sync()
            } catch {
                for index in indices { failures[index] = error }
            }
        }
    }
}
