internal import Dispatch
internal import Platform

/// Watches the inbox and its subfolders, waits until files are settled, and claims them when there is room for them.
///
/// An event only says "look": what counts is what a look shows. Rescans find what no event told.
actor Intake: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.intake")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    let spool: Spool
    let settings: CurrentConfiguration
    let journal: Journal
    let clock: any Clock
    let bookkeeper: Bookkeeper
    /// Where claimed files go.
    let foreman: Foreman

    var folders: [String: Watched] = [:]
    var queues: [Inotify.Watch: String] = [:]
    var settling = Settling()
    /// Settled files that wait in the inbox for room.
    var backlog = Backlog()
    var gate = Gate()
    /// Fires when a closed queue may be open again.
    private var gateTimer: (any DispatchSourceTimer)?
    /// Files that could not be read, each reported once.
    var unreadable: Set<Settling.Key> = []
    /// Files on a longer grace, since when: empty ones, and those that a writer holds open without writing.
    var graceSince: [Settling.Key: MonotonicTime] = [:]
    var state = State()

    private var inotify: Inotify?
    private var rootWatch: Inotify.Watch?
    private var source: (any DispatchSourceRead)?
    private var lookTimer: (any DispatchSourceTimer)?
    private var lookAt: MonotonicTime?
    /// When all folders were last looked at.
    private var lastRescan: MonotonicTime
    /// Runs where events are missing.
    private var pollTimer: (any DispatchSourceTimer)?
    private var rescanTimer: (any DispatchSourceTimer)?

    /// A folder that is watched: the inbox, or a queue below it.
    struct Watched {
        let folder: Directory
        /// Nil where the kernel has no watch to give: the folder is polled.
        let watch: Inotify.Watch?
    }

    /// For `status`.
    struct State: Sendable {
        /// Why files may be found late, or nil.
        var degraded: String?
        var overflows = 0
        var isStopped = false
        /// The inbox was a mount of its own when it was first opened.
        var isMount = false
    }

    init(_ parts: Parts, foreman: Foreman) {
        spool = parts.spool
        settings = parts.settings
        journal = parts.journal
        clock = parts.clock
        lastRescan = parts.clock.monotonic
        bookkeeper = parts.bookkeeper
        self.foreman = foreman
    }

    // MARK: Life

    /// Opens and watches the inbox, then looks at what lies in it; returns once the watch stands.
    func start() throws(SystemError) {
        state.isMount = try isMountPoint()
        readPauses()
        listen()
        try open()
        startUpkeep()
    }

    /// Has the kernel tell of what happens, if it does so at all.
    private func listen() {
        if inotify != nil { return }
        do throws(SystemError) {
            let inotify = try Inotify()
            let source = inotify.source(on: queue)
            source.setEventHandler { [weak self] in self?.assumeIsolated { $0.readEvents() } }
            // The instance must outlive its source.
            source.setCancelHandler { withExtendedLifetime(inotify) {} }
            source.resume()
            (self.inotify, self.source) = (inotify, source)
        } catch {
            degrade("inotify is not to be had (\(error)); raise fs.inotify.max_user_instances")
        }
    }

    /// Takes nothing more; what lies in the inbox stays there.
    func stop() {
        state.isStopped = true
        source?.cancel()
        for timer in [lookTimer, gateTimer, rescanTimer] { timer?.cancel() }
        (source, lookTimer, gateTimer, rescanTimer, pollTimer) = (nil, nil, nil, nil, nil)
    }

    /// Opens the inbox as it is now, and all folders below it.
    private func open() throws(SystemError) {
        for watched in folders.values { if let watch = watched.watch { inotify?.end(watch) } }
        folders = [:]
        queues = [:]
        // A deleted folder that is still open, as ours is, tells nothing of its end; its parent does.
        rootWatch = try? inotify?.watch(Directory(spool.rootPath))
        let inbox = try Directory(spool.inboxPath)
        if case .remote(let kind) = inbox.fileSystem {
            degrade(
                "the inbox is on \(kind), which tells nothing about other machines' files: it is looked at again and again"
            )
        }
        watch(inbox, queue: "")
    }

    /// Watches a folder, then scans it: so no file falls between. Folders in it are queues of their own.
    func watch(_ folder: Directory, queue: String) {
        var watch: Inotify.Watch?
        do throws(SystemError) {
            watch = try inotify?.watch(folder)
        } catch {
            degrade("no watch for \(folder.path) (\(error)); raise fs.inotify.max_user_watches")
        }
        folders[queue] = Watched(folder: folder, watch: watch)
        if let watch { queues[watch] = queue }
        scan(folder, queue: queue)
    }

    private func degrade(_ reason: String) {
        if state.degraded != reason { journal.write(.warning, reason, [(.message, MessageID.degraded)]) }
        state.degraded = reason
    }

    // MARK: Upkeep

    /// Looks oftener where events are missing.
    private func startUpkeep() {
        pollTimer?.cancel()
        pollTimer = nil
        guard state.degraded != nil else { return }
        pollTimer = queue.timer(after: .seconds(2), every: .seconds(2)) { [weak self] in
            self?.assumeIsolated { $0.keepUp() }
        }
    }

    /// Called once a minute by the heartbeat: the inbox's identity, and a rescan now and then on every file system.
    func keepUp() {
        guard !state.isStopped else { return }
        do throws(SystemError) {
            try spool.refresh()
        } catch {
            foreman.pause(error)
        }
        if checkInbox(), state.degraded != nil || clock.monotonic - lastRescan >= .seconds(290) { rescan() }
    }

    /// Looks whether the inbox is where it was, and at everything in it.
    func lookAgain() {
        if checkInbox() { rescan() }
        // A reload may have opened queues.
        claimReady()
    }

    /// Looks at every folder again.
    private func rescan() {
        lastRescan = clock.monotonic
        for (queue, watched) in folders { scan(watched.folder, queue: queue) }
    }

    /// A scan has failed for a reason that passes (too many open files): all is looked at again soon.
    func rescanSoon() {
        guard rescanTimer == nil, !state.isStopped else { return }
        rescanTimer = queue.timer(after: .seconds(1)) { [weak self] in
            self?.assumeIsolated {
                $0.rescanTimer = nil
                $0.lookAgain()
            }
        }
    }

    /// True where the inbox's path still leads to the folder that is watched. Else waits for its return, and opens it.
    @discardableResult
    private func checkInbox() -> Bool {
        do throws(SystemError) {
            let now = try Directory(spool.inboxPath)
            if now.identity == folders[""]?.folder.identity { return true }
            if try isWhereItWas() {
                state.degraded = nil
                listen()
                try open()
                journal.write(.notice, "the inbox is there again", [(.message, MessageID.inboxBack)])
                startUpkeep()
                return true
            }
        } catch {
            if error.isTemporary {
                // Out of descriptors: that says nothing about the inbox.
                rescanSoon()
                return false
            }
        }
        degrade("the inbox \(spool.inboxPath) is gone, or its file system is not mounted; waiting for its return")
        startUpkeep()
        return false
    }

    /// An inbox that was a mount is not there while only its bare mount point is.
    private func isWhereItWas() throws(SystemError) -> Bool {
        if !state.isMount { return true }
        return try isMountPoint()
    }

    private func isMountPoint() throws(SystemError) -> Bool { try Directory(spool.inboxPath).isMountPoint }

    // MARK: Events

    private func readEvents() {
        do throws(SystemError) {
            for event in try inotify?.events() ?? [] { handle(event) }
        } catch {
            journal.write(.error, "the inbox's events cannot be read: \(error)")
        }
        scheduleLook()
    }

    private func handle(_ event: Inotify.Event) {
        if event.happening.contains(.overflow) {
            state.overflows += 1
            journal.write(.warning, "events were lost: looking at everything again", [(.message, MessageID.overflow)])
            rescan()
            return
        }
        if event.watch == rootWatch {
            rootChanged(event)
            return
        }
        guard let queue = queues[event.watch], let watched = folders[queue] else { return }
        guard let name = event.name else {
            let ends: Inotify.Happening = [.selfDeleted, .selfMoved, .unmounted, .ignored]
            if !event.happening.isDisjoint(with: ends) { checkPlace(of: queue) }
            return
        }
        if event.happening.contains(.folder) {
            if !event.happening.isDisjoint(with: [.created, .movedIn]) { openFolder(name, in: watched.folder, queue) }
            if !event.happening.isDisjoint(with: [.deleted, .movedOut]) { dropFolder(name, queue) }
        } else if !event.happening.isDisjoint(with: [.deleted, .movedOut]) {
            vanished(name, in: watched.folder, queue)
        } else {
            let isWhole = !event.happening.isDisjoint(with: [.closed, .movedIn])
            notice(name, in: watched.folder, queue, isWhole: isWhole)
        }
    }

    /// A folder of the root was made, moved or deleted.
    private func rootChanged(_ event: Inotify.Event) {
        if event.name == "inbox" { checkInbox() }
        if !event.happening.isDisjoint(with: [.deleted, .movedOut]) {
            do throws(SystemError) {
                try spool.refresh()
            } catch {
                foreman.pause(error)
            }
        }
    }

    /// Something happened to a watched folder itself.
    private func checkPlace(of queue: String) {
        if queue.isEmpty {
            checkInbox()
        } else if (try? Directory("\(spool.inboxPath)/\(queue)"))?.identity != folders[queue]?.folder.identity {
            forgetFolder(queue)
        }
    }

    /// A folder in a watched one is gone from there, and with it all folders below.
    private func dropFolder(_ name: FileName, _ parent: String) {
        let queue = parent.isEmpty ? name.text : "\(parent)/\(name.text)"
        for known in folders.keys where known == queue || known.hasPrefix(queue + "/") { forgetFolder(known) }
    }

    private func forgetFolder(_ queue: String) {
        guard let watch = folders.removeValue(forKey: queue)?.watch else { return }
        inotify?.end(watch)
        queues[watch] = nil
    }

    // MARK: Timer

    /// Sets the one timer to the next look that is due.
    func scheduleLook() {
        guard !state.isStopped, let next = settling.nextLook() else {
            lookTimer?.cancel()
            (lookTimer, lookAt) = (nil, nil)
            return
        }
        if let lookAt, lookAt <= next, lookTimer != nil { return }
        lookTimer?.cancel()
        lookAt = next
        lookTimer = queue.timer(after: next - clock.monotonic) { [weak self] in
            self?.assumeIsolated {
                $0.lookAt = nil
                $0.lookTimer = nil
                $0.look()
                $0.scheduleLook()
            }
        }
    }

    /// Sets the timer to when a closed queue may be open again.
    func openLater(_ wait: Duration?) {
        gateTimer?.cancel()
        gateTimer = nil
        guard let wait, !state.isStopped else { return }
        gateTimer = queue.timer(after: max(wait, .milliseconds(10))) { [weak self] in
            self?.assumeIsolated {
                $0.gateTimer = nil
                $0.claimReady()
            }
        }
    }
}
