import Diagnostics
import Testing

@Suite struct DiagnosticTests {
    @Test func readsAsFileLineColumnSeverityPathMessageHint() {
        let place = SourceLocation(
            file: "acme.json", position: SourcePosition(line: 3, column: 7), path: "lines[0].price")
        let diagnostic = Diagnostic.error("not a number: 'ten'", at: place, hint: "write 10.00")
        #expect(
            diagnostic.description
                == "acme.json:3:7: error: lines[0].price: not a number: 'ten'\n    hint: write 10.00")
    }

    @Test func aBagSortsByPlaceAndThrowsAllOfItsFindings() {
        var bag = DiagnosticBag(file: "a.csv")
        bag.add(.error("second", at: SourceLocation(position: SourcePosition(line: 9, column: 1))))
        bag.add(.warning("first", at: SourceLocation(position: SourcePosition(line: 2, column: 4))))
        let error = #expect(throws: DiagnosticError.self) { try bag.throwIfErrors() }
        #expect(error?.diagnostics.map(\.message) == ["first", "second"])
    }

    @Test func warningsAloneRefuseNothing() throws {
        var bag = DiagnosticBag()
        bag.add(.warning("odd"))
        try bag.throwIfErrors()
    }

    @Test func aFloodOfFindingsIsCountedNotKept() {
        var bag = DiagnosticBag()
        for row in 0..<250 { bag.add(.error("row \(row)")) }
        #expect(bag.diagnostics.count == DiagnosticBag.limit)
        #expect(bag.suppressed == 150)
    }

    @Test(arguments: [
        ("prcie", "price"), ("unit_price", "unitPrice"), ("quantitiy", "quantity"), ("DUEDATE", "dueDate"),
    ])
    func theNearestNameIsFound(typed: String, meant: String) {
        #expect(nearestName(to: typed, among: ["price", "unitPrice", "quantity", "dueDate"]) == meant)
    }

    @Test func nothingIsNearAStrangerName() {
        #expect(nearestName(to: "zebra", among: ["price", "quantity"]) == nil)
    }
}
