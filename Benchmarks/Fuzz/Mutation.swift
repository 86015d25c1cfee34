/// Changes a document in ways that a careless or hostile author would.
struct Mutation {
    private var document: [UInt8]
    private let donors: [[UInt8]]
    private var randomness: Randomness
    private var invention: Invention
    /// In bytes: what is larger takes its time without finding more.
    private static let largest = 150_000

    init(_ document: [UInt8], donors: [[UInt8]], _ randomness: Randomness) {
        self.document = document
        self.donors = donors
        self.randomness = randomness
        invention = Invention(Randomness(seed: self.randomness.next()))
    }

    mutating func mutated() -> [UInt8] {
        for _ in 0..<randomness.count(upTo: 16) { mutate() }
        return document
    }

    private mutating func mutate() {
        switch randomness.below(14) {
        case 0, 1: replaceNumber()
        case 2, 3, 4: declare()
        case 5: addRule()
        case 6: deleteRange()
        case 7: repeatRange()
        case 8: insert(Array(invention.elements(upTo: 20).utf8), behind: 0x3E)
        case 9: splice()
        case 10: flipBytes()
        case 11: insert(Array(invention.tower().utf8), behind: 0x3E)
        case 12: changeAttribute()
        default: replaceValue()
        }
    }

    // MARK: CSS

    private mutating func replaceNumber() {
        guard let start = position(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return }
        let end = document[start...].firstIndex { !($0 >= 0x30 && $0 <= 0x39) && $0 != 0x2E } ?? document.count
        document.replaceSubrange(start..<end, with: Array(invention.number().utf8))
    }

    /// A declaration into a style attribute, a new one if there is none.
    private mutating func declare() {
        let declaration = invention.declaration()
        if let place = find(" style=") {
            let quote = place + 7
            guard quote < document.count else { return }
            document.insert(contentsOf: Array("\(declaration);".utf8), at: min(document.count, quote + 1))
        } else if let place = openingTag() {
            document.insert(contentsOf: Array(" style=\"\(declaration)\"".utf8), at: place)
        }
    }

    private mutating func addRule() {
        let rule = Array(invention.rule().utf8)
        if let place = find("</style") {
            document.insert(contentsOf: rule, at: place)
        } else {
            document.insert(contentsOf: Array("<style>".utf8) + rule + Array("</style>".utf8), at: 0)
        }
    }

    private mutating func replaceValue() {
        guard let colon = position(where: { $0 == 0x3A }) else { return }
        let end =
            document[colon...].firstIndex { $0 == 0x3B || $0 == 0x7D || $0 == 0x22 || $0 == 0x3C } ?? document.count
        document.replaceSubrange((colon + 1)..<end, with: Array(invention.value().utf8))
    }

    // MARK: Markup

    private mutating func changeAttribute() {
        guard let place = openingTag() else { return }
        document.insert(contentsOf: Array(invention.attribute().utf8), at: place)
    }

    private mutating func deleteRange() {
        guard let range = range(upTo: 200) else { return }
        document.removeSubrange(range)
    }

    private mutating func repeatRange() {
        guard let range = range(upTo: 400), !range.isEmpty else { return }
        let most = min(200, (Self.largest - document.count) / range.count)
        guard most > 0 else { return }
        let copy = Array(document[range])
        let times = randomness.count(upTo: most)
        document.insert(contentsOf: (0..<times).flatMap { _ in copy }, at: range.upperBound)
    }

    private mutating func splice() {
        guard !donors.isEmpty else { return }
        let donor = randomness.pick(donors)
        guard !donor.isEmpty else { return }
        let start = randomness.below(donor.count)
        let end = min(donor.count, start + randomness.count(upTo: 2_000))
        insert(Array(donor[start..<end]), behind: 0x3E)
    }

    private mutating func flipBytes() {
        guard !document.isEmpty else { return }
        for _ in 0..<randomness.count(upTo: 8) {
            document[randomness.below(document.count)] = UInt8(truncatingIfNeeded: randomness.next())
        }
    }

    // MARK: Places

    private mutating func insert(_ bytes: [UInt8], behind byte: UInt8) {
        guard document.count + bytes.count < 1_200_000 else { return }
        let place = position(where: { $0 == byte }).map { $0 + 1 } ?? document.count
        document.insert(contentsOf: bytes, at: place)
    }

    /// A range that mostly begins at a tag and ends before one.
    private mutating func range(upTo most: Int) -> Range<Int>? {
        guard !document.isEmpty else { return nil }
        if randomness.one(in: 3) {
            let start = randomness.below(document.count)
            return start..<min(document.count, start + randomness.count(upTo: most))
        }
        guard let start = position(where: { $0 == 0x3C }) else { return nil }
        var end = start
        for _ in 0..<randomness.count(upTo: 8) {
            guard let next = document[min(document.count, end + 1)...].firstIndex(of: 0x3C) else { break }
            end = next
        }
        return start..<end
    }

    /// A place of such a byte at or behind a random place.
    private mutating func position(where matches: (UInt8) -> Bool) -> Int? {
        guard !document.isEmpty else { return nil }
        let start = randomness.below(document.count)
        return document[start...].firstIndex(where: matches) ?? document[..<start].firstIndex(where: matches)
    }

    /// Behind the name of a random opening tag.
    private mutating func openingTag() -> Int? {
        for _ in 0..<10 {
            guard let start = position(where: { $0 == 0x3C }), start + 1 < document.count else { return nil }
            guard document[start + 1] >= 0x41 else { continue }
            return document[(start + 1)...].firstIndex { $0 < 0x30 || $0 == 0x3E }
        }
        return nil
    }

    private mutating func find(_ text: String) -> Int? {
        let wanted = Array(text.utf8)
        guard document.count >= wanted.count else { return nil }
        let start = randomness.below(document.count)
        let last = document.count - wanted.count
        for offset in 0...last {
            let place = (start + offset) % (last + 1)
            if document[place..<(place + wanted.count)].elementsEqual(wanted) { return place }
        }
        return nil
    }
}
