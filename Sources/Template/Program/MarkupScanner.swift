/// Follows a template's static HTML closely enough to know where a value stands.
///
/// A small part of the tokenizer of HTML (13.2.5): tags with their attributes, comments, and the elements whose content
/// is raw text (`style`, `script`) or text without elements (`title`, `textarea`).
struct MarkupScanner {
    enum Place: Equatable {
        case content, tag, comment
        case attribute(quote: UInt8)
        /// Inside an element without child elements, up to its end tag.
        case rawText, plainText
    }

    private(set) var place = Place.content
    private var tagName: [UInt8] = []
    private var isReadingName = false
    private var isEndTag = false
    /// The latest bytes, to know `<!--`, `-->` and end tags by.
    private var recent: [UInt8] = []
    private var element: [UInt8] = []

    var escape: Escape {
        switch place {
        case .content: .markup
        case .tag, .attribute: .attribute
        case .comment, .plainText: .characters
        case .rawText: .style
        }
    }

    mutating func scan(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { step(byte) }
    }

    private mutating func step(_ byte: UInt8) {
        recent.append(byte)
        if recent.count > 16 { recent.removeFirst(recent.count - 10) }
        switch place {
        case .content: if byte == UInt8(ascii: "<") { beginTag() }
        case .tag: stepInTag(byte)
        case .attribute(let quote): if byte == quote { place = .tag }
        case .comment: if recent.suffix(3).elementsEqual("-->".utf8) { place = .content }
        case .rawText, .plainText: stepInRawText(byte)
        }
    }

    private mutating func beginTag() {
        place = .tag
        tagName = []
        isReadingName = true
        isEndTag = false
    }

    private mutating func stepInTag(_ byte: UInt8) {
        if recent.suffix(4).elementsEqual("<!--".utf8) {
            place = .comment
        } else if byte == UInt8(ascii: ">") {
            endTag()
        } else if isReadingName {
            if byte == Ascii.slash, tagName.isEmpty {
                isEndTag = true
            } else if Ascii.isLetter(byte) || Ascii.isDigit(byte) {
                tagName.append(byte | 0x20)
            } else if tagName.isEmpty, !isEndTag, byte != UInt8(ascii: "!") {
                // "a < b" opens no tag.
                place = .content
            } else {
                isReadingName = false
            }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            place = .attribute(quote: byte)
        }
    }

    private mutating func endTag() {
        place = .content
        guard !isEndTag else { return }
        element = tagName
        if tagName.elementsEqual("style".utf8) || tagName.elementsEqual("script".utf8) { place = .rawText }
        if tagName.elementsEqual("title".utf8) || tagName.elementsEqual("textarea".utf8) { place = .plainText }
    }

    private mutating func stepInRawText(_ byte: UInt8) {
        guard byte == UInt8(ascii: ">") else { return }
        let end = "</".utf8 + element + ">".utf8
        if recent.suffix(end.count).map({ $0 == Ascii.slash ? $0 : Ascii.isLetter($0) ? $0 | 0x20 : $0 }) == Array(end)
        {
            place = .content
        }
    }
}
