internal import CSystemd
internal import Glibc

/// The name of a file in its folder: bytes as the kernel has them, at most 255, no `/` and no NUL, neither `.` nor `..`.
public struct FileName: Sendable, Hashable, Comparable {
    public let bytes: [UInt8]

    /// The longest name that Linux file systems take, in bytes.
    public static let limit = 255

    /// Nil where the bytes cannot name a file in a folder.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard !bytes.isEmpty, bytes.count <= Self.limit, bytes != [0x2E], bytes != [0x2E, 0x2E] else { return nil }
        guard !bytes.contains(0x2F), !bytes.contains(0) else { return nil }
        self.bytes = bytes
    }

    public init?(text: String) { self.init(bytes: text.utf8) }

    /// A name made safe from any text: `/`, controls and leading dots or dashes replaced, spaces trimmed, cut so
    /// that name and suffix fit 255 bytes; `fallback` where nothing is left. Shape: never a path, never hidden.
    public init(safe text: String, suffix: String = "", fallback: String = "unnamed") {
        if Self.isPlain(text.utf8), text.utf8.count + suffix.utf8.count <= Self.limit {
            self.bytes = Array(text.utf8) + Array(suffix.utf8)
            return
        }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            let isBidiControl = (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            let isUnwanted = "/\\:*?\"<>|".unicodeScalars.contains(scalar)
            if isBidiControl { continue }
            scalars.append(isControl || isUnwanted ? "-" : scalar)
        }
        let unwanted: Set<Unicode.Scalar> = [" ", ".", "-"]
        while let first = scalars.first, unwanted.contains(first) { scalars.removeFirst() }
        while let last = scalars.last, last == " " || last == "." { scalars.removeLast() }
        if scalars.isEmpty { scalars.append(contentsOf: fallback.unicodeScalars) }
        while String(scalars).utf8.count + suffix.utf8.count > Self.limit { scalars.removeLast() }
        self.bytes = Array(String(scalars).utf8) + Array(suffix.utf8)
    }

    /// Letters, digits, and dashes between them: a name that is safe as it stands.
    private static func isPlain(_ text: String.UTF8View) -> Bool {
        guard let first = text.first, first != 0x2D else { return false }
        return text.allSatisfy { byte in
            switch byte {
            case 0x2D, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: false
            }
        }
    }

    private init(trusted bytes: [UInt8]) { self.bytes = bytes }

    /// This name with text after it; the name is cut, never the suffix, so that both fit 255 bytes.
    public func appending(_ suffix: String) -> FileName {
        let room = Self.limit - suffix.utf8.count
        return FileName(trusted: Array(bytes.prefix(cut(to: room))) + Array(suffix.utf8))
    }

    /// This name with text before it; cut at its end to fit 255 bytes.
    public func prefixed(_ prefix: String) -> FileName {
        let room = Self.limit - prefix.utf8.count
        return FileName(trusted: Array(prefix.utf8) + Array(bytes.prefix(cut(to: room))))
    }

    /// This name with text between its stem and its extension: `a.pdf` becomes `a-2.pdf`.
    public func inserting(_ text: String) -> FileName {
        let tail = Array(text.utf8) + fileExtension
        let stem = bytes.prefix(bytes.count - fileExtension.count)
        return FileName(trusted: Array(stem.prefix(cut(to: Self.limit - tail.count))) + tail)
    }

    /// Where to cut so that no UTF-8 sequence is split.
    private func cut(to room: Int) -> Int {
        guard bytes.count > room else { return bytes.count }
        var end = room
        while end > 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// The last dot and what follows, or nothing; a dot at the start begins no extension.
    public var fileExtension: [UInt8] {
        guard let dot = bytes.lastIndex(of: 0x2E), dot > 0 else { return [] }
        return Array(bytes[dot...])
    }

    /// The name without its extension, as text for people; bytes that are not UTF-8 become U+FFFD.
    public var stem: String { String(decoding: bytes.dropLast(fileExtension.count), as: UTF8.self) }

    /// The whole name as text; bytes that are not UTF-8 become U+FFFD. For names that were made from text: lossless.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public var isHidden: Bool { bytes.first == 0x2E }

    public func hasSuffix(_ suffix: String) -> Bool { bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }

    /// Whether a shell pattern (fnmatch(3): `*`, `?`, `[a-z]`) fits the whole name.
    public func matches(_ pattern: String) -> Bool {
        withCString { name in fnmatch(pattern, name, 0) == 0 }
    }

    public static func < (a: FileName, b: FileName) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

    /// Calls `body` with the name as a NUL-terminated C string.
    func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var terminated = bytes.map { CChar(bitPattern: $0) }
        terminated.append(0)
        return try body(terminated)
    }
}

extension FileName: CustomStringConvertible {
    /// For logs and reports: text where the bytes are UTF-8, `\xHH` and `\n` for the rest.
    public var description: String { escaped(bytes) }
}

extension FileName: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = FileName(text: text) ?? FileName(safe: text) }
}
