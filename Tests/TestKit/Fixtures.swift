public import Foundation

/// Files under `Tests/Fixtures`.
public enum Fixtures {
    public static let root: URL = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// All files with an ending below a folder, by path, in order.
    public static func files(in folder: String, ending: String) -> [URL] {
        let base = root.appending(path: folder)
        let walker = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
        var found: [URL] = []
        while let url = walker?.nextObject() as? URL {
            if url.pathExtension == ending { found.append(url) }
        }
        return found.sorted { $0.path < $1.path }
    }

    public static func bytes(_ url: URL) -> [UInt8] {
        (try? Data(contentsOf: url)).map { Array($0) } ?? []
    }
}
