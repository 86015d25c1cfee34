import Diagnostics

/// A character that no font has.
public struct MissingCharacter: Sendable, Hashable {
    public var character: Unicode.Scalar
    public var count: Int
    /// The text around its first place.
    public var context: String
}

/// Counts the characters that no font has.
struct MissingCharacters {
    private(set) var list: [MissingCharacter] = []
    private var places: [Unicode.Scalar: Int] = [:]
    private static let contextLength = 24

    mutating func note(at offset: Int, in text: [UInt8]) {
        guard
            let scalar = String(decoding: text[offset..<min(offset + 4, text.count)], as: UTF8.self).unicodeScalars
                .first
        else { return }
        if let place = places[scalar] {
            list[place].count += 1
            return
        }
        places[scalar] = list.count
        let start = max(0, offset - Self.contextLength)
        let end = min(text.count, offset + Self.contextLength)
        // A character cut in two at either end decodes to U+FFFD.
        let context = String(decoding: text[start..<end], as: UTF8.self).filter { $0 != "\u{FFFD}" && !$0.isNewline }
        list.append(MissingCharacter(character: scalar, count: 1, context: context))
    }

    var diagnostics: [Diagnostic] {
        list.map { missing in
            let digits = String(missing.character.value, radix: 16, uppercase: true)
            let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            let times = missing.count == 1 ? "once" : "\(missing.count) times"
            return .warning(
                "no font has '\(missing.character)' (U+\(code)), which stands \(times), first in \"\(missing.context)\"",
                hint: "install a font that has it, or name one in the template's font-family")
        }
    }
}
