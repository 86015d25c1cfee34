import Diagnostics
import Platform

/// Reads the text files of a template's folder, and nothing outside it.
struct FolderReader {
    /// Without a slash at the end; symbolic links resolved.
    let root: String

    /// Larger templates, deeper folders and more files than anybody writes are refused rather than read.
    private static let sizeLimit = 8 << 20
    private static let depthLimit = 4
    private static let countLimit = 1000
    private static let extensions: Set<String> = [".html", ".mustache", ".txt", ".conf"]

    /// Nil if there is no such folder.
    init?(_ path: String) {
        guard let resolved = Directory.resolvedPath(path), Self.isFolder(resolved) else { return nil }
        root = resolved
    }

    /// The folder that this one lies in.
    var parent: String {
        let slash = root.lastIndex(of: "/") ?? root.startIndex
        return slash == root.startIndex ? "/" : String(root[..<slash])
    }

    /// The template files by their path below the folder.
    func files() throws(DiagnosticError) -> [String: SourceText] {
        var files: [String: SourceText] = [:]
        for name in try names() { files[name] = try Self.read(root + "/" + name) }
        return files
    }

    /// Changes when a template file is added, removed or written.
    func stamp() -> [String: FileStamp] {
        guard let names = try? names() else { return [:] }
        var stamps: [String: FileStamp] = [:]
        for name in names { stamps[name] = FileStamp(root + "/" + name) }
        return stamps
    }

    private func names() throws(DiagnosticError) -> [String] {
        var names: [String] = []
        collect(in: "", depth: 0, into: &names)
        guard names.count <= Self.countLimit else {
            throw DiagnosticError(
                .error(
                    "more than \(Self.countLimit) template files", at: SourceLocation(file: root),
                    hint: "is this a template's own folder?"))
        }
        return names.sorted()
    }

    private func collect(in folder: String, depth: Int, into names: inout [String]) {
        guard let directory = try? Directory(folder.isEmpty ? root : root + "/" + folder),
            let entries = try? directory.names()
        else { return }
        for entry in entries where !entry.isHidden && names.count <= Self.countLimit {
            let name = folder.isEmpty ? entry.text : folder + "/" + entry.text
            guard let kind = (try? directory.status(of: entry))??.kind, kind != .link || isInside(name) else {
                continue
            }
            if Self.extensions.contains(String(decoding: entry.fileExtension, as: UTF8.self).lowercased()) {
                names.append(name)
            } else if depth < Self.depthLimit, kind == .folder || kind == .link && Self.isFolder(root + "/" + name) {
                collect(in: name, depth: depth + 1, into: &names)
            }
        }
    }

    private static func isFolder(_ path: String) -> Bool { FileStatus(ofPath: path)?.kind == .folder }

    /// Whether what the name leads to, links followed, lies in the folder.
    private func isInside(_ name: String) -> Bool {
        Directory.resolvedPath(root + "/" + name)?.hasPrefix(root + "/") ?? false
    }

    /// The file that a partial tag names; nil if there is none inside the folder.
    func partial(named name: String) throws(DiagnosticError) -> SourceText? {
        for file in [name + ".mustache", name + ".html"] where isInside(file) {
            return try Self.read(root + "/" + file)
        }
        return nil
    }

    static func read(_ path: String) throws(DiagnosticError) -> SourceText {
        guard let bytes = try? FileDescriptor(path: path, .read).readAll() else {
            throw DiagnosticError(
                .error("this file cannot be read", at: SourceLocation(file: path), hint: "check its permissions"))
        }
        guard bytes.count <= sizeLimit else {
            throw DiagnosticError(
                .error(
                    "this template is larger than \(sizeLimit >> 20) MiB", at: SourceLocation(file: path),
                    hint: "keep images in files of their own"))
        }
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return SourceText(file: path, bytes: bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes)
    }
}

/// Size and time of last change of a file.
struct FileStamp: Sendable, Equatable {
    private let size: Int64?
    private let modified: Int64?

    init(_ path: String) {
        let status = FileStatus(ofPath: path)
        (size, modified) = (status?.size, status?.modified)
    }
}
