/// The objects of a file: hands out numbers, packs objects into object streams, appends streams to the file.
///
/// Numbers are given in the order asked for, so the same calls number alike.
final class ObjectTable {
    private enum Place {
        case none
        case offset(Int)
        /// In the object stream of this number, at this index.
        case packed(stream: ObjectID, index: UInt8)
    }

    /// Enough for deflate to find what repeats, few enough for a reader that wants one of them; an index is a byte.
    private static let objectsPerStream = 256
    /// To deflate less than this takes longer than to write it.
    private static let smallTable = 1500

    private let deflater: Deflater
    private let file = ByteBuffer(capacity: 32_768)
    /// Of the file as far as it goes, and how far that is.
    private var fingerprint = Fingerprint()
    private var fingerprinted = 0
    private var places: [Place] = [.none]
    private var packed = ObjectWriter(ByteBuffer(capacity: 16_384))
    private var packedObjects: [(id: ObjectID, offset: Int)] = []

    init(deflater: Deflater) {
        self.deflater = deflater
        // The second line tells transfer programs that this is binary (§7.5.2).
        file.put("%PDF-1.7\n%")
        for byte: UInt8 in [0xE2, 0xE3, 0xCF, 0xD3, 0x0A] { file.append(byte) }
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
    func setStream(_ id: ObjectID, _ data: ByteBuffer, _ entries: (inout ObjectWriter) -> Void) {
        setStream(id, encoded: deflater.deflate(data)) {
            $0.entry("Filter", name: "FlateDecode")
            entries(&$0)
        }
    }

    /// Writes a stream as it stands; the entries say how it is encoded.
    func setStream(_ id: ObjectID, encoded data: ByteBuffer, _ entries: (inout ObjectWriter) -> Void) {
        setStream(id, contents: data.contents, entries)
    }

    func setStream(_ id: ObjectID, encoded data: [UInt8], _ entries: (inout ObjectWriter) -> Void) {
        data.withUnsafeBufferPointer { setStream(id, contents: $0, entries) }
    }

    private func setStream(
        _ id: ObjectID, contents data: UnsafeBufferPointer<UInt8>, _ entries: (inout ObjectWriter) -> Void
    ) {
        places[Int(id.number)] = .offset(file.count)
        file.put(integer: Int(id.number))
        file.put(" 0 obj\n")
        var writer = ObjectWriter(file)
        writer.dictionary {
            $0.entry("Length", data.count)
            entries(&$0)
        }
        file.put("\nstream\n")
        file.append(data)
        // Data that ends like half a line end would be taken for a part of the one that follows it (§7.3.8.1).
        if data.last == 0x0D { file.append(0x0D) }
        file.put("\nendstream\nendobj\n")
    }

    /// Writes a stream that is the same in many documents, and whose data need not be looked at once more.
    func setStream(_ id: ObjectID, kept data: KeptStream, _ entries: (inout ObjectWriter) -> Void) {
        fingerprintFile()
        setStream(id, encoded: data.bytes, entries)
        fingerprint.add(data.fingerprint)
        fingerprinted = file.count
    }

    @discardableResult
    func addStream(_ data: ByteBuffer, _ entries: (inout ObjectWriter) -> Void) -> ObjectID {
        let id = allocate()
        setStream(id, data, entries)
        return id
    }

    /// Puts the gathered objects into an object stream (§7.5.7).
    private func flush() {
        guard !packedObjects.isEmpty else { return }
        let id = allocate()
        let data = ByteBuffer(capacity: packed.bytes.count + packedObjects.count * 10)
        for (index, object) in packedObjects.enumerated() {
            places[Int(object.id.number)] = .packed(stream: id, index: UInt8(index))
            data.put(integer: Int(object.id.number))
            data.append(0x20)
            data.put(integer: object.offset)
            data.append(0x20)
        }
        let first = data.count
        data.append(packed.bytes.contents)
        let count = packedObjects.count
        packed.bytes.removeAll()
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
        fingerprintFile()
        let identifier = fingerprint.bytes
        var offsetBytes = 2
        while start >> (offsetBytes * 8) > 0 { offsetBytes += 1 }
        let table = crossReferences(offsetBytes)
        func writeEntries(_ writer: inout ObjectWriter) {
            writer.entry("Type", name: "XRef")
            writer.entry("Size", places.count)
            writer.entry("W", numbers: [1, Double(offsetBytes), 1])
            writer.entry("Root", root)
            writer.entry("Info", info)
            writer.array("ID") {
                $0.value(string: identifier)
                $0.value(string: identifier)
            }
        }
        if table.count < Self.smallTable {
            setStream(id, encoded: table, writeEntries)
        } else {
            setStream(id, table, writeEntries)
        }
        file.put("startxref\n")
        file.put(integer: start)
        file.put("\n%%EOF\n")
        return file.bytes
    }

    /// Takes in what was written since the last time.
    private func fingerprintFile() {
        fingerprint.add(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(file.contents)[fingerprinted...]))
        fingerprinted = file.count
    }

    private func crossReferences(_ offsetBytes: Int) -> ByteBuffer {
        let table = ByteBuffer(capacity: places.count * (offsetBytes + 2))
        for place in places {
            switch place {
            case .none: table.put(bigEndian: 0, bytes: offsetBytes + 2)
            case .offset(let offset):
                table.append(1)
                table.put(bigEndian: UInt64(offset), bytes: offsetBytes)
                table.append(0)
            case .packed(let stream, let index):
                table.append(2)
                table.put(bigEndian: UInt64(stream.number), bytes: offsetBytes)
                table.append(index)
            }
        }
        return table
    }
}

/// The encoded data of a stream that many documents embed, with what it adds to their fingerprints.
struct KeptStream {
    let bytes: [UInt8]
    let fingerprint: Fingerprint

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        fingerprint = Fingerprint(bytes)
    }
}
