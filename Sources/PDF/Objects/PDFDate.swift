/// A moment as the caller's calendar shows it.
public struct PDFDate: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var seconds: Int
    /// Minutes east of UTC.
    public var offset: Int

    public init(seconds: Int, offset: Int = 0) {
        self.seconds = seconds
        self.offset = offset
    }

    /// `2026-11-30T12:00:00Z`; nil for anything else.
    public init?(iso text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, bytes[10] == 0x54, bytes[19] == 0x5A else { return nil }
        func number(_ range: Range<Int>) -> Int? { Int(String(decoding: bytes[range], as: UTF8.self)) }
        guard let year = number(0..<4), let month = number(5..<7), (1...12).contains(month), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        // Days of a year that begins on the first of March, so that leap days come last.
        let shiftedYear = month <= 2 ? year - 1 : year
        let shiftedMonth = (month + 9) % 12
        let days = shiftedYear * 365 + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
        let dayOfYear = (shiftedMonth * 153 + 2) / 5 + day - 1
        self.init(seconds: (days + dayOfYear - 719_468) * 86_400 + hour * 3600 + minute * 60 + second)
    }

    /// `D:YYYYMMDDHHmmSS+HH'mm'` (§7.9.4).
    var pdf: [UInt8] {
        let parts = self.parts
        let out = ByteBuffer()
        out.put("D:")
        out.put(padded: parts.year, digits: 4)
        for part in [parts.month, parts.day, parts.hour, parts.minute, parts.second] {
            out.put(padded: part, digits: 2)
        }
        putZone(out, middle: "'", end: "'")
        return out.bytes
    }

    /// `YYYY-MM-DDThh:mm:ss+hh:mm` (XMP part 1 §8.2.1.1).
    var xmp: [UInt8] {
        let parts = self.parts
        let out = ByteBuffer()
        out.put(padded: parts.year, digits: 4)
        for (mark, part) in [(0x2D, parts.month), (0x2D, parts.day), (0x54, parts.hour), (0x3A, parts.minute)] {
            out.append(UInt8(mark))
            out.put(padded: part, digits: 2)
        }
        out.append(0x3A)
        out.put(padded: parts.second, digits: 2)
        putZone(out, middle: ":", end: "")
        return out.bytes
    }

    private func putZone(_ out: ByteBuffer, middle: StaticString, end: StaticString) {
        guard offset != 0 else { return out.append(0x5A) }
        out.append(offset < 0 ? 0x2D : 0x2B)
        out.put(padded: abs(offset) / 60, digits: 2)
        out.put(middle)
        out.put(padded: abs(offset) % 60, digits: 2)
        out.put(end)
    }

    private struct Parts {
        var year: Int
        var month: Int
        var day: Int
        var hour: Int
        var minute: Int
        var second: Int
    }

    /// The civil date, counted in eras of 400 years that begin on the first of March.
    private var parts: Parts {
        let local = seconds + offset * 60
        let days = Int((Double(local) / 86_400).rounded(.down))
        let time = local - days * 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return Parts(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, hour: time / 3600, minute: time / 60 % 60,
            second: time % 60)
    }
}

extension ByteBuffer {
    fileprivate func put(padded value: Int, digits: Int) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(0x30 + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }
}
