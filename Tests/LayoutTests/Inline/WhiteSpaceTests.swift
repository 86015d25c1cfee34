import Testing

@testable import Layout

/// CSS Text 3 §3 and §4.
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
}
