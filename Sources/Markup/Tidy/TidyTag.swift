/// What the tree construction of HTML asks of an element that is opened and closed where it stands (HTML §13.2.6.4).
enum TidyRule {
    case html, head, body
    /// No end tag, no content; `hr` also ends a paragraph, which a tidy document has closed before.
    case void, rule
    /// An element of the head alone.
    case base
    /// Text up to the end tag, in which nothing is markup; of a title character references are.
    case style, script, title
    case ordinary
    /// Ends an open paragraph, so that none may be open.
    case block, heading, list, descriptionList, preformatted
    /// An item wants its list as its parent, else the parser looks for others that it ends.
    case listItem, descriptionItem
    case paragraph
    /// Kept in the list of active formatting elements; without overlap that list says what the stack says.
    case formatting, anchor
    case table, caption, columnGroup, column, section, row, cell
    /// Left to the full parser: forms, foreign content, frames, ruby and what the standard gives rules of their own.
    case refused
}

/// A tag's name in lower case as two words, which compare faster than text.
struct TidyName: Equatable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var count = 0

    /// False when the name is longer than sixteen bytes.
    mutating func append(_ byte: UInt8) -> Bool {
        switch count {
        case 0..<8: low |= UInt64(byte) << UInt64(count * 8)
        case 8..<16: high |= UInt64(byte) << UInt64((count - 8) * 8)
        default: return false
        }
        count += 1
        return true
    }

    init() {}

    init?(_ text: String) {
        for byte in text.utf8 { guard append(byte) else { return nil } }
    }

    var text: String {
        var bytes: [UInt8] = []
        for index in 0..<count {
            let word = index < 8 ? low : high
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8)))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The elements that have a rule of their own, found by name.
struct TidyTags {
    struct Entry {
        var name: TidyName
        var text: String
        var rule: TidyRule
    }

    static let shared = TidyTags()

    private var slots: [Entry?]
    private static let size = 1024

    private init() {
        slots = Array(repeating: nil, count: Self.size)
        for (rule, names) in Self.names {
            for text in names.split(separator: " ").map(String.init) {
                guard let name = TidyName(text) else { continue }
                var slot = Self.slot(of: name)
                while slots[slot] != nil { slot = (slot + 1) & (Self.size - 1) }
                slots[slot] = Entry(name: name, text: text, rule: rule)
            }
        }
    }

    /// Any other name is an ordinary element's.
    func entry(_ name: TidyName) -> Entry {
        var slot = Self.slot(of: name)
        while let entry = slots[slot] {
            if entry.name == name { return entry }
            slot = (slot + 1) & (Self.size - 1)
        }
        return Entry(name: name, text: name.text, rule: .ordinary)
    }

    private static func slot(of name: TidyName) -> Int {
        let mixed = (name.low ^ (name.high &* 31)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 54)
    }

    private static let names: [(TidyRule, String)] = [
        (.html, "html"), (.head, "head"), (.body, "body"), (.base, "base"),
        (.void, "area br embed img link meta param source track wbr"), (.rule, "hr"),
        (.style, "style"), (.script, "script"), (.title, "title"),
        (.ordinary, "abbr acronym audio bdi bdo canvas cite data datalist del dfn ins kbd label legend map mark meter"),
        (.ordinary, "output picture progress q samp span sub sup time var video"),
        (.block, "address article aside blockquote center details div fieldset figcaption figure footer header hgroup"),
        (.block, "main nav section summary"),
        (.heading, "h1 h2 h3 h4 h5 h6"), (.list, "dir menu ol ul"), (.descriptionList, "dl"), (.preformatted, "pre"),
        (.listItem, "li"), (.descriptionItem, "dd dt"), (.paragraph, "p"),
        (.formatting, "b big code em font i s small strike strong tt u"), (.anchor, "a"),
        (.table, "table"), (.caption, "caption"), (.columnGroup, "colgroup"), (.column, "col"),
        (.section, "tbody tfoot thead"), (.row, "tr"), (.cell, "td th"),
        (.refused, "applet basefont bgsound button command dialog form frame frameset iframe image input isindex"),
        (.refused, "keygen listing marquee math menuitem nobr noembed noframes noscript object optgroup option"),
        (.refused, "plaintext rb rp rt rtc ruby search select selectedcontent slot svg template textarea xmp"),
    ]
}
