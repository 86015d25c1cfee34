/// A place in the document that links and the outline lead to (§12.3.2): points, y up.
public struct PDFDestination: Sendable {
    let page: ObjectID
    let x: Double
    let y: Double

    /// The window's corner goes there; the magnification stays.
    func write(_ writer: inout ObjectWriter) {
        writer.array {
            $0.value(page)
            $0.value(name: "XYZ")
            $0.value(x)
            $0.value(y)
            $0.bytes.put(" null")
        }
    }
}

/// Where a link leads.
public enum LinkTarget: Sendable, Hashable {
    case uri(String)
    /// A destination of the document by name; a link to a name that never comes is left out.
    case name(String)
}

/// A page: its content, and what lies on it.
///
/// Boxes and places are given in the space that holds in `content` at that moment.
public final class PDFPage {
    struct Link {
        let box: Box
        let target: LinkTarget
        let element: StructureElement?
        let description: String?
    }

    public let content: ContentStream
    let id: ObjectID
    let width: Double
    let height: Double
    private(set) var links: [Link] = []
    var contentID: ObjectID?
    var parentKey: Int?

    /// - Parameters:
    ///   - width: in points.
    ///   - height: in points.
    init(_ document: PDFDocument, id: ObjectID, width: Double, height: Double) {
        self.id = id
        self.width = width
        self.height = height
        content = ContentStream(
            document, box: Box(x: 0, y: 0, width: width, height: height), marks: MarkedContent(page: id))
    }

    /// Makes an area a link.
    ///
    /// - Parameters:
    ///   - element: the link in the structure, which the area becomes a part of.
    ///   - description: what is read aloud for it.
    public func addLink(
        _ box: Box, to target: LinkTarget, element: StructureElement? = nil, description: String? = nil
    ) {
        links.append(
            Link(box: box.mapped(by: content.matrix), target: target, element: element, description: description))
    }

    public func destination(x: Double, y: Double) -> PDFDestination {
        let place = content.matrix.applied(x: x, y: y)
        return PDFDestination(page: id, x: place.x, y: place.y)
    }
}
