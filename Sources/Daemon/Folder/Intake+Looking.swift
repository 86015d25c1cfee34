internal import Diagnostics
internal import Ledger
internal import Platform

extension Intake {
    /// Looks at every name in a folder; files become candidates, folders queues.
    func scan(_ folder: Directory, queue: String) {
        do throws(SystemError) {
            for name in try folder.names() {
                let key = Settling.Key(queue: queue, name: name)
                if settling.contains(key) || backlog.contains(key) || isIgnored(name, queue) { continue }
                if try folder.status(of: name)?.kind == .folder {
                    openFolder(name, in: folder, queue)
                } else {
                    unreadable.remove(key)
                    notice(name, in: folder, queue, isWhole: false)
                }
            }
        } catch {
            journal.write(.error, "\(folder.path) cannot be read: \(error)", [(.message, MessageID.degraded)])
            if error.isTemporary { rescanSoon() }
        }
        scheduleLook()
    }

    func openFolder(_ name: FileName, in parent: Directory, _ queue: String) {
        guard !name.isHidden, let text = String(validating: name.bytes, as: UTF8.self) else { return }
        let inner = queue.isEmpty ? text : "\(queue)/\(text)"
        do throws(SystemError) {
            let folder = try parent.folder(name)
            if folders[inner]?.folder.identity == folder.identity { return }
            watch(folder, queue: inner)
        } catch {
            // It may be gone again already; the rescan finds it if not.
            if error.code != .noEntry { journal.write(.warning, "\(parent.path(of: name)) is not watched: \(error)") }
            if error.isTemporary { rescanSoon() }
        }
    }

    /// A file is there, or was touched: it must be still from now on. `isWhole`: its writer has closed or moved it.
    func notice(_ name: FileName, in folder: Directory, _ queue: String, isWhole: Bool) {
        let inbox = settings.value.settings(of: queue).inbox
        if let file = inbox.doneFile?.file(of: name) {
            // The marker speaks for its file, and is none itself.
            return lookAt(file, in: folder, queue)
        }
        let key = Settling.Key(queue: queue, name: name)
        if isIgnored(name, queue) || backlog.contains(key) { return }
        if inbox.lockFiles.contains(where: { $0.file(of: name) != nil }) { return }
        let settle = inbox.settle
        unreadable.remove(key)
        // A tenth suffices once the writer has closed it; a writer that opens it again begins anew.
        let wait = isWhole ? min(settle, max(settle / 10, .milliseconds(20))) : settle
        settling.touch(key, wait, at: clock.monotonic)
        if let status = try? folder.status(of: name) { settling.see(key, status) }
    }

    /// A marker or a lock has come or gone: its file is looked at.
    private func lookAt(_ file: FileName, in folder: Directory, _ queue: String) {
        if (try? folder.status(of: file)) != nil { notice(file, in: folder, queue, isWhole: true) }
    }

    /// A name is not there any more; where it was a lock its file is free now.
    func vanished(_ name: FileName, in folder: Directory, _ queue: String) {
        forget(Settling.Key(queue: queue, name: name))
        for lock in settings.value.settings(of: queue).inbox.lockFiles {
            if let file = lock.file(of: name) { lookAt(file, in: folder, queue) }
        }
    }

    /// False where a file's marker is missing or its lock is there: the one's coming and the other's going are events.
    private func isFree(_ key: Settling.Key, _ folder: Directory) -> Bool {
        let inbox = settings.value.settings(of: key.queue).inbox
        if let marker = inbox.doneFile?.name(for: key.name), ((try? folder.status(of: marker)) ?? nil) == nil {
            return false
        }
        return !inbox.lockFiles.contains { lock in
            lock.name(for: key.name).map { ((try? folder.status(of: $0)) ?? nil) != nil } ?? false
        }
    }

    func forget(_ key: Settling.Key) {
        settling.drop(key)
        graceSince[key] = nil
        unreadable.remove(key)
    }

    private func isIgnored(_ name: FileName, _ queue: String) -> Bool {
        name.isOurs || settings.value.settings(of: queue).inbox.ignore.contains { name.matches($0) }
    }

    // MARK: Looking

    /// Looks at every candidate that is due, and claims what is settled.
    func look() {
        let now = clock.monotonic
        for key in settling.dueKeys(at: now) {
            guard let folder = folders[key.queue]?.folder, let status = (try? folder.status(of: key.name)) ?? nil,
                status.kind != .folder, isFree(key, folder)
            else {
                forget(key)
                continue
            }
            guard settling.look(key, status, at: now) else {
                // Its writer goes on: the grace for one that has stopped begins anew.
                graceSince[key] = nil
                continue
            }
            if !isOnGrace(key, status, now) { backlog.add(key, settings.value.settings(of: key.queue).inbox) }
        }
        claimReady()
    }

