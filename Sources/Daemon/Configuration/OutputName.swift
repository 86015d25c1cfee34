internal import Diagnostics
internal import Platform

/// The name of a PDF, made from a pattern such as `{number}` or `{date} {customer}`.
enum OutputName {
    /// The pattern, if every field in it is known.
    static func checked(_ pattern: String) throws(ValueFault) -> String { try NamePattern.output.checked(pattern) }

    /// The file name: the fields filled in, made safe, `.pdf` behind it, 255 bytes at most.
    static func make(_ pattern: String, _ values: [String: String]) -> FileName {
        FileName(safe: NamePattern.filled(pattern, values), suffix: ".pdf", fallback: "invoice")
    }
}

/// Text with fields in braces, for something that invoices are told apart by.
struct NamePattern {
    static let output = NamePattern(
        fields: ["number", "seller", "customer", "date", "currency", "source"], place: "a file name",
        whole: "every PDF would have the same name")
    static let subject = NamePattern(
        fields: ["title", "number", "seller", "customer", "date"], place: "a subject",
        whole: "every mail would have the same subject")

    let fields: [String]
    let place: String
    let whole: String

    /// The pattern, if every field in it is known.
    func checked(_ pattern: String) throws(ValueFault) -> String {
        var hasField = false
        for part in Self.parts(of: pattern) {
            guard case .field(let name) = part else { continue }
            hasField = true
            if fields.contains(name) { continue }
            let near = nearestName(to: name, among: fields)
            throw ValueFault(
                message: "'{\(name)}' is not known in \(place)",
                hint: near.map { "did you mean '{\($0)}'?" }
                    ?? "known are \(fields.map { "{\($0)}" }.joined(separator: " "))")
        }
        if !hasField { throw ValueFault(message: whole, hint: "put {number} into it") }
        return pattern
    }

    static func filled(_ pattern: String, _ values: [String: String]) -> String {
        parts(of: pattern).map { part in
            switch part {
            case .text(let text): text
            case .field(let name): values[name] ?? ""
            }
        }.joined()
    }

    private enum Part {
        case text(String)
        case field(String)
    }

    private static func parts(of pattern: String) -> [Part] {
        var parts: [Part] = []
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            parts.append(.text(String(rest[..<open])))
            parts.append(.field(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        return parts + [.text(String(rest))]
    }
}
