import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS 2.2 §9.5: lines beside floats.
@Suite struct InlineFloatTests {
    @Test func `lines are shortened beside a float and full below it`() {
        let paragraph = Paragraph().float(.left, 20, 15).text("aaa bbb ccccc")
        #expect(
            paragraph.lines(50) == [
                "float 0,0 20x15", #"0+10 20"aaa"^8"#, #"10+10 20"bbb"^8"#, #"20+10 0"ccccc"^8"#,
            ])
    }

    @Test func `a float met on a line goes beside it where it fits`() {
        let paragraph = Paragraph().text("aa ").float(.left, 20, 10).text("bb cc")
        #expect(paragraph.lines(70) == ["float 0,0 20x10", #"0+10 20"aa "^8 50"bb"^8"#, #"10+10 0"cc"^8"#])
    }

    @Test func `a float that does not fit beside the line goes below it`() {
        let paragraph = Paragraph().text("aaa ").float(.right, 30, 10).text("b c")
        #expect(paragraph.lines(50) == [#"0+10 0"aaa "^8 40"b"^8"#, "float 20,10 30x10", #"10+10 0"c"^8"#])
    }

    @Test func `a float behind one that went below goes below too`() {
        let paragraph = Paragraph().text("aaa ").float(.right, 30, 10).float(.left, 5, 5).text("b c")
        #expect(
            paragraph.lines(50) == [
                #"0+10 0"aaa "^8 40"b"^8"#, "float 20,10 30x10", "float 0,10 5x5", #"10+10 5"c"^8"#,
            ])
    }

    @Test func `a word that fits nowhere beside floats goes below them`() {
        let paragraph = Paragraph().float(.left, 30, 25).text("bbbb")
        #expect(paragraph.lines(50) == ["float 0,0 30x25", #"25+10 0"bbbb"^8"#])
    }

    @Test func `a line too high for its place beside a float takes the room over its whole height`() {
        let floats = FloatContext()
        floats.add(Rect(x: 0, y: 15, width: 20, height: 20), isLeft: true)
        #expect(Paragraph().text("a").lines(50, floats: floats) == [#"0+10 0"a"^8"#])
        #expect(Paragraph().atomic(10, 30).lines(50, floats: floats) == ["0+32 20[10x30]^0"])
    }

    @Test func `br with clear goes on below the floats`() {
        let paragraph = Paragraph().float(.left, 20, 30).text("a").lineBreak(clear: .left).text("b")
        #expect(paragraph.lines(50) == ["float 0,0 20x30", #"0+10 20"a"^8"#, #"30+10 0"b"^8"#])
    }

    @Test func `a float alone makes no line`() {
        let layout = Paragraph().float(.left, 20, 30).layOut(width: 50)
        #expect(layout.map(Dump.lines) == ["float 0,0 20x30"])
        #expect(layout?.height == 0)
    }

    @Test func `text-align works in the room that floats leave`() {
        let paragraph = Paragraph(text: { $0.textAlign = .right }).float(.right, 20, 10).text("a")
        #expect(paragraph.lines(50) == ["float 30,0 20x10", #"0+10 20"a"^8"#])
    }
}
