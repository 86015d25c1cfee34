import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS Text 3 §5: where lines may break.
@Suite struct LineBreakingTests {
    @Test func `a line takes what fits exactly`() {
        #expect(Paragraph().text("aa bb cc").words(50) == ["aa bb", "cc"])
        #expect(Paragraph().text("aa bb cc").words(49.9) == ["aa", "bb", "cc"])
    }

    @Test func `a hyphen ends a line`() {
        #expect(Paragraph().text("aa-bb").words(40) == ["aa-", "bb"])
    }

    @Test func `overflow-wrap cuts only what does not fit on a line of its own`() {
        let paragraph = Paragraph(text: { $0.overflowWrap = .breakWord }).text("a bbbbbbb c")
        #expect(paragraph.words(50) == ["a", "bbbbb", "bb c"])
    }

    @Test func `overflow-wrap leaves at least one character on a line`() {
        let paragraph = Paragraph(text: { $0.overflowWrap = .anywhere }).text("abc")
        #expect(paragraph.words(5) == ["a", "b", "c"])
    }

    @Test func `overflow-wrap cuts a word that runs through inline boxes`() {
        let paragraph = Paragraph(text: { $0.overflowWrap = .anywhere }).text("aaa").open().text("bbbb").close()
        #expect(paragraph.words(50) == ["aaabb", "bb"])
    }

    @Test func `break-all breaks between letters before the line is full of words`() {
        let paragraph = Paragraph(text: { $0.wordBreak = .breakAll }).text("aa bbbbb")
        #expect(paragraph.words(50) == ["aa bb", "bbb"])
    }

    @Test func `break-all keeps punctuation with its word`() {
        let paragraph = Paragraph(text: { $0.wordBreak = .breakAll }).text("aaaaa,")
        #expect(paragraph.words(50) == ["aaaa", "a,"])
    }

    @Test func `ideographs break anywhere, but not under keep-all`() {
        #expect(Paragraph().text("中文字").words(20) == ["中文", "字"])
        #expect(Paragraph(text: { $0.wordBreak = .keepAll }).text("中文字 中").words(20) == ["中文字", "中"])
    }

    @Test func `a soft hyphen shows only where a line breaks at it`() {
        let paragraph = Paragraph().text("aaa\u{AD}bbb")
        #expect(paragraph.words(60) == ["aaabbb"])
        #expect(paragraph.lines(45) == [#"0+10 0"aaa"^8 30"‐"^8"#, #"10+10 0"bbb"^8"#])
    }

    @Test func `a soft hyphen whose hyphen does not fit is not taken`() {
        #expect(Paragraph().text("a bb\u{AD}cc").words(40) == ["a", "bbcc"])
    }

    @Test func `hyphens none ignores soft hyphens`() {
        #expect(Paragraph(text: { $0.hyphens = .none }).text("aaa\u{AD}bbb").words(45) == ["aaabbb"])
    }

    @Test func `wbr lets a word break without a mark`() {
        #expect(Paragraph().text("aaa").breakOpportunity().text("bbb").words(45) == ["aaa", "bbb"])
    }

    @Test func `a nowrap box keeps together, and its edges break as the text around allows`() {
        let paragraph = Paragraph().text("aa ").open(text: { $0.whiteSpace = .nowrap }).text("bb cc").close().text(
            " dd")
        #expect(paragraph.words(50) == ["aa", "bb cc", "dd"])
    }

    @Test func `a break between boxes belongs to the box around both`() {
        let paragraph = Paragraph(text: { $0.whiteSpace = .nowrap }).text("aa ").open(text: { $0.whiteSpace = .normal })
            .text("bb cc").close()
        #expect(paragraph.words(30) == ["aa bb", "cc"])
    }

    @Test func `a word that a box cuts does not break at the box's edge`() {
        let paragraph = Paragraph().text("aa b").open().text("b cc").close()
        #expect(paragraph.words(40) == ["aa", "bb", "cc"])
    }

    @Test func `closing edges stay with the word before, opening edges go with the word behind`() {
        let paragraph = Paragraph().open(box: { $0.padding = .init(.px(5)) }).text("aa").close().text(" ")
            .open(box: { $0.padding = .init(.px(5)) }).text("bb").close()
        #expect(
            paragraph.lines(55) == [#"0+10 0(30 5"aa"^8)"#, #"10+10 0(30 5"bb"^8)"#])
    }

    @Test func `padding that does not fit takes its word to the next line`() {
        let paragraph = Paragraph().text("aa ").open(box: { $0.padding = .init(.px(6)) }).text("bb").close()
        #expect(paragraph.words(60) == ["aa", "bb"])
        #expect(paragraph.words(62) == ["aa bb"])
    }

    @Test func `lines break before and after atomic boxes`() {
        let paragraph = Paragraph().text("aa").atomic(30, 10).text("bb")
        #expect(paragraph.lines(30) == [#"0+10 0"aa"^8"#, "10+12 0[30x10]^0", #"22+10 0"bb"^8"#])
    }

    @Test func `text-indent moves the first line only, and a negative one out of the block`() {
        let indented = Paragraph(text: { $0.textIndent = .px(20) }).text("aaa bbb")
        #expect(indented.lines(50) == [#"0+10 20"aaa"^8"#, #"10+10 0"bbb"^8"#])
        let hanging = Paragraph(text: { $0.textIndent = .percent(-0.2) }).text("aaa bbb")
        #expect(hanging.lines(50) == [#"0+10 -10"aaa"^8"#, #"10+10 0"bbb"^8"#])
    }

    @Test func `letter-spacing follows every character, word-spacing every space`() {
        let spaced = Paragraph(
            text: {
                $0.letterSpacing = 2
                $0.wordSpacing = 5
            }
        ).text("ab c").open().text("d").close()
        #expect(spaced.lines(200) == [#"0+10 0"ab c"^8 53(12 53"d"^8)"#])
    }

    @Test func `a forced break makes an empty line where nothing stands before it`() {
        let paragraph = Paragraph().lineBreak().text("a").lineBreak().lineBreak()
        #expect(paragraph.lines(50) == ["0+10 ", #"10+10 0"a"^8"#, "20+10 "])
    }

    @Test func `a long text takes as many lines as it must, and loses nothing`() {
        let text = (0..<2_000).map { "w\($0)" }.joined(separator: " ")
        let words = Paragraph().text(text).words(300)
        #expect(words.joined(separator: " ") == text)
        #expect(words.allSatisfy { $0.count <= 30 })
    }

    @Test func `the text is shaped once for every width`() {
        let paragraph = Paragraph().text("aaa bbb ccc")
        _ = paragraph.words(30)
        _ = paragraph.words(70)
        _ = paragraph.sizes()
        #expect(paragraph.shaper.shapedParagraphs == 1)
    }
}
