import Platform
import Testing

@Suite struct FileNameTests {
    @Test func aNameIsNeverAPath() {
        #expect(FileName(text: "a/b") == nil)
        #expect(FileName(text: "..") == nil)
        #expect(FileName(text: "") == nil)
        #expect(FileName(bytes: [0x61, 0]) == nil)
        #expect(FileName(safe: "../../etc/passwd").description == "etc-passwd")
        #expect(FileName(safe: "INV/2026/7", suffix: ".pdf").description == "INV-2026-7.pdf")
        #expect(FileName(safe: "..", fallback: "invoice").description == "invoice")
    }

    @Test func bytesThatAreNotTextAreKeptAndShownEscaped() throws {
        let name = try #require(FileName(bytes: [0x61, 0xFF, 0x0A, 0x62]))
        #expect(name.bytes == [0x61, 0xFF, 0x0A, 0x62])
        #expect(name.description == "a\\xff\\nb")
    }

    @Test func aLongNameIsCutBetweenLettersAndKeepsItsSuffix() {
        let long = FileName(safe: String(repeating: "ü", count: 200), suffix: ".pdf")
        #expect(long.bytes.count <= 255)
        #expect(long.hasSuffix(".pdf"))
        let numbered = long.inserting("-2")
        #expect(numbered.bytes.count <= 255)
        #expect(numbered.hasSuffix("-2.pdf"))
        #expect(String(validating: numbered.bytes, as: UTF8.self) != nil)
    }

    @Test func shellPatternsMatchWholeNames() throws {
        let name = try #require(FileName(text: ".acme.json.Xy12Ab"))
        #expect(name.matches(".*"))
        #expect(!name.matches("*.json"))
    }
}
