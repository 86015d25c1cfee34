import Diagnostics
import Layout
import Style
import Testing
import Typography

@Suite struct ShaperTests {
    let shaper = Shaper()

    @Test func advancesAreFontUnitsWithoutRounding() {
        // Liberation Sans, as Arial: H 1479, a 1139 units of 2048.
        let shaped = shaper.shape(paragraph("Ha", .sans(10)))
        let advances = shaped.runs[0].glyphs.map(\.advance)
        #expect(advances.count == 2)
        #expect(abs(advances[0] - 10 * 1479 / 2048) < 0.0001)
        #expect(abs(advances[1] - 10 * 1139 / 2048) < 0.0001)
    }

    @Test func fontsKernWithSpacesAsBrowsersDo() {
        // Chromium's widths at 16 px; without kerning across the space they would be 25.8 and 23.4.
        #expect(abs(width("A A", .sans(16)) - 24.03) < 0.02)
        #expect(abs(width("P A", .serif(16)) - 22.98) < 0.02)
    }

    @Test func wordsFromTheCacheAreThoseOfWholeRuns() {
        let samples = [
            "To Av. We fi Wo office AVAT", "  double  spaces ", "T A V A", "Rechnung Nr. 2026-0042 vom 30.11.2026",
            "Übergröße für 1.234,56 € – „Maß“", "a", " ", "A ", " A",
        ]
        for sample in samples {
            for _ in 0..<2 {
                let simple = shaper.shape(paragraph(sample, .sans(13)))
                // A plaintext paragraph goes Pango's way.
                var other = paragraph(sample, .sans(13))
                other.takesDirectionFromText = true
                let complex = shaper.shape(other)
                #expect(simple.runs.flatMap(\.glyphs) == complex.runs.flatMap(\.glyphs), "\(sample)")
                #expect(simple.breaks == complex.breaks, "\(sample)")
            }
        }
    }

    @Test(arguments: ["\u{2066}", "\u{2067}", "\u{2068}", "\u{202B}", "\u{2066}\u{202E}"])
    func isolatesInOneAnotherAreShapedHoweverManyTheyAre(control: String) {
        for count in [100, 130, 400] {
            let deep = String(repeating: control, count: count) + "\u{5D0}b"
            let text = deep + String(repeating: "\u{2069}", count: count) + " c"
            #expect(shaper.shape(paragraph(text, .sans(10))).runs.flatMap(\.glyphs).count >= 3)
        }
    }

    @Test func metricsAreThoseOfChromium() {
        let expected: [(String, Double, Double, Double, Double)] = [
            ("Liberation Sans", 16, 14, 3, 18), ("Liberation Sans", 12, 11, 3, 14), ("Liberation Serif", 13, 12, 3, 16),
            ("Liberation Mono", 9, 7, 3, 10), ("DejaVu Sans", 11, 10, 3, 13), ("DejaVu Serif", 48, 45, 11, 56),
        ]
        for (family, size, ascent, descent, height) in expected {
            let metrics = shaper.metrics(of: .family([family], size))
            #expect(metrics.ascent == ascent && metrics.descent == descent, "\(family) \(size)")
            #expect(metrics.normalLineHeight == height, "\(family) \(size)")
        }
        #expect(abs(shaper.metrics(of: .sans(16)).xHeight - 8.453) < 0.001)
        #expect(shaper.metrics(of: .family(["DejaVu Sans"], 10)).xHeight == 6)
    }

    @Test func aFamilyThatIsNotInstalledIsSkipped() {
        let list = Group<TextStyle>.family(["No Such Font", "Verdana Pro", "Liberation Mono", "serif"], 20)
        #expect(abs(width("i", list) - 20 * 1229 / 2048) < 0.001)
    }

    @Test func metricCompatibleStandInsCount() {
        // Which font fontconfig takes for Helvetica depends on whether the URW fonts are installed.
        for (asked, standIns) in [
            ("Arial", ["Liberation Sans"]), ("Helvetica", ["Liberation Sans", "Nimbus Sans"]),
            ("Times New Roman", ["Liberation Serif"]), ("Courier New", ["Liberation Mono"]),
        ] {
            let text = "Quittung 12 mm"
            let found = width(text, .family([asked, "DejaVu Serif"], 12))
            #expect(standIns.map { width(text, .family([$0], 12)) }.contains(found), "\(asked)")
        }
    }

    @Test func aLigatureIsOneGlyphForItsCharacters() {
        let shaped = shaper.shape(paragraph("fix", .family(["DejaVu Sans"], 12)))
        #expect(shaped.runs[0].glyphs.map(\.cluster) == [0, 2])
    }

    @Test func letterSpacedTextHasNoLigatures() {
        var style = TextStyle()
        style.fontFamily = ["DejaVu Sans"]
        style.letterSpacing = 1
        #expect(shaper.shape(paragraph("fix", Group(style))).runs[0].glyphs.count == 3)
    }

