import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS 2.2 §10.8: line heights and vertical alignment. The container's text is 8 above and 2 below its baseline.
@Suite struct VerticalAlignTests {
    private func raised(_ align: VerticalAlign, size: Double = 10) -> [String] {
        Paragraph().text("a").open(text: { $0.fontSize = size }, box: { $0.verticalAlign = align }).text("b").close()
            .lines(100)
    }

    @Test func `line-height puts half its leading above the text, rounded down, and the rest below`() {
        #expect(Paragraph(text: { $0.lineHeight = .px(15) }).text("a").lines(50) == [#"0+15 0"a"^10"#])
        #expect(Paragraph(text: { $0.lineHeight = .px(7) }).text("a").lines(50) == [#"0+7 0"a"^6"#])
        #expect(Paragraph(text: { $0.lineHeight = .number(1.5) }).text("a b").layOut(width: 10)?.height == 30)
    }

    @Test func `larger text makes its line higher, on one baseline`() {
        #expect(raised(.baseline, size: 20) == [#"0+20 0"a"^16 10(20 10"b"^16)"#])
    }

    @Test func `smaller text leaves the strut's height`() {
        #expect(raised(.baseline, size: 5) == [#"0+10 0"a"^8 10(5 10"b"^8)"#])
    }

    @Test func `sub and super move by shares of the parent's font size`() {
        // Down by 10 / 5 + 1, up by 10 / 3 + 1.
        #expect(raised(.sub) == [#"0+13 0"a"^8 10(10 10"b"^11)"#])
        #expect(raised(.super) == [#"0+14.33 0"a"^12.33 10(10 10"b"^8)"#])
    }

    @Test func `a length raises, a percentage is of the line height`() {
        #expect(raised(.length(.px(4))) == [#"0+14 0"a"^12 10(10 10"b"^8)"#])
        #expect(raised(.length(.percent(-0.5))) == [#"0+15 0"a"^8 10(10 10"b"^13)"#])
    }

    @Test func `middle puts the middle half an x-height above the parent's baseline`() {
        // Of a box 20 high on its baseline 16 below its top; x-height 5.
        #expect(raised(.middle, size: 20) == [#"0+20 0"a"^12.5 10(20 10"b"^16)"#])
    }

    @Test func `text-top and text-bottom align with the parent's content area`() {
        #expect(raised(.textTop, size: 20) == [#"0+20 0"a"^8 10(20 10"b"^16)"#])
        #expect(raised(.textBottom, size: 20) == [#"0+20 0"a"^18 10(20 10"b"^16)"#])
    }

    @Test func `top and bottom wait for the height of the line`() {
        func line(_ align: VerticalAlign) -> [String] {
            Paragraph().atomic(10, 30).text("a").atomic(10, 5) { $0.verticalAlign = align }.lines(100)
        }
        #expect(line(.top) == [#"0+32 0[10x30]^0 10"a"^30 20[10x5]^0"#])
        #expect(line(.bottom) == [#"0+32 0[10x30]^0 10"a"^30 20[10x5]^27"#])
    }

    @Test func `what is aligned to the top and higher than the rest makes the line longer downwards`() {
        #expect(
            Paragraph().text("a").atomic(10, 30) { $0.verticalAlign = .top }.lines(100) == [
                #"0+30 0"a"^8 10[10x30]^0"#
            ])
        #expect(
            Paragraph().text("a").atomic(10, 30) { $0.verticalAlign = .bottom }.lines(100) == [
                #"0+30 0"a"^28 10[10x30]^0"#
            ])
    }

    @Test func `what stands in a top aligned box is aligned with it`() {
        let paragraph = Paragraph().atomic(10, 40).inline { $0.verticalAlign = .top }.text("b").inline {
            $0.verticalAlign = .length(.px(-5))
        }.text("c").close().close()
        #expect(paragraph.lines(100) == [#"0+42 0[10x40]^0 10(20 10"b"^8 20(10 20"c"^13))"#])
    }

    @Test func `a box without a line stands on the baseline with its bottom margin edge`() {
        let paragraph = Paragraph().text("a").atomic(10, 20) { $0.margin.bottom = .length(.px(3)) }
        #expect(paragraph.lines(100) == [#"0+25 0"a"^23 10[10x20]^0"#])
    }

    @Test func `an inline-block with text stands on the baseline of its last line`() {
        #expect(Paragraph().text("a").atomic(10, 30, text: "x").lines(100) == [#"0+30 0"a"^8 10[10x30]^0"#])
    }

    @Test func `an inline-block that clips stands on its bottom edge`() {
        let paragraph = Paragraph().text("a").atomic(10, 30, text: "x") {
            $0.overflowX = .hidden
            $0.overflowY = .hidden
        }
        #expect(paragraph.lines(100) == [#"0+32 0"a"^30 10[10x30]^0"#])
    }

    @Test func `the margins of an atomic box are inside the line`() {
        let paragraph = Paragraph().atomic(10, 10) {
            $0.margin.top = .length(.px(4))
            $0.margin.left = .length(.px(2))
            $0.margin.right = .length(.px(3))
        }.text("a")
        #expect(paragraph.lines(100) == [#"0+16 2[10x10]^4 15"a"^14"#])
    }

    @Test func `a font that stands in makes a line higher only where line-height is normal`() {
        #expect(Paragraph().text("a☎").lines(100) == [#"0+16 0"a☎"^12"#])
        #expect(Paragraph(text: { $0.lineHeight = .px(10) }).text("a☎").lines(100) == [#"0+10 0"a☎"^8"#])
    }

    @Test func `the baselines of the first and the last line are reported`() {
        let layout = Paragraph().text("a b").layOut(width: 10)
        #expect(layout?.firstBaseline == 8)
        #expect(layout?.lastBaseline == 18)
    }

    @Test func `an empty inline box holds its line height`() {
        #expect(
            Paragraph().text("a").open(text: { $0.fontSize = 20 }).close().lines(100) == [#"0+20 0"a"^16 10(0 )"#])
    }
}
