internal import Diagnostics
internal import Platform

/// What is set, and by which file: for `hotpress config`.
public struct ConfigurationListing: Sendable {
    /// One value that is in force.
    public struct Entry: Sendable, Hashable {
        public let group: String
        public let key: String
        /// As it is written in a file; nil where it is a secret.
        public let value: String?
        /// `FILE:LINE`.
        public let origin: String
    }

    /// Groups in the order of first appearance, keys in that of their groups.
    public let entries: [Entry]
    /// Every file that was read, in that order.
    public let files: [String]

    /// Reads like `Configuration(path:)`, and fails like it.
    public init(path: String) throws {
        let files = try ConfigurationFiles(path: path).files
        var reading = ConfigurationReading()
        for file in files { reading.gather(file) }
        _ = reading.configuration()
        try reading.bag.throwIfErrors()
        self.files = files.map(\.file)
        entries = reading.inForce.map { group, key, text, location in
            let file = location.file ?? ""
            return Entry(
                group: group, key: key,
                value: ConfigurationFiles.isCredential(file) ? nil : Self.written(text),
                origin: location.position.map { "\(file):\($0.line)" } ?? file)
        }
    }

    /// The value with the escapes of a key file.
    public static func written(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case " " where result.isEmpty: result += "\\s"
            default: result.append(character)
            }
        }
        return result
    }
}
