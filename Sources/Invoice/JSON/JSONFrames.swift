/// Parts a file into the JSON values that are one invoice each, reading one at a time.
///
/// A value with a fault is passed over where its end can be told: at the line's end in NDJSON, at the matching bracket
/// in an array. Otherwise the rest of the file is not read.
struct JSONFrames {
    enum Frame {
        case value(JSONNode)
        case fault(JSONFault)
    }

    private enum Layout {
        case single
        case array
        case lines
    }

    private var window: FileWindow
    private let layout: Layout
    private var at: Int
    private var isFinished = false
    private var isFirst = true

    init(_ window: FileWindow, linesExpected: Bool) {
        self.window = window
        let bytes = window.bytes
        var parser = JSONParser(bytes)
        parser.skipSpace()
        at = parser.at
        layout = Self.layout(bytes, from: parser.at, linesExpected: linesExpected)
        if layout == .array { at += 1 }
    }

    /// Whether the file can hold more than one invoice.
    var isSequence: Bool { layout != .single }

    private var bytes: [UInt8] { window.bytes }

    /// The next value; `text` then shows the window that it stands in.
    mutating func next(_ text: inout SourceText) -> Frame? {
        guard !isFinished else { return nil }
        defer {
            isFirst = false
            text.follow(window)
        }
        switch layout {
        case .single:
            isFinished = true
            while window.grow() {}
            var parser = JSONParser(bytes)
            return frame { () throws(JSONFault) in try parser.document() }
        case .array:
            slide(&text)
            return nextEntry()
        case .lines: return nextLine(&text)
        }
    }

    /// Goes back to a value, which begins at `offset` of the file.
    mutating func seek(to offset: Int) {
        isFinished = false
        isFirst = false
        if offset < window.base || offset > window.base + window.bytes.count { window.slide(to: offset) }
        at = offset - window.base
    }

    /// Makes the window begin at the next value where little is left of it.
    private mutating func slide(_ text: inout SourceText) {
        guard window.isShort(at: at) else { return }
        text.follow(window)
        text.advance(to: window.base + at)
        window.slide(to: window.base + at)
        text.follow(window)
        at = 0
    }

    private func frame(_ read: () throws(JSONFault) -> JSONNode) -> Frame {
        do { return .value(try read()) } catch { return .fault(moved(error)) }
    }

    /// From places in the window to places in the file.
    private func moved(_ fault: JSONFault) -> JSONFault {
        JSONFault(offset: fault.offset + window.base, message: fault.message, hint: fault.hint)
    }

    // MARK: Arrays

    private mutating func nextEntry() -> Frame? {
        while true {
            var parser = JSONParser(bytes, range: at..<bytes.count, depth: 1, base: window.base)
            parser.skipSpace()
            if parser.at == bytes.count, window.grow() { continue }
            if isFirst, parser.at < bytes.count, bytes[parser.at] == UInt8(ascii: "]") { return closed(at: parser.at) }
            let start = parser.at
            do {
                let node = try parser.value()
                // What ends with the window may only seem to end.
                if parser.at == bytes.count, window.grow() { continue }
                at = parser.at
                return passSeparator() ?? .value(node)
            } catch {
                guard let end = matchingEnd(from: start) else {
                    if window.grow() { continue }
                    return stopped(window.isLast ? error : tooLong(start))
                }
                at = end
                if passSeparator() != nil { isFinished = true }
                return .fault(moved(error))
            }
        }
    }

    /// Goes past the comma or the closing bracket; the fault if neither stands there.
    private mutating func passSeparator() -> Frame? {
        var parser: JSONParser
        repeat {
            parser = JSONParser(bytes, range: at..<bytes.count)
            parser.skipSpace()
            at = parser.at
        } while at == bytes.count && window.grow()
        guard at < bytes.count else { return stopped(parser.endsInside("an array", begun: firstBracket)) }
        switch bytes[at] {
        case UInt8(ascii: ","):
            at += 1
            return nil
        case UInt8(ascii: "]"): return closed(at: at)
        default: return stopped(parser.unexpected("',' or ']'"))
        }
    }

    private func tooLong(_ start: Int) -> JSONFault {
        JSONFault(
            offset: start, message: "an invoice of more than \(FileWindow.maximum >> 20) MiB, or one without an end")
    }

    private mutating func stopped(_ fault: JSONFault) -> Frame {
        isFinished = true
        return .fault(moved(fault))
    }

    /// After the array only white space may follow.
    private mutating func closed(at bracket: Int) -> Frame? {
        isFinished = true
        var parser = JSONParser(bytes, range: bracket + 1..<bytes.count)
        parser.skipSpace()
        while parser.at == bytes.count, window.grow() {
            parser = JSONParser(bytes, range: parser.at..<bytes.count)
            parser.skipSpace()
        }
        guard parser.at < bytes.count else { return nil }
        return .fault(moved(JSONFault(offset: parser.at, message: "text after the end of the array")))
    }

    private var firstBracket: Int {
        window.base > 0 ? 0 : bytes.firstIndex(of: UInt8(ascii: "[")) ?? 0
    }

    /// Past the bracket that closes the one at `start`; nil if brackets or quotes do not match up.
    private func matchingEnd(from start: Int) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") else {
            return nil
        }
        var open: [UInt8] = []
        var at = start
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == bytes[at] else { return nil }
                if open.isEmpty { return at + 1 }
            case UInt8(ascii: "\""):
                guard let quote = closingQuote(after: at) else { return nil }
                at = quote
            default: break
            }
            at += 1
        }
        return nil
    }

    private func closingQuote(after quote: Int) -> Int? {
        var at = quote + 1
        while at < bytes.count, bytes[at] != 0x0A {
            if bytes[at] == UInt8(ascii: "\"") { return at }
            at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    // MARK: Lines

    private mutating func nextLine(_ text: inout SourceText) -> Frame? {
        while true {
            slide(&text)
            guard at < bytes.count else {
                isFinished = true
                return nil
            }
            let start = at
            guard let end = bytes[at...].firstIndex(of: 0x0A) ?? (window.grow() ? nil : bytes.count) else { continue }
            at = min(end + 1, bytes.count)
            if at == bytes.count, window.isLast { isFinished = true }
            var parser = JSONParser(bytes, range: start..<end, base: window.base)
            parser.skipSpace()
            if parser.at == end {
                if isFinished { return nil }
                continue
            }
            return frame { () throws(JSONFault) in try parser.document() }
        }
    }

    /// A line each where the name says so or the first line is a whole value with another value below it.
    private static func layout(_ bytes: [UInt8], from start: Int, linesExpected: Bool) -> Layout {
        guard start < bytes.count else { return .single }
        let lineEnd = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        var below = JSONParser(bytes, range: min(lineEnd + 1, bytes.count)..<bytes.count)
        below.skipSpace()
        let anotherBelow = below.at < bytes.count && bytes[below.at] == UInt8(ascii: "{")
        var first = JSONParser(bytes, range: start..<lineEnd)
        let firstIsWhole = (try? first.document()) != nil
        if bytes[start] == UInt8(ascii: "[") { return linesExpected && firstIsWhole && anotherBelow ? .lines : .array }
        // A name that says lines is believed unless the first value plainly goes on below.
        return anotherBelow && (firstIsWhole || linesExpected) || linesExpected && firstIsWhole ? .lines : .single
    }
}
