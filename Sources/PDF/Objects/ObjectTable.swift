/// The objects of a file: hands out numbers, packs objects into object streams, appends streams to the file.
///
/// Numbers are given in the order asked for, so the same calls number alike.
final class ObjectTable {
    private enum Place {
        case none
        case offset(Int)
        /// In the object stream of this number, at this index.
        case packed(stream: ObjectID, index: Int)
    }

    /// Enough for deflate to find what repeats, few enough for a reader that wants one of them.
    private static let objectsPerStream = 400

    private let deflater: Deflater
    private var file: [UInt8] = []
    private var places: [Place] = [.none]
    private var packed = ObjectWriter()
    private var packedObjects: [(id: ObjectID, offset: Int)] = []

    init(deflater: Deflater) {
        self.deflater = deflater
        file.reserveCapacity(32_768)
        // The second line tells transfer programs that this is binary (§7.5.2).
        file.put("%PDF-1.7\n%")
        file.append(contentsOf: [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    func allocate() -> ObjectID {
        places.append(.none)
        return ObjectID(number: Int32(places.count - 1))
    }

    @discardableResult
    func add(_ body: (inout ObjectWriter) -> Void) -> ObjectID {
        let id = allocate()
        set(id, body)
        return id
    }

    /// Writes an object that is not a stream. `body` may not set other objects.
    func set(_ id: ObjectID, _ body: (inout ObjectWriter) -> Void) {
        packedObjects.append((id, packed.bytes.count))
        body(&packed)
        packed.bytes.append(0x0A)
        if packedObjects.count == Self.objectsPerStream { flush() }
    }

    func setDictionary(_ id: ObjectID, _ body: (inout ObjectWriter) -> Void) {
        set(id) { $0.dictionary(body) }
    }

    @discardableResult
    func addDictionary(_ body: (inout ObjectWriter) -> Void) -> ObjectID {
        let id = allocate()
        setDictionary(id, body)
        return id
    }

    // MARK: Streams (§7.3.8)

    /// Writes a stream, deflated here.
    func setStream(_ id: ObjectID, _ data: [UInt8], _ entries: (inout ObjectWriter) -> Void) {
        setStream(id, encoded: deflater.deflated(data)) {
            $0.entry("Filter", name: "FlateDecode")
            entries(&$0)
        }
    }

    /// Writes a stream as it stands; the entries say how it is encoded.
    func setStream(_ id: ObjectID, encoded data: [UInt8], _ entries: (inout ObjectWriter) -> Void) {
        places[Int(id.number)] = .offset(file.count)
        file.put(integer: Int(id.number))
        file.put(" 0 obj\n")
        var writer = ObjectWriter()
        swap(&writer.bytes, &file)
        writer.dictionary {
            $0.entry("Length", data.count)
            entries(&$0)
        }
        swap(&writer.bytes, &file)
        file.put("\nstream\n")
        file.append(contentsOf: data)
        // Data that ends like half a line end would be taken for a part of the one that follows it (§7.3.8.1).
        file.put(data.last == 0x0D ? "\r\nendstream\nendobj\n" : "\nendstream\nendobj\n")
    }

    @discardableResult
    func addStream(_ data: [UInt8], _ entries: (inout ObjectWriter) -> Void) -> ObjectID {
        let id = allocate()
        setStream(id, data, entries)
        return id
    }

    /// Puts the gathered objects into an object stream (§7.5.7).
    private func flush() {
        guard !packedObjects.isEmpty else { return }
        let id = allocate()
        var data: [UInt8] = []
        data.reserveCapacity(packed.bytes.count + packedObjects.count * 10)
        for (index, object) in packedObjects.enumerated() {
            places[Int(object.id.number)] = .packed(stream: id, index: index)
            data.put(integer: Int(object.id.number))
            data.append(0x20)
            data.put(integer: object.offset)
            data.append(0x20)
        }
        let first = data.count
        data.append(contentsOf: packed.bytes)
        let count = packedObjects.count
        packed.bytes.removeAll(keepingCapacity: true)
        packedObjects.removeAll(keepingCapacity: true)
        setStream(id, data) {
            $0.entry("Type", name: "ObjStm")
            $0.entry("N", count)
            $0.entry("First", first)
        }
    }

    // MARK: The end

    /// Ends the file with its cross-reference stream (§7.5.8).
    ///
    /// The identifier (§14.4) stands for all that was written before it.
    func finish(root: ObjectID, info: ObjectID) -> [UInt8] {
        flush()
        let id = allocate()
        let start = file.count
        places[Int(id.number)] = .offset(start)
        var fingerprint = Fingerprint()
        fingerprint.add(file)
        var offsetBytes = 2
        while start >> (offsetBytes * 8) > 0 { offsetBytes += 1 }
        setStream(id, crossReferences(offsetBytes)) {
            $0.entry("Type", name: "XRef")
            $0.entry("Size", places.count)
            $0.entry("W", numbers: [1, Double(offsetBytes), 2])
            $0.entry("Root", root)
            $0.entry("Info", info)
            $0.array("ID") {
                $0.value(string: fingerprint.bytes)
                $0.value(string: fingerprint.bytes)
            }
        }
        file.put("startxref\n")
        file.put(integer: start)
        file.put("\n%%EOF\n")
        return file
    }

    private func crossReferences(_ offsetBytes: Int) -> [UInt8] {
        var table: [UInt8] = []
        table.reserveCapacity(places.count * (offsetBytes + 3))
        for (number, place) in places.enumerated() {
            switch place {
            case .none:
                table.append(0)
                table.put(bigEndian: 0, bytes: offsetBytes)
                // Object 0 heads the list of free objects (§7.5.4).
                table.put(bigEndian: number == 0 ? 65_535 : 0, bytes: 2)
            case .offset(let offset):
                table.append(1)
                table.put(bigEndian: UInt64(offset), bytes: offsetBytes)
                table.put(bigEndian: 0, bytes: 2)
            case .packed(let stream, let index):
                table.append(2)
                table.put(bigEndian: UInt64(stream.number), bytes: offsetBytes)
                table.put(bigEndian: UInt64(index), bytes: 2)
            }
        }
        return table
    }
}
