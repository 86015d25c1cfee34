import Foundation
import Geometry
import Layout
import Markup
import Style
import TestKit
import Testing

/// Whole pages, in the square font: that every one ends, and that none of its text is lost.
@Suite struct PageTests {
    @Test(arguments: Fixtures.files(in: "pages", ending: "html") + Fixtures.files(in: "pages-flex", ending: "html"))
    func everyCharacterOfAPageIsLaidOut(file: URL) {
        let (document, _) = parseHTML(Fixtures.bytes(file), name: file.lastPathComponent)
        let styled = StyleEngine(resources: NoResources()).style(document)
        let result = Layout.layOut(styled, shaper: FakeShaper(), images: NoImages())
        #expect(!result.pages.isEmpty)
        // An ellipsis stands for what it cuts off.
        guard !styled.styles.contains(where: { $0?.box.textOverflow == .ellipsis }) else { return }
        var shown = LetterCount()
        for page in result.pages { shown.add(page.root) }
        let written = LetterCount(of: document)
        for (letter, count) in written.counts where letter.isASCII {
            #expect(
                shown.counts[letter, default: 0] >= count,
                "\(letter) stands \(count) times in \(file.lastPathComponent)")
        }
    }
}

/// Page areas as Chromium makes them.
@Suite struct PageAreaTests {
    @Test(arguments: [
        ("A4", "12mm", 704.0), ("A4", "10mm", 719), ("letter", "15mm", 703), ("A5", "25mm", 371), ("A4", "0", 794),
        ("letter", "1in", 624), ("A4", "38.4px", 717),
    ])
    func thePageAreaIsWholePxWide(size: String, margin: String, width: Double) {
        let html = "<!DOCTYPE html><style>@page{size:\(size);margin:\(margin)}body{margin:0}</style><p>x"
        let styled = StyleEngine(resources: NoResources()).style(parseHTML(Array(html.utf8)).document)
        let pages = Layout.layOut(styled, shaper: FakeShaper(), images: NoImages()).pages
        guard case .box(let root) = pages.first?.root.children.first?.fragment else {
            Issue.record("the page is empty")
            return
        }
        #expect(root.size.width == width)
    }
}

/// How often each letter or digit stands in a text.
private struct LetterCount {
    var counts: [Character: Int] = [:]

    init() {}

    /// The texts that are shown, whatever the style.
    init(of document: Document) {
        for node in document.nodes where node.kind == .text {
            var parent = node.parent
            var isHidden = false
            while let id = parent {
                if ["head", "style", "script", "title", "noscript"].contains(document[id].name) { isHidden = true }
                parent = document[id].parent
            }
            if !isHidden { add(node.text) }
        }
    }

    mutating func add(_ box: BoxFragment) {
        for child in box.children {
            switch child.fragment {
            case .box(let inner): add(inner)
            case .text(let text): add(String(decoding: text.text, as: UTF8.self))
            }
        }
    }

    private mutating func add(_ text: String) {
        for letter in text.lowercased() where letter.isLetter || letter.isNumber { counts[letter, default: 0] += 1 }
    }
}
