/// Glyphs whose own mapping to text would not give the text they show, so that the text is stated (§14.9.4).
struct TextSpan {
    var glyphs: Range<Int>
    var bytes: Range<Int>
}

/// Finds them: a walk over the clusters of a run in the order of its text.
struct TextSpans {
    private let shown: ShownText
    private let characters: [UInt32]

    static func find(in shown: ShownText) -> [TextSpan] {
        TextSpans(shown: shown, characters: shown.font.program.characters).find()
    }

    /// Whether each glyph stands for one letter of ASCII, as in most texts: then nothing is to be stated.
    static func sayThemselves(_ shown: ShownText) -> Bool {
        guard !shown.isRightToLeft, shown.glyphs.count == shown.range.count,
            shown.range.upperBound <= shown.text.count
        else { return false }
        let characters = shown.font.program.characters
        let start = shown.range.lowerBound
        return shown.glyphs.withUnsafeBufferPointer { glyphs in
            shown.text.withUnsafeBufferPointer { text in
                for index in 0..<glyphs.count {
                    let glyph = glyphs[index]
                    let letter = text[start + index]
                    guard letter < 0x80, Int(glyph.cluster) == start + index, Int(glyph.id) < characters.count,
                        characters[Int(glyph.id)] == UInt32(letter), letter != 0
                    else { return false }
                }
                return true
            }
        }
    }

    private func find() -> [TextSpan] {
        var spans: [TextSpan] = []
        let count = shown.glyphs.count
        var start = shown.range.lowerBound
        var index = 0
        while index < count {
            let cluster = glyph(index).cluster
            var next = index + 1
            while next < count, glyph(next).cluster == cluster { next += 1 }
            let following = next < count ? Int(glyph(next).cluster) : shown.range.upperBound
            let end = max(start, min(following, shown.range.upperBound))
            if !isPlain(index..<next, start..<end) {
                let glyphs = shown.isRightToLeft ? count - next..<count - index : index..<next
                spans.append(TextSpan(glyphs: glyphs, bytes: start..<end))
            }
            start = end
            index = next
        }
        return shown.isRightToLeft ? spans.reversed() : spans
    }

    @inline(__always)
    private func glyph(_ index: Int) -> ShownGlyph {
        shown.glyphs[shown.isRightToLeft ? shown.glyphs.count - 1 - index : index]
    }

    /// Whether the glyphs, in the order of the text, say the bytes by themselves.
    @inline(__always)
    private func isPlain(_ glyphs: Range<Int>, _ bytes: Range<Int>) -> Bool {
        let first = glyph(glyphs.lowerBound).id
        if glyphs.count == 1 {
            if let length = matchedLength(first, bytes.lowerBound), length == bytes.count { return true }
            return !bytes.isEmpty && shown.font.stands(first, for: shown.text[bytes])
        }
        var place = bytes.lowerBound
        for index in glyphs {
            guard place < bytes.upperBound, let length = matchedLength(glyph(index).id, place) else { return false }
            place += length
        }
        return place == bytes.upperBound
    }

    /// How many bytes the font's own character of a glyph takes, if it stands at a place.
    @inline(__always)
    private func matchedLength(_ glyph: UInt16, _ place: Int) -> Int? {
        guard Int(glyph) < characters.count, place < shown.text.count else { return nil }
        let character = characters[Int(glyph)]
        guard character != 0 else { return nil }
        let first = shown.text[place]
        if first < 0x80 { return character == UInt32(first) ? 1 : nil }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard place + length <= shown.text.count else { return nil }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in shown.text[place + 1..<place + length] { value = value << 6 | UInt32(byte & 0x3F) }
        return value == character ? length : nil
    }
}
