/// A manual page in man(7)'s macros, made from the part of Markdown that the documentation uses: headings, paragraphs,
/// lists, tables (as lists of terms), code, emphasis and links.
struct Roff {
    private(set) var text: String
    private var paragraph: [String] = []
    private var isCode = false
    /// Right after a heading.
    private var isFresh = false
    /// In a table: what lies above the rule is its head, which a list of terms does not need.
    private var tableRows = 0

    init(name: String, section: Int, summary: String) {
        text = """
            .TH \(name.uppercased()) \(section) "\(releaseDate)" "Hotpress \(version)" "Hotpress"
            .SH NAME
            \(Self.escaped(name)) \\- \(Self.escaped(summary))

            """
    }

    mutating func section(_ title: String) {
        flush()
        text += ".SH \(Self.escaped(title.uppercased()))\n"
        isFresh = true
    }

    mutating func subsection(_ title: String) {
        flush()
        text += ".SS \(Self.inline(title))\n"
        isFresh = true
    }

    /// A term, in Markdown, and what it means.
    mutating func term(_ term: String, _ meaning: String) {
        flush()
        isFresh = false
        text += ".TP\n\(Self.inline(term))\n\(Self.line(Self.inline(meaning.isEmpty ? "\u{A0}" : meaning)))\n"
    }

    /// Lines as they are.
    mutating func code(_ lines: [some StringProtocol]) {
        flush()
        text += "\(lead()).RS 4\n.EX\n"
        for line in lines { text += Self.line(Self.escaped(line)) + "\n" }
        text += ".EE\n.RE\n"
    }

    /// A document in Markdown; its first heading is left out, its second level becomes sections.
    mutating func markdown(_ document: String) {
        var block: [Substring] = []
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if isCode { code(block) }
                (isCode, block) = (!isCode, [])
            } else if isCode {
                block.append(line)
            } else if line.hasPrefix("    "), paragraph.isEmpty {
                block.append(line.dropFirst(4))
            } else {
                if !block.isEmpty { code(block) }
                block = []
                markdown(line: line)
            }
        }
        if !block.isEmpty { code(block) }
        flush()
    }

    private mutating func markdown(line: Substring) {
        if !line.hasPrefix("|") { tableRows = 0 }
        if line.hasPrefix("# ") { return }
        if line.hasPrefix("## ") { return section(String(line.dropFirst(3))) }
        if line.hasPrefix("### ") { return subsection(String(line.dropFirst(4))) }
        if line.hasPrefix("|") { return row(line) }
        if line.hasPrefix("- ") {
            flush()
            text += ".IP \\(bu 2\n"
            isFresh = false
            paragraph = [String(line.dropFirst(2))]
            isItem = true
        } else if line.allSatisfy({ $0 == " " }) {
            flush()
        } else {
            paragraph.append(String(line.drop { $0 == " " }))
        }
    }

    private var isItem = false

    private mutating func row(_ line: Substring) {
        flush()
        tableRows += 1
        if tableRows <= 2 { return }
        let cells = Self.cells(line)
        guard let first = cells.first else { return }
        term(first, cells.dropFirst().joined(separator: "; "))
    }

    /// Split at bars that are not escaped.
    private static func cells(_ line: Substring) -> [String] {
        line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
            var cell = $0.replacing("\u{1}", with: "|")[...]
            while cell.first == " " { cell.removeFirst() }
            while cell.last == " " { cell.removeLast() }
            return String(cell)
        }
    }

    private mutating func flush() {
        defer {
            paragraph = []
            isItem = false
        }
        guard !paragraph.isEmpty else { return }
        let words = paragraph.map { Self.line(Self.inline($0)) }.joined(separator: "\n")
        text += (isItem ? "" : lead()) + words + "\n"
    }

    /// What begins a paragraph: a heading has begun it already.
    private mutating func lead() -> String {
        defer { isFresh = false }
        return isFresh ? "" : ".PP\n"
    }

    // MARK: Text

    /// A line of text that is no request.
    private static func line(_ text: String) -> String {
        text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
            .replacing("`", with: "\\(ga").replacing("~", with: "\\(ti").replacing("^", with: "\\(ha")
    }

    /// Code and emphasis in bold, links by their words.
    static func inline(_ markdown: String) -> String {
        var result = ""
        var rest = markdown[...]
        while let mark = rest.firstIndex(where: { $0 == "`" || $0 == "*" || $0 == "[" }) {
            result += prose(rest[..<mark])
            rest = rest[mark...]
            if let (words, after) = span(rest) {
                result += words
                rest = after
            } else {
                result += escaped(String(rest.removeFirst()))
            }
        }
        return result + prose(rest)
    }

    /// Hyphens of prose stay hyphens.
    private static func prose(_ text: Substring) -> String {
        escaped(text).replacing("\\-", with: "-").replacing("\\(aq", with: "'")
    }

    private static func span(_ text: Substring) -> (String, Substring)? {
        if text.hasPrefix("**"), let end = text.dropFirst(2).firstRange(of: "**") {
            return ("\\fB\(prose(text.dropFirst(2)[..<end.lowerBound]))\\fR", text[end.upperBound...])
        }
        if text.hasPrefix("`"), let end = text.dropFirst().firstIndex(of: "`") {
            return ("\\fB\(escaped(text.dropFirst()[..<end]))\\fR", text[text.index(after: end)...])
        }
        if text.hasPrefix("["), let end = text.firstRange(of: "]("),
            let close = text[end.upperBound...].firstIndex(of: ")")
        {
            return (inline(String(text.dropFirst()[..<end.lowerBound])), text[text.index(after: close)...])
        }
        return nil
    }
}
