import Foundation

/// A page on its way to paper: HTML, and where it comes from.
struct Page {
    var html: [UInt8]
    /// For messages.
    var name: String
    /// Where relative paths in it start.
    var folder: String

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
}
