import Ledger
import TestKit
import Testing

@Suite struct SequenceTests {
    let root: TemporaryRoot
    let ledger: Ledger

    init() throws {
        root = try TemporaryRoot()
        ledger = try Ledger(path: root.path("ledger.db"))
    }

    private func numbering(
        _ pattern: String, _ reset: SequenceReset = .never, year: Int = 2026, month: Int = 11
    ) throws -> Numbering {
        Numbering(
            sequence: "main", pattern: try SequencePattern(pattern), reset: reset,
            date: SequenceDate(year: year, month: month, day: 30))
    }

    /// Records a job with one invoice without a number and answers the number it got.
    @discardableResult
    private func take(
        _ job: String, _ numbering: Numbering, number: String? = nil, seller: String = "S"
    ) throws -> String {
        try ledger.record(JobRecord(identifier: job, queue: "", name: Array("a.json".utf8), size: 1, claimed: 1))
        let draft = DocumentDraft(
            position: 0, number: number, seller: seller, customer: "C", total: "1.00 EUR", digest: job)
        return try ledger.record(draft, in: job, numbering: numbering).number
    }

    @Test func numbersCountUpInThePattern() throws {
        let numbering = try numbering("INV-{year}-{0000}")
        #expect(try take("a", numbering) == "INV-2026-0001")
        #expect(try take("b", numbering) == "INV-2026-0002")
    }

    @Test func aYearlySequenceBeginsAnewEachYear() throws {
        #expect(try take("a", try numbering("{yy}/{000}", .yearly)) == "26/001")
        #expect(try take("b", try numbering("{yy}/{000}", .yearly, year: 2027)) == "27/001")
        #expect(try take("c", try numbering("{yy}/{000}", .yearly)) == "26/002")
    }

    @Test func aJobThatFailsHandsItsNumberToTheNext() throws {
        let numbering = try numbering("{0}")
        try take("a", numbering)
        try take("b", numbering)
        try take("c", numbering)
        try ledger.markFailed("b", 0, reason: "the template is broken")
        #expect(try take("d", numbering) == "2")
        #expect(try take("e", numbering) == "4")
    }

    @Test func aNumberThatAFileBroughtAlongIsPassedOver() throws {
        let numbering = try numbering("INV-{0}")
        try take("a", numbering, number: "INV-2")
        #expect(try take("b", numbering) == "INV-1")
        #expect(try take("c", numbering) == "INV-3")
    }

    @Test func aNumberThatWasPassedOverComesBackWhenItsBearerFails() throws {
        let numbering = try numbering("INV-{0}")
        try take("a", numbering, number: "INV-1")
        #expect(try take("b", numbering) == "INV-2")
        try ledger.markFailed("a", 0, reason: "the template is broken")
        #expect(try take("c", numbering) == "INV-1")
        #expect(try take("d", numbering) == "INV-3")
    }

    @Test func aNumberThatCameBackIsPassedOverAndStillNotLost() throws {
        let numbering = try numbering("INV-{0}")
        try take("a", numbering)
        try take("b", numbering)
        try ledger.markFailed("a", 0, reason: "broken")
        try take("c", numbering, number: "INV-1")
        #expect(try take("d", numbering) == "INV-3")
        try ledger.markFailed("c", 0, reason: "broken")
        #expect(try take("e", numbering) == "INV-1")
    }

    @Test func anotherSellersNumbersArePassedOverByNobody() throws {
        let numbering = try numbering("INV-{0}")
        try take("a", numbering, number: "INV-1", seller: "Other")
        #expect(try take("b", numbering) == "INV-1")
    }

    @Test func aVoidNumberIsNeverGivenAndSaysWhy() throws {
        let numbering = try numbering("INV-{0}")
        let change = NumberChange(time: 7, reason: "torn form", author: "ann")
        for number in ["a", "b"] { try take(number, numbering) }
        try ledger.void(try sequenced("INV-3"), change)
        try ledger.markFailed("a", 0, reason: "broken")
        try ledger.void(try sequenced("INV-1"), change)
        #expect(try take("c", numbering) == "INV-4")
        #expect(throws: NumberRefusal.self) { try ledger.void(try sequenced("INV-2"), change) }
        #expect(throws: NumberRefusal.self) { try ledger.void(try sequenced("INV-3"), change) }
        let notes = try ledger.numberNotes()
        #expect(notes.map(\.number) == ["INV-3", "INV-1"])
        #expect(notes.first?.reason == "torn form")
    }

    @Test func theCountGoesOnWhereItIsSetAndTheSkippedAreNoted() throws {
        let numbering = try numbering("INV-{0}")
        let change = NumberChange(time: 7, reason: "from the old books", author: "")
        try take("a", numbering)
        try ledger.setNext(try sequenced("INV-500"), change)
        #expect(try take("b", numbering) == "INV-500")
        #expect(throws: NumberRefusal.self) { try ledger.setNext(try sequenced("INV-500"), change) }
        let note = try #require(try ledger.numberNotes().first)
        #expect(note.first == 2 && note.last == 499)
        #expect(try ledger.sequences().map(\.last) == [500])
    }

    private func sequenced(_ text: String) throws -> SequencedNumber {
        try #require(
            SequencedNumber(text, sequence: "main", pattern: try SequencePattern("INV-{0}"), reset: .never))
    }

    /// Luhn: 7992739871 has 3 (ISO/IEC 7812-1's own example); MOD 97-10: 794 has 44 (ISO/IEC 7064's).
    @Test func checkDigitsFollowTheirStandards() throws {
        let day = SequenceDate(year: 2026, month: 11, day: 30)
        #expect(try SequencePattern("{0000000000}{check}").text(7_992_739_871, day) == "79927398713")
        #expect(try SequencePattern("{0}{check97}").text(794, day) == "79444")
        #expect(throws: SequencePattern.Fault.self) { try SequencePattern("{check}{0000}") }
    }

    @Test func aNumberIsReadBackByItsPatternAndASlipIsNoticed() throws {
        let pattern = try SequencePattern("{yy}-{000}{check}")
        let day = SequenceDate(year: 2026, month: 1, day: 1)
        let text = pattern.text(1042, day)
        let read = try #require(SequencedNumber(text, sequence: "main", pattern: pattern, reset: .yearly))
        #expect(read.value == 1042 && read.period == "2026")
        let slip = text.replacing("1042", with: "1043")
        #expect(SequencedNumber(slip, sequence: "main", pattern: pattern, reset: .yearly) == nil)
        #expect(SequencedNumber("26-1", sequence: "main", pattern: pattern, reset: .yearly) == nil)
    }

    @Test func aNumberTakenInATransactionThatFailsIsNotTaken() throws {
        struct Stop: Error {}
        let numbering = try numbering("{0}")
        _ = try? ledger.transaction {
            try take("a", numbering)
            throw Stop()
        }
        #expect(try take("b", numbering) == "1")
    }

    @Test(arguments: ["INV-{year", "INV-{years}-{0}", "INV-{year}", "{0}{0}"])
    func aPatternThatCannotWorkIsRefused(_ pattern: String) {
        #expect(throws: SequencePattern.Fault.self) { try SequencePattern(pattern) }
    }

    @Test func aResetThatWouldGiveNumbersTwiceIsFound() throws {
        #expect(try SequencePattern("INV-{0000}").conflict(with: .yearly) != nil)
        #expect(try SequencePattern("{year}-{0000}").conflict(with: .yearly) == nil)
        #expect(try SequencePattern("{year}-{0000}").conflict(with: .monthly) != nil)
    }
}
