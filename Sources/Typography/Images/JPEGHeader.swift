/// What the head of a JPEG file says: enough to embed the file without decoding it.
struct JPEGHeader {
    var width = 0
    var height = 0
    var components = 0
    var precision = 0
    /// EXIF orientation, 1 to 8; 1 is upright.
    var orientation = 1

    /// Whether PDF readers show the file as it is: grey or colour of 8 bits. Files of four components are stored
    /// inverted by some programs and not by others.
    var canBeEmbedded: Bool { precision == 8 && (components == 1 || components == 3) }

    /// nil when this is no JPEG file, or its frame header is missing.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var place = 2
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            if (0xD0...0xD8).contains(marker) || marker == 0x01 {
                place += 2
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { return nil }
            let segment = bytes[(place + 4)..<(place + 2 + length)]
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard readFrame(segment) else { return nil }
                return
            case 0xE1: orientation = exifOrientation(Array(segment)) ?? orientation
            case 0xDA: return nil
            default: break
            }
            place += 2 + length
        }
        return nil
    }

    private mutating func readFrame(_ segment: ArraySlice<UInt8>) -> Bool {
        guard segment.count >= 6 else { return false }
        let start = segment.startIndex
        precision = Int(segment[start])
        height = Int(segment[start + 1]) << 8 | Int(segment[start + 2])
        width = Int(segment[start + 3]) << 8 | Int(segment[start + 4])
        components = Int(segment[start + 5])
        return width > 0 && height > 0
    }
}

/// The orientation in an EXIF segment (tag 0x0112 of the first directory).
private func exifOrientation(_ segment: [UInt8]) -> Int? {
    guard segment.count > 14, segment.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) else { return nil }
    let tiff = Array(segment[6...])
    let isLittle = tiff[0] == 0x49
    func number(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= tiff.count else { return nil }
        let bytes = tiff[place..<place + count]
        return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for index in 0..<count {
        let entry = directory + 2 + index * 12
        guard let tag = number(entry, 2) else { return nil }
        if tag == 0x0112, let value = number(entry + 8, 2), (1...8).contains(value) { return value }
    }
    return nil
}
