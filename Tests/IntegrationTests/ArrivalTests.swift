import Glibc
import Platform
import TestKit
import Testing

/// The ways in which files come into the inbox.
@Suite struct ArrivalTests {
    /// Runs a script in the inbox by a program of its own, whose pauses last as long as it says, however busy the tests are.
    private func run(_ script: String, in service: Service) throws {
        let command = Command("/bin/sh", ["-ec", "cd \"$0\"; \(script)", service.root.path("hot/inbox")])
        #expect(try command.run(.init(time: .seconds(30))).ending == .exited(0))
    }

    @Test func aFileThatIsClosedSeveralTimesSettlesAnewEachTime() async throws {
        // As Samba does; the pauses are shorter than what a closed file waits.
        let service = try await Service(settle: 3000).start()
        try run("for n in 1 2 3 4 5 6 7 8; do echo $n C >> a.txt; sleep 0.1; done", in: service)
        try await service.untilIdle()
        #expect(service.outbox.count == 8)
        #expect(service.archive == ["a.txt"])
    }

    @Test func aFileWithoutANameThatIsGivenOneIsTaken() async throws {
        // open(2), O_TMPFILE: the kernel tells of its name's making alone.
        let service = try await Service().start()
        let inbox = service.root.path("hot/inbox")
        let file = open(inbox, 0o20_200_000 | O_WRONLY, 0o644)
        try #require(file >= 0)
        defer { close(file) }
        #expect(write(file, "7 Acme", 6) == 6)
        #expect(linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, inbox + "/a.txt", AT_SYMLINK_FOLLOW) == 0)
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
        #expect(try service.pdf("7.pdf") == "%PDF 7 Acme\n")
    }

    @Test func anOldDateDoesNotMakeAFileWhole() async throws {
        // As cp -p and rsync -t set it.
        let service = try await Service(settle: 3000).start()
        let script = """
            for n in 1 2 3 4; do echo $n C >> a.txt; touch -d 2001-01-01 a.txt; sleep 0.2; done
            """
        try run(script, in: service)
        try await service.untilIdle()
        #expect(service.outbox.count == 4)
    }

    @Test func whatIsWrittenThroughAnotherNameOfAClaimedFileChangesNothing() async throws {
        let service = try Service("[inbox slow]\npre = PROGRAM\n")
        let gate = service.root.path("gate")
        let text = try service.root.read("test.conf")
        try service.root.write(text.replacing("PROGRAM", with: service.root.path("bin/wait")), to: "test.conf")
        try service.root.write("#!/bin/sh\nwhile [ -e '\(gate)' ]; do sleep 0.02; done\n", to: "bin/wait")
        try FileDescriptor(path: service.root.path("bin/wait"), .read).setMode(0o755)
        try service.root.write("", to: "gate")
        try service.root.write("7 Acme", to: "outside")
        let slow = try Directory.making(service.root.path("hot/inbox/slow"))
        try service.root.folder.link("outside", to: slow, as: "a.txt")
        try await service.start()
        try await service.until("it is claimed") { service.root.names(in: "hot/inbox/slow").isEmpty }
        try service.root.write("8 Evil", to: "outside")
        try service.root.folder.remove("gate")
        try await service.until("it is printed") { service.outbox == ["7.pdf"] }
        #expect(try service.pdf("7.pdf") == "%PDF 7 Acme\n")
        #expect(try service.root.read("outside") == "8 Evil")
    }

    @Test func aFileThatIsWrittenToWhereItLiesIsReadOnceItIsStill() async throws {
        let service = try await Service(settle: 150).start()
        // Moved in while it is held open, and written to for longer than the three seconds that such a file gets.
        let script = """
            exec 3> ../../held.txt; echo 1 C >&3; mv ../../held.txt held.txt
            for n in 2 3 4 5 6 7 8; do sleep 0.6; echo $n C >&3; done
            """
        try run(script, in: service)
        try await service.untilIdle()
        #expect(service.outbox.count == 8)
        #expect(service.archive == ["held.txt"])
    }

    @Test func aFileThatIsStillWrittenToIsTriedForAsLongAsThatLasts() async throws {
        let service = try Service()
        service.launcher = [
            "/usr/bin/env", try PreloadedLibrary.failAt.variable, "FAIL_FILE=\(service.root.path("writer"))",
        ]
        try service.root.write("grow 1 \(service.root.path("hot/work"))\n", to: "writer")
        try await service.start()
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("it is claimed") { service.work.count == 1 }
        let job = try #require(service.work.first)
        // More often than the service itself may end over a file.
        try await service.until("it was tried often") { try service.command("show", job).text.contains("attempt 25") }
        try service.root.folder.remove("writer")
        try await service.untilIdle()
        #expect(service.outbox == ["7.pdf"])
        #expect(service.archive == ["a.txt"])
    }

    @Test func foldersThatAreMadeAndFilledAtOnceMissNothing() async throws {
        let service = try await Service().start()
        let script = """
            n=0
            for queue in a b/c d/e/f g/h/i/j k; do
                mkdir -p $queue
                for file in 1 2 3 4 5 6; do n=$((n + 1)); echo $n C > $queue/$file.txt; done
            done
            """
        try run(script, in: service)
        try await service.until("all are filed") { service.archive.count == 30 }
        #expect(service.outbox.count == 30)
    }

    @Test func aSocketIsRefusedWithoutBeingOpened() async throws {
        let service = try await Service().start()
        let folder = try Directory(service.root.path("hot/inbox"))
        let socket = try LocalSocket(listeningAs: "phone.txt", in: folder)
        try await service.until("it is refused") { service.failed.count == 2 }
        #expect(try service.report("phone.txt").contains("socket"))
        _ = socket
    }

    @Test(.enabled(if: Machine.mayBeChanged, "making devices takes root"))
    func aDeviceIsRefusedWithoutBeingOpened() async throws {
        let service = try await Service().start()
        // /dev/full: reading it would never end.
        #expect(mknod(service.root.path("hot/inbox/full.txt"), S_IFCHR | 0o666, 1 << 8 | 7) == 0)
        try await service.until("it is refused") { service.failed.count == 2 }
        #expect(try service.report("full.txt").contains("device"))
    }

    @Test func whatTheServiceNamesItsOwnFilesIsNeverTaken() async throws {
        let service = try await Service("ignore = *.never\n").start()
        try service.drop("7 Acme", as: ".hotpress-1234.tmp")
        try service.drop("8 Acme", as: ".hidden")
        try await service.until("the other is printed") { service.outbox == ["8.pdf"] }
        #expect(service.inbox == [".hotpress-1234.tmp"])
    }
}
