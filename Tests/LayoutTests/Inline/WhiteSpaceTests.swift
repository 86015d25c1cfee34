import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS Text 3 §3, §4: what becomes of spaces, tabs and line feeds.
@Suite struct WhiteSpaceTests {
    @Test func `runs of white space become one space, also across the edges of inline boxes`() {
        let paragraph = Paragraph().text(" a \n b ").open().text(" c ").close().text(" d ")
        #expect(paragraph.lines(200) == [#"0+10 0"a b "^8 40(20 40"c "^8) 60"d"^8"#])
    }

    @Test func `text wraps at spaces, which are removed at the ends of lines`() {
        #expect(Paragraph().text("aaa bbb ccc").lines(70) == [#"0+10 0"aaa bbb"^8"#, #"10+10 0"ccc"^8"#])
    }

    @Test func `a word that does not fit overflows`() {
        #expect(Paragraph().text("a bbbbbbbb c").words(50) == ["a", "bbbbbbbb", "c"])
    }

    @Test func `a text of spaces alone makes no line`() {
        let layout = Paragraph().text(" \n\t ").layOut(width: 100)
        #expect(layout?.children.isEmpty == true)
        #expect(layout?.height == 0)
        #expect(layout?.firstBaseline == nil)
    }

    @Test func `pre keeps spaces and line feeds and does not wrap`() {
        let paragraph = Paragraph(text: { $0.whiteSpace = .pre }).text("a  bb\n cccccc dd\n")
        #expect(paragraph.words(40) == ["a  bb", " cccccc dd"])
    }

    @Test func `an empty line of pre is as high as the others`() {
        let paragraph = Paragraph(text: { $0.whiteSpace = .pre }).text("a\n\nb")
        #expect(paragraph.lines(40) == [#"0+10 0"a"^8"#, "10+10 ", #"20+10 0"b"^8"#])
    }

    @Test func `nowrap collapses but does not wrap`() {
        #expect(Paragraph(text: { $0.whiteSpace = .nowrap }).text("aa  bb\ncc").words(30) == ["aa bb cc"])
    }

    @Test func `pre-line collapses spaces around line feeds, which it keeps`() {
        let paragraph = Paragraph(text: { $0.whiteSpace = .preLine }).text("a  b \n  c d")
        #expect(paragraph.words(100) == ["a b", "c d"])
        #expect(paragraph.sizes() == [10, 30])
    }

    @Test func `pre-wrap keeps spaces, and lets those at the ends of lines hang`() {
        let paragraph = Paragraph(
            text: {
                $0.whiteSpace = .preWrap
                $0.textAlign = .right
            }
        ).text("  aa    bb")
        #expect(paragraph.lines(50) == [#"0+10 10"  aa"^8"#, #"10+10 30"bb"^8"#])
    }

    @Test func `break-spaces gives spaces at the ends of lines room`() {
        let paragraph = Paragraph(text: { $0.whiteSpace = .breakSpaces }).text("aa   bb")
        #expect(paragraph.words(40) == ["aa  ", " bb"])
    }

    @Test func `a tab reaches to the next tab stop`() {
        let paragraph = Paragraph(
            text: {
                $0.whiteSpace = .pre
                $0.tabSize = .spaces(4)
            }
        ).text("a\tb\tcccc\td")
        #expect(paragraph.lines(300) == [#"0+10 0"a"^8 40"b"^8 80"cccc"^8 160"d"^8"#])
    }

    @Test func `a tab in collapsing text is a space`() {
        #expect(Paragraph().text("a\tb").words(100) == ["a b"])
    }

    @Test func `a line feed between ideographs vanishes`() {
        #expect(Paragraph().text("中\n文 b\nc").words(100) == ["中文 b c"])
    }

    @Test func `a no-break space neither collapses nor breaks`() {
        #expect(Paragraph().text("a\u{A0}\u{A0}b c").words(40) == ["a\u{A0}\u{A0}b", "c"])
    }

    @Test func `spaces behind a forced break are removed`() {
        let paragraph = Paragraph().text("a ").lineBreak().text(" b")
        #expect(paragraph.lines(100) == [#"0+10 0"a"^8"#, #"10+10 0"b"^8"#])
    }

    @Test func `a space on each side of a float is one space`() {
        let paragraph = Paragraph().text("a ").float(.right, 10, 10).text(" b")
        #expect(paragraph.lines(100) == ["float 90,0 10x10", #"0+10 0"a "^8 20"b"^8"#])
    }

    @Test func `a space around an atomic box stays`() {
        let paragraph = Paragraph().text("a ").atomic(10, 8).text(" b")
        #expect(paragraph.lines(100) == [#"0+10 0"a "^8 20[10x8]^0 30" b"^8"#])
    }
}
