internal import CSystemd
internal import Glibc

/// An open folder: names are looked up in it, however its path is moved or mounted over meanwhile.
public final class Directory: Sendable {
    /// The path it was opened by, for messages.
    public let path: String
    let descriptor: FileDescriptor
    public let identity: FileStatus.Identity

    public init(_ path: String) throws(SystemError) {
        let number = try check("open", path: path) { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        descriptor = FileDescriptor(owning: number, path: path)
        self.path = path
        identity = try descriptor.status().identity
    }

    private init(number: Int32, path: String) throws(SystemError) {
        descriptor = FileDescriptor(owning: number, path: path)
        self.path = path
        identity = try descriptor.status().identity
    }

    /// Opens a folder in this one; a link in its place is refused.
    public func folder(_ name: FileName) throws(SystemError) -> Directory {
        let path = self.path(of: name)
        let number = try check("openat", path: path) {
            name.withCString { openat(self.descriptor.number, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        }
        return try Directory(number: number, path: path)
    }

    /// Opens a folder in this one and makes it first where it is missing.
    public func makingFolder(_ name: FileName, mode: UInt32 = 0o777) throws(SystemError) -> Directory {
        do throws(SystemError) {
            return try folder(name)
        } catch  where error.code == .noEntry {
            try makeFolder(name, mode: mode)
            return try folder(name)
        }
    }

    /// Makes a folder; one that is there already is fine.
    public func makeFolder(_ name: FileName, mode: UInt32 = 0o777) throws(SystemError) {
        do throws(SystemError) {
            try check("mkdirat", path: path(of: name)) {
                name.withCString { mkdirat(self.descriptor.number, $0, mode_t(mode)) }
            }
        } catch  where error.code == .exists {}
    }

    /// Makes a folder; false where something of that name is there already.
    public func makeNewFolder(_ name: FileName, mode: UInt32 = 0o777) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try check("mkdirat", path: path(of: name)) {
                name.withCString { mkdirat(self.descriptor.number, $0, mode_t(mode)) }
            }
            return true
        } catch  where error.code == .exists {
            return false
        }
    }

    /// A path with every folder on the way made, like `mkdir -p`.
    public static func making(_ path: String, mode: UInt32 = 0o777) throws(SystemError) -> Directory {
        do throws(SystemError) {
            return try Directory(path)
        } catch  where error.code == .noEntry {
            let trimmed = path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            if let slash = trimmed.lastIndex(of: "/"), slash > trimmed.startIndex {
                _ = try making(String(trimmed[..<slash]))
            }
            do throws(SystemError) {
                try check("mkdir", path: trimmed) { mkdir(trimmed, mode_t(mode)) }
            } catch  where error.code == .exists {}
            return try Directory(trimmed)
        }
    }

    /// The path with every link in it followed (realpath(3)); nil where nothing is there.
    public static func resolvedPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// For messages: folder and name, escaped.
    public func path(of name: FileName) -> String { path + "/" + name.description }

    // MARK: Looking

    /// The status of the name itself; a link is not followed. Nil where there is no such name.
    public func status(of name: FileName) throws(SystemError) -> FileStatus? {
        var raw = stat()
        do throws(SystemError) {
            try check("fstatat", path: path(of: name)) {
                name.withCString { fstatat(self.descriptor.number, $0, &raw, AT_SYMLINK_NOFOLLOW) }
            }
        } catch  where error.code == .noEntry { return nil }
        return FileStatus(raw)
    }

    public func status() throws(SystemError) -> FileStatus { try descriptor.status() }

    /// Every name in the folder, in the order of the disk, without `.` and `..`.
    public func names() throws(SystemError) -> [FileName] {
        // A descriptor of its own: reading moves the offset, and several may read at a time.
        let number = try check("openat", path: path) {
            openat(self.descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = fdopendir(number) else {
            let code = SystemError.Code.last
            _ = Glibc.close(number)
            throw SystemError(call: "fdopendir", path: path, code: code)
        }
        defer { closedir(stream) }
        var names: [FileName] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { buffer in buffer.prefix { $0 != 0 }.map { $0 } }
            if let name = FileName(bytes: bytes) { names.append(name) }
        }
        if errno != 0 { throw SystemError(call: "readdir", path: path, code: .last) }
        return names
    }

    /// Opens a file for reading or makes it; links are never followed, FIFOs never waited for.
    public func open(_ name: FileName, _ access: FileDescriptor.Access) throws(SystemError) -> FileDescriptor {
        let path = path(of: name)
        let number = try check("openat", path: path) {
            name.withCString { openat(self.descriptor.number, $0, access.flags | O_NOFOLLOW | O_CLOEXEC, access.mode) }
        }
        return FileDescriptor(owning: number, path: path)
    }

    // MARK: Moving

    /// Moves a file within the file system; `replacing: false` refuses (EEXIST) where the new name is taken.
    public func move(
        _ name: FileName, to folder: Directory, as newName: FileName, replacing: Bool = false
    ) throws(SystemError) {
        let (from, to) = (descriptor.number, folder.descriptor.number)
        try check("renameat2", path: path(of: name)) {
            name.withCString { old in
                newName.withCString { new in
                    replacing ? renameat(from, old, to, new) : hotpress_rename_noreplace(from, old, to, new)
                }
            }
        }
    }

    /// A second name (hard link) for a file of this folder.
    public func link(_ name: FileName, to folder: Directory, as newName: FileName) throws(SystemError) {
        let (from, to) = (descriptor.number, folder.descriptor.number)
        try check("linkat", path: folder.path(of: newName)) {
            name.withCString { old in newName.withCString { linkat(from, old, to, $0, 0) } }
        }
    }

    public func remove(_ name: FileName) throws(SystemError) {
        try check("unlinkat", path: path(of: name)) { name.withCString { unlinkat(self.descriptor.number, $0, 0) } }
    }

    /// Removes an empty folder.
    public func removeFolder(_ name: FileName) throws(SystemError) {
        try check("unlinkat", path: path(of: name)) {
            name.withCString { unlinkat(self.descriptor.number, $0, AT_REMOVEDIR) }
        }
    }

    /// Makes names and moves in this folder durable.
    public func sync() throws(SystemError) { try descriptor.sync() }

    /// What this user may still write on the file system: bytes and files; nil for files that are not counted.
    public var space: (bytes: Int64, files: Int64?) {
        get throws(SystemError) {
            var raw = statvfs()
            try check("fstatvfs", path: path) { fstatvfs(self.descriptor.number, &raw) }
            let bytes = Int64(clamping: UInt64(raw.f_bavail) * UInt64(raw.f_frsize))
            return (bytes, raw.f_files == 0 ? nil : Int64(clamping: raw.f_favail))
        }
    }

    /// The kind of file system, by its magic number (statfs(2)).
    public var fileSystem: FileSystem { FileSystem(magic: hotpress_filesystem_magic(descriptor.number)) }

    /// Which mount the folder was reached through (`mnt_id` of proc(5)); a bind mount has one of its own. Nil without /proc.
    public var mount: Int? {
        let path = "/proc/self/fdinfo/\(descriptor.number)"
        guard let bytes = try? FileDescriptor(path: path, .read).readAll() else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("mnt_id:") }
        return line.flatMap { Int($0.dropFirst("mnt_id:".count).filter { $0.isNumber }) }
    }

    /// True where a file system is mounted on this very folder.
    public var isMountPoint: Bool {
        get throws(SystemError) {
            let number = try check("openat", path: path) {
                openat(self.descriptor.number, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            }
            let parent = try Directory(number: number, path: path + "/..")
            return parent.mount != mount || parent.identity.device != identity.device
        }
    }
}
