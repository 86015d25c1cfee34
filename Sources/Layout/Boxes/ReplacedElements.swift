import Geometry
import Markup
import Style

/// Elements whose content CSS does not lay out: images, inline SVG, and controls that show a value.
extension BoxBuilder {
    /// The box of a replaced element; nil for every other element, and for an image that is missing and only has a
    /// text to show in its place.
    func replacedBox(_ node: NodeID, _ style: ComputedStyle) -> Box? {
        switch kind(of: node) {
        case .image: return imageBox(node, style, source: document[node].attribute("src"))
        case .object: return document[node].attribute("data").flatMap { imageBox(node, style, source: $0) }
        case .svg:
            let image = context.images.image(forSVG: document.xml(of: node), key: node.index)
            return replaced(node, style, image, "")
        case .frame:
            let frame = ImageInfo(id: ImageID(raw: -1), width: 300, height: 150, aspectRatio: 2)
            return replaced(node, style, frame, "")
        default: return nil
        }
    }

    private func imageBox(_ node: NodeID, _ style: ComputedStyle, source: String?) -> Box? {
        let alternative = document[node].attribute("alt") ?? ""
        let info = source.flatMap { context.images.image(for: ResourceReference(url: $0)) }
        if info == nil, !alternative.isEmpty { return nil }
        return replaced(node, style, info, alternative)
    }

    private func replaced(_ node: NodeID, _ style: ComputedStyle, _ info: ImageInfo?, _ alternative: String) -> Box {
        Box(
            style: style, node: node, order: nextOrder(),
            inside: .replaced(ReplacedBox(image: info, alternativeText: alternative)))
    }

    /// Text that an element shows without having it as content: that of a missing image.
    func shownValue(of node: NodeID) -> String? {
        kind(of: node) == .image && document[node].name == "img" ? document[node].attribute("alt") : nil
    }
}
