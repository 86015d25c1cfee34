import Glibc
import Platform
import SQLite
import TestKit
import Testing

@Suite struct LifeTests {
    @Test func twoHundredFilesArePrintedOnceEachAndTheBrokenOnesReported() async throws {
        let service = try await Service().start()
        for number in 0..<200 {
            let text = [50, 100, 150].contains(number) ? "\(number) C broken" : "\(number) Customer-\(number)"
            try service.root.write(text, to: "source/\(number).txt")
        }
        _ = try Command("/bin/sh", ["-c", "cp \(service.root.path("source"))/* \(service.root.path("hot/inbox"))/"])
            .run(.init(time: .seconds(30)))
        try await service.untilIdle()
        #expect(service.outbox.count == 197)
        #expect(service.failed.count == 6)
        #expect(service.archive.count == 197)
        #expect(try await service.end() == 0)
    }

    @Test func onTermWhatIsInHandIsFinishedAndTheRestWaits() async throws {
        let service = try await Service().start()
        for number in 0..<60 { try service.drop("\(number) C slow", as: "\(number).txt") }
        // By a program of its own, since other tests may keep this one from going on until all is printed.
        let process = try #require(service.process)
        let script = "while [ -z \"$(ls \"$0\")\" ]; do sleep 0.02; done; kill -TERM $1"
        _ = try Command("/bin/sh", ["-c", script, service.root.path("hot/outbox"), "\(process.identifier)"])
            .run(.init(time: .seconds(30)))
        #expect(try await service.end(0) == 0)
        #expect(service.work.isEmpty)
        let printed = service.outbox.count
        #expect(printed + service.inbox.count == 60)
        #expect(service.inbox.count > 0)
        try await service.start().untilIdle()
        #expect(service.outbox.count == 60)
    }

    @Test func afterKillNothingIsLostAndNothingDoubled() async throws {
        let service = try Service()
        for number in 0..<150 { try service.drop("- Customer-\(number)", as: "\(number).txt") }
        for round in 0..<12 {
            try await service.start()
            try service.kill(after: 0.03 + 0.023 * Double(round))
            try await service.end(SIGKILL)
        }
        try await service.start().untilIdle()
        let printed = service.outbox
        #expect(printed.count == 150)
        #expect(printed.first == "INV-0001.pdf")
        #expect(printed.last == "INV-0150.pdf")
        let customers = Set(try printed.map { try service.pdf($0).split(separator: " ").last })
        #expect(customers.count == 150)
        #expect(service.archive.count == 150)
        #expect(service.failed.isEmpty)
        #expect(service.unfinished.isEmpty)
    }

    @Test func aSecondServiceOnTheSameInboxSaysWhoHoldsIt() async throws {
        let service = try await Service().start()
        let second = try Command(Service.products + "/TestDaemon", ["serve", service.root.path("test.conf")])
            .run(.init(time: .seconds(10)))
        #expect(second.ending == .exited(75))
        let holder = try #require(service.process?.identifier)
        #expect(String(decoding: second.error, as: UTF8.self).contains("in use by process \(holder)"))
    }

    @Test func aSecondServiceWithAStateOfItsOwnIsKeptOutToo() async throws {
        let service = try await Service().start()
        try service.root.write(
            "[hotpress]\nroot = \(service.root.path("hot"))\nstate = \(service.root.path("other"))\n", to: "other.conf")
        let second = try Command(Service.products + "/TestDaemon", ["serve", service.root.path("other.conf")])
            .run(.init(time: .seconds(10)))
        #expect(second.ending == .exited(75))
        let holder = try #require(service.process?.identifier)
        #expect(String(decoding: second.error, as: UTF8.self).contains("in use by process \(holder)"))
    }

    @Test func aReloadTakesAGoodConfigurationAndKeepsTheOldOneForABadOne() async throws {
        let service = try await Service().start()
        let text = try service.root.read("test.conf")
        try service.root.write(text + "[invoice]\noutput-nam = {number}\n", to: "test.conf")
        service.signal(SIGHUP)
        try await service.until("it complains") { service.log.contains("did you mean 'output-name'?") }
        try service.drop("1 A", as: "a.txt")
        try await service.untilIdle()
        try service.root.write(text + "[invoice]\noutput-name = new {number}\n", to: "test.conf")
        service.signal(SIGHUP)
        try await service.until("it has read it") { service.log.contains("was read again") }
        try service.drop("2 B", as: "b.txt")
        try await service.untilIdle()
        #expect(service.outbox == ["1.pdf", "new 2.pdf"])
    }

    @Test func aMailGoesOutOnceWithThePDFInIt() async throws {
        let service = try Service("[mail]\nsendmail = SENDMAIL\nretry = 1\n")
        let script = service.root.path("sendmail")
        try service.root.write(
            "#!/bin/sh\necho \"$@\" >> \(service.root.path("calls"))\ncat >> \(service.root.path("mails"))\n"
                + "[ -e \(service.root.path("ready")) ] || { touch \(service.root.path("ready")); exit 75; }\n",
            to: "sendmail")
        _ = try Command("/bin/chmod", ["755", script]).run(.init(time: .seconds(5)))
        let text = try service.root.read("test.conf")
        try service.root.write(text.replacing("SENDMAIL", with: script), to: "test.conf")
        try await service.start()
        try service.drop("7 Acme mail=buyer@example.com", as: "a.txt")
        try await service.until("it was sent") { service.log.contains(" mailed to example.com [") }
        let calls = try service.root.read("calls").split(separator: "\n")
        #expect(
            calls == ["-i -f seller@example.com -- buyer@example.com", "-i -f seller@example.com -- buyer@example.com"])
        #expect(try service.root.read("mails").contains("Subject: Invoice 7"))
        #expect(service.outbox == ["7.pdf"])
        try await service.until("the message is gone") { service.root.names(in: "state/mail").isEmpty }
    }
}
