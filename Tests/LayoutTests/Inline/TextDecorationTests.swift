import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// CSS Text Decoration 3 §2, CSS UI 4 §5: lines on text, and the ellipsis.
@Suite struct TextDecorationTests {
    private func texts(_ box: BoxFragment) -> [TextFragment] {
        box.children.flatMap { child -> [TextFragment] in
            switch child.fragment {
            case .text(let text): [text]
            case .box(let box): texts(box)
            }
        }
    }

    @Test func `an underline reaches the text of inline boxes inside, in the color of its own box`() throws {
        let red = Color(red: 1, green: 0, blue: 0)
        let paragraph = Paragraph().text("a").inline {
            $0.textDecoration.underline = true
            $0.textDecoration.color = red
        }.text("b").open().text("c").close().close()
        let line = try #require(paragraph.layOut(width: 100)?.boxes.first)
        #expect(texts(line).map { $0.decorations.map(\.kind) } == [[], [.underline], [.underline]])
        #expect(texts(line).last?.decorations.first?.color == red)
        #expect(texts(line).last?.decorations.first?.offset == 1.5)
    }

    @Test func `an underline stays on its own baseline under raised text`() throws {
        let paragraph = Paragraph().inline { $0.textDecoration.underline = true }.inline {
            $0.verticalAlign = .length(.px(4))
        }.text("b").close().close()
        let line = try #require(paragraph.layOut(width: 100)?.boxes.first)
        #expect(texts(line).first?.decorations.first?.offset == 5.5)
    }

    @Test func `what block containers draw comes first`() throws {
        let paragraph = Paragraph()
        var decoration = TextDecoration()
        decoration.lineThrough = true
        paragraph.content.decorations = [DecoratingBox(decoration: decoration, style: paragraph.style.textGroup)]
        paragraph.inline { $0.textDecoration.overline = true }.text("b").close()
        let line = try #require(paragraph.layOut(width: 100)?.boxes.first)
        #expect(texts(line).first?.decorations.map(\.kind) == [.lineThrough, .overline])
    }

    private func clipped(_ text: String) -> Paragraph {
        Paragraph(
            text: { $0.whiteSpace = .nowrap },
            box: {
                $0.overflowX = .hidden
                $0.overflowY = .hidden
                $0.textOverflow = .ellipsis
            }
        ).text(text)
    }

    @Test func `an ellipsis stands for what does not fit`() {
        #expect(clipped("abcdefgh").lines(50) == [#"0+10 0"abcd"^8 40"…"^8"#])
        #expect(clipped("abc").lines(50) == [#"0+10 0"abc"^8"#])
    }

    @Test func `clusters are counted from the fragment's own text`() throws {
        let paragraph = Paragraph().text("aä bb")
        let layout = try #require(paragraph.layOut(width: 20))
        let glyphs = layout.boxes.flatMap { texts($0) }.map { $0.runs.flatMap(\.glyphs).map(\.cluster) }
        #expect(glyphs == [[0, 1], [0, 1]])
    }
}
