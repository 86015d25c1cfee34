internal import Diagnostics
internal import Foundation

/// Takes the pictures that a mail's HTML shows into the mail: `src="logo.svg"` becomes `src="cid:picture-1"`.
///
/// Only files of the template's own folder, and the configured logo. What cannot be taken is left out, with a warning.
struct MailPictures {
    private let folder: String
    private let logo: String?
    private(set) var found: [MailContent.Picture] = []
    private(set) var findings: [Diagnostic] = []

    /// A mail that is larger than this for its ornaments is a nuisance.
    private static let limit = 1 << 20

    /// - Parameter logo: the configured logo's path, the one file outside the folder that may be taken.
    init(folder: String, logo: String?) {
        self.folder = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        self.logo = logo
    }

    mutating func inline(_ html: String) -> String {
        var result = ""
        var rest = html[...]
        // The value of `src` in an `img`, in either kind of quotes.
        while let match = rest.firstMatch(of: /<img\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/.ignoresCase()) {
            guard let value = match.output.1 ?? match.output.2 else { break }
            result += rest[..<value.startIndex]
            result += source(for: value)
            rest = rest[value.endIndex...]
        }
        return result + rest
    }

    private mutating func source(for value: Substring) -> String {
        let isElsewhere = ["cid:", "data:", "http:", "https:"].contains { value.lowercased().hasPrefix($0) }
        if isElsewhere || value.isEmpty { return String(value) }
        let name = String(value).replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing(
            "&amp;", with: "&")
        guard let content = content(of: name) else { return "" }
        let file = name.split(separator: "/").last.map(String.init) ?? "picture"
        if let known = found.first(where: { $0.name == file && $0.content == content }) {
            return "cid:" + known.identifier
        }
        let identifier = "picture-\(found.count + 1)"
        found.append(MailContent.Picture(identifier: identifier, name: file, content: content))
        return "cid:" + identifier
    }

    private mutating func content(of name: String) -> Data? {
        let base = URL(fileURLWithPath: folder, isDirectory: true)
        let url = URL(fileURLWithPath: name, relativeTo: base).resolvingSymlinksInPath()
        guard url.path.hasPrefix(folder + "/") || name == logo else {
            return refuse(name, "lies outside the template's folder")
        }
        guard MediaType.of(name).hasPrefix("image/") else { return refuse(name, "is no picture") }
        guard let handle = try? FileHandle(forReadingFrom: url),
            let content = try? handle.read(upToCount: Self.limit + 1), !content.isEmpty
        else { return refuse(name, "cannot be read") }
        return content.count <= Self.limit ? content : refuse(name, "is larger than \(Self.limit >> 20) MiB")
    }

    private mutating func refuse(_ name: String, _ reason: String) -> Data? {
        let place = SourceLocation(file: folder + "/mail.html")
        findings.append(.warning("the picture '\(name)' \(reason): the mail goes without it", at: place))
        return nil
    }
}

/// Media types by file extension (RFC 6838).
enum MediaType {
    private static let known = [
        "pdf": "application/pdf", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "svg": "image/svg+xml", "webp": "image/webp", "xml": "application/xml", "json": "application/json",
        "csv": "text/csv", "txt": "text/plain", "html": "text/html", "zip": "application/zip",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "odt": "application/vnd.oasis.opendocument.text",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ]

    static func of(_ name: String) -> String {
        let tail = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return known[tail] ?? "application/octet-stream"
    }
}
