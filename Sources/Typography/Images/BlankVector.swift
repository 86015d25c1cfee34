/// An SVG that shows nothing, as templates have it in the place of a picture that is not there: one empty element with a
/// size in px. It needs no library.
struct BlankVector {
    let width: Double
    let height: Double

    /// Nil for every other document, well-formed or not.
    init?(_ bytes: [UInt8]) {
        guard bytes.count < 256 else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("<svg "), text.hasSuffix("/>") else { return nil }
        var sizes: [Substring: Double] = [:]
        for part in text.dropFirst("<svg ".count).dropLast("/>".count).split(separator: " ") {
            guard let equals = part.firstIndex(of: "="), let value = Self.unquoted(part[part.index(after: equals)...])
            else { return nil }
            switch part[..<equals] {
            case "xmlns" where value == "http://www.w3.org/2000/svg": continue
            case let name where name == "width" || name == "height":
                guard value.allSatisfy({ $0.isASCII && $0.isNumber }), let size = Double(value), size > 0,
                    sizes.updateValue(size, forKey: name) == nil
                else { return nil }
            default: return nil
            }
        }
        guard let width = sizes["width"], let height = sizes["height"] else { return nil }
        (self.width, self.height) = (width, height)
    }

    private static func unquoted(_ text: Substring) -> Substring? {
        guard text.utf8.count >= 2, let quote = text.first, quote == "'" || quote == "\"", text.last == quote else {
            return nil
        }
        let inner = text.dropFirst().dropLast()
        return inner.contains(quote) || inner.contains("&") || inner.contains("<") ? nil : inner
    }
}
