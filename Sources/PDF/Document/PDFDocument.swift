/// A document that is being written. See the head of this target.
///
/// Pages are drawn one at a time or several at once; each is ended before `finish`.
public final class PDFDocument {
    private(set) var options: PDFOptions
    let objects: ObjectTable
    public let structure: StructureTree
    private(set) var pages: [PDFPage] = []
    private(set) var destinations: [String: PDFDestination] = [:]
    private(set) var outline: [OutlineItem] = []
    public var pageLabels: [PageLabel] = []
    private var attachments: [Attachment] = []
    private var fonts: [DocumentFont] = []
    private var fontPlaces: [ObjectIdentifier: Int] = [:]
    /// Images and pages of other files by identity; the programs are held, so that no other takes their identity.
    private var external: [ObjectIdentifier: (index: Int32, id: ObjectID)] = [:]
    private var held: [AnyObject] = []
    var graphicsStates: [GraphicsStateKey: (index: Int32, id: ObjectID)] = [:]
    private var indices = [Int32](repeating: 0, count: Resources.Kind.allCases.count)

    /// - Parameter deflater: of this thread; its level is that of all streams but those of fonts and images.
    public init(_ options: PDFOptions = PDFOptions(), deflater: Deflater = Deflater()) {
        self.options = options
        objects = ObjectTable(deflater: deflater)
        structure = StructureTree(objects, isUsed: options.isTagged)
    }

    public var isTagged: Bool { options.isTagged }

    /// Standards that the finished document declares, for callers who know only at the end what it holds.
    public func declare(_ conformance: PDFConformance) { options.conformance = conformance }

    /// Whether text is shown that a font has no glyph for: archives may not (ISO 19005-3 §6.2.11.8).
    public var showsMissingGlyphs: Bool { fonts.contains { $0.glyphs.contains(0) } }

    // MARK: Pages

    /// Begins a page after the last one.
    ///
    /// - Parameters:
    ///   - width: in points.
    ///   - height: in points.
    public func addPage(width: Double, height: Double) -> PDFPage {
        let page = PDFPage(self, id: objects.allocate(), width: width, height: height)
        pages.append(page)
        return page
    }

    /// Writes a page's content; it cannot be drawn on any more. `finish` does it for pages that were not ended.
    public func end(_ page: PDFPage) {
        guard page.contentID == nil else { return }
        page.contentID = objects.addStream(page.content.finish()) { _ in }
        page.parentKey = structure.parentKey(for: page.content.marks)
        page.content.out.removeAll()
    }

    public func addDestination(_ name: String, _ destination: PDFDestination) {
        if destinations[name] == nil { destinations[name] = destination }
    }

    public func addOutlineItem(_ item: OutlineItem) { outline.append(item) }

    public func attach(_ attachment: Attachment) { attachments.append(attachment) }

    // MARK: Programs

    /// The font of this document that a program stands for.
    public func font(_ program: FontProgram) -> DocumentFont {
        if let place = fontPlaces[ObjectIdentifier(program)] { return fonts[place] }
        let font = DocumentFont(program, id: objects.allocate(), index: nextIndex(.font))
        fontPlaces[ObjectIdentifier(program)] = fonts.count
        fonts.append(font)
        return font
    }

    func image(_ image: ImageProgram) -> (index: Int32, id: ObjectID) {
        external(image) { image.write($0, to: objects) }
    }

    func page(_ page: PageProgram) -> (index: Int32, id: ObjectID) {
        external(page) { page.write($0, to: objects) }
    }

    private func external(_ program: AnyObject, _ write: (ObjectID) -> Void) -> (index: Int32, id: ObjectID) {
        if let known = external[ObjectIdentifier(program)] { return known }
        let place = (nextIndex(.object), objects.allocate())
        write(place.1)
        external[ObjectIdentifier(program)] = place
        held.append(program)
        return place
    }

