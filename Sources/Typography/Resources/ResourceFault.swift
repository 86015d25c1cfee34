public import Diagnostics

/// Why a resource was not read; the text is the URL or path.
public enum ResourceFault: Error, Hashable {
    case network(String)
    case unsupported(String)
    case missing(String)
    case outside(String)
    case unreadable(String)
    case tooLarge(String)
    case malformed(String)
}

extension ResourceFault {
    /// What a user is told; the document is printed without the resource.
    public func diagnostic(_ kind: String, at location: SourceLocation = SourceLocation()) -> Diagnostic {
        switch self {
        case .network(let url):
            .warning(
                "\(kind) '\(url)' is not fetched: nothing is read from a network", at: location,
                hint: "put the file beside the template and name it by its path")
        case .unsupported(let url):
            .warning(
                "\(kind) '\(url)' has a scheme that cannot be read", at: location, hint: "use a file or a data: URL")
        case .missing(let path):
            .warning("\(kind) '\(path)' does not exist", at: location, hint: "check the name and the folder")
        case .outside(let path):
            .warning(
                "\(kind) '\(path)' is outside the folders that may be read", at: location,
                hint: "move it into the template's folder")
        case .unreadable(let path):
            .warning("\(kind) '\(path)' cannot be read", at: location, hint: "check that it is a file and its rights")
        case .tooLarge(let path):
            .warning("\(kind) '\(path)' is larger than 64 MiB", at: location, hint: "use a smaller file")
        case .malformed(let url):
            .warning("\(kind) '\(url)…' is no well-formed data: URL", at: location, hint: "check its base64 text")
        }
    }
}
