import Foundation
import Style
import Testing

@Suite("docs/CSS.md says what the property table says")
struct PropertyReferenceTests {
    @Test func `the list in the repository is true`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/CSS.md")
        let reference = propertyReference()
        if ProcessInfo.processInfo.environment["HOTPRESS_RECORD"] == "1" {
            try reference.write(to: file, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(
            written == reference, "record it anew: HOTPRESS_RECORD=1 swift test --filter PropertyReferenceTests")
    }
}
