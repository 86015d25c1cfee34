import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS Text 3 §6: how lines fill their room.
@Suite struct TextAlignTests {
    private func align(_ align: TextAlign, last: TextAlignLast = .auto, direction: Direction = .ltr) -> [String] {
        Paragraph(
            text: {
                $0.textAlign = align
                $0.textAlignLast = last
                $0.direction = direction
            }
        ).text("aa b ccc").lines(60)
    }

    @Test func `left, right and center place the line as it is`() {
        #expect(align(.left) == [#"0+10 0"aa b"^8"#, #"10+10 0"ccc"^8"#])
        #expect(align(.right) == [#"0+10 20"aa b"^8"#, #"10+10 30"ccc"^8"#])
        #expect(align(.center) == [#"0+10 10"aa b"^8"#, #"10+10 15"ccc"^8"#])
        #expect(align(.webkitCenter) == align(.center))
    }

    @Test func `start and end follow the direction`() {
        #expect(align(.start, direction: .rtl) == align(.right))
        #expect(align(.end, direction: .rtl) == align(.left))
        #expect(align(.end) == align(.right))
    }

    @Test func `justified lines widen their spaces, but not the last`() throws {
        let layout = try #require(
            Paragraph(text: { $0.textAlign = .justify }).text("aa b c dddd").layOut(width: 70))
        let first = try #require(layout.boxes.first?.children.first?.text)
        #expect(first.width == 70)
        #expect(first.runs.flatMap(\.glyphs).map(\.advance) == [10, 10, 15, 10, 15, 10])
        #expect(layout.boxes.last?.children.first?.text?.width == 40)
    }

    @Test func `justification reaches into inline boxes and moves what stands behind`() {
        let paragraph = Paragraph(text: { $0.textAlign = .justify }).text("a ").open().text("b c").close().text(" dddd")
        #expect(paragraph.lines(60) == [#"0+10 0"a "^8 25(35 25"b c"^8)"#, #"10+10 0"dddd"^8"#])
    }

    @Test func `a line that ends by force is a last line, for text-align-last`() {
        let forced = Paragraph(text: { $0.textAlign = .justify }).text("a b").lineBreak().text("c d")
        #expect(forced.lines(60) == [#"0+10 0"a b"^8"#, #"10+10 0"c d"^8"#])
        #expect(align(.justify, last: .right).last == #"10+10 30"ccc"^8"#)
        #expect(align(.left, last: .center).last == #"10+10 15"ccc"^8"#)
    }

    @Test func `text-align-last justify widens the last line too`() throws {
        let paragraph = Paragraph(text: { $0.textAlignLast = .justify }).text("a b")
        #expect(paragraph.layOut(width: 60)?.boxes.first?.children.first?.text?.width == 60)
    }

    @Test func `what is too wide overflows at the end, however it is aligned`() {
        let paragraph = Paragraph(text: { $0.textAlign = .center }).text("aaaaaa")
        #expect(paragraph.lines(50) == [#"0+10 0"aaaaaa"^8"#])
        let rightToLeft = Paragraph(text: { $0.direction = .rtl }).text("aaaaaa")
        #expect(rightToLeft.lines(50) == [#"0+10 -10"aaaaaa"^8"#])
    }

    @Test func `text-indent stands at the start side`() {
        let paragraph = Paragraph(
            text: {
                $0.direction = .rtl
                $0.textIndent = .px(20)
            }
        ).text("אב")
        #expect(paragraph.lines(60) == [#"0+10 20"אב"^8"#])
    }
}
