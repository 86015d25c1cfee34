/// The colours that a document's RGB means (§14.11.5): sRGB, as a small ICC profile of version 4 (ICC.1:2010).
enum OutputIntent {
    static func add(to objects: ObjectTable) -> ObjectID {
        let profile = objects.allocate()
        objects.setStream(profile, kept: Self.deflated) {
            $0.entry("Filter", name: "FlateDecode")
            $0.entry("N", 3)
        }
        return objects.addDictionary {
            $0.entry("Type", name: "OutputIntent")
            $0.entry("S", name: "GTS_PDFA1")
            $0.entry("OutputConditionIdentifier", text: "sRGB")
            $0.entry("RegistryName", text: "http://www.color.org")
            $0.entry("Info", text: "sRGB IEC61966-2.1")
            $0.entry("DestOutputProfile", profile)
        }
    }

    private static let deflated = KeptStream(Deflater(level: 9).deflated(profile))

    private static let profile: [UInt8] = {
        let curve = OutputIntent.curve
        let tags: [(name: StaticString, data: [UInt8])] = [
            ("desc", text("sRGB")), ("cprt", text("No copyright")), ("wtpt", xyz(0.9642, 1, 0.8249)),
            ("chad", adaptation), ("rXYZ", xyz(0.43607, 0.22249, 0.01392)), ("gXYZ", xyz(0.38515, 0.71687, 0.09708)),
            ("bXYZ", xyz(0.14307, 0.06061, 0.71410)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        let table = ByteBuffer()
        let data = ByteBuffer()
        let start = 128 + 4 + tags.count * 12
        table.put(bigEndian: UInt64(tags.count), bytes: 4)
        var curvePlace: Int?
        for tag in tags {
            let isCurve = tag.data == curve
            let place = isCurve ? curvePlace ?? start + data.count : start + data.count
            if !isCurve || curvePlace == nil { data.append(contentsOf: tag.data) }
            if isCurve { curvePlace = place }
            table.put(tag.name)
            table.put(bigEndian: UInt64(place), bytes: 4)
            table.put(bigEndian: UInt64(tag.data.count), bytes: 4)
        }
        return header(size: start + data.count) + table.bytes + data.bytes
    }()

    /// ICC.1 §7.2: a display's profile from RGB to XYZ.
    private static func header(size: Int) -> [UInt8] {
        let out = ByteBuffer()
        out.put(bigEndian: UInt64(size), bytes: 4)
        out.put(bigEndian: 0, bytes: 4)
        out.put(bigEndian: 0x0430_0000, bytes: 4)
        out.put("mntrRGB XYZ ")
        for part: UInt64 in [2020, 1, 1, 0, 0, 0] { out.put(bigEndian: part, bytes: 2) }
        out.put("acsp")
        for _ in 0..<28 { out.append(0) }
        // The illuminant of the profile connection space, D50.
        out.append(contentsOf: [0x00, 0x00, 0xF6, 0xD6, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0xD3, 0x2D])
        while out.count < 128 { out.append(0) }
        return out.bytes
    }

    private static func fixed(_ value: Double) -> UInt64 {
        UInt64(UInt32(bitPattern: Int32((value * 65_536).rounded())))
    }

    private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
        numbers("XYZ ", [x, y, z])
    }

    private static func numbers(_ type: StaticString, _ values: [Double]) -> [UInt8] {
        let out = ByteBuffer()
        out.put(type)
        out.put(bigEndian: 0, bytes: 4)
        for value in values { out.put(bigEndian: fixed(value), bytes: 4) }
        return out.bytes
    }

    /// From D65, the white of sRGB, to D50 (Bradford).
    private static let adaptation = numbers(
        "sf32",
        [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168])

    /// The curve of IEC 61966-2-1 as a parametric one of type 3 (ICC.1 §10.16).
    private static let curve: [UInt8] = {
        let out = ByteBuffer()
        out.put("para")
        out.put(bigEndian: 0, bytes: 4)
        out.put(bigEndian: 3, bytes: 2)
        out.put(bigEndian: 0, bytes: 2)
        for value in [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] { out.put(bigEndian: fixed(value), bytes: 4) }
        return out.bytes
    }()

    /// A text in one language (ICC.1 §10.13).
    private static func text(_ text: String) -> [UInt8] {
        let out = ByteBuffer()
        out.put("mluc")
        out.put(bigEndian: 0, bytes: 4)
        out.put(bigEndian: 1, bytes: 4)
        out.put(bigEndian: 12, bytes: 4)
        out.put("enUS")
        out.put(bigEndian: UInt64(text.utf16.count * 2), bytes: 4)
        out.put(bigEndian: 28, bytes: 4)
        for unit in text.utf16 { out.put(bigEndian: UInt64(unit), bytes: 2) }
        while out.count % 4 != 0 { out.append(0) }
        return out.bytes
    }
}
