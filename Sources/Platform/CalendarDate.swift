internal import CSystemd
internal import Glibc

extension WallTime {
    /// A moment's parts in a time zone.
    public struct Parts: Sendable, Hashable {
        public let year: Int
        public let month: Int
        public let day: Int
        public let hour: Int
        public let minute: Int
        public let second: Int
        /// From 0, a Sunday.
        public let weekday: Int

        init(_ raw: tm) {
            year = Int(raw.tm_year) + 1900
            month = Int(raw.tm_mon) + 1
            day = Int(raw.tm_mday)
            hour = Int(raw.tm_hour)
            minute = Int(raw.tm_min)
            second = Int(raw.tm_sec)
            weekday = Int(raw.tm_wday)
        }

        /// `2026-11-30`.
        public var date: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
        /// `19:33:49`.
        public var time: String { "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))" }
    }

    /// The first moment of a day in the machine's time zone; days beyond the month's end count on. Nil where there is none.
    public init?(year: Int, month: Int, day: Int) {
        guard (1970...9999).contains(year), (1...12).contains(month), (1...32).contains(day) else { return nil }
        var raw = tm()
        (raw.tm_year, raw.tm_mon, raw.tm_mday, raw.tm_isdst) = (Int32(year) - 1900, Int32(month) - 1, Int32(day), -1)
        let seconds = mktime(&raw)
        if seconds == -1 { return nil }
        self.init(milliseconds: Int64(seconds) * 1000)
    }

    /// In the machine's time zone, whose days are the days of business.
    public var local: Parts {
        var seconds = time_t(milliseconds / 1000)
        var raw = tm()
        localtime_r(&seconds, &raw)
        return Parts(raw)
    }

    public var utc: Parts {
        var seconds = time_t(milliseconds / 1000)
        var raw = tm()
        gmtime_r(&seconds, &raw)
        return Parts(raw)
    }
}

/// A number with leading zeros.
public func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
