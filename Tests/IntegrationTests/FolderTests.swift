import Platform
import TestKit
import Testing

@Suite struct FolderTests {
    @Test func aDroppedFileBecomesAPDFAndGoesToTheArchive() async throws {
        let service = try await Service().start()
        try service.drop("7 Acme", as: "acme.txt")
        try await service.untilIdle()
        #expect(try service.pdf("7.pdf") == "%PDF 7 Acme\n")
        #expect(service.archive == ["acme.txt"])
        #expect(service.failed.isEmpty)
        #expect(try await service.end() == 0)
    }

    @Test func filesThatWaitedAreTakenAtTheStart() async throws {
        let service = try Service()
        try service.drop("1 A", as: "a.txt")
        try service.drop("2 B", as: "b.txt")
        try await service.start().untilIdle()
        #expect(service.outbox == ["1.pdf", "2.pdf"])
    }

    @Test func aSlowCopyIsTakenOnceItIsWhole() async throws {
        let service = try await Service(settle: 300).start()
        try write(
            "for n in 1 2 3 4 5 6 7 8; do echo $n Customer; sleep 0.1; done",
            to: service.root.path("hot/inbox/slow.txt"))
        try await service.untilIdle()
        #expect(service.outbox.count == 8)
        #expect(service.archive == ["slow.txt"])
    }

    /// Writes a file by a program of its own, whose pauses last as long as it says, however busy the tests are.
    private func write(_ script: String, to path: String) throws {
        let writer = Command("/bin/sh", ["-c", "exec > \"$0\"; \(script)", path])
        let ending = try writer.run(.init(time: .seconds(20))).ending
        #expect(ending == .exited(0))
    }

    @Test func aFileUnderATemporaryNameIsTakenOnlyAfterItsRename() async throws {
        let service = try await Service().start()
        for name in [".acme.txt.Xy12Ab", "a.txt.filepart", "b.part", "c.crdownload", "d.tmp", "e~", ".f.swp"] {
            try service.drop("7 Acme", as: name)
        }
        try await Task.sleep(for: .milliseconds(400))
        #expect(service.inbox.count == 7)
        let inbox = try Directory(service.root.path("hot/inbox"))
        try inbox.move(".acme.txt.Xy12Ab", to: inbox, as: "acme.txt")
        try await service.until("the file is printed") { service.outbox == ["7.pdf"] }
        #expect(service.inbox.count == 6)
    }

    @Test func aFileIsTakenHoweverItComesToItsName() async throws {
        let service = try await Service().start()
        try service.root.write("1 Moved", to: "outside1")
        try service.root.write("2 Linked", to: "outside2")
        let inbox = try Directory(service.root.path("hot/inbox"))
        try service.root.folder.move("outside1", to: inbox, as: "moved.txt")
        try service.root.folder.link("outside2", to: inbox, as: "linked.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["1.pdf", "2.pdf"])
        // The other name of the linked file is not ours to touch.
        #expect(try service.root.read("outside2") == "2 Linked")
    }

    @Test func aFolderOfFilesMovedIntoTheInboxIsAQueueOfItsOwn() async throws {
        let service = try await Service(
            """
            [inbox shop]
            output-name = shop {number}
            """
        ).start()
        try service.root.write("1 A", to: "shop/a.txt")
        try service.root.write("2 B", to: "shop/deep/b.txt")
        let inbox = try Directory(service.root.path("hot/inbox"))
        try service.root.folder.move("shop", to: inbox, as: "shop")
        try await service.until("both are printed") { service.outbox.count == 2 }
        #expect(service.outbox == ["shop 1.pdf", "shop 2.pdf"])
        try service.drop("3 C", as: "shop/c.txt")
        try await service.until("the third is printed") { service.outbox.count == 3 }
        #expect(service.outbox.contains("shop 3.pdf"))
    }

    @Test func theSameNameTwiceIsTwoJobsAndNothingIsOverwritten() async throws {
        let service = try await Service("[invoice]\noutput-name = {customer}")
            .start()
        try service.drop("1 Acme", as: "a.txt")
        try await service.untilIdle()
        try service.drop("2 Acme", as: "a.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["Acme-2.pdf", "Acme.pdf"])
        #expect(service.archive == ["a-2.txt", "a.txt"])
        #expect(try service.pdf("Acme.pdf") == "%PDF 1 Acme\n")
    }

    @Test func aStrangersFileInTheOutboxIsNotOverwritten() async throws {
        let service = try Service()
        try service.root.write("mine", to: "hot/outbox/7.pdf")
        try await service.start()
        try service.drop("7 Acme", as: "a.txt")
        try await service.untilIdle()
        #expect(try service.pdf("7.pdf") == "mine")
        #expect(try service.pdf("7-2.pdf") == "%PDF 7 Acme\n")
    }

    @Test func namesAreBytesAndNumbersNeverPaths() async throws {
        let service = try await Service().start()
        let inbox = try Directory(service.root.path("hot/inbox"))
        let name = try #require(FileName(bytes: [0x2D, 0xFF, 0x0A] + Array(repeating: 0x61, count: 252)))
        let file = try inbox.open(name, .create(mode: 0o644))
        try file.write("../../etc/x Acme".utf8)
        try file.close()
        try await service.untilIdle()
        #expect(service.outbox == ["etc-x.pdf"])
        #expect(try Directory(service.root.path("hot/archive")).names().count == 1)
    }

    @Test func aWriterThatOnlyPausesIsNotCutOff() async throws {
        let service = try await Service(settle: 100).start()
        try write("echo 1 First; sleep 0.6; echo 2 Second", to: service.root.path("hot/inbox/slow.txt"))
        try await service.untilIdle()
        #expect(service.outbox == ["1.pdf", "2.pdf"])
    }

    @Test func aFolderThatIsMovedOutOfTheInboxIsNoQueueAnyMore() async throws {
        let service = try await Service().start()
        try service.drop("1 A", as: "shop/a.txt")
        try await service.until("it is printed") { service.outbox == ["1.pdf"] }
        try Directory(service.root.path("hot/inbox")).move("shop", to: service.root.folder, as: "shop")
        try service.root.write("2 B", to: "shop/b.txt")
        try service.drop("3 C", as: "c.txt")
        try await service.until("the other is printed") { service.outbox == ["1.pdf", "3.pdf"] }
        #expect(service.root.names(in: "shop") == ["b.txt"])
    }

    @Test func anInboxThatIsDeletedAndMadeAgainIsServed() async throws {
        let service = try await Service().start()
        let hot = try Directory(service.root.path("hot"))
        try hot.removeFolder("inbox")
        try await service.until("it is noticed") { service.log.contains("waiting for its return") }
        try service.drop("7 Acme", as: "a.txt")
        try await service.until("the file is printed") { service.outbox == ["7.pdf"] }
    }

    @Test func anInboxThatIsMovedAwayIsWaitedFor() async throws {
        let service = try await Service().start()
        let hot = try Directory(service.root.path("hot"))
        try hot.move("inbox", to: hot, as: "gone")
        try await service.until("it is noticed") { service.log.contains("waiting for its return") }
        try service.root.write("7 Acme", to: "hot/gone/a.txt")
        try hot.move("gone", to: hot, as: "inbox")
        try await service.until("the file is printed") { service.outbox == ["7.pdf"] }
    }
}
