/// What a PDF must say of a JPEG file (ITU-T T.81 annex B): the frame header, and Adobe's marker.
struct JPEGFrame {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var components = 0
    private(set) var precision = 0
    /// Adobe's programs write CMYK inverted, and say that they wrote it by an APP14 segment.
    private(set) var hasAdobeMarker = false

    /// nil where it is no JPEG file with a frame.
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
            let segment = bytes[place + 4..<place + 2 + length]
            switch marker {
            case 0xC0, 0xC1, 0xC2:
                guard readFrame(segment) else { return nil }
                return
            // Lossless and arithmetic frames are beyond DCTDecode (§7.4.8); a scan before the frame is none.
            case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xDA: return nil
            case 0xEE: hasAdobeMarker = hasAdobeMarker || segment.starts(with: Array("Adobe".utf8))
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
