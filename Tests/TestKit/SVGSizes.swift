public import Layout
public import Style

/// An image store that knows SVG alone, by its root tag: `width` and `height` in px, and the ratio of `viewBox`.
///
/// References are `data:image/svg+xml,<svg …>` URLs, not escaped.
public final class SVGSizes: ImageSizer {
    public init() {}

    public func image(for reference: ResourceReference) -> ImageInfo? {
        guard reference.url.hasPrefix("data:image/svg+xml,") else { return nil }
        return Self.size(of: reference.url)
    }

    public func image(forSVG markup: [UInt8], key: Int) -> ImageInfo? {
        Self.size(of: String(decoding: markup, as: UTF8.self))
    }

    private static func size(of markup: String) -> ImageInfo {
        let tag = markup.prefix { $0 != ">" }
        var values: [Substring: [Double]] = [:]
        for attribute in tag.split(separator: " ", maxSplits: 1).dropFirst().joined().attributes {
            values[attribute.name] = attribute.value.split(separator: " ").compactMap { Double($0) }
        }
        let width = values["width"]?.first
        let height = values["height"]?.first
        var ratio: Double?
        if let box = values["viewBox"], box.count == 4 { ratio = box[2] / box[3] }
        if let width, let height { ratio = width / height }
        return ImageInfo(id: ImageID(raw: 1), width: width, height: height, aspectRatio: ratio)
    }
}

extension String {
    /// `name="value"`, `name='value'` and `name=value` pairs.
    fileprivate var attributes: [(name: Substring, value: Substring)] {
        var found: [(Substring, Substring)] = []
        var rest = self[...]
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].split(separator: " ").last ?? ""
            rest = rest[equals...].dropFirst()
            let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
            if quote != nil { rest = rest.dropFirst() }
            let value = rest.prefix { $0 != (quote ?? " ") && (quote != nil || $0 != "/") }
            found.append((name, value))
            rest = rest[value.endIndex...].dropFirst()
        }
        return found
    }
}
