import Style
import Testing

@Suite("Counters are written in the style they ask for (CSS Counter Styles 3)")
struct CounterTests {
    @Test(arguments: [
        (1, CounterStyle.decimal, "1"), (-3, .decimal, "-3"), (5, .decimalLeadingZero, "05"),
        (-5, .decimalLeadingZero, "-05"), (12, .decimalLeadingZero, "12"), (1994, .upperRoman, "MCMXCIV"),
        (4, .lowerRoman, "iv"), (4000, .lowerRoman, "4000"), (0, .upperRoman, "0"), (26, .lowerAlpha, "z"),
        (27, .lowerAlpha, "aa"), (703, .upperAlpha, "AAA"), (0, .lowerAlpha, "0"), (3, .lowerGreek, "γ"),
        (1, .disc, "•"), (7, .none, ""), (7, .string("-"), "-"), (15, .named("hebrew"), "טו"),
        (123, .named("arabic-indic"), "١٢٣"), (10, .named("cjk-decimal"), "一〇"), (2, .named("hiragana"), "い"),
        (1492, .named("georgian"), "ჩუჟბ".replacing("უ", with: "ჳ")), (11, .named("simp-chinese-informal"), "十一"),
        (205, .named("cjk-ideographic"), "二百零五"), (1100, .named("japanese-informal"), "千百"),
        (9, .named("no-such-style"), "9"),
    ])
    func `a number becomes its text`(value: Int, style: CounterStyle, text: String) {
        #expect(counterText(value, style: style) == text)
    }

    @Test func `rules of the document come before the known styles`() {
        let rules = [
            "stars": CounterStyleRule(system: .symbolic, symbols: ["*", "†"]),
            "boxes": CounterStyleRule(system: .cyclic, symbols: ["▢", "▣"], prefix: "[", suffix: "]"),
            "dice": CounterStyleRule(system: .fixed(2), symbols: ["⚁", "⚂"]),
            "binary": CounterStyleRule(system: .numeric, symbols: ["0", "1"]),
            "marks": CounterStyleRule(system: .additive, symbols: ["V", "I"], weights: [5, 1]),
        ]
        #expect((1...4).map { counterText($0, style: .named("stars"), rules: rules) } == ["*", "†", "**", "††"])
        #expect(markerText(3, style: .named("boxes"), rules: rules) == "[▢]")
        #expect((1...4).map { counterText($0, style: .named("dice"), rules: rules) } == ["1", "⚁", "⚂", "4"])
        #expect(counterText(-6, style: .named("binary"), rules: rules) == "-110")
        #expect(counterText(7, style: .named("marks"), rules: rules) == "VII")
    }

    @Test func `markers carry prefix and suffix`() {
        #expect(markerText(2, style: .decimal) == "2. ")
        #expect(markerText(2, style: .disc) == "• ")
        #expect(markerText(2, style: .none) == "")
        #expect(markerText(2, style: .named("cjk-decimal")) == "二、")
    }
}