    func nextIndex(_ kind: Resources.Kind) -> Int32 {
        indices[kind.rawValue] += 1
        return indices[kind.rawValue]
    }

    // MARK: The end

    /// Writes what is left and ends the file. The document is used up.
    ///
    /// - Returns: the file.
    public func finish() -> [UInt8] {
        for page in pages { end(page) }
        for font in fonts where !font.glyphs.words.isEmpty { font.write(to: objects) }
        let pageTree = writePages()
        let catalog = writeCatalog(pageTree)
        // Pages hold the document that they draw for; unless it lets go of them, neither ever ends.
        pages = []
        return objects.finish(root: catalog, info: writeInformation())
    }

    /// The catalog (§7.7.2).
    private func writeCatalog(_ pageTree: ObjectID) -> ObjectID {
        let tags = isTagged ? structure.write() : nil
        let outline = writeOutline()
        let labels = writePageLabels()
        let destinations = writeDestinations()
        let files = attachments.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .map { (name: Array($0.name.utf8), value: $0.write(to: objects)) }
        let fileTree = files.isEmpty ? nil : Tree.addNames(files, to: objects)
        let intent = options.conformance.contains(.archive) ? OutputIntent.add(to: objects) : nil
        let metadata = objects.allocate()
        // Not deflated, so that programs which know nothing of PDF find it (§14.3.2).
        objects.setStream(metadata, encoded: XMPPacket(options).out) {
            $0.entry("Type", name: "Metadata")
            $0.entry("Subtype", name: "XML")
        }
        return objects.addDictionary {
            $0.entry("Type", name: "Catalog")
            $0.entry("Pages", pageTree)
            $0.entry("Metadata", metadata)
            if let language = options.metadata.language { $0.entry("Lang", text: language) }
            if let tags {
                $0.bytes.put("/MarkInfo<</Marked true>>")
                $0.entry("StructTreeRoot", tags)
            }
            if let outline { $0.entry("Outlines", outline) }
            if options.showsOutline, outline != nil { $0.entry("PageMode", name: "UseOutlines") }
            if let labels { $0.entry("PageLabels", labels) }
            if destinations != nil || fileTree != nil {
                $0.dictionary("Names") {
                    if let destinations { $0.entry("Dests", destinations) }
                    if let fileTree { $0.entry("EmbeddedFiles", fileTree) }
                }
            }
            if !files.isEmpty { $0.entry("AF", files.map(\.value)) }
            if let intent { $0.entry("OutputIntents", [intent]) }
            writeViewerPreferences(&$0)
        }
    }

    private func writeViewerPreferences(_ writer: inout ObjectWriter) {
        guard options.showsTitle || options.fitsWindow || options.printsUnscaled || options.readsRightToLeft else {
            return
        }
        writer.dictionary("ViewerPreferences") {
            if options.showsTitle { $0.entry("DisplayDocTitle", true) }
            if options.fitsWindow { $0.entry("FitWindow", true) }
            if options.readsRightToLeft { $0.entry("Direction", name: "R2L") }
            if options.printsUnscaled { $0.entry("PrintScaling", name: "None") }
        }
    }

    /// The information dictionary (§14.3.3).
    private func writeInformation() -> ObjectID {
        let metadata = options.metadata
        return objects.addDictionary {
            if let title = metadata.title { $0.entry("Title", text: title) }
            if let author = metadata.author { $0.entry("Author", text: author) }
            if let subject = metadata.subject { $0.entry("Subject", text: subject) }
            if let keywords = metadata.keywords { $0.entry("Keywords", text: keywords) }
            if let creator = metadata.creator { $0.entry("Creator", text: creator) }
            if let producer = metadata.producer { $0.entry("Producer", text: producer) }
            if let date = metadata.creationDate {
                $0.entry("CreationDate", string: date.pdf)
                $0.entry("ModDate", string: date.pdf)
            }
        }
    }
}
