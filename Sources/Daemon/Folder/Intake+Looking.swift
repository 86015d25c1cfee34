internal import Diagnostics
internal import Platform

extension Intake {
    /// Looks at every name in a folder; files become candidates, folders queues.
    func scan(_ folder: Directory, queue: String) {
        do throws(SystemError) {
            for name in try folder.names() {
                let key = Settling.Key(queue: queue, name: name)
                if settling.contains(key) || isReady.contains(key) || isIgnored(name, queue) { continue }
                if try folder.status(of: name)?.kind == .folder {
                    openFolder(name, in: folder, queue)
                } else {
                    unreadable.remove(key)
                    notice(name, in: folder, queue, isWhole: false)
                }
            }
        } catch {
            journal.write(.error, "\(folder.path) cannot be read: \(error)", [(.message, MessageID.degraded)])
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
        }
    }

    /// A file is there, or was touched: it must be still from now on. `isWhole`: its writer has closed or moved it.
    func notice(_ name: FileName, in folder: Directory, _ queue: String, isWhole: Bool) {
        let key = Settling.Key(queue: queue, name: name)
        if isIgnored(name, queue) || isReady.contains(key) { return }
        let settle = settings.value.settings(of: queue).inbox.settle
        unreadable.remove(key)
        // A tenth suffices once the writer has closed it; a writer that opens it again begins anew.
        let wait = isWhole ? min(settle, max(settle / 10, .milliseconds(20))) : settle
        settling.touch(key, wait, at: clock.monotonic)
        if let status = try? folder.status(of: name) { settling.see(key, status) }
    }

    func forget(_ key: Settling.Key) {
        settling.drop(key)
        graceSince[key] = nil
        unreadable.remove(key)
    }

    private func isIgnored(_ name: FileName, _ queue: String) -> Bool {
        settings.value.settings(of: queue).inbox.ignore.contains { name.matches($0) }
    }

    // MARK: Looking

    /// Looks at every candidate that is due, and claims what is settled.
    func look() {
        let now = clock.monotonic
        for key in settling.dueKeys(at: now) {
            guard let folder = folders[key.queue]?.folder, let status = (try? folder.status(of: key.name)) ?? nil,
                status.kind != .folder
            else {
                forget(key)
                continue
            }
            if settling.look(key, status, at: now), !isOnGrace(key, status, now) {
                ready.append(key)
                isReady.insert(key)
            }
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
        while !state.isStopped, readyHead < ready.count, foreman.slots.take() {
            let key = ready[readyHead]
            readyHead += 1
            isReady.remove(key)
            if !claim(key) { foreman.slots.give() }
        }
        if readyHead > 1024, readyHead * 2 > ready.count {
            ready.removeFirst(readyHead)
            readyHead = 0
        }
    }

    /// How many settled files wait in the inbox.
    var backlog: Int { ready.count - readyHead + settling.count }

    private func claim(_ key: Settling.Key) -> Bool {
        guard let folder = folders[key.queue]?.folder else { return false }
        do throws(SystemError) {
            guard let status = try folder.status(of: key.name) else { return false }
            graceSince[key] = nil
            if status.kind == .file, try !isReadable(key, folder) { return false }
            let time = clock.wall
            let claim = try spool.claim(key.name, from: folder, queue: key.queue, at: time)
            let job = Job(claim: claim, settings: settings.value.settings(of: key.queue), time: time)
            foreman.begin(job, refusal: refusal(status, key.queue))
            return true
        } catch {
            return recover(key, error)
        }
    }

    private func recover(_ key: Settling.Key, _ error: SystemError) -> Bool {
        if error.code == .noEntry { return false }
        if error.isTemporary {
            isReady.insert(key)
            ready.append(key)
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
