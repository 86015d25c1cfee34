internal import CGLib
public import Diagnostics

/// A key file as GLib's GKeyFile reads it (groups, `key=value`, `#` comments, `;` lists, `\n \t \s \\` escapes), with the
/// line of each group and key, which GKeyFile does not give. A plain value: the C handle does not outlive the reading.
public struct KeyFile: Sendable {
    /// One `[group]`.
    public struct Group: Sendable {
        public let name: String
        public let position: SourcePosition
        public fileprivate(set) var entries: [Entry] = []

        public subscript(key: String) -> Entry? { entries.last { $0.key == key } }
    }

    /// One `key=value`.
    public struct Entry: Sendable {
        public let key: String
        /// Where the key begins.
        public let position: SourcePosition
        /// The value, unescaped.
        public let value: String
        /// The value as a list, split at `;`; spaces around items trimmed, empty items dropped.
        public let list: [String]
    }

    /// As shown in diagnostics.
    public let file: String
    /// In the order of the file.
    public private(set) var groups: [Group] = []

    public subscript(name: String) -> Group? { groups.first { $0.name == name } }

    /// Reads a file; `SystemError` where it cannot be read, `DiagnosticError` with every fault where it is no key file.
    public init(path: String) throws {
        let bytes = try FileDescriptor(path: path, .read).readAll(limit: 1 << 20)
        try self.init(bytes: bytes, file: path)
    }

    public init(text: String, file: String) throws(DiagnosticError) {
        try self.init(bytes: Array(text.utf8), file: file)
    }

    public init(bytes: [UInt8], file: String) throws(DiagnosticError) {
        self.file = file
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DiagnosticError(
                .error("not UTF-8", at: SourceLocation(file: file), hint: "save the file in the encoding UTF-8"))
        }
        var bag = DiagnosticBag(file: file)
        let outline = KeyFileOutline(text, &bag)
        try bag.throwIfErrors()
        let parsed = try ParsedKeyFile(text, file: file)
        for (name, position, keys) in outline.groups {
            var group = Group(name: name, position: position)
            for (key, position) in keys {
                guard let value = parsed.value(group: name, key: key) else {
                    bag.add(
                        .error(
                            "the value has an escape that is not known",
                            at: SourceLocation(position: position, path: "[\(name)] \(key)"),
                            hint: "a backslash is written \\\\; known are \\s \\n \\t \\r"))
                    continue
                }
                let list = parsed.list(group: name, key: key)
                group.entries.append(Entry(key: key, position: position, value: value, list: list))
            }
            groups.append(group)
        }
        try bag.throwIfErrors()
    }

    /// The place of a key, or of its group where the key is not there, for a diagnostic.
    public func location(of key: String? = nil, in group: String) -> SourceLocation {
        let found = self[group]
        let position = key.flatMap { found?[$0]?.position } ?? found?.position
        return SourceLocation(file: file, position: position, path: key.map { "[\(group)] \($0)" } ?? "[\(group)]")
    }
}

/// Owns the GKeyFile while it is read.
private final class ParsedKeyFile {
    private let handle: OpaquePointer

    init(_ text: String, file: String) throws(DiagnosticError) {
        handle = g_key_file_new()
        var error: UnsafeMutablePointer<GError>?
        guard g_key_file_load_from_data(handle, text, gsize(text.utf8.count), G_KEY_FILE_NONE, &error) != 0 else {
            let message = error.map { String(cString: $0.pointee.message) } ?? "not a key file"
            g_clear_error(&error)
            throw DiagnosticError(.error(message, at: SourceLocation(file: file)))
        }
    }

    deinit { g_key_file_free(handle) }

    func value(group: String, key: String) -> String? {
        var error: UnsafeMutablePointer<GError>?
        let text = g_key_file_get_string(handle, group, key, &error)
        defer {
            g_free(text)
            g_clear_error(&error)
        }
        // GLib may hand back what it made of a bad value along with the error.
        guard error == nil, let text else { return nil }
        return String(cString: text)
    }

    func list(group: String, key: String) -> [String] {
        var count: gsize = 0
        guard let items = g_key_file_get_string_list(handle, group, key, &count, nil) else { return [] }
        defer { g_strfreev(items) }
        return (0..<Int(count)).compactMap { index in
            let item = items[index].map { String(cString: $0) } ?? ""
            let trimmed = item.trimmingSpaces()
            return trimmed.isEmpty ? nil : trimmed
        }
    }
}

extension String {
    /// Without spaces and tabs at both ends.
    func trimmingSpaces() -> String {
        var rest = self[...]
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
