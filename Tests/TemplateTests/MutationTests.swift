import Diagnostics
import Invoice
import Testing

@testable import Template

/// Templates with bytes changed at random: each compiles and prints, or is refused; none traps.
@Suite struct MutationTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let pieces = [
        "{{", "}}", "{{{", "}", "#", "/", "^", "$", "<", ">", "*", "=", "!", "\n", " ", "\r\n", ".", "a", "é", "&",
    ]

    private func mutated(_ text: String, _ random: inout Random) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            if Bool.random(using: &random), place < bytes.count {
                bytes.remove(at: place)
            } else if let piece = Self.pieces.randomElement(using: &random) {
                bytes.insert(contentsOf: piece.utf8, at: place)
            }
        }
        return bytes
    }

    @Test func mustacheNeverTraps() {
        let text = """
            {{<p}}{{$a}}
              {{#list}}{{n}} {{^x}}{{{y}}}{{/x}}{{/list}}
            {{/a}}{{/p}} {{! note }}{{=<% %>=}}<%>p%><%={{ }}=%>{{>*name}}
              {{>p}}
            """
        let data: JSONValue = ["list": [["n": 1], ["x": true]], "name": "p", "a": "&"]
        var random = Random(state: 7)
        var library = ProgramSet()
        for round in 0..<1500 {
            var bag = DiagnosticBag()
            let partial = SourceText(file: "p", bytes: mutated("<\n  {{$a}}\n    d\n  {{/a}}\n>", &random))
            library.add(ProgramSet.compile(partial, format: .plainMustache, isPartial: true, into: &bag), named: "p")
            let source = SourceText(file: "page", bytes: mutated(text, &random))
            let output = try? FreeTemplate.fill(source, with: data, partials: library)
            #expect(output?.count ?? 0 < 1 << 20, "round \(round)")
        }
    }

    @Test func placeholdersNeverTrap() throws {
        let text =
            "<p title=\"#TITLE#\">#INVOICE_NUMBER# #ITEMS#<style>a{color:#EEE}</style><!-- #X# -->#TOTAL_AMOUNT#</p>"
        var random = Random(state: 11)
        for _ in 0..<1500 {
            var bag = DiagnosticBag()
            let source = SourceText(file: "invoice.html", bytes: mutated(text, &random))
            var parser = PlaceholderParser(source, as: .invoice, labels: [])
            let nodes = parser.run(into: &bag)
            let program = Assembler.program(from: nodes, source: source, format: .html, keepsLines: false)
            #expect(bag.hasErrors || !program.isEmpty)
        }
    }
}
