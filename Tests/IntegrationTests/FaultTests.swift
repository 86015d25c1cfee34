import Glibc
import Platform
import TestKit
import Testing

/// What only root may do to a machine.
enum Machine {
    static let mayBeChanged: Bool = {
        guard let root = try? TemporaryRoot() else { return false }
        let place = root.path("probe")
        guard (try? mount("64k", at: place)) == true else { return false }
        unmount(place)
        return true
    }()

    /// Mounts a small file system; answers whether that was allowed.
    static func mount(_ size: String, at path: String) throws -> Bool {
        _ = try Directory.making(path)
        let command = Command("/bin/mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path])
        return try command.run(.init(time: .seconds(10))).ending == .exited(0)
    }

    /// Mounts an overlay upon folders of a small file system (`upper` and others); answers whether that was allowed.
    static func mountOverlay(at path: String, upon scratch: String) throws -> Bool {
        guard try mount("4m", at: scratch) else { return false }
        for name in ["lower", "upper", "work"] { _ = try Directory.making("\(scratch)/\(name)") }
        let options = "lowerdir=\(scratch)/lower,upperdir=\(scratch)/upper,workdir=\(scratch)/work"
        let command = Command("/bin/mount", ["-t", "overlay", "-o", options, "overlay", path])
        return try command.run(.init(time: .seconds(5))).ending == .exited(0)
    }

    static func unmount(_ path: String) {
        _ = try? Command("/bin/umount", ["-l", path]).run(.init(time: .seconds(10)))
    }
}

/// Faults of the machine: nothing is lost, and work goes on by itself.
@Suite(.enabled(if: Machine.mayBeChanged, "mounting file systems and lowering kernel limits take root"))
struct FaultTests {
    @Test func onAFullDiskTheWorkPausesAndGoesOnOnceThereIsSpace() async throws {
        let service = try Service()
        let hot = service.root.path("hot")
        try #require(try Machine.mount("64k", at: hot))
        defer { Machine.unmount(hot) }
        try await service.start()
        // Room for the dropped file, none for its PDF.
        let filler = try FileDescriptor(path: hot + "/filler", .create(mode: 0o644))
        var size = 0
        while (try? filler.write([UInt8](repeating: 0, count: 4096))) != nil { size += 4096 }
        try filler.setLength(size - 4096)
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("it pauses") { service.log.contains("paused: ") && service.log.contains("ENOSPC") }
        #expect(service.failed.isEmpty)
        #expect(service.outbox.isEmpty)
        try filler.setLength(0)
        try await service.until("the file is printed") { service.outbox == ["7.pdf"] }
        try await service.untilIdle()
        #expect(service.archive == ["a.txt"])
        #expect(try await service.end() == 0)
    }

    @Test func aBareMountPointIsNotTakenForAnEmptyInbox() async throws {
        let service = try Service()
        let inbox = service.root.path("hot/inbox")
        try #require(try Machine.mount("1m", at: inbox))
        defer { Machine.unmount(inbox) }
        try await service.start()
        try service.drop("1 A", as: "a.txt")
        try await service.until("a file from another file system is printed") { service.outbox == ["1.pdf"] }
        Machine.unmount(inbox)
        // No event tells of it; a reload looks at once, else a look once a minute does.
        service.signal(SIGHUP)
        try await service.until("the loss is noticed") { service.log.contains("waiting for its return") }
        try service.drop("2 B", as: "stray.txt")
        let looks = service.log.split(separator: "was read again").count
        service.signal(SIGHUP)
        try await service.until("it has looked again") {
            service.log.split(separator: "was read again").count > looks
        }
        #expect(service.outbox == ["1.pdf"])
        #expect(try Machine.mount("1m", at: inbox))
        service.signal(SIGHUP)
        try service.drop("3 C", as: "c.txt")
        try await service.until("the new inbox is served") { service.outbox == ["1.pdf", "3.pdf"] }
    }

    @Test func aFullQueueOfEventsIsAnsweredByLookingAtEverything() async throws {
        let service = try Service()
        let isLowered = try await service.startWhileLowered(
            "/proc/sys/fs/inotify/max_queued_events", to: 8, usual: 16_384)
        try #require(isLowered)
        for number in 0..<200 { try service.root.write("\(number) C", to: "source/\(number).txt") }
        let source = try Directory(service.root.path("source"))
        let inbox = try Directory(service.root.path("hot/inbox"))
        // Stopped, it cannot read its events, so that the queue must overflow.
        service.signal(SIGSTOP)
        for name in try source.names() { try source.link(name, to: inbox, as: name) }
        service.signal(SIGCONT)
        try await service.untilIdle()
        #expect(service.log.contains("events were lost"))
        #expect(service.outbox.count == 200)
    }

