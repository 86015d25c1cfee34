public import Diagnostics

/// A page of another file, taken over as it is drawn there: a form XObject (§8.10) with all that it refers to.
///
/// Meant for vector images that Cairo painted on a PDF surface held to version 1.4 (one content stream a page, a
/// cross-reference table). Read once, written into any number of documents; links and tags are left behind.
public final class PageProgram {
    /// Of the page, in its own space: points, y up.
    public let box: Box
    private let form: ReadObject
    private let resources: ReadValue
    private let group: ReadValue?
    /// What is referred to, by the other file's numbers, in the order found.
    private var numbers: [Int] = []
    private var objects: [Int: ReadObject] = [:]

    /// - Parameter page: from 0.
    public init(pdf bytes: [UInt8], page index: Int = 0) throws(DiagnosticError) {
        guard let reader = PDFReader(bytes) else {
            throw DiagnosticError(
                .error(
                    "not a PDF file that pages can be taken from",
                    hint: "write it as PDF 1.4, without object streams and without encryption"))
        }
        guard let page = Self.page(index, of: reader), let box = Self.box(page, reader),
            let form = Self.content(page, reader)
        else {
            throw DiagnosticError(.error("page \(index + 1) of the PDF file has no box or no single content stream"))
        }
        self.box = box
        self.form = form
        resources = page["Resources"] ?? .dictionary([])
        group = page["Group"]
        collect(resources, reader)
        if let group { collect(group, reader) }
        collect(form.value, reader)
    }

    // MARK: Reading

    /// A page's dictionary with what it inherits from the nodes above (§7.7.3.4).
    private static func page(_ index: Int, of reader: PDFReader) -> ReadValue? {
        guard let root = reader.trailer["Root"].flatMap(reader.resolved), let pages = root["Pages"] else { return nil }
        var left = index
        return find(&left, pages, inherited: [], depth: 32, reader)
    }

    private static func find(
        _ left: inout Int, _ node: ReadValue, inherited: [(key: [UInt8], value: ReadValue)], depth: Int,
        _ reader: PDFReader
    ) -> ReadValue? {
        guard depth > 0, let value = reader.resolved(node), case .dictionary(let own) = value else { return nil }
        let known = own + inherited
        guard let kids = value["Kids"].flatMap(reader.resolved), case .array(let nodes) = kids else {
            left -= 1
            return left < 0 ? .dictionary(known) : nil
        }
        let passedOn = known.filter { entry in inheritable.contains { entry.key.elementsEqual($0.utf8) } }
        for kid in nodes {
            if let page = find(&left, kid, inherited: passedOn, depth: depth - 1, reader) { return page }
        }
        return nil
    }

    private static let inheritable = ["Resources", "MediaBox"]

    private static func box(_ page: ReadValue, _ reader: PDFReader) -> Box? {
        guard let value = page["MediaBox"].flatMap(reader.resolved), case .array(let parts) = value, parts.count == 4
        else { return nil }
        let sides = parts.compactMap { reader.resolved($0)?.number }
        guard sides.count == 4 else { return nil }
        return Box(
            minX: min(sides[0], sides[2]), minY: min(sides[1], sides[3]), maxX: max(sides[0], sides[2]),
            maxY: max(sides[1], sides[3]))
    }

    private static func content(_ page: ReadValue, _ reader: PDFReader) -> ReadObject? {
        var contents = page["Contents"]
        if case .array(let parts)? = contents.flatMap(reader.resolved), parts.count == 1 { contents = parts[0] }
        guard case .reference(let number)? = contents, let object = reader.object(number), object.stream != nil else {
            return nil
        }
        return object
    }

    /// Notes all objects that a value leads to.
    private func collect(_ value: ReadValue, _ reader: PDFReader) {
        var waiting = [value]
        while let value = waiting.popLast() {
            switch value {
            case .token: break
            case .array(let values): waiting.append(contentsOf: values)
            case .dictionary(let entries):
                for entry in entries where Self.isKept(entry.key) { waiting.append(entry.value) }
            case .reference(let number):
                guard objects[number] == nil, let object = reader.object(number) else { break }
                objects[number] = object
                numbers.append(number)
                waiting.append(object.value)
            }
        }
    }

    /// Neither the way back to the other file's pages and tags, nor what is stated anew, nor what archives forbid
    /// (ISO 19005-3 §6.2.8).
    private static func isKept(_ key: [UInt8]) -> Bool {
        !dropped.contains { key.elementsEqual($0.utf8) }
    }

    private static let dropped = ["Parent", "StructParents", "StructParent", "Length", "Interpolate"]

    // MARK: Writing

    func write(_ id: ObjectID, to table: ObjectTable) {
        var ids: [Int: ObjectID] = [:]
        for number in numbers { ids[number] = table.allocate() }
        table.setStream(id, encoded: form.stream ?? []) {
            $0.entry("Type", name: "XObject")
            $0.entry("Subtype", name: "Form")
            $0.entry("BBox", numbers: box.numbers)
            $0.key("Resources")
            Self.write(resources, ids, &$0)
            if let group {
                $0.key("Group")
                Self.write(group, ids, &$0)
            }
            Self.writeEntries(form.value, ids, &$0)
        }
        for number in numbers {
            guard let object = objects[number], let id = ids[number] else { continue }
            if let stream = object.stream {
                table.setStream(id, encoded: stream) { Self.writeEntries(object.value, ids, &$0) }
            } else {
                table.set(id) { Self.write(object.value, ids, &$0) }
            }
        }
    }

    private static func write(_ value: ReadValue, _ ids: [Int: ObjectID], _ writer: inout ObjectWriter) {
        switch value {
        case .token(let text): writer.value(token: text)
        case .array(let values): writer.array { for value in values { write(value, ids, &$0) } }
        case .dictionary: writer.dictionary { writeEntries(value, ids, &$0) }
        case .reference(let number):
            // A reference to nothing is null (§7.3.10).
            if let id = ids[number] { writer.value(id) } else { writer.value(token: Array("null".utf8)) }
        }
    }

    private static func writeEntries(_ value: ReadValue, _ ids: [Int: ObjectID], _ writer: inout ObjectWriter) {
        guard case .dictionary(let entries) = value else { return }
        for entry in entries where isKept(entry.key) {
            writer.value(token: [0x2F] + entry.key)
            write(entry.value, ids, &writer)
        }
    }
}