    /// An empty file may be one whose writer has only begun, and a file that is open for writing one whose writer has
    /// stopped for a moment: they get more time, but not for ever.
    private func isOnGrace(_ key: Settling.Key, _ status: FileStatus, _ now: MonotonicTime) -> Bool {
        let settle = settings.value.settings(of: key.queue).inbox.settle
        let isEmpty = status.kind == .file && status.size == 0
        let grace = isEmpty ? max(.seconds(2), settle * 10) : settle * 20
        guard isEmpty || isBeingWritten(key, status) else {
            graceSince[key] = nil
            return false
        }
        let since = graceSince[key] ?? now
        graceSince[key] = since
        if now - since >= grace { return false }
        settling.touch(key, max(settle, .milliseconds(100)), at: now)
        settling.see(key, status)
        return true
    }

    private func isBeingWritten(_ key: Settling.Key, _ status: FileStatus) -> Bool {
        guard status.kind == .file, let folder = folders[key.queue]?.folder,
            let file = try? folder.open(key.name, .read)
        else { return false }
        return file.isBeingWritten
    }

    // MARK: Claiming

    /// Claims as many settled files as there is room for; the rest waits in the inbox.
    func claimReady() {
        var wait: Duration?
        while !state.isStopped, !backlog.isEmpty, foreman.slots.take() {
            wait = nil
            let next = backlog.next { queue in
                guard let closure = self.closure(of: queue) else { return true }
                wait = closure.wait.map { min($0, wait ?? $0) } ?? wait
                return false
            }
            guard let key = next else {
                foreman.slots.give()
                break
            }
            gate.took(key.queue, settings.value.settings(of: key.queue).inbox, clock)
            if !claim(key) { foreman.slots.give() }
        }
        openLater(wait)
    }

    /// Why nothing is taken from a queue just now; nil where it is open.
    func closure(of queue: String) -> Gate.Closure? {
        let inbox = settings.value.settings(of: queue).inbox
        if let closure = gate.closure(of: queue, inbox, clock) { return closure }
        // By name: not before those that are still being written have had their chance.
        guard inbox.order == .name,
            settling.hasCandidates(in: queue, since: clock.monotonic, patience: inbox.settle * 10)
        else { return nil }
        return Gate.Closure(reason: "waits for its files to be whole", wait: max(inbox.settle, .milliseconds(20)))
    }

    /// Pauses by hand have changed.
    func readPauses() {
        do {
            gate.pauses = try bookkeeper.now { try $0.pauses() }
        } catch {
            journal.write(.warning, "pauses cannot be read: \(error)")
        }
        claimReady()
    }

    /// How many files wait in the inbox.
    var waitingCount: Int { backlog.count + settling.count }

    /// What `hotpress status` shows of each queue.
    func queueStates() -> [QueueState] {
        folders.keys.sorted().map { queue in
            QueueState(
                name: queue, waiting: backlog.count(of: queue) + settling.count(in: queue),
                closed: closure(of: queue)?.reason)
        }
    }

    private func claim(_ key: Settling.Key) -> Bool {
        guard let folder = folders[key.queue]?.folder else { return false }
        do throws(SystemError) {
            guard let status = try folder.status(of: key.name) else { return false }
            graceSince[key] = nil
            if status.kind == .file, try !isReadable(key, folder) { return false }
            let time = clock.wall
            let claim = try spool.claim(key.name, from: folder, queue: key.queue, at: time)
            let job = Job(claim: claim, settings: settings.value.settings(of: key.queue), time: time)
            // Only now: a file without its marker would never be looked at again.
            if let marker = job.settings.inbox.doneFile?.name(for: key.name) { try? folder.remove(marker) }
            foreman.begin(job, refusal: refusal(status, key.queue))
            return true
        } catch {
            return recover(key, error)
        }
    }

    private func recover(_ key: Settling.Key, _ error: SystemError) -> Bool {
        if error.code == .noEntry { return false }
        if error.isTemporary {
            backlog.add(key, settings.value.settings(of: key.queue).inbox)
            foreman.pause(error)
        } else {
            reportUnreadable(key, error)
        }
        return false
    }

    /// A file that must not be read is left where it is, reported once, and looked at again when its rights change.
    private func isReadable(_ key: Settling.Key, _ folder: Directory) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try folder.open(key.name, .read)
            return true
        } catch  where error.code == .access || error.code == .permission {
            reportUnreadable(key, error)
            return false
        }
    }

    private func reportUnreadable(_ key: Settling.Key, _ error: SystemError) {
        guard unreadable.insert(key).inserted else { return }
        journal.write(
            .warning, "left in the inbox: \(error)",
            [(.message, MessageID.unreadable), (.file, key.name.description)])
    }

    /// What a look at the outside of a file is enough to refuse it for.
    private func refusal(_ status: FileStatus, _ queue: String) -> Diagnostic? {
        let limit = settings.value.settings(of: queue).inbox.maximumSize
        if status.kind != .file { return .notAFile(status.kind) }
        if status.size == 0 { return .empty }
        return status.size > limit ? .tooLarge(status.size, limit) : nil
    }
}
