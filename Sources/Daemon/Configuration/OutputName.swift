internal import Diagnostics
internal import Platform

/// The name of a PDF, made from a pattern such as `{number}` or `{date} {customer}`.
enum OutputName {
    static let fields = ["number", "seller", "customer", "date", "currency", "source"]

    /// The pattern, if every field in it is known.
    static func checked(_ pattern: String) throws(ValueFault) -> String {
        var hasField = false
        for part in parts(of: pattern) {
            guard case .field(let name) = part else { continue }
            hasField = true
            if fields.contains(name) { continue }
            let near = nearestName(to: name, among: fields)
            throw ValueFault(
                message: "'{\(name)}' is not known in a file name",
                hint: near.map { "did you mean '{\($0)}'?" }
                    ?? "known are \(fields.map { "{\($0)}" }.joined(separator: " "))")
        }
        if !hasField { throw ValueFault(message: "every PDF would have the same name", hint: "put {number} into it") }
        return pattern
    }

    /// The file name: the fields filled in, made safe, `.pdf` behind it, 255 bytes at most.
    static func make(_ pattern: String, _ values: [String: String]) -> FileName {
        let text = parts(of: pattern).map { part in
            switch part {
            case .text(let text): text
            case .field(let name): values[name] ?? ""
            }
        }.joined()
        return FileName(safe: text, suffix: ".pdf", fallback: "invoice")
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
