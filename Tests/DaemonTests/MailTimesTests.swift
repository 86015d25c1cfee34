import Ledger
import Mail
import Platform
import TestKit
import Testing

@testable import Daemon

/// What happens to mails over minutes and days, by a clock that the test moves; sendmail is a script.
@Suite("Mail over minutes and days")
struct MailTimesTests {
    private let root: TemporaryRoot
    private let clock = FixedClock(wall: WallTime(milliseconds: 1_796_000_000_000))
    private let parts: Parts

    init() throws {
        root = try TemporaryRoot()
        let configuration = try Configuration(
            text: """
                [hotpress]
                root = \(root.path("hot"))
                state = \(root.path("state"))
                [mail]
                sendmail = \(root.path("sendmail"))
                sender = billing@acme.example
                operator = ops@example.com
                """)
        let state = try Directory.making(configuration.statePath, mode: 0o700)
        let measures = Measures()
        parts = Parts(
            spool: try Spool(root: configuration.root),
            bookkeeper: Bookkeeper(try Ledger(path: configuration.statePath + "/ledger.db")),
            settings: CurrentConfiguration(configuration), mailRoom: try MailRoom(state: state), journal: Journal(),
            clock: clock, measures: measures, hooks: HookRoom(measures))
        try sendmail("exit 75")
    }

    private func sendmail(_ script: String) throws {
        try root.write("#!/bin/sh\necho \"$@\" >> \(root.path("calls"))\n\(script)\n", to: "sendmail")
        try FileDescriptor(path: root.path("sendmail"), .read).setMode(0o755)
    }

    private var calls: Int { ((try? root.read("calls")) ?? "").split(separator: "\n").count }
    private var now: Int64 { clock.wall.milliseconds }

    /// So many mails of one job, due now.
    private func record(_ count: Int) throws {
        let now = now
        try parts.bookkeeper.now { ledger in
            try ledger.record(
                JobRecord(identifier: "j", queue: "", name: Array("a.json".utf8), size: 1, claimed: now))
            let numbering = Numbering(
                sequence: "", pattern: .standard, reset: .never, date: SequenceDate(year: 2026, month: 11, day: 30))
            for position in 0..<count {
                let document = DocumentDraft(
                    position: position, number: "\(position)", seller: "S", customer: "C", total: "1",
                    digest: "\(position)")
                _ = try ledger.record(document, in: "j", numbering: numbering)
                let mail = MailDraft(
                    position: position, messageID: "m\(position)", sender: "billing@acme.example",
                    recipients: ["zoe@example.com"], file: ("j-\(position).eml", "Invoice"))
                try ledger.record(mail, in: "j", at: now)
            }
        }
        for position in 0..<count {
            try parts.mailRoom.folder.write(
                Array("Subject: x\n\n".utf8), as: FileName(safe: "j-\(position).eml"), mode: 0o600)
        }
    }

    private func mails() throws -> [MailRecord] { try parts.bookkeeper.now { try $0.mails(of: "j") } }

    /// Has the postman look, and waits until nothing is due or on its way.
    private func deliver(_ postman: Postman) async throws -> [MailRecord] {
        postman.post { $0.wake() }
        for _ in 0..<5000 {
            let found = try mails()
            let isOpen = found.contains { $0.state == .sending || ($0.state == .due && ($0.due ?? 0) <= now) }
            if !isOpen { return found }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("mails stay on their way")
        return try mails()
    }

    private static let fiveDays = Duration.seconds(5 * 86_400)

    @Test("a mail is tried at growing distances, for five days to the minute, and has then failed")
    func fiveDays() async throws {
        let begin = clock.wall
        try record(1)
        let postman = Postman(parts)
        var waits: [Duration] = []
        var mail = try #require(try await deliver(postman).first)
        while mail.state == .due, let due = mail.due, waits.count < 100 {
            let wait = WallTime(milliseconds: due) - clock.wall
            waits.append(wait)
            clock.advance(by: wait)
            mail = try #require(try await deliver(postman).first)
        }
        #expect(mail.state == .failed)
        #expect(mail.reason?.contains("given up after five days: sendmail answered 75") == true)
        #expect(clock.wall - begin == Self.fiveDays)
        #expect(calls == waits.count + 1)
        var expected = 300.0
        for wait in waits.dropLast() {
            let share = Double(wait.wholeMilliseconds) / 1000 / expected
            #expect((0.799...1.201).contains(share), "\(wait) for \(expected) s")
            expected = min(expected * 3, 43_200)
        }
        #expect(waits.count > 10)
    }

    @Test("mails of one moment come back at different ones")
    func jitter() async throws {
        try record(40)
        let waits = try await deliver(Postman(parts)).compactMap { $0.due.map { $0 - now } }
        #expect(waits.count == 40)
        #expect(waits.allSatisfy { (240_000...360_000).contains($0) })
        #expect((waits.max() ?? 0) - (waits.min() ?? 0) > 60_000)
    }

    @Test("a mail that was held for a week has its five days from the moment it is released")
    func heldForLong() async throws {
        try record(1)
        let mail = try #require(try mails().first)
        try parts.bookkeeper.now { try $0.hold(mail.identifier, reason: "ask") }
        clock.advance(by: .seconds(7 * 86_400))
        let time = now
        try parts.bookkeeper.now { try $0.renewMail(mail.identifier, at: time, reason: "released") }
        let tried = try #require(try await deliver(Postman(parts)).first)
        #expect(tried.state == .due)
        #expect(calls == 1)
    }

    // MARK: The operator

    private func fail(_ identifier: String) throws {
        let now = now
        try parts.bookkeeper.now { ledger in
            try ledger.record(
                JobRecord(identifier: identifier, queue: "", name: Array("a.json".utf8), size: 1, claimed: now))
            try ledger.step(identifier, to: .failed, at: now, reason: "it is broken")
        }
    }

    /// Lets minutes pass, and the operator's post look after each.
    private func pass(_ minutes: Int, _ post: OperatorPost) {
        for _ in 0..<minutes {
            clock.advance(by: .seconds(60))
            post.wait { $0.look() }
        }
    }

    @Test("the operator gets one mail in fifteen minutes at most, with all that has failed since")
    func interval() throws {
        try sendmail("cat > \(root.path("last"))")
        let post = OperatorPost(parts)
        try fail("a")
        post.wait { $0.look() }
        #expect(calls == 0, "failures come in flocks")
        try fail("b")
        pass(1, post)
        #expect(calls == 1)
        #expect(try root.read("last").contains("Subject: Hotpress: 2 files failed"))
        for minute in 0..<14 {
            try fail("c\(minute)")
            pass(1, post)
        }
        #expect(calls == 1)
        pass(1, post)
        #expect(calls == 2)
        #expect(try root.read("last").contains("Subject: Hotpress: 14 files failed"))
        pass(60, post)
        #expect(calls == 2)
    }

    @Test("a mail to the operator that fails is told of with the next, and makes none of its own")
    func noLoop() throws {
        try sendmail("exit 67")
        let post = OperatorPost(parts)
        try fail("a")
        pass(61, post)
        #expect(calls == 5)
        #expect(try parts.bookkeeper.now { try $0.mails(in: MailState.allCases) }.isEmpty)
        try sendmail("cat > \(root.path("last"))")
        pass(15, post)
        #expect(try root.read("last").contains("Subject: Hotpress: 1 file failed"))
        pass(60, post)
        #expect(calls == 6)
        #expect(root.names(in: "state/mail") == [])
    }
}
