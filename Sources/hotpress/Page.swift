import Diagnostics
import Foundation
import Platform

/// A page on its way to paper: HTML, and where it comes from.
struct Page {
    var html: [UInt8]
    /// For messages.
    var name: String
    /// Where relative paths in it start.
    var folder: String
    /// Folders below which it may read files.
    var allowedRoots: [String]

    init(html: [UInt8], name: String, folder: String) {
        self.html = html
        self.name = name
        self.folder = folder
        allowedRoots = [folder]
    }

    /// The HTML with a `<base>`, so that a copy elsewhere still finds its style sheets and pictures; one that has a base
    /// of its own stays as it is.
    var movable: [UInt8] {
        let text = String(decoding: html, as: UTF8.self)
        guard text.range(of: "<base", options: .caseInsensitive) == nil,
            let head = text.range(of: #"<head(\s[^>]*)?>"#, options: [.caseInsensitive, .regularExpression])
        else { return html }
        let address = URL(fileURLWithPath: folder, isDirectory: true).absoluteString
        let escaped = address.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        return Array((text[..<head.upperBound] + "\n<base href=\"\(escaped)\">" + text[head.upperBound...]).utf8)
    }

    /// Follows the page's own `<base href="file:…">`, if it leads to a folder that the page may read: its own, those of the
    /// templates that come with the program, and `allowed`.
    mutating func followBase(allowed: String?) -> [Diagnostic] {
        allowedRoots += [SharedFiles.path(of: "Templates"), allowed].compactMap { $0 }
        guard let base else { return [] }
        let isAllowed = allowedRoots.contains { root in
            let path = URL(fileURLWithPath: root, isDirectory: true).standardizedFileURL.path
            return base == path || base.hasPrefix(path.hasSuffix("/") ? path : path + "/")
        }
        if isAllowed {
            folder = base
            return []
        }
        return [
            .warning(
                "the page's base is \(base), which it may not read", at: SourceLocation(file: name),
                hint: "allow it with --allow=\(base)")
        ]
    }

    private var base: String? {
        let start = String(decoding: html.prefix(1 << 16), as: UTF8.self)
        let tag = /<base\s[^>]*href\s*=\s*["']?(file:[^"'\s>]+)/.ignoresCase()
        guard let match = start.firstMatch(of: tag) else { return nil }
        return URL(string: String(match.1).replacing("&amp;", with: "&"))?.standardizedFileURL.path
    }
}
