import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// Layout ends on every content, and loses nothing of it.
@Suite struct RandomParagraphTests {
    private static let words = [
        "a", "bb ", " ccc", "d-d", "אב", "e\u{AD}e", " \n", "12 ", "中文", "☎", "\t", "fffffffffffff",
    ]
    private static let spaces: [WhiteSpace] = [.normal, .nowrap, .pre, .preWrap, .preLine, .breakSpaces]
    private static let aligns: [TextAlign] = [.start, .right, .center, .justify]

    private func paragraph(_ numbers: inout SeededNumbers) -> Paragraph {
        let space = Self.spaces[numbers.next(6)]
        let align = Self.aligns[numbers.next(4)]
        let direction: Direction = numbers.next(3) == 0 ? .rtl : .ltr
        let wrap: OverflowWrap = numbers.next(2) == 0 ? .normal : .anywhere
        let indent = Double(numbers.next(3) * 15 - 15)
        let paragraph = Paragraph(text: {
            $0.whiteSpace = space
            $0.textAlign = align
            $0.direction = direction
            $0.overflowWrap = wrap
            $0.textIndent = .px(indent)
        })
        var depth = 0
        for _ in 0..<numbers.next(40) {
            switch numbers.next(12) {
            case 0:
                let padding = Double(numbers.next(4) * 4)
                let align: VerticalAlign = numbers.next(3) == 0 ? .top : .super
                let bidi: UnicodeBidi = numbers.next(3) == 0 ? .isolate : .normal
                paragraph.inline {
                    $0.padding = Edges(.px(padding))
                    $0.verticalAlign = align
                    $0.unicodeBidi = bidi
                }
                depth += 1
            case 1 where depth > 0:
                paragraph.close()
                depth -= 1
            case 2: paragraph.atomic(Double(numbers.next(40)), Double(numbers.next(60)))
            case 3: paragraph.float(numbers.next(2) == 0 ? .left : .right, Double(numbers.next(70)), 25)
            case 4: paragraph.lineBreak(clear: numbers.next(2) == 0 ? .both : .none)
            case 5: paragraph.absolute()
            case 6: paragraph.breakOpportunity()
            default: paragraph.text(Self.words[numbers.next(Self.words.count)])
            }
        }
        for _ in 0..<depth { paragraph.close() }
        return paragraph
    }

    private func letters(_ text: String) -> [Character] {
        text.filter { $0.isLetter || $0.isNumber || $0 == "☎" }.sorted()
    }

    @Test(arguments: 0..<400)
    func `a random paragraph ends on any pages with all its letters`(seed: Int) throws {
        var numbers = SeededNumbers(seed: seed * 7_919 + 1)
        let paragraph = paragraph(&numbers)
        let width = Double(numbers.next(120))
        let source = paragraph.content.items.map { if case .text(let text) = $0 { text.text } else { "" } }.joined()
            .replacing("\u{AD}", with: "")
        let spaces = [
            paragraph.pages(40, from: 17, width: width), paragraph.pages(10_000, width: width),
        ]
        for space in spaces {
            let layout = try #require(paragraph.layOut(in: space))
            let lines = layout.boxes.filter { $0.role == .line }
            #expect(letters(lines.map(Dump.text).joined()) == letters(source))
            #expect(layout.height.isFinite && layout.height >= 0)
        }
        let sizes = paragraph.sizes()
        #expect(sizes[0] <= sizes[1])
    }
}
