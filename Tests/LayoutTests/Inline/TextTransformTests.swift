import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS Text 3 §2.1.
@Suite struct TextTransformTests {
    private func transform(_ transform: TextTransform, _ text: String, _ language: String = "") -> String {
        let paragraph = Paragraph(text: {
            $0.textTransform = transform
            $0.language = language
        })
        return paragraph.text(text).words(1_000).joined(separator: "|")
    }

    @Test func `uppercase and lowercase map every letter`() {
        #expect(transform(.uppercase, "straße Nr. 5 é") == "STRASSE NR. 5 É")
        #expect(transform(.lowercase, "ÄB Cd") == "äb cd")
    }

    @Test func `capitalize begins each word with a capital, whatever marks stand before it`() {
        #expect(
            transform(.capitalize, "the \u{201C}old man's\u{201D} sea-side 3rd")
                == "The \u{201C}Old Man's\u{201D} Sea-Side 3rd")
    }

    @Test func `a word that goes on behind an inline box is not capitalized again`() {
        let paragraph = Paragraph(text: { $0.textTransform = .capitalize })
        #expect(paragraph.text("ab").open().text("cd ef").close().words(1_000) == ["Abcd Ef"])
    }

    @Test func `Turkish dots stay with their letters`() {
        #expect(transform(.uppercase, "iı", "tr") == "İI")
        #expect(transform(.lowercase, "Iİ", "tr") == "ıi")
    }

    @Test func `Dutch ij is one letter at the start of a word`() {
        #expect(transform(.capitalize, "ijs vrij", "nl") == "IJs Vrij")
        #expect(transform(.capitalize, "ijs", "en") == "Ijs")
    }

    @Test func `Greek capitals lose their accents, and a last sigma its form`() {
        #expect(transform(.uppercase, "άέ ϊ", "el") == "ΑΕ Ϊ")
        #expect(transform(.lowercase, "ΟΔΟΣ ΣΑ") == "οδος σα")
    }

    @Test func `full-width takes ASCII to its wide forms`() {
        #expect(transform(.fullWidth, "A1") == "Ａ１")
    }
}
