import Diagnostics
import Foundation

/// Reads the text files of a template's folder, and nothing outside it.
struct FolderReader {
    /// Without a slash at the end; symbolic links resolved.
    let root: String

    /// Larger templates, deeper folders and more files than anybody writes are refused rather than read.
    private static let sizeLimit = 8 << 20
    private static let depthLimit = 4
    private static let countLimit = 1000
    private static let extensions: Set<String> = ["html", "mustache", "txt", "conf"]

    /// Nil if there is no such folder.
    init?(_ path: String) {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard Self.isFolder(resolved) else { return nil }
        root = resolved
    }

    /// The template files by their path below the folder.
    func files() throws(DiagnosticError) -> [String: SourceText] {
        var files: [String: SourceText] = [:]
        for name in try names() { files[name] = try read(name) }
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
        let path = folder.isEmpty ? root : root + "/" + folder
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for entry in entries where !entry.hasPrefix(".") && names.count <= Self.countLimit {
            let name = folder.isEmpty ? entry : folder + "/" + entry
            guard isInside(name) else { continue }
            if Self.extensions.contains(URL(fileURLWithPath: entry).pathExtension.lowercased()) {
                names.append(name)
            } else if depth < Self.depthLimit, Self.isFolder(root + "/" + name) {
                collect(in: name, depth: depth + 1, into: &names)
            }
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }

    /// Whether what the name leads to, links followed, lies in the folder.
    private func isInside(_ name: String) -> Bool {
        URL(fileURLWithPath: root + "/" + name).resolvingSymlinksInPath().path.hasPrefix(root + "/")
    }

    /// The file that a partial tag names; nil if there is none inside the folder.
    func partial(named name: String) throws(DiagnosticError) -> SourceText? {
        for file in [name + ".mustache", name + ".html"] where isInside(file) {
            if FileManager.default.fileExists(atPath: root + "/" + file) { return try read(file) }
        }
        return nil
    }

    /// - Parameter name: relative to the folder, as `names()` gives it.
    private func read(_ name: String) throws(DiagnosticError) -> SourceText {
        let path = root + "/" + name
        guard let data = FileManager.default.contents(atPath: path) else {
            throw DiagnosticError(
                .error("this file cannot be read", at: SourceLocation(file: path), hint: "check its permissions"))
        }
        return try Self.source(data, file: path)
    }

    static func source(_ data: Data, file: String) throws(DiagnosticError) -> SourceText {
        guard data.count <= sizeLimit else {
            throw DiagnosticError(
                .error(
                    "this template is larger than \(sizeLimit >> 20) MiB", at: SourceLocation(file: file),
                    hint: "keep images in files of their own"))
        }
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return SourceText(file: file, bytes: Array(data.starts(with: byteOrderMark) ? data.dropFirst(3) : data))
    }
}

/// Size and time of last change of a file.
struct FileStamp: Sendable, Equatable {
    private let size: UInt64
    private let modified: Date?

    init(_ path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        size = (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
        modified = attributes?[.modificationDate] as? Date
    }
}
