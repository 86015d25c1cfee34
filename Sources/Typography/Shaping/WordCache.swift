/// Words that were shaped before, in font units: a hash table over one arena of bytes and one of glyphs.
///
/// An invoice says the same words on each line; looking one up costs a tenth of shaping it.
struct WordCache {
    /// A word as it was shaped between its neighbours: fonts kern with spaces, too.
    struct Entry {
        fileprivate var hash: UInt64
        fileprivate var context: UInt32
        fileprivate var keyStart: Int32
        fileprivate var keyLength: Int32
        var glyphStart: Int32
        var glyphCount: Int32
        /// The advance of a space that stands before the word.
        var leadingSpace: Int32
    }

    struct UnitGlyph {
        var id: UInt32
        /// From the start of the word.
        var offset: Int32
        var advance: Int32
        var x: Int32
        var y: Int32
    }

    private(set) var glyphs: [UnitGlyph] = []
    private var keys: [UInt8] = []
    private var entries: [Entry] = []
    /// Index into `entries` plus one; a power of two many.
    private var slots = [Int32](repeating: 0, count: 1024)
    private static let mostEntries = 60_000

    /// What tells apart words of the same bytes.
    static func context(face: Int, settings: Int, afterSpace: Bool, beforeSpace: Bool) -> UInt32 {
        UInt32(truncatingIfNeeded: face << 16 | settings << 2 | (afterSpace ? 2 : 0) | (beforeSpace ? 1 : 0))
    }

    static func hash(_ word: UnsafeBufferPointer<UInt8>, _ context: UInt32) -> UInt64 {
        var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(context) &* 0x9E37_79B9_7F4A_7C15
        for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash ^ hash >> 32
    }

    func find(_ word: UnsafeBufferPointer<UInt8>, _ context: UInt32, hash: UInt64) -> Entry? {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.hash == hash, entry.context == context, Int(entry.keyLength) == word.count, isKey(entry, word) {
                return entry
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Keeps a word; the answer is valid until the next `add`.
    mutating func add(
        _ word: UnsafeBufferPointer<UInt8>, _ context: UInt32, hash: UInt64, glyphs: [UnitGlyph], leadingSpace: Int32
    ) -> Entry {
        if entries.count >= Self.mostEntries { removeAll() }
        let entry = Entry(
            hash: hash, context: context, keyStart: Int32(keys.count), keyLength: Int32(word.count),
            glyphStart: Int32(self.glyphs.count), glyphCount: Int32(glyphs.count), leadingSpace: leadingSpace)
        keys.append(contentsOf: word)
        self.glyphs.append(contentsOf: glyphs)
        entries.append(entry)
        if entries.count * 2 > slots.count { grow() } else { insert(entries.count) }
        return entry
    }

    private mutating func removeAll() {
        self = WordCache()
    }

    private func isKey(_ entry: Entry, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = Int(entry.keyStart)
        for byte in word {
            if keys[place] != byte { return false }
            place += 1
        }
        return true
    }

    private mutating func grow() {
        slots = [Int32](repeating: 0, count: slots.count * 2)
        for number in 1...entries.count { insert(number) }
    }

    private mutating func insert(_ number: Int) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: entries[number - 1].hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = Int32(number)
    }
}
