import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// The way for one line comes to what the way for all lines comes to.
@Suite struct SingleLineTests {
    private static let words = ["a", "bb ", " ccc", "d-d", " ", "12 ", "eee fff"]
    private static let aligns: [TextAlign] = [.start, .end, .center, .justify]
    private static let raises: [VerticalAlign] = [.baseline, .sub, .super, .middle, .textTop, .length(.px(3)), .top]

    private func paragraph(_ seed: Int) -> Paragraph {
        var numbers = SeededNumbers(seed: seed)
        let align = Self.aligns[numbers.next(4)]
        let indent = Double(numbers.next(3) * 15 - 15)
        let paragraph = Paragraph(text: {
            $0.textAlign = align
            $0.textIndent = .px(indent)
        })
        var depth = 0
        for _ in 0..<numbers.next(12) {
            switch numbers.next(5) {
            case 0:
                let edge = Double(numbers.next(4))
                let raise = Self.raises[numbers.next(10) == 0 ? 6 : numbers.next(6)]
                let isMoved = numbers.next(4) == 0
                paragraph.inline {
                    $0.padding.left = .px(edge)
                    $0.margin.right = .length(.px(edge - 1))
                    $0.verticalAlign = raise
                    $0.textDecoration.underline = edge == 2
                    if isMoved { $0.position = .relative }
                    $0.inset.left = .length(.px(4))
                }
                depth += 1
            case 1 where depth > 0:
                paragraph.close()
                depth -= 1
            default: paragraph.text(Self.words[numbers.next(Self.words.count)])
            }
        }
        for _ in 0..<depth { paragraph.close() }
        return paragraph
    }

    private func isSingle(_ paragraph: Paragraph, _ space: InlineSpace) -> Bool {
        guard let line = SingleLine.find(paragraph.context, paragraph.content, of: paragraph.box, in: space) else {
            return false
        }
        return line.layout().children.count == 1
    }

    @Test func `both ways place the same`() throws {
        var count = 0
        for seed in 1...400 {
            let width = seed % 3 == 0 ? 60.0 : 700
            let space = paragraph(seed).pages(1_000, from: 0.1, width: width)
            if isSingle(paragraph(seed), space) { count += 1 }
            let one = try #require(paragraph(seed).layOut(in: space))
            // An absolutely positioned box places nothing on the line, and is more than one pass can do.
            let all = try #require(paragraph(seed).absolute().layOut(in: space))
            #expect(Dump.lines(one) == Dump.lines(all))
            #expect(one.height == all.height && one.overflowRight == all.overflowRight)
            #expect(one.firstBaseline == all.firstBaseline && one.lastBaseline == all.lastBaseline)
        }
        #expect(count > 150)
    }

    @Test func `a line that does not fit, or of no text, is left to the other`() {
        let space = Paragraph().pages(1_000, width: 30)
        #expect(!isSingle(Paragraph().text("aaa b"), space))
        #expect(!isSingle(Paragraph().text(" "), space))
        #expect(isSingle(Paragraph().text("aaa"), space))
    }
}
