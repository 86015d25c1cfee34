import Foundation
public import Platform

/// A folder of its own for a test, removed with all it holds when the value goes away.
public final class TemporaryRoot: Sendable {
    public let path: String
    public let folder: Directory

    public init() throws {
        path = NSTemporaryDirectory() + "hotpress-test-" + randomIdentifier(length: 12)
        folder = try Directory.making(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, with the folders on its way, the plain way: open, write, close.
    public func write(_ text: String, to name: String) throws {
        let target = path(name)
        _ = try Directory.making(String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)]))
        let file = try FileDescriptor(path: target, .replace(mode: 0o644))
        try file.write(text.utf8)
    }

    public func read(_ name: String) throws -> String {
        String(decoding: try FileDescriptor(path: path(name), .read).readAll(), as: UTF8.self)
    }

    /// The names in a folder, sorted; empty where there is no folder.
    public func names(in name: String = "") -> [String] {
        let names = (try? Directory(path(name)).names()) ?? []
        return names.map { String(decoding: $0.bytes, as: UTF8.self) }.sorted()
    }
}
