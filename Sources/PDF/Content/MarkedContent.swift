/// What drawing belongs to: an element of the structure, or nothing that is read aloud (§14.8.2.2).
public enum Mark: Sendable, Equatable {
    case none
    case element(StructureElement)
    case artifact(Artifact)
}

/// Kinds of what is no content (table 330).
public enum Artifact: Sendable, Equatable {
    case other, layout, background, header, footer

    fileprivate var operands: StaticString {
        switch self {
        case .other: "/Artifact BMC\n"
        case .layout: "/Artifact<</Type/Layout>>BDC\n"
        case .background: "/Artifact<</Type/Background>>BDC\n"
        case .header: "/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>BDC\n"
        case .footer: "/Artifact<</Type/Pagination/Subtype/Footer/Attached[/Bottom]>>BDC\n"
        }
    }
}

/// The marked-content sequences of one stream (§14.6, §14.7.4.4).
final class MarkedContent {
    let page: ObjectID?
    /// In the structure, -1 while nothing of this belongs to it.
    var number: Int32 = -1
    /// The stream, where it is not the page's own.
    var stream: ObjectID?
    var wanted = Mark.none
    fileprivate var current = Mark.none
    /// Whether the sequence that is open was opened within a text object, and ends with it.
    fileprivate var isInText = false
    fileprivate(set) var wasUsed = false
    var isForbidden = false
    /// The elements by the identifiers given (MCID).
    fileprivate(set) var elements: [StructureElement] = []

    init(page: ObjectID?) { self.page = page }

    var isDue: Bool { wanted != current }
}

extension ContentStream {
    /// Says what is drawn from here on belongs to; in a document without tags it does nothing.
    public func mark(_ mark: Mark) {
        guard document.isTagged, !marks.isForbidden else { return }
        marks.wanted = mark
    }

    /// Closes what is marked, and opens what is wanted. Sequences and text objects are nested properly (§14.6.1): a
    /// sequence of text alone stands within its text object, so that the next text needs no other.
    func applyMark(forText: Bool = false) {
        guard marks.isDue else { return }
        if marks.current != .none {
            if !marks.isInText { endText() }
            closeMark()
        }
        if !forText { endText() }
        guard marks.wanted != .none else { return }
        if forText { openText() }
        // Placed anew, so that a text stands where it stands whatever was shown before it.
        text.isPlaced = false
        marks.isInText = forText
        marks.current = marks.wanted
        marks.wasUsed = true
        switch marks.current {
        case .none: break
        case .artifact(let kind): out.put(kind.operands)
        case .element(let element):
            let identifier = marks.elements.count
            marks.elements.append(element)
            document.structure.addContent(identifier, of: marks, to: element)
            out.append(0x2F)
            out.put(document.structure.role(of: element).tag)
            out.put("<</MCID ")
            out.put(integer: identifier)
            out.put(">>BDC\n")
        }
    }

    /// Has what is drawn from here on begin anew, so that it is read after what came to the structure meanwhile.
    public func partMark() {
        guard marks.current != .none else { return }
        if !marks.isInText { endText() }
        closeMark()
    }

    private func closeMark() {
        out.put("EMC\n")
        marks.current = .none
        marks.isInText = false
    }

    /// Before a text object ends.
    func closeMarkInText() {
        if marks.isInText { closeMark() }
    }
}
