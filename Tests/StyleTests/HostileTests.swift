import Diagnostics
import Markup
import Style
import Testing

@Suite("No style sheet brings the engine down")
struct HostileTests {
    @discardableResult
    private func style(_ css: String, body: String = "<p>") -> StyledDocument {
        let engine = StyleEngine(resources: NoResources())
        return engine.style(parseHTML(Array("<style>\(css)</style>\(body)".utf8)).document)
    }

    private func nested(_ open: String, _ close: String = "", _ inner: String = "", _ count: Int = 20_000) -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }

    @Test func `nesting without end is cut off`() {
        style("p { width: calc(\(nested("(", ")", "1px"))) }")
        style("p { width: \(nested("calc(", ")", "1px")) }")
        style("p { width: calc(1px\(nested("*1"))) }")
        style("p { color: \(nested("color-mix(in srgb, red, ", ")", "red")) }")
        style(nested(":is(", ")", "p") + "{}")
        style("p" + nested(":not(", ")", "p") + "{}")
        style(nested("p ", "", "p") + "{}")
        style(nested("@media print{", "}", "p{}"))
        style(nested("p{", "}", "color:red"))
        style("@supports \(nested("(", ")", "color:red")) {}")
        style("@media \(nested("(", ")", "color")) {}")
        style("p { color: \(nested("var(--a,", ")", "red")) }")
    }

    @Test func `variables that multiply are invalid`() {
        let chain = (1...40).map { "--a\($0): var(--a\($0 - 1)) var(--a\($0 - 1));" }.joined()
        style("p { --a0: 1px 2px; \(chain) margin: var(--a40) }")
        let line = (1...20_000).map { "--b\($0): var(--b\($0 - 1));" }.joined()
        style("p { --b0: 1px; \(line) margin: var(--b20000) }")
    }

    @Test func `long chains of descendants are not tried in all combinations`() {
        let selector = String(repeating: "div ", count: 30) + "i div p"
        style("\(selector) { color: red } div > \(selector) { color: red }", body: nested("<div>", "", "<p>", 300))
    }

    @Test func `numbers out of all bounds are clamped`() {
        let big = String(repeating: "9", count: 400)
        style("p:nth-child(\(big)n + \(big)) { width: \(big)px; z-index: \(big); order: -\(big); font-weight: \(big) }")
        style("p { grid-row: \(big); columns: \(big); grid-template-rows: repeat(\(big), 1px \(big)fr) }")
        style(
            "p { width: calc(1px / 0); height: calc(\(big)px * \(big)); color: rgb(\(big) -\(big) 0); tab-size: \(big) }"
        )
        style("@page { size: \(big)px 0 } @page :nth(\(big)n) { margin: \(big)% }")
    }

    @Test func `mutated sheets are survived`() {
        var random = SplitMix(state: 7)
        let engine = StyleEngine(resources: NoResources())
        let cases = StyleCase.all().map { Array($0.html.utf8) }
        let spice = Array("{}()[]:;,\"'\\@#.*+>~!%-_09ae/ \n<&\u{0}\u{FF}".utf8)
        for round in 0..<1200 {
            var bytes = cases[round % cases.count]
            guard !bytes.isEmpty else { continue }
            for _ in 0..<(1 + random.below(6)) {
                let place = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(spice[random.below(spice.count)], at: place)
                case 2: bytes[place] = spice[random.below(spice.count)]
                default:
                    let length = min(random.below(20), bytes.count - place)
                    bytes.insert(contentsOf: Array(bytes[place..<(place + length)]), at: random.below(bytes.count))
                }
                if bytes.isEmpty { break }
            }
            let styled = engine.style(parseHTML(bytes).document)
            #expect(styled.styles.count == styled.document.nodes.count)
        }
    }

    @Test func `a :has() that would ask too much is told of`() {
        let body = nested("<div>", "", nested("<p></p>", "", "", 8_000), 400)
        let told = style("div:has(p b) { color: red }", body: body).diagnostics
        #expect(told.contains { $0.message.contains(":has() would look at too many elements") })
        let small = style("div:has(p b) { color: red }", body: nested("<div>", "", "<p>", 400)).diagnostics
        #expect(!small.contains { $0.message.contains(":has()") })
    }

    @Test func `nested rules ask about an element once`() {
        let rules = nested("& + & ~ & div, & div & {", "}", "top: 1px", 25)
        style("div { \(rules) }", body: nested("<div><div></div>", "", "", 60))
    }

    @Test func `siblings are counted once for all`() {
        let body = nested("<p class=a></p>", "", "", 20_000)
        let css = """
            :has(~ p.a) { top: 1px } :nth-child(odd of :nth-child(even of :nth-last-child(3n of .a))) { left: 1px }
            """
        let styled = style(css, body: body)
        let places = styled.document.nodes.indices.filter { styled.document.nodes[$0].name == "p" }
        func count(_ property: String) -> Int {
            places.count { styled.styles[$0]?.text(of: property) == "1px" }
        }
        #expect(count("top") == 19_999)
        // Every third from the end, of these every second, of these every second again.
        #expect(count("left") == 1_667)
    }
}

/// Pseudo-random numbers that are the same in every run.
struct SplitMix {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, bound)))
    }
}
