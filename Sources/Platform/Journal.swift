internal import CSystemd
internal import Glibc

/// The service's log: entries with fields in systemd's journal where standard error goes there, else lines that people read.
public struct Journal: Sendable {
    /// As in syslog(3).
    public enum Level: Int32, Sendable, CaseIterable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
        case debug = 7

        var word: String {
            switch self {
            case .error: "error: "
            case .warning: "warning: "
            case .notice, .info, .debug: ""
            }
        }
    }

    /// A field of the journal, named as `journalctl -o verbose` shows it.
    public enum Field: String, Sendable {
        /// 128 bits that name the kind of message; the catalogue explains each.
        case message = "MESSAGE_ID"
        case job = "JOB_ID"
        case file = "HOTPRESS_FILE"
        case invoice = "INVOICE"
        case hash = "SHA256"
        case attempt = "ATTEMPT"
    }

    private let goesToJournal: Bool
    private let threshold = Lock(Level.info)

    /// The least important level that is still written; one for all copies of this value.
    public var level: Level {
        get { threshold.value }
        nonmutating set { threshold.value = newValue }
    }

    public init() { goesToJournal = Self.standardErrorIsJournal }

    public func write(_ level: Level, _ message: String, _ fields: [(Field, String)] = []) {
        guard level.rawValue <= self.level.rawValue else { return }
        if goesToJournal {
            send(level, message, fields)
        } else {
            // Straight to the number, which needs no further one: out of descriptors is a thing to tell of, too. With
            // standard error gone there is nobody left to tell.
            writeToStandardError(Array(line(level, message, fields).utf8))
        }
    }

    private func writeToStandardError(_ bytes: [UInt8]) {
        var written = 0
        while written < bytes.count {
            let start = written
            let count = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress.map { $0 + start }, bytes.count - start) }
            if count < 0, errno != EINTR { return }
            written += max(0, count)
        }
    }

    /// A file of a thousand invoices has as many fields; the journal keeps them all.
    private static let shownFields = 6

    private func line(_ level: Level, _ message: String, _ fields: [(Field, String)]) -> String {
        let now = SystemClock().wall.local
        let shown = fields.filter { $0.0 != .message && $0.0 != .hash }
        let words = shown.prefix(Self.shownFields).map { escaped($0.1) } + (shown.count > Self.shownFields ? ["…"] : [])
        let tail = shown.isEmpty ? "" : " [\(words.joined(separator: " "))]"
        return "\(now.date) \(now.time) \(level.word)\(message)\(tail)\n"
    }

    private func send(_ level: Level, _ message: String, _ fields: [(Field, String)]) {
        var entries = ["MESSAGE=\(message)", "PRIORITY=\(level.rawValue)", "SYSLOG_IDENTIFIER=hotpress"]
        entries += fields.map { "\($0.0.rawValue)=\($0.1)" }
        let texts = entries.map { strdup($0) }
        defer { for text in texts { free(text) } }
        let vectors = texts.map { iovec(iov_base: $0, iov_len: $0.map { strlen($0) } ?? 0) }
        _ = sd_journal_sendv(vectors, Int32(vectors.count))
    }

    /// systemd puts device:inode of the stream into JOURNAL_STREAM; a redirected standard error is another one.
    private static var standardErrorIsJournal: Bool {
        guard let stream = ThisProcess.environment("JOURNAL_STREAM"),
            let status = try? FileDescriptor.standard(2).status()
        else { return false }
        return stream == "\(status.identity.device):\(status.identity.inode)"
    }
}
