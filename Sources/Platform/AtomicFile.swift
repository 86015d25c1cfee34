internal import CSystemd
internal import Glibc

extension Directory {
    /// Writes a file so that it appears whole or not at all: a temporary file in this folder, fsync, rename, fsync of
    /// the folder. With `replacing: false` a taken name is refused (EEXIST) and nothing is left behind.
    public func write(
        _ bytes: [UInt8], as name: FileName, mode: UInt32 = 0o644, replacing: Bool = false
    ) throws(SystemError) {
        let temporary = temporaryName()
        do throws(SystemError) {
            try writeDurably(bytes, as: temporary, mode: mode)
            try move(temporary, to: self, as: name, replacing: replacing)
            try sync()
        } catch {
            try? remove(temporary)
            throw error
        }
    }

    /// Writes a new file and makes its content durable; the name becomes durable with `sync()`.
    public func writeDurably(_ bytes: [UInt8], as name: FileName, mode: UInt32 = 0o644) throws(SystemError) {
        let file = try open(name, .create(mode: mode))
        try file.write(bytes)
        try file.sync()
        try file.close()
    }

    /// Moves a file under a name that is free: `a.pdf`, else `a-2.pdf`, `a-3.pdf` and so on. Answers the name.
    public func moveNumbered(
        _ name: FileName, to folder: Directory, as wanted: FileName
    ) throws(SystemError) -> FileName {
        var candidate = wanted
        var number = 1
        while true {
            do throws(SystemError) {
                try moveAcross(name, to: folder, as: candidate)
                return candidate
            } catch  where error.code == .exists {
                number += 1
                candidate = wanted.inserting("-\(number)")
            }
        }
    }

    /// Moves a file, never replacing; to another file system by copy, fsync, rename and unlink.
    public func moveAcross(_ name: FileName, to folder: Directory, as newName: FileName) throws(SystemError) {
        do throws(SystemError) {
            try move(name, to: folder, as: newName)
        } catch  where error.code == .crossDevice {
            try copy(name, to: folder, as: newName)
            try remove(name)
        } catch  where error.code == .invalid || error.code == .noCall {
            // A file system without RENAME_NOREPLACE: a link refuses a taken name as well.
            try link(name, to: folder, as: newName)
            try remove(name)
        }
    }

    /// A durable copy that appears whole; a symbolic link is copied as a link.
    public func copy(_ name: FileName, to folder: Directory, as newName: FileName) throws(SystemError) {
        let temporary = folder.temporaryName()
        do throws(SystemError) {
            if try status(of: name)?.kind == .link {
                try copyLink(name, to: folder, as: temporary)
            } else {
                let source = try open(name, .read)
                let target = try folder.open(temporary, .create(mode: 0o644))
                try source.copyContent(to: target)
                try target.setMode(try source.status().mode)
                try target.sync()
                try target.close()
            }
            try folder.move(temporary, to: folder, as: newName)
            try folder.sync()
        } catch {
            try? folder.remove(temporary)
            throw error
        }
    }

    private func copyLink(_ name: FileName, to folder: Directory, as newName: FileName) throws(SystemError) {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        try check("readlinkat", path: path(of: name)) {
            name.withCString { readlinkat(self.descriptor.number, $0, &target, Int(PATH_MAX)) }
        }
        try check("symlinkat", path: folder.path(of: newName)) {
            newName.withCString { symlinkat(target, folder.descriptor.number, $0) }
        }
    }

    /// A hidden name that nobody else uses.
    public func temporaryName() -> FileName {
        FileName(safe: "tmp").prefixed(".hotpress-\(randomIdentifier(length: 16)).")
    }
}

extension FileDescriptor {
    /// Everything from here to the end, into another file.
    public func copyContent(to target: borrowing FileDescriptor) throws(SystemError) {
        while true {
            let chunk = try read(upTo: 1 << 18)
            if chunk.isEmpty { return }
            try target.write(chunk)
        }
    }
}

/// Lower-case letters and digits without look-alikes, from the system's random source.
public func randomIdentifier(length: Int) -> String {
    let letters = Array("23456789abcdefghjkmnpqrstuvwxyz".utf8)
    var generator = SystemRandomNumberGenerator()
    // Each draw is a call to the kernel, and has the chance for twelve letters in it.
    var (bits, left) = (UInt64(0), 0)
    let bytes = (0..<length).map { _ in
        if left == 0 { (bits, left) = (generator.next(), 12) }
        let (rest, letter) = bits.quotientAndRemainder(dividingBy: UInt64(letters.count))
        (bits, left) = (rest, left - 1)
        return letters[Int(letter)]
    }
    return String(decoding: bytes, as: UTF8.self)
}