    @Test func bidirectionalTextHasRunsInLogicalOrder() {
        let text = "abc אבג 123"
        let shaped = shaper.shape(paragraph(text, .family(["DejaVu Sans"], 12)))
        #expect(shaped.baseLevel == 0)
        let pieces = shaped.runs.map { (String(decoding: Array(text.utf8)[$0.range], as: UTF8.self), $0.level) }
        #expect(pieces.map(\.0).joined() == text)
        #expect(pieces.contains { $0.0.contains("אבג") && $0.1 == 1 })
        #expect(pieces.contains { $0.0.contains("123") && $0.1 == 2 })
        let hebrew = shaped.runs.first { $0.level == 1 }
        let clusters = hebrew?.glyphs.map(\.cluster) ?? []
        #expect(clusters == clusters.sorted() && clusters.count >= 3)
    }

    @Test func aParagraphMayTakeItsDirectionFromItsText() {
        var text = paragraph("שלום", .family(["DejaVu Sans"], 12))
        text.takesDirectionFromText = true
        #expect(shaper.shape(text).baseLevel == 1)
    }

    @Test func charactersThatTheFontLacksComeFromAnother() {
        let shaped = shaper.shape(paragraph("a☎b", .family(["Liberation Sans"], 12)))
        #expect(Set(shaped.runs.map(\.font)).count == 2)
        #expect(shaped.runs.flatMap(\.glyphs).allSatisfy { $0.id != 0 })
        #expect(shaper.missingCharacters.isEmpty)
    }

    @Test func aCharacterThatNoFontHasIsReported() {
        _ = shaper.shape(paragraph("Kanne \u{10FFFD} und \u{10FFFD}", .sans(12)))
        #expect(shaper.missingCharacters.map(\.count) == [2])
        #expect(shaper.missingCharacters.first?.character == "\u{10FFFD}")
        #expect(shaper.takeDiagnostics().first?.message.contains("U+10FFFD") == true)
    }

    @Test func specialSpacesPrintAsSpacesInAnyFont() {
        for space in ["\u{A0}", "\u{202F}", "\u{2009}", "\u{2003}"] {
            let shaped = shaper.shape(paragraph("1\(space)000", .family(["Liberation Mono"], 12)))
            let glyph = shaped.runs.flatMap(\.glyphs).first { $0.cluster == 1 }
            #expect((glyph?.advance ?? 0) > 0 && glyph?.id != 0, "\(space.unicodeScalars)")
        }
        #expect(shaper.missingCharacters.isEmpty)
    }

    @Test func controlsAndBoxesHaveNoWidth() {
        for text in ["a\u{AD}b", "a\u{FFFC}b", "a\tb", "a\nb", "a\u{202B}b\u{202C}"] {
            let sum = shaper.shape(paragraph(text, .family(["Liberation Mono"], 10))).runs
                .flatMap(\.glyphs).reduce(0) { $0 + $1.advance }
            #expect(abs(Double(sum) - 2 * 10 * 1229 / 2048) < 0.001, "\(text.unicodeScalars)")
        }
    }

    @Test func smallCapitalsAreMadeWhereTheFontHasNone() {
        var style = TextStyle()
        style.fontFamily = ["Liberation Sans"]
        style.fontSize = 20
        style.fontVariantCaps = .smallCaps
        let shaped = shaper.shape(paragraph("Ab", Group(style)))
        let advances = shaped.runs.flatMap(\.glyphs).map(\.advance)
        #expect(abs(advances[1] - 14 * 1366 / 2048) < 0.001)
    }

    @Test func boldIsAFaceOfItsOwnWhereThereIsOne() {
        var style = TextStyle()
        style.fontFamily = ["Liberation Sans"]
        style.fontWeight = 700
        #expect(abs(width("a", Group(style)) - 16 * 1139 / 2048) < 0.001)
        #expect(abs(width("Hf", Group(style)) - 16 * (1479 + 682) / 2048) < 0.001)
    }

    private func width(_ text: String, _ style: Group<TextStyle>) -> Double {
        Double(shaper.shape(paragraph(text, style)).runs.flatMap(\.glyphs).reduce(0) { $0 + $1.advance })
    }
}

func paragraph(_ text: String, _ style: Group<TextStyle>, _ direction: Direction = .ltr) -> ParagraphText {
    let bytes = Array(text.utf8)
    return ParagraphText(utf8: bytes, spans: [.init(range: 0..<bytes.count, style: style)], direction: direction)
}

extension Group<TextStyle> {
    static func family(_ families: [String], _ size: Double) -> Group<TextStyle> {
        var style = TextStyle()
        style.fontFamily = families
        style.fontSize = size
        return Group(style)
    }

    static func sans(_ size: Double) -> Group<TextStyle> { family(["Liberation Sans"], size) }
    static func serif(_ size: Double) -> Group<TextStyle> { family(["Liberation Serif"], size) }
}
