public import Diagnostics
import Glibc
import Platform
public import Style

/// The one door through which a document's style sheets, images and fonts are read: files below the allowed roots, and
/// `data:` URLs. Nothing is ever fetched from a network.
///
/// Links are followed before a path is judged, so that none leads out of the roots.
public final class ResourceAccess: Sendable {
    /// With links resolved; references without a base of their own are relative to it.
    public let baseDirectory: String
    private let roots: [String]
    /// Larger files are refused.
    private static let largestFile = 64 << 20

    /// - Parameters:
    ///   - baseDirectory: the document's folder; itself not a root unless it is named as one.
    ///   - allowedRoots: folders below which files may be read.
    public init(baseDirectory: String, allowedRoots: [String]) {
        self.baseDirectory = resolvedPath(baseDirectory) ?? baseDirectory
        roots = allowedRoots.compactMap(resolvedPath)
    }

    /// Where the bytes of a reference are, judged but not read.
    public func locate(_ reference: ResourceReference) throws(ResourceFault) -> ResourceLocation {
        let url = reference.url.trimmingASCIIWhitespace()
        switch scheme(of: url) {
        case "data": return .data(url)
        case "file": return try locateFile(pathOfFileURL(url))
        case nil: break
        case let scheme?: throw scheme == "http" || scheme == "https" ? .network(url) : .unsupported(url)
        }
        guard !url.hasPrefix("//") else { throw .network(url) }
        let path = percentDecoded(withoutQuery(url))
        guard !path.isEmpty else { throw .missing(url) }
        return try locateFile(path.hasPrefix("/") ? path : folder(of: reference) + "/" + path)
    }

    public func read(_ location: ResourceLocation) throws(ResourceFault) -> [UInt8] {
        switch location {
        case .data(let url):
            guard let data = DataURL(url) else { throw .malformed(String(url.prefix(40))) }
            return data.bytes
        case .file(let file): return try readFile(file.path)
        }
    }

    public func bytes(of reference: ResourceReference) throws(ResourceFault) -> [UInt8] {
        try read(locate(reference))
    }

    private func folder(of reference: ResourceReference) -> String {
        guard var base = reference.base, !base.isEmpty else { return baseDirectory }
        if base.hasPrefix("file:") { base = pathOfFileURL(base) }
        return base.hasPrefix("/") ? base : baseDirectory + "/" + base
    }

    private func locateFile(_ path: String) throws(ResourceFault) -> ResourceLocation {
        guard let real = resolvedPath(path) else { throw .missing(path) }
        guard roots.contains(where: { real == $0 || real.hasPrefix($0 == "/" ? "/" : $0 + "/") }) else {
            throw .outside(path)
        }
        guard let status = FileStatus(ofPath: real), status.kind == .file else { throw .unreadable(path) }
        guard status.size <= Self.largestFile else { throw .tooLarge(path) }
        return .file(
            ResourceFile(
                path: real, size: Int(status.size), device: status.identity.device, inode: status.identity.inode,
                modified: Int(status.modified)))
    }

    private func readFile(_ path: String) throws(ResourceFault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path) }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= Self.largestFile else { throw .tooLarge(path) }
        }
    }
}

extension ResourceAccess: ResourceReader {
    /// For style sheets.
    public func read(_ reference: ResourceReference) throws(DiagnosticError) -> [UInt8] {
        do throws(ResourceFault) {
            return try bytes(of: reference)
        } catch {
            throw DiagnosticError(error.diagnostic("style sheet"))
        }
    }
}

/// Where the bytes of a resource are; equal as long as the file has not changed, so that it serves as a cache's key.
public enum ResourceLocation: Sendable, Hashable {
    case file(ResourceFile)
    case data(String)
}

public struct ResourceFile: Sendable, Hashable {
    public var path: String
    var size: Int
    var device: UInt64
    var inode: UInt64
    /// Nanoseconds since 1970.
    var modified: Int
}

private func resolvedPath(_ path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The scheme of a URL in lower case; a single letter before a colon counts as one, too (`c:` is no path here).
private func scheme(of url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), colon != url.utf8.startIndex else { return nil }
    let name = url[..<colon]
    guard name.utf8.allSatisfy({ isSchemeByte($0) }), name.utf8.first.map(isLetter) == true else { return nil }
    return name.lowercased()
}

private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

private func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
}

private func withoutQuery(_ url: String) -> String {
    String(url.prefix { $0 != "?" && $0 != "#" })
}

/// The path of `file:///path`, `file://localhost/path` or `file:/path`.
private func pathOfFileURL(_ url: String) -> String {
    var rest = withoutQuery(String(url.dropFirst("file:".count)))
    if rest.hasPrefix("//") {
        rest = String(rest.dropFirst(2))
        rest = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }
    return percentDecoded(rest)
}

extension String {
    func trimmingASCIIWhitespace() -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[first...last])
    }
}
