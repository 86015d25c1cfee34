import Layout
import Style
import Testing
import Typography

/// Where lines may break; `|` marks an allowed break, `¶` a mandatory one.
@Suite struct LineBreakTests {
    let shaper = Shaper()

    @Test(arguments: [
        "Rechnung |vom |Montag", "12/30", "a/b", "https://example.org/a/b", "a-|b", "1-|2", "( |a |)", "a |-1",
        "what?|yes",
        "1,000.50", "50%-60", "e-|mail@example.org", "x(y)", "a&|(b)", "a\u{A0}b", "a\u{A0}\u{FFFC}|b", "a|\u{FFFC}|b",
        "first\n¶second", "a\u{AD}|b", "é-|é", "¿é?|ü", "a–|b", "a…|b", "日|本", "日|a", "日。", "a|—|b", "€50",
        "a\u{200B}|b",
        "größer", "5 |%", "5€", "a€b", "27″", "27″ |4K", "€\u{A0}5", "5\u{A0}€", "±5", "20°C", "5‰", "é€", "€|€",
        "(€5)",
    ]) func linesBreakWhereBrowsersBreakThem(marked: String) {
        let text = marked.filter { $0 != "|" && $0 != "¶" }
        let breaks = shaper.shape(paragraph(text, .family(["DejaVu Sans"], 12))).breaks
        var got = ""
        var offset = 0
        for scalar in text.unicodeScalars {
            if breaks[offset] == .allowed { got += "|" }
            if breaks[offset] == .mandatory { got += "¶" }
            got.unicodeScalars.append(scalar)
            offset += UTF8.width(scalar)
        }
        #expect(got == marked)
    }

    @Test func aBreakInNeedFallsBetweenGraphemes() {
        let shaped = shaper.shape(paragraph("ae\u{301}i", .family(["DejaVu Sans"], 12)))
        #expect(shaped.breaks == [.grapheme, .grapheme, .none, .none, .grapheme])
    }
}