    @Test(arguments: ["max_user_instances", "max_user_watches"])
    func withoutWatchesTheInboxIsLookedAtAgainAndAgain(_ limit: String) async throws {
        let service = try Service()
        // How many watches a kernel has depends on the machine's memory.
        let now = try FileDescriptor(path: "/proc/sys/fs/inotify/\(limit)", .read).readAll()
        let usual = limit == "max_user_instances" ? 128 : Int(String(decoding: now.dropLast(), as: UTF8.self)) ?? 0
        let isLowered = try await service.startWhileLowered("/proc/sys/fs/inotify/\(limit)", to: 0, usual: usual)
        try #require(isLowered)
        #expect(service.log.contains("raise fs.inotify.\(limit)"))
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
        #expect(try service.state().service?.degraded?.contains("inotify") == true)
    }

    @Test func anInboxThatReturnsIsServedThoughTheServiceBeganWithoutEvents() async throws {
        let service = try Service()
        let limit = "/proc/sys/fs/inotify/max_user_instances"
        try #require(try await service.startWhileLowered(limit, to: 0, usual: 128))
        _ = try Command("/bin/rm", ["-r", service.root.path("hot/inbox")]).run(.init(time: .seconds(5)))
        try await service.until("the loss is noticed") { service.log.contains("waiting for its return") }
        _ = try Directory.making(service.root.path("hot/inbox"))
        try await service.until("its return is noticed") { service.log.contains("the inbox is there again") }
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
    }

    @Test func aFileThatNobodyMayReadIsReportedOnceAndTakenOnceItMayBeRead() async throws {
        // Root reads everything; the service runs as nobody.
        let service = try Service()
        service.launcher = ["/usr/bin/setpriv", "--reuid", "nobody", "--clear-groups"]
        _ = try Command("/bin/chown", ["-R", "nobody", service.root.path]).run(.init(time: .seconds(5)))
        try await service.start()
        try service.root.write("7 Acme", to: "secret")
        _ = try Command("/bin/chmod", ["000", service.root.path("secret")]).run(.init(time: .seconds(5)))
        try service.root.folder.move("secret", to: Directory(service.root.path("hot/inbox")), as: "a.txt")
        try await service.until("it is reported") { service.log.contains("left in the inbox") }
        #expect(service.inbox == ["a.txt"])
        _ = try Command("/bin/chmod", ["644", service.root.path("hot/inbox/a.txt")]).run(.init(time: .seconds(5)))
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
        #expect(service.log.split(separator: "left in the inbox").count == 2)
    }

    @Test func withoutDescriptorsTheWorkPausesAndGoesOnOnceThereAreSome() async throws {
        let service = try await Service().start()
        let process = try #require(service.process?.identifier)
        let limit = { (count: String) in
            _ = try Command("/usr/bin/prlimit", ["--pid", "\(process)", "--nofile=\(count):4096"])
                .run(.init(time: .seconds(5)))
        }
        try limit("3")
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("it pauses") { service.log.contains("EMFILE") }
        try limit("1024")
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
        try await service.untilIdle()
        #expect(service.failed.isEmpty)
    }

    @Test func anInboxThatIsMountedOverIsServedAtItsNewPlace() async throws {
        let service = try await Service().start()
        let (inbox, other) = (service.root.path("hot/inbox"), service.root.path("other"))
        try service.root.write("7 Acme", to: "other/a.txt")
        _ = try Command("/bin/mount", ["--bind", other, inbox]).run(.init(time: .seconds(5)))
        defer { Machine.unmount(inbox) }
        // No event tells of it; a reload looks at once, else a look once a minute does.
        service.signal(SIGHUP)
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
    }

    @Test func onAReadOnlyDiskTheWorkPausesAndGoesOnOnceItIsWritable() async throws {
        let service = try Service()
        let outbox = service.root.path("hot/outbox")
        try #require(try Machine.mount("1m", at: outbox))
        defer { Machine.unmount(outbox) }
        try await service.start()
        let remount = { (mode: String) in
            _ = try Command("/bin/mount", ["-o", "remount,\(mode)", outbox]).run(.init(time: .seconds(5)))
        }
        try remount("ro")
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("it pauses") { service.log.contains("EROFS") }
        try remount("rw")
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
        #expect(service.failed.isEmpty)
    }

    @Test func anOverlayInTheInboxIsServed() async throws {
        let service = try Service()
        let (inbox, scratch) = (service.root.path("hot/inbox"), service.root.path("scratch"))
        defer { for path in [inbox, scratch] { Machine.unmount(path) } }
        try #require(try Machine.mountOverlay(at: inbox, upon: scratch))
        try await service.start()
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
        try await service.untilIdle()
    }

    @Test(.enabled(if: (try? FileDescriptor(path: "/usr/bin/bindfs", .read)) != nil, "there is no bindfs"))
    func aFileSystemThatTellsNothingIsLookedAtAgainAndAgain() async throws {
        let service = try Service()
        let (inbox, other) = (service.root.path("hot/inbox"), service.root.path("other"))
        _ = try Directory.making(other)
        let mounted =
            try Command("/usr/bin/bindfs", [other, inbox]).run(.init(time: .seconds(10))).ending == .exited(0)
        try #require(mounted)
        defer { Machine.unmount(inbox) }
        try await service.start()
        #expect(service.log.contains("the inbox is on FUSE"))
        // Behind the service's back, as another machine would.
        try service.root.write("7 Acme", to: "other/a.txt")
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
    }
}
