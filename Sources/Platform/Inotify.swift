internal import CSystemd
public import Dispatch
internal import Glibc

/// One inotify(7) instance: watches folders and reports what happens in them.
public final class Inotify: Sendable {
    /// A watched folder, by the kernel's number.
    public struct Watch: Sendable, Hashable {
        let number: Int32
    }

    /// What happened, as bits of inotify(7).
    public struct Happening: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A writer has closed the file.
        public static let closed = Happening(rawValue: UInt32(IN_CLOSE_WRITE))
        /// A name was made: by open, mkdir, mknod, symlink, or link.
        public static let created = Happening(rawValue: UInt32(IN_CREATE))
        public static let movedIn = Happening(rawValue: UInt32(IN_MOVED_TO))
        public static let movedOut = Happening(rawValue: UInt32(IN_MOVED_FROM))
        public static let deleted = Happening(rawValue: UInt32(IN_DELETE))
        public static let modified = Happening(rawValue: UInt32(IN_MODIFY))
        /// Mode, owner, times or link count.
        public static let attributes = Happening(rawValue: UInt32(IN_ATTRIB))
        /// The watched folder itself was deleted or moved, or its file system unmounted.
        public static let selfDeleted = Happening(rawValue: UInt32(IN_DELETE_SELF))
        public static let selfMoved = Happening(rawValue: UInt32(IN_MOVE_SELF))
        public static let unmounted = Happening(rawValue: 0x2000)
        /// The queue was full: events are missing.
        public static let overflow = Happening(rawValue: 0x4000)
        /// The watch is gone.
        public static let ignored = Happening(rawValue: 0x8000)
        /// The name is a folder's.
        public static let folder = Happening(rawValue: 0x4000_0000)

        static let wanted: Happening = [
            .closed, .created, .movedIn, .movedOut, .deleted, .attributes, .selfDeleted, .selfMoved,
        ]
    }

    public struct Event: Sendable, Hashable {
        public let watch: Watch
        public let happening: Happening
        /// Nil where the event is about the folder itself.
        public let name: FileName?
    }

    private let descriptor: FileDescriptor

    public init() throws(SystemError) {
        let number = try check("inotify_init1") { inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
        descriptor = FileDescriptor(owning: number)
    }

    /// Watches the folder that is open, wherever its path leads meanwhile. ENOSPC: fs.inotify.max_user_watches.
    public func watch(_ folder: Directory) throws(SystemError) -> Watch {
        let path = "/proc/self/fd/\(folder.descriptor.number)"
        let number = try check("inotify_add_watch", path: folder.path) {
            inotify_add_watch(descriptor.number, path, Happening.wanted.rawValue)
        }
        return Watch(number: number)
    }

    /// Ends a watch; one that the kernel has ended already is fine.
    public func end(_ watch: Watch) { _ = inotify_rm_watch(descriptor.number, watch.number) }

    /// Everything that has happened since the last reading, without waiting.
    public func events() throws(SystemError) -> [Event] {
        var events: [Event] = []
        while true {
            do throws(SystemError) {
                let bytes = try descriptor.read(upTo: 64 << 10)
                if bytes.isEmpty { return events }
                Self.decode(bytes, into: &events)
            } catch  where error.code == .wouldBlock { return events }
        }
    }

    /// A source that fires when there are events; it must be cancelled before this instance goes away.
    public func source(on queue: SerialQueue) -> any DispatchSourceRead {
        descriptor.withNumber { DispatchSource.makeReadSource(fileDescriptor: $0, queue: queue.dispatch) }
    }

    /// `struct inotify_event`: wd, mask, cookie, len, then a name padded with NUL.
    private static func decode(_ bytes: [UInt8], into events: inout [Event]) {
        var position = 0
        bytes.withUnsafeBytes { buffer in
            while position + 16 <= buffer.count {
                let number = buffer.loadUnaligned(fromByteOffset: position, as: Int32.self)
                let mask = buffer.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
                let length = Int(buffer.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self))
                let name = buffer[(position + 16)..<min(buffer.count, position + 16 + length)].prefix { $0 != 0 }
                events.append(
                    Event(
                        watch: Watch(number: number), happening: Happening(rawValue: mask),
                        name: FileName(bytes: name)))
                position += 16 + length
            }
        }
    }
}
