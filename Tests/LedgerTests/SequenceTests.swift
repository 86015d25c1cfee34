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
    private func take(_ job: String, _ numbering: Numbering, number: String? = nil) throws -> String {
        try ledger.record(JobRecord(identifier: job, queue: "", name: Array("a.json".utf8), size: 1, claimed: 1))
        let draft = DocumentDraft(
            position: 0, number: number, seller: "S", customer: "C", total: "1.00 EUR", digest: job)
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
