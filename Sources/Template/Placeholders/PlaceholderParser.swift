import Diagnostics

/// Makes nodes of a template with `#NAME#` placeholders.
///
/// A placeholder is a hash sign, a capital letter, more capitals, digits or underscores, and a hash sign at once: so
/// colours (`#EEE`, `#FF0000;`) and links (`href="#TOP"`) are none. A known name is one anywhere in the file. An
/// unknown one is an error, except in style sheets, scripts and comments, where it stays as it is; so is a known name in
/// small letters.
struct PlaceholderParser {
    private let source: SourceText
    private let file: PlaceholderFile
    private let labels: [String]
    private var scanner = MarkupScanner()
    private var nodes: [Node] = []
    private var textStart = 0

    init(_ source: SourceText, as file: PlaceholderFile, labels: [String]) {
        self.source = source
        self.file = file
        self.labels = labels
    }

    mutating func run(into bag: inout DiagnosticBag) -> [Node] {
        var position = 0
        while let hash = source.bytes[position...].firstIndex(of: Ascii.hash) {
            scanner.scan(source.bytes[position..<hash])
            guard let end = nameEnd(after: hash) else {
                scanner.scan(source.bytes[hash...hash])
                position = hash + 1
                continue
            }
            if let node = node(for: source.string(hash + 1..<end), at: hash, into: &bag) {
                addText(to: hash)
                nodes.append(node)
                textStart = end + 1
                position = end + 1
            } else {
                // The closing hash sign may open the next placeholder.
                scanner.scan(source.bytes[hash..<end])
                position = end
            }
        }
        addText(to: source.bytes.count)
        return nodes
    }

    private mutating func addText(to end: Int) {
        if textStart < end { nodes.append(.text(textStart..<end)) }
    }

    /// Where the name that begins after the hash sign at `hash` ends with another.
    private func nameEnd(after hash: Int) -> Int? {
        let bytes = source.bytes
        var end = hash + 1
        while end < bytes.count,
            Ascii.isLetter(bytes[end]) || end > hash + 1 && (Ascii.isDigit(bytes[end]) || bytes[end] == 0x5F)
        { end += 1 }
        guard end < bytes.count, bytes[end] == Ascii.hash, end > hash + 1 else { return nil }
        return end
    }

    private func node(for name: String, at hash: Int, into bag: inout DiagnosticBag) -> Node? {
        switch (file, name) {
        case (.invoice, "ITEMS"): return items(at: hash)
        case (.invoice, "SUBTOTALS"): return sums("subtotals", at: hash)
        case (.invoice, "PAYMENTS"): return sums("payments", at: hash)
        default: break
        }
        if let path = PlaceholderTable.path(for: name, in: file, labels: labels) {
            return .value(Path(path, offset: hash), escaped: true)
        }
        guard scanner.place != .rawText, scanner.place != .comment else { return nil }
        report(name, at: hash, into: &bag)
        return nil
    }

    private func report(_ name: String, at hash: Int, into bag: inout DiagnosticBag) {
        let known = PlaceholderTable.names(in: file, labels: labels)
        let capitals = name.uppercased()
        // Small letters between hash signs are text, unless they spell a placeholder.
        guard name == capitals || known.contains(capitals) else { return }
        let hint: String?
        if file != .invoice, PlaceholderTable.repeating.contains(name) {
            hint = "it belongs into invoice.html"
        } else if file == .invoice, PlaceholderTable.item[capitals] != nil {
            hint = "it belongs into single_item.html and last_item.html"
        } else {
            hint = nearestName(to: name, among: known).map { "did you mean '#\($0)#'?" }
        }
        bag.add(.error("there is no placeholder '#\(name)#'", at: source.location(of: hash), hint: hint))
    }

    private func items(at offset: Int) -> Node {
        func partial(_ file: PlaceholderFile) -> Node {
            .partial(.fixed(file.rawValue, offset: offset), indent: [])
        }
        let last = Path("last", offset: offset)
        return .section(
            Path("lines", offset: offset),
            [.inverted(last, [partial(.singleItem)]), .section(last, [partial(.lastItem)])])
    }

    private func sums(_ list: String, at offset: Int) -> Node {
        .section(
            Path(list, offset: offset), [.partial(.fixed(PlaceholderFile.sumItem.rawValue, offset: offset), indent: [])]
        )
    }
}
