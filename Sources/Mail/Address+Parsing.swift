internal import CGMime
public import Diagnostics

extension Address {
    /// Reads one address as a person writes it: `zoe@example.com`, `"Zoë, Accounts" <zoe@example.com>`.
    ///
    /// Refused: several in one field, control characters, encoded words, quoted local parts, address literals,
    /// a leading dash, names without a domain. `location` goes into the diagnostic.
    public init(_ text: String, at location: SourceLocation = SourceLocation()) throws(DiagnosticError) {
        func refuse(_ message: String, _ hint: String) -> DiagnosticError {
            DiagnosticError(.error(message, at: location, hint: hint))
        }
        if let fault = faultInHeaderText(text) {
            throw refuse("an address \(fault)", "write one address on one line, as it is to be read")
        }
        guard let parsed = ParsedMailbox.one(in: text) else {
            throw refuse("'\(text)' is not one address", "write it as name@example.com, one address an entry")
        }
        switch checkedMailbox(parsed.mailbox) {
        case .success(let mailbox): self.init(name: parsed.name, mailbox: mailbox)
        case .failure(let fault): throw refuse("'\(text)' is no usable address: \(fault.reason)", fault.hint)
        }
    }
}

extension Address {
    /// The same mailbox under a display name, such as the customer's.
    public func named(_ name: String, at location: SourceLocation = SourceLocation()) throws(DiagnosticError) -> Address
    {
        if let fault = faultInHeaderText(name) {
            let hint = "write the name on one line, as it is to be read"
            throw DiagnosticError(.error("the name in an address \(fault)", at: location, hint: hint))
        }
        return Address(name: name, mailbox: mailbox)
    }
}

private struct MailboxFault: Error {
    let reason: String
    let hint: String

    init(_ reason: String, _ hint: String = "write it as name@example.com") {
        self.reason = reason
        self.hint = hint
    }
}

/// The mailbox in ASCII, if each of its parts is what RFC 5321 §4.5.3.1 and RFC 5322 §3.4.1 (dot-atom) allow.
private func checkedMailbox(_ mailbox: String) -> Result<String, MailboxFault> {
    let parts = mailbox.split(separator: "@", omittingEmptySubsequences: false)
    let isVisible = mailbox.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint }
    guard isVisible else { return .failure(MailboxFault("it holds signs that cannot be seen", "type it anew")) }
    guard parts.count == 2 else { return .failure(MailboxFault("there must be one @ in it")) }
    let (local, domain) = (normalized(String(parts[0])), String(parts[1]))
    guard isDotAtom(local.unicodeScalars), local.utf8.count <= 64 else {
        return .failure(MailboxFault("'\(local)' cannot stand before the @"))
    }
    guard local.utf8.first != UInt8(ascii: "-") else { return .failure(MailboxFault("it begins with a dash")) }
    guard let name = asciiHostName(domain), isHostName(name.utf8) else {
        return .failure(MailboxFault("'\(domain)' is not a domain"))
    }
    let result = "\(local)@\(name)"
    guard result.utf8.count <= 254 else { return .failure(MailboxFault("it is longer than 254 characters")) }
    return .success(result)
}

private func asciiHostName(_ domain: String) -> String? {
    guard let ascii = g_hostname_to_ascii(domain) else { return nil }
    defer { g_free(ascii) }
    return String(cString: ascii)
}

/// RFC 6532 §3.1: letters with their marks in one sign (NFC).
private func normalized(_ text: String) -> String {
    guard let composed = g_utf8_normalize(text, -1, G_NORMALIZE_NFC) else { return text }
    defer { g_free(composed) }
    return String(cString: composed)
}

/// RFC 5322 §3.2.3, with the letters of RFC 6532 §3.2.
private func isDotAtom(_ scalars: String.UnicodeScalarView) -> Bool {
    let atoms = scalars.split(separator: ".", omittingEmptySubsequences: false)
    return atoms.allSatisfy { atom in !atom.isEmpty && atom.allSatisfy(isAtomText) }
}

/// Beyond ASCII only what words are made of: no signs, no spaces, nothing that cannot be seen.
private func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        return isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .decimalNumber:
        return true
    default: return false
    }
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
    default: false
    }
}

/// RFC 1123 §2.1: labels of letters, digits and inner dashes, 63 at most, 253 together; the last is no number.
private func isHostName(_ bytes: String.UTF8View) -> Bool {
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let dash = UInt8(ascii: "-")
    let allRight = labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != dash && label.last != dash
            && label.allSatisfy { isLetterOrDigit($0) || $0 == dash }
    }
    let endsInNumber = labels.last?.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
    return allRight && !endsInNumber && bytes.count <= 253
}
