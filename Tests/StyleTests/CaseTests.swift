import Testing

@Suite("Computed values are those of the specification")
struct CaseTests {
    @Test(arguments: StyleCase.all())
    func `a case comes out as its file says`(example: StyleCase) {
        let faults = example.faults()
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }

    @Test func `there are cases`() {
        #expect(StyleCase.all().count >= 120)
    }
}
