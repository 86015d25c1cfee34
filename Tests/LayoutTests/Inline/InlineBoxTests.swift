import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS 2.2 §8.6, §9.4.2: inline boxes on lines.
@Suite struct InlineBoxTests {
    private func solid(_ width: Double) -> (inout DecorationStyle) -> Void {
        { $0.border = Edges(BorderSide(width: width, style: .solid, color: .black)) }
    }

    @Test func `margin, border and padding push the text along`() {
        let paragraph = Paragraph().text("a").open(decoration: solid(1)) {
            $0.padding = Edges(.px(2))
            $0.margin = Edges(.length(.px(3)))
        }.text("b").close().text("c")
        #expect(paragraph.lines(100) == [#"0+10 0"a"^8 13(16 16"b"^8) 32"c"^8"#])
    }

    @Test func `vertical edges paint outside the line without making it higher`() throws {
        let paragraph = Paragraph().open(decoration: solid(1)) { $0.padding = Edges(.px(4)) }.text("b").close()
        let line = try #require(paragraph.layOut(width: 100)?.boxes.first)
        let inline = try #require(line.children.first)
        #expect(line.size.height == 10)
        #expect(inline.origin == Point(x: 0, y: -5))
        #expect(inline.box?.size == Size(width: 20, height: 20))
    }

    @Test func `a box that a line end cuts has its edges at its own ends alone`() throws {
        let paragraph = Paragraph().open(decoration: solid(1)) { $0.padding = Edges(.px(2)) }.text("aa bb cc").close()
        let layout = try #require(paragraph.layOut(width: 28))
        let parts = layout.boxes.compactMap { $0.children.first?.box }
        #expect(parts.map(\.openSides) == [[.right], [.left, .right], [.left]])
        #expect(parts.map(\.size.width) == [23, 20, 23])
        #expect(parts.map(\.border.left) == [1, 0, 0])
        #expect(parts.map(\.padding.right) == [0, 0, 2])
    }

    @Test func `an empty inline box stands where it is, and counts when it takes room`() {
        let paragraph = Paragraph().text("a").inline { $0.padding.left = .px(5) }.close().text("b")
        #expect(paragraph.lines(100) == [#"0+10 0"a"^8 10(5 ) 15"b"^8"#])
        #expect(Paragraph().inline { $0.padding.left = .px(5) }.close().lines(100) == ["0+10 0(5 )"])
    }

    @Test func `an empty inline box without room makes a line of no height, for links to it`() {
        let layout = Paragraph().open().close().layOut(width: 100)
        #expect(layout?.height == 0)
        #expect(layout.map(Dump.lines) == ["0+0 0(0 )"])
    }

    @Test func `inline boxes nest`() {
        let paragraph = Paragraph().open().text("a").open().text("b").close().close().open().text("c").close()
        #expect(paragraph.lines(100) == [#"0+10 0(20 0"a"^8 10(10 10"b"^8)) 20(10 20"c"^8)"#])
    }

    @Test func `inline boxes nest 512 deep`() {
        let paragraph = Paragraph()
        for _ in 0..<512 { paragraph.open().text("a ") }
        for _ in 0..<512 { paragraph.close() }
        #expect(paragraph.words(1_000).joined(separator: " ").count == 512 * 2 - 1)
    }

    @Test func `a box split by a block has each edge once`() {
        let paragraph = Paragraph().inline { $0.padding = Edges(.px(5)) }.text("a").close()
        paragraph.content.boxes[0].hasEnd = false
        #expect(paragraph.lines(100) == [#"0+10 0(15 5"a"^8)"#])
    }

    @Test func `a relative inline box is moved and leaves its place empty`() {
        let paragraph = Paragraph().text("a").inline {
            $0.position = .relative
            $0.inset.left = .length(.px(3))
            $0.inset.top = .length(.px(-2))
        }.text("b").close().text("c")
        #expect(paragraph.lines(100) == [#"0+10 0"a"^8 13(10 13"b"^6) 20"c"^8"#])
    }

    @Test func `what overflows to the right is reported`() {
        #expect(Paragraph().text("aaaaaaa").layOut(width: 50)?.overflowRight == 70)
        #expect(Paragraph().atomic(80, 10).layOut(width: 50)?.overflowRight == 80)
    }

    @Test func `a relative inline box contains the absolutely positioned boxes in it`() {
        let paragraph = Paragraph().text("aa").inline {
            $0.position = .relative
            $0.padding = Edges(.px(1))
        }.text("b").absolute {
            $0.inset.right = .length(.px(0))
            $0.inset.top = .length(.px(2))
        }.close()
        let layout = paragraph.layOut(width: 100)
        #expect(layout.map(Dump.lines) == [#"0+10 0"aa"^8 20(12 21"b"^8 22[10x10]^1)"#])
        #expect(layout?.absolutes.isEmpty == true)
    }

    @Test func `an absolutely positioned box takes no room and knows where it would have been`() {
        let layout = Paragraph().text("aa ").absolute().text("bb cc").layOut(width: 50)
        #expect(layout.map(Dump.lines) == [#"0+10 0"aa "^8 30"bb"^8"#, #"10+10 0"cc"^8"#])
        #expect(layout?.absolutes.map(\.staticPosition) == [Point(x: 30, y: 0)])
    }
}

extension InlineLayout {
    var boxes: [BoxFragment] { children.compactMap(\.box) }
}

extension PlacedFragment {
    var box: BoxFragment? { if case .box(let box) = fragment { box } else { nil } }
    var text: TextFragment? { if case .text(let text) = fragment { text } else { nil } }
}
