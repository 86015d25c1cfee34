import Ledger
import SQLite
import TestKit
import Testing

@Suite struct JobTests {
    let root: TemporaryRoot
    let ledger: Ledger
    let numbering: Numbering

    init() throws {
        root = try TemporaryRoot()
        ledger = try Ledger(path: root.path("ledger.db"))
        numbering = Numbering(
            sequence: "main", pattern: .standard, reset: .never, date: SequenceDate(year: 2026, month: 11, day: 30))
    }

    private func claim(_ identifier: String, name: String = "a.json") throws {
        try ledger.record(
            JobRecord(identifier: identifier, queue: "", name: Array(name.utf8), size: 3, claimed: 1000))
    }

    private func draft(_ number: String?, digest: String = "d", position: Int = 0) -> DocumentDraft {
        DocumentDraft(position: position, number: number, seller: "S", customer: "C", total: "1", digest: digest)
    }

    @Test func aJobGoesItsWayAndItsStoryIsKept() throws {
        try claim("a")
        #expect(try ledger.beginAttempt("a", at: 1001) == 1)
        try ledger.step("a", to: .printing, at: 1002)
        _ = try ledger.record(draft("7"), in: "a", numbering: numbering)
        try ledger.planOutput("a", 0, output: "7.pdf", inode: 99)
        try ledger.markPrinted("a", 0, hash: "h", pages: 2)
        try ledger.step("a", to: .done, at: 1003)
        #expect(try ledger.unfiled().map(\.identifier) == ["a"])
        try ledger.file("a", at: "archive/2026/11/a.json")
        #expect(try ledger.unfiled().isEmpty)
        #expect(try ledger.events(of: "a").map(\.kind) == ["claimed", "printing", "done"])
        #expect(try ledger.document("a", 0).state == .printed)
    }

    @Test func aDecisionStands() throws {
        try claim("a")
        try ledger.step("a", to: .failed, at: 1, reason: "broken")
        #expect(throws: LedgerError.illegalStep(what: "a job", from: "failed", to: "printing")) {
            try ledger.step("a", to: .printing, at: 2)
        }
        #expect(throws: LedgerError.unknownJob("b")) { try ledger.step("b", to: .done, at: 2) }
    }

    @Test func attemptsThatKillWorkersAreCountedAndThoseBrokenOffAreNot() throws {
        try claim("a")
        for outcome in [Ledger.AttemptOutcome.died, .interrupted, .died] {
            _ = try ledger.beginAttempt("a", at: 1)
            try ledger.endAttempt("a", at: 2, outcome: outcome)
        }
        #expect(try !ledger.attempts(of: "a").areUsedUp)
        _ = try ledger.beginAttempt("a", at: 3)
        try ledger.endAttempt("a", at: 4, outcome: .died)
        #expect(try ledger.attempts(of: "a").areUsedUp)
    }

    @Test func theSameContentIsADuplicateOnceItIsPrintedOrPrinting() throws {
        try claim("a")
        try claim("b")
        #expect(try ledger.duplicate(of: "b", hash: "h", queue: "") == nil)
        try ledger.step("a", to: .printing, at: 1, hash: "h")
        #expect(try ledger.duplicate(of: "b", hash: "h", queue: "")?.identifier == "a")
        try ledger.step("a", to: .failed, at: 2)
        #expect(try ledger.duplicate(of: "b", hash: "h", queue: "") == nil)
    }

    @Test func theSameNumberIsToldFromTheSameInvoice() throws {
        try claim("a")
        let first = try ledger.record(draft("7", digest: "x"), in: "a", numbering: numbering)
        try claim("b")
        #expect(try ledger.precedent(of: draft("7", digest: "x"), in: "b") == .same(first))
        #expect(try ledger.precedent(of: draft("7", digest: "y"), in: "b") == .changed(first))
        #expect(try ledger.precedent(of: draft("8", digest: "x"), in: "b") == .new)
        #expect(try ledger.precedent(of: draft("7", digest: "y", position: 1), in: "a") == .changed(first))
    }

    @Test func aRetryKnowsWhatItsFailedTwinHasPrinted() throws {
        try claim("a")
        try ledger.step("a", to: .printing, at: 1)
        _ = try ledger.record(draft(nil, digest: "x"), in: "a", numbering: numbering)
        try ledger.markPrinted("a", 0, hash: "h", pages: 1)
        try claim("b")
        #expect(try ledger.printedByFailedTwins(of: ledger.job("b")).isEmpty)
        try ledger.step("a", to: .failed, at: 2)
        #expect(try ledger.printedByFailedTwins(of: ledger.job("b")).map(\.digest) == ["x"])
    }

    @Test func aMailIsTakenOnceAndItsUnknownOutcomeIsSeen() throws {
        try claim("a")
        let mail = MailDraft(
            position: 0, messageID: "<a.0@host>", sender: "s@x", recipients: ["a@x", "b@x"],
            file: ("a.eml", "Invoice 7"))
        try ledger.record(mail, in: "a", at: 10)
        try ledger.record(mail, in: "a", at: 10)
        let taken = try ledger.takeDueMails(at: 10, limit: 5)
        #expect(taken.map(\.recipients) == [["a@x", "b@x"]])
        #expect(try ledger.takeDueMails(at: 10, limit: 5).isEmpty)
        #expect(try ledger.mailsOfUnknownOutcome().count == 1)
        try ledger.postponeMail(taken[0].identifier, until: 20, reason: "exit 75")
        #expect(try ledger.nextMailDue() == 20)
        #expect(try ledger.takeDueMails(at: 19, limit: 5).isEmpty)
        let again = try ledger.takeDueMails(at: 20, limit: 5)
        #expect(again.first?.tries == 1)
        try ledger.markSent(taken[0].identifier, at: 21)
        #expect(try ledger.nextMailDue() == nil)
    }

    @Test func historyIsSearched() throws {
        try claim("a", name: "one.json")
        try claim("b", name: "two.json")
        _ = try ledger.record(draft("R-77"), in: "b", numbering: numbering)
        var filter = Ledger.Filter()
        #expect(try ledger.history(filter).map(\.identifier) == ["b", "a"])
        filter.number = "77"
        #expect(try ledger.history(filter).map(\.identifier) == ["b"])
        #expect(try ledger.counts().jobs[.claimed] == 2)
    }
}

@Suite struct LedgerFileTests {
    @Test func aDamagedLedgerIsRefusedWithWhatToDo() throws {
        let root = try TemporaryRoot()
        try root.write(String(repeating: "garbage ", count: 1000), to: "ledger.db")
        #expect {
            _ = try Ledger(path: root.path("ledger.db"))
        } throws: {
            "\($0)".contains("damaged") && "\($0)".contains("backup")
        }
        #expect(try root.read("ledger.db").hasPrefix("garbage"))
    }

    @Test func aNewerLedgerIsRefusedAndLeftAlone() throws {
        let root = try TemporaryRoot()
        try Connection(path: root.path("ledger.db")).setUserVersion(99)
        #expect {
            _ = try Ledger(path: root.path("ledger.db"))
        } throws: {
            "\($0)".contains("newer")
        }
        #expect(try Connection(path: root.path("ledger.db")).userVersion() == 99)
    }

    @Test func aLedgerOpensAgainWithAllItHeld() throws {
        let root = try TemporaryRoot()
        let job = JobRecord(identifier: "a", queue: "q", name: [0xFF], size: 3, claimed: 5)
        try Ledger(path: root.path("ledger.db")).record(job)
        #expect(try Ledger(path: root.path("ledger.db")).unfiled() == [job])
    }
}
