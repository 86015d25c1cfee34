public import Diagnostics
import Synchronization

/// Compiled templates, kept until their files change.
public final class TemplateCache: Sendable {
    private struct Entry {
        let folder: TemplateFolder
        let stamp: [String: FileStamp]
        var checked: ContinuousClock.Instant
    }

    private let sharedLabels: String?
    private let entries = Mutex<[String: Entry]>([:])

    private let patience: Duration

    /// - Parameters:
    ///   - sharedLabels: as for `TemplateFolder.load`.
    ///   - patience: how long a template is taken as unchanged without looking at its files.
    public init(sharedLabels: String? = nil, patience: Duration = .seconds(1)) {
        self.sharedLabels = sharedLabels
        self.patience = patience
    }

    /// The template in that folder, read again if its files have changed.
    public func folder(at path: String) throws(DiagnosticError) -> TemplateFolder {
        let now = ContinuousClock.now
        let known = entries.withLock { $0[path] }
        if let known, now - known.checked < patience { return known.folder }
        let stamp = stamp(of: path)
        if let known, known.stamp == stamp {
            entries.withLock { $0[path]?.checked = now }
            return known.folder
        }
        let folder = try TemplateFolder.load(path, sharedLabels: sharedLabels)
        entries.withLock { $0[path] = Entry(folder: folder, stamp: stamp, checked: now) }
        return folder
    }

    private func stamp(of path: String) -> [String: FileStamp] {
        let reader = FolderReader(path)
        var stamps = reader?.stamp() ?? [:]
        guard let labels = sharedLabels ?? reader.map({ $0.parent + "/labels" }) else { return stamps }
        for (name, stamp) in FolderReader(labels)?.stamp() ?? [:] { stamps["/labels/" + name] = stamp }
        return stamps
    }
}
