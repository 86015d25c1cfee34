import Geometry
import Style
import TestKit
import Testing

@testable import Layout

/// UAX 9 and CSS Writing Modes 3 §2: lines in visual order.
@Suite struct BidiTests {
    private func rightToLeft() -> Paragraph { Paragraph(text: { $0.direction = .rtl }) }

    @Test func `right-to-left words in a left-to-right line keep their place`() {
        #expect(Paragraph().text("ab אב cd").lines(100) == [#"0+10 0"ab "^8 30"אב"^8 50" cd"^8"#])
    }

    @Test func `the glyphs of right-to-left text are drawn from the right`() throws {
        let layout = try #require(rightToLeft().text("אבג").layOut(width: 100))
        let text = try #require(layout.boxes.first?.children.first?.text)
        #expect(String(decoding: text.text, as: UTF8.self) == "אבג")
        #expect(text.runs.first?.isRightToLeft == true)
        #expect(text.runs.flatMap(\.glyphs).map(\.id) == [0x5D2, 0x5D1, 0x5D0])
        #expect(text.runs.flatMap(\.glyphs).map(\.cluster) == [4, 2, 0])
    }

    @Test func `a right-to-left line runs from the right, with numbers from the left`() {
        #expect(rightToLeft().text("אב 12 ab").lines(100) == [#"0+10 20"ab"^8 40" "^8 50"12"^8 70"אב "^8"#])
    }

    @Test func `spaces at the end of a line do not count on either side`() {
        #expect(rightToLeft().text("אב גד").lines(30) == [#"0+10 10"אב"^8"#, #"10+10 10"גד"^8"#])
    }

    @Test func `a box around right-to-left text has its edges where its own direction says`() {
        let paragraph = Paragraph().text("a ").inline { $0.padding.left = .px(5) }.text("אב").close().text(" b")
        #expect(paragraph.lines(100) == [#"0+10 0"a "^8 20(25 25"אב"^8) 45" b"^8"#])
        let turned = rightToLeft().inline { $0.padding.right = .px(5) }.text("אב").close().text(" גד")
        #expect(turned.lines(100) == [#"0+10 45" גד"^8 75(25 75"אב"^8)"#])
    }

    @Test func `a box that bidi takes apart has one start and one end`() throws {
        let paragraph = Paragraph().inline { $0.padding = Edges(.px(5)) }.text("ab א").close().text("ב")
        let line = try #require(paragraph.layOut(width: 100)?.boxes.first)
        let parts = line.children.compactMap(\.box)
        #expect(parts.map(\.padding.left) == [5, 0])
        #expect(parts.map(\.padding.right) == [0, 5])
        #expect(Dump.text(of: line) == "ab בא")
    }

    @Test func `an override turns any letters`() throws {
        let paragraph = Paragraph().open(
            text: { $0.direction = .rtl }, box: { $0.unicodeBidi = .bidiOverride }
        ).text("abc").close()
        let text = try #require(
            paragraph.layOut(width: 100)?.boxes.first?.children.first?.box?.children.first?.text)
        #expect(text.runs.flatMap(\.glyphs).map(\.id) == [0x63, 0x62, 0x61])
        #expect(String(decoding: text.text, as: UTF8.self) == "abc")
    }

    @Test func `control characters of unicode-bidi do not come into the text`() {
        let paragraph = Paragraph().text("a ").open(
            text: { $0.direction = .rtl }, box: { $0.unicodeBidi = .isolate }
        ).text("ב 1").close().text(" c")
        #expect(paragraph.lines(100) == [#"0+10 0"a "^8 20(30 20"1"^8 30"ב "^8) 50" c"^8"#])
    }

    @Test func `plaintext takes its direction from the text`() {
        let paragraph = Paragraph(box: { $0.unicodeBidi = .plaintext }).text("אב")
        #expect(paragraph.lines(100) == [#"0+10 80"אב"^8"#])
    }

    @Test func `an atomic box takes its place among right-to-left words`() {
        #expect(
            rightToLeft().text("אב").atomic(20, 8).text("ג").lines(100) == [
                #"0+10 50"ג"^8 60[20x8]^0 80"אב"^8"#
            ])
    }
}
