/// The styles of CSS Counter Styles 3 §6 that are more than decimal, roman and latin.
let predefinedCounterStyles: [String: CounterStyleRule] = {
    var styles: [String: CounterStyleRule] = [:]
    for (name, first) in digitZeros {
        let digits = (0..<10).compactMap { Unicode.Scalar(first + $0).map { String(Character($0)) } }
        styles[name] = CounterStyleRule(system: .numeric, symbols: digits)
    }
    styles["cjk-decimal"] = CounterStyleRule(
        system: .numeric, symbols: "〇一二三四五六七八九".map(String.init), suffix: "、")
    for (name, letters) in alphabets {
        styles[name] = CounterStyleRule(
            system: .alphabetic, symbols: letters.map(String.init), suffix: name.hasPrefix("lower") ? ". " : "、")
    }
    styles["cjk-earthly-branch"] = CounterStyleRule(
        system: .fixed(1), symbols: "子丑寅卯辰巳午未申酉戌亥".map(String.init), suffix: "、")
    styles["cjk-heavenly-stem"] = CounterStyleRule(
        system: .fixed(1), symbols: "甲乙丙丁戊己庚辛壬癸".map(String.init), suffix: "、")
    styles["disclosure-open"] = CounterStyleRule(system: .cyclic, symbols: ["▾"], suffix: " ")
    styles["disclosure-closed"] = CounterStyleRule(system: .cyclic, symbols: ["▸"], suffix: " ")
    for (name, signs) in additives {
        styles[name] = CounterStyleRule(system: .additive, symbols: signs.map(\.1), weights: signs.map(\.0))
    }
    return styles
}()

/// Numeric styles by the code point of their zero.
private let digitZeros: [(String, UInt32)] = [
    ("arabic-indic", 0x660), ("bengali", 0x9E6), ("cambodian", 0x17E0), ("khmer", 0x17E0), ("devanagari", 0x966),
    ("gujarati", 0xAE6), ("gurmukhi", 0xA66), ("kannada", 0xCE6), ("lao", 0xED0), ("malayalam", 0xD66),
    ("mongolian", 0x1810), ("myanmar", 0x1040), ("oriya", 0xB66), ("persian", 0x6F0), ("tamil", 0xBE6),
    ("telugu", 0xC66), ("thai", 0xE50), ("tibetan", 0xF20),
]

private let alphabets: [(String, String)] = [
    ("hiragana", "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"),
    ("katakana", "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン"),
    ("hiragana-iroha", "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす"),
    ("katakana-iroha", "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"),
    ("lower-russian", "абвгдежзиклмнопрстуфхцчшщэюя"),
]

private func armenian(_ letters: String) -> [(Int, String)] {
    let signs = letters.map(String.init)
    let weights = [1, 10, 100, 1000].flatMap { power in (1...9).map { $0 * power } }
    return Array(zip(weights, signs)).reversed()
}

private let additives: [(String, [(Int, String)])] = [
    ("armenian", armenian("ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔ")),
    ("upper-armenian", armenian("ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔ")),
    ("lower-armenian", armenian("աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփք")),
    ("georgian", [(10_000, "ჵ")] + armenian("აბგდევზჱთიკლმნჲოპჟრსტჳფქღყშჩცძწჭხჴჯჰ")),
    (
        "hebrew",
        [
            (400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"),
            (40, "מ"), (30, "ל"), (20, "כ"), (19, "יט"), (18, "יח"), (17, "יז"), (16, "טז"), (15, "טו"), (10, "י"),
            (9, "ט"), (8, "ח"), (7, "ז"), (6, "ו"), (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
        ]
    ),
]
