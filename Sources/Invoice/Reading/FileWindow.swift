internal import Diagnostics
public import Platform

/// A file that is read a window at a time, so that memory does not grow with it.
public final class InvoiceSource: Sendable {
    private let descriptor: FileDescriptor
    private let opened: FileStatus
    let window: Int
    /// In bytes, as it was when it was opened.
    public let size: Int
    private let firstFault = Lock<SystemError?>(nil)

    public convenience init(_ descriptor: consuming FileDescriptor) throws(SystemError) {
        try self.init(descriptor, window: FileWindow.length)
    }

    /// - Parameter window: how many bytes of it are in memory at a time.
    init(_ descriptor: consuming FileDescriptor, window: Int) throws(SystemError) {
        self.window = window
        opened = try descriptor.status()
        size = Int(clamping: opened.size)
        self.descriptor = descriptor
    }

    public convenience init(path: String) throws(SystemError) {
        try self.init(try FileDescriptor(path: path, .read))
    }

    /// Whether nobody has written to the file since it was opened.
    public var isUnchanged: Bool { (try? descriptor.status()) == opened }

    /// Why bytes are missing, if the file could not be read to its end.
    var fault: SystemError? { firstFault.value }

    /// So many bytes from there; fewer at the end, or where the file cannot be read.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        do throws(SystemError) {
            return try descriptor.read(upTo: max(0, min(count, size - offset)), at: offset)
        } catch {
            firstFault.change { $0 = $0 ?? error }
            return []
        }
    }

    /// Everything, for the kinds of file that are not read in windows.
    var all: [UInt8] { bytes(at: 0, count: size) }
}

/// The part of a file that is in memory; of bytes that are at hand anyway, all of it.
struct FileWindow {
    static let length = 4 << 20
    /// One invoice, or one row of a table, is no longer.
    static let maximum = 64 << 20

    private(set) var bytes: [UInt8]
    /// Where `bytes` begin in the file, a byte order mark not counted.
    private(set) var base = 0
    private let source: InvoiceSource?
    /// Of a byte order mark.
    private let skipped: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        source = nil
        skipped = 0
    }

    /// - Parameter skipped: bytes at the file's beginning that are none of its text.
    init(_ source: InvoiceSource, skipping skipped: Int = 0) {
        self.source = source
        self.skipped = skipped
        bytes = source.bytes(at: skipped, count: source.window)
        isLast = endsFile(source)
    }

    /// Whether the file ends where the window does.
    private(set) var isLast = true

    private func endsFile(_ source: InvoiceSource) -> Bool {
        skipped + base + bytes.count >= source.size || source.fault != nil
    }

    /// Makes the window begin at `offset` of the file.
    mutating func slide(to offset: Int) {
        guard let source else { return }
        bytes = source.bytes(at: skipped + offset, count: source.window)
        base = offset
        isLast = endsFile(source)
    }

    /// Doubles the window at its end; false where there is nothing more, or the window is as long as one may be.
    mutating func grow() -> Bool {
        guard let source, !isLast, bytes.count < Self.maximum else { return false }
        let more = source.bytes(at: skipped + base + bytes.count, count: bytes.count)
        bytes += more
        isLast = endsFile(source)
        return !more.isEmpty
    }

    /// Whether so little is left from `local` on that the window should slide before more is read.
    func isShort(at local: Int) -> Bool {
        guard !isLast, let source else { return false }
        return bytes.count - local < source.window / 4
    }
}
