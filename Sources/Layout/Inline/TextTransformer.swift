import Style

/// `text-transform` over collected text, by the rules of its language (CSS Text 3 §2.1).
struct TextTransformer {
    private enum Tailoring { case none, turkic, dutch, greek }

    private let transform: TextTransform
    private let tailoring: Tailoring

    init(_ transform: TextTransform, language: String) {
        self.transform = transform
        let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        tailoring =
            switch primary {
            case "tr", "az": .turkic
            case "nl": .dutch
            case "el": .greek
            default: .none
            }
    }

    /// Transforms the bytes from `start` to the end. What stands before decides whether a word goes on.
    func apply(to bytes: inout [UInt8], from start: Int) {
        let isASCII = bytes[start...].allSatisfy { $0 < 0x80 }
        if isASCII, tailoring != .turkic, transform != .fullWidth, transform != .capitalize {
            for index in start..<bytes.count {
                bytes[index] = transform == .uppercase ? Self.upper(bytes[index]) : Self.lower(bytes[index])
            }
            return
        }
        let scalars = Array(String(decoding: bytes[start...], as: UTF8.self).unicodeScalars)
        var out = ""
        switch transform {
        case .none: return
        case .uppercase: uppercase(scalars, into: &out)
        case .lowercase: lowercase(scalars, into: &out)
        case .capitalize: capitalize(scalars, insideWord: Self.endsInsideWord(bytes[..<start]), into: &out)
        case .fullWidth: for scalar in scalars { out.unicodeScalars.append(Self.fullWidth(scalar)) }
        }
        bytes.removeSubrange(start...)
        bytes.append(contentsOf: out.utf8)
    }

    private func uppercase(_ scalars: [Unicode.Scalar], into out: inout String) {
        for scalar in scalars {
            switch (tailoring, scalar) {
            case (.turkic, "i"): out.append("\u{130}")
            case (.greek, _): out.append(Self.greekUpper(scalar))
            default: out.append(scalar.properties.uppercaseMapping)
            }
        }
    }

    private func lowercase(_ scalars: [Unicode.Scalar], into out: inout String) {
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "I" where tailoring == .turkic: out.append("\u{131}")
            case "\u{130}" where tailoring == .turkic: out.append("i")
            case "\u{3A3}":
                let follows = index > 0 && scalars[index - 1].properties.isAlphabetic
                let ends = index + 1 == scalars.count || !scalars[index + 1].properties.isAlphabetic
                out.append(follows && ends ? "\u{3C2}" : "\u{3C3}")
            default: out.append(scalar.properties.lowercaseMapping)
            }
        }
    }

    private func capitalize(_ scalars: [Unicode.Scalar], insideWord: Bool, into out: inout String) {
        var insideWord = insideWord
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            defer { index += 1 }
            guard isLetter else {
                let goesOn =
                    insideWord && (Self.staysInWord(scalar) || scalar.properties.canonicalCombiningClass.rawValue != 0)
                insideWord = goesOn
                out.unicodeScalars.append(scalar)
                continue
            }
            if insideWord {
                out.unicodeScalars.append(scalar)
            } else if tailoring == .turkic, scalar == "i" {
                out.append("\u{130}")
            } else if tailoring == .dutch, scalar == "i", index + 1 < scalars.count, scalars[index + 1] == "j" {
                out.append("IJ")
                index += 1
            } else {
                out.append(scalar.properties.titlecaseMapping)
            }
            insideWord = true
        }
    }

    /// Apostrophes and full stops between letters do not begin a word (UAX 29, MidLetter and MidNumLet).
    private static func staysInWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "'", "\u{2019}", ".", ":", "\u{B7}", "_", "\u{AD}", "\u{200D}": true
        default: false
        }
    }

    private static func endsInsideWord(_ before: ArraySlice<UInt8>) -> Bool {
        guard let last = String(decoding: before.suffix(4), as: UTF8.self).unicodeScalars.last else { return false }
        return last.properties.isAlphabetic || last.properties.numericType != nil || last == "'" || last == "\u{2019}"
    }

    /// Capital Greek is written without accents; a dialytika stays.
    private static func greekUpper(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x3AC, 0x386: "\u{391}"
        case 0x3AD, 0x388: "\u{395}"
        case 0x3AE, 0x389: "\u{397}"
        case 0x3AF, 0x38A: "\u{399}"
        case 0x3CC, 0x38C: "\u{39F}"
        case 0x3CD, 0x38E: "\u{3A5}"
        case 0x3CE, 0x38F: "\u{3A9}"
        case 0x390, 0x3CA, 0x3AA: "\u{3AA}"
        case 0x3B0, 0x3CB, 0x3AB: "\u{3AB}"
        case 0x301, 0x300, 0x342: ""
        default: scalar.properties.uppercaseMapping
        }
    }

    private static func fullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x21...0x7E: Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar
        case 0x20: "\u{3000}"
        default: scalar
        }
    }

    private static func upper(_ byte: UInt8) -> UInt8 { byte >= 0x61 && byte <= 0x7A ? byte - 0x20 : byte }
    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte }
}
