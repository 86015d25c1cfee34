import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS Sizing 3 §5.1: min-content and max-content widths.
@Suite struct InlineIntrinsicSizeTests {
    @Test func `the widest word, and all on one line`() {
        #expect(Paragraph().text(" a bbb cc ").sizes() == [30, 80])
    }

    @Test func `forced breaks part the lines`() {
        #expect(Paragraph().text("aa b ").lineBreak().text("ccc dd").sizes() == [30, 60])
    }

    @Test func `nowrap text cannot be narrower`() {
        #expect(Paragraph(text: { $0.whiteSpace = .nowrap }).text("aa bb").sizes() == [50, 50])
    }

    @Test func `the edges of inline boxes count with their words`() {
        let paragraph = Paragraph().text("a ").inline { $0.padding = Edges(.px(5)) }.text("b c").close()
        #expect(paragraph.sizes() == [15, 60])
    }

    @Test func `overflow-wrap anywhere and break-word count their cuts, overflow-wrap break-word does not`() {
        #expect(Paragraph(text: { $0.overflowWrap = .anywhere }).text("aaa bb").sizes() == [10, 60])
        #expect(Paragraph(text: { $0.wordBreak = .breakWord }).text("aaa bb").sizes() == [10, 60])
        #expect(Paragraph(text: { $0.wordBreak = .breakAll }).text("aaa bb").sizes() == [10, 60])
        #expect(Paragraph(text: { $0.overflowWrap = .breakWord }).text("aaa bb").sizes() == [30, 60])
    }

    @Test func `atomic boxes and floats count with their margin boxes`() {
        let paragraph = Paragraph().float(.left, 30, 10).text("a").atomic(25, 10) { $0.margin.left = .length(.px(5)) }
        #expect(paragraph.sizes() == [30, 70])
    }

    @Test func `text-indent counts on the first line`() {
        #expect(Paragraph(text: { $0.textIndent = .px(15) }).text("aa bbb").sizes() == [35, 75])
    }

    @Test func `a soft hyphen parts a word, its hyphen included`() {
        #expect(Paragraph().text("aaa\u{AD}bb").sizes() == [40, 50])
    }

    @Test func `what is as wide as its max-content stands on one line`() {
        let paragraph = Paragraph(text: { $0.letterSpacing = 0.1 }).text("aa bb cc dd ee ff")
        #expect(paragraph.words(paragraph.sizes()[1]).count == 1)
    }

    @Test func `an empty paragraph is nothing wide`() {
        #expect(Paragraph().sizes() == [0, 0])
        #expect(Paragraph().text("  ").sizes() == [0, 0])
    }
}
