internal import CSystemd
public import Dispatch
internal import Glibc

/// A local socket that listens under a name in a folder (unix(7)), and knows who calls.
public final class LocalSocket: Sendable {
    /// Who is at the other end, as the kernel says.
    public struct Peer: Sendable, Hashable {
        public let process: Int32
        public let user: UInt32
        public let group: UInt32
    }

    private let descriptor: FileDescriptor
    /// Given up for a moment where no descriptor is left to take a call with.
    private let reserve: Lock<Int32>

    /// Listens; a socket that an ended process has left under the name is replaced.
    public init(listeningAs name: FileName, in folder: Directory) throws(SystemError) {
        do throws(SystemError) { try folder.remove(name) } catch  where error.code == .noEntry {}
        descriptor = try Self.made()
        let (number, path) = (descriptor.number, folder.path(of: name))
        try check("bind", path: path) { Self.withAddress(of: name, in: folder) { bind(number, $0, $1) } }
        try check("listen", path: path) { listen(number, 16) }
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        reserve = Lock(try Self.reserved())
    }

    deinit { if reserve.value >= 0 { _ = close(reserve.value) } }

    /// Calls the socket of this name; ECONNREFUSED or ENOENT where nobody listens.
    public static func connect(to name: FileName, in folder: Directory) throws(SystemError) -> Channel {
        let descriptor = try made()
        let number = descriptor.number
        try check("connect", path: folder.path(of: name)) {
            withAddress(of: name, in: folder) { Glibc.connect(number, $0, $1) }
        }
        return Channel(owning: descriptor)
    }

    /// A caller that waits, or nil where there is none any more.
    public func accept() throws(SystemError) -> (channel: Channel, peer: Peer)? {
        let number = descriptor.number
        do throws(SystemError) {
            let taken = try check("accept4") { Glibc.accept(number, nil, nil) }
            _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
            var peer = hotpress_peer()
            let caller = FileDescriptor(owning: taken)
            try check("getsockopt") { hotpress_peer_of(taken, &peer) }
            let known = Peer(process: peer.process, user: peer.user, group: peer.group)
            return (Channel(owning: caller), known)
        } catch  where error.code == .wouldBlock || error.code.rawValue == ECONNABORTED {
            return nil
        } catch  where error.code == .tooManyOpen || error.code == .tableFull {
            turnAway()
            throw error
        }
    }

    /// Takes the call with the descriptor kept for this, and ends it: a call left waiting would wake us for ever.
    private func turnAway() {
        let number = descriptor.number
        reserve.change { reserve in
            if reserve >= 0 { _ = close(reserve) }
            let caller = Glibc.accept(number, nil, nil)
            if caller >= 0 { _ = close(caller) }
            reserve = (try? Self.reserved()) ?? -1
        }
    }

    private static func reserved() throws(SystemError) -> Int32 {
        try check("open") { open("/dev/null", O_RDONLY | O_CLOEXEC) }
    }

    /// A source that fires while a caller waits; it must be cancelled before this value goes away.
    public func source(on queue: SerialQueue) -> any DispatchSourceRead {
        descriptor.withNumber { DispatchSource.makeReadSource(fileDescriptor: $0, queue: queue.dispatch) }
    }

    private static func made() throws(SystemError) -> FileDescriptor {
        let number = try check("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(owning: number)
    }

    /// Through the open folder, since an address takes no more than 107 bytes and paths are longer.
    private static func withAddress(
        of name: FileName, in folder: Directory, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("/proc/self/fd/\(folder.descriptor.number)/".utf8) + name.bytes
        withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            buffer.copyBytes(from: path.prefix(buffer.count - 1))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

extension FileDescriptor {
    /// A file without a name that holds these bytes, read from its start: standard input for a program.
    public static func inMemory(_ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
        let number = try check("memfd_create") { hotpress_memory_file("hotpress") }
        let file = FileDescriptor(owning: number)
        try file.write(bytes)
        try file.seekToStart()
        return file
    }
}
