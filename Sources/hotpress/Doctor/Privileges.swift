import Platform

/// What a process may do beyond its user, by /proc/PID/status.
struct Privileges {
    /// Set-id programs give it nothing.
    let isBound: Bool
    let groups: Set<UInt32>

    /// - Parameter process: nil for this one.
    init?(of process: Int32?) {
        let path = "/proc/\(process.map { "\($0)" } ?? "self")/status"
        guard let bytes = try? FileDescriptor(path: path, .read).readAll() else { return nil }
        var isBound = false
        var groups: Set<UInt32> = []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split { $0 == "\t" || $0 == " " }
            switch words.first {
            case "NoNewPrivs:": isBound = words.last == "1"
            case "Gid:", "Groups:": groups.formUnion(words.dropFirst().compactMap { UInt32($0) })
            default: break
            }
        }
        (self.isBound, self.groups) = (isBound, groups)
    }
}
