/// Takes tags out of a source that nests far deeper than any document does, before Gumbo sees it: for each start tag
/// Gumbo walks the elements that are open, and their number squared is hours for a megabyte of `<div>`.
///
/// Tags give way to spaces, so that offsets, lines and columns stay; texts are kept.
func withBoundedNesting(_ source: [UInt8]) -> [UInt8] {
    let limit = Document.depthLimit * 2
    // The shortest start tag has three bytes.
    guard source.count > limit * 3 else { return source }
    var result = source
    var depth = 0
    var index = 0
    while let open = source[index...].firstIndex(of: UInt8(ascii: "<")) {
        index = open + 1
        guard index < source.count else { break }
        if source[index...].starts(with: [0x21, 0x2D, 0x2D]) {
            index = endOfComment(source, from: index + 3)
            continue
        }
        let isEnd = source[index] == UInt8(ascii: "/")
        let nameStart = isEnd ? index + 1 : index
        let name = source[nameStart...].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 }
        if name.isEmpty || closesByItself.contains(String(decoding: name.map { $0 | 0x20 }, as: UTF8.self)) { continue }
        if !isEnd { depth += 1 }
        if depth > limit {
            let end = source[name.endIndex...].firstIndex(of: UInt8(ascii: ">")) ?? source.count - 1
            for position in open...end { result[position] = 0x20 }
            index = end + 1
        }
        if isEnd { depth = max(0, depth - 1) }
    }
    return result
}

private func endOfComment(_ source: [UInt8], from start: Int) -> Int {
    var index = start
    while index + 2 < source.count {
        if source[index] == 0x2D, source[index + 1] == 0x2D, source[index + 2] == 0x3E { return index + 3 }
        index += 1
    }
    return source.count
}

/// Elements without end tag, and those that the next of their kind closes: they add no depth when left open.
private let closesByItself: Set<String> = [
    "area", "base", "body", "br", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img", "input", "li",
    "link", "meta", "optgroup", "option", "p", "param", "rp", "rt", "source", "tbody", "td", "tfoot", "th", "thead",
    "tr", "track", "wbr",
]
