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
        let path = "/proc/sys/fs/inotify/max_queued_events"
        // A run that was ended in the middle may have left the limit low: then it is the kernel's own that is put back.
        let found = try FileDescriptor(path: path, .read).readAll()
        let usual = found.count > 4 ? found : Array("16384\n".utf8)
        let service = try Service()
        try await KernelLimits.shared.take()
        let isLowered = (try? FileDescriptor(path: path, .rewrite).write("8\n".utf8)) != nil
        do {
            defer { if isLowered { try? FileDescriptor(path: path, .rewrite).write(usual) } }
            try await service.start()
        }
        await KernelLimits.shared.giveBack()
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
}
