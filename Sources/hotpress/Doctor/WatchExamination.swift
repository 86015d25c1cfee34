import Platform

/// The kernel's limits of watching folders (inotify(7)).
struct WatchExamination {
    var findings: [Finding] {
        // A watch for each folder in the inbox; an instance for the service, beside what desktops and editors take.
        [("max_user_watches", 8192), ("max_user_instances", 16), ("max_queued_events", 4096)].map { name, wanted in
            guard let value = limit(name) else {
                return .note(
                    "/proc/sys/fs/inotify/\(name) cannot be read",
                    remedy: "without inotify the inbox is looked at from time to time")
            }
            guard value >= wanted else {
                return .fault(
                    "fs.inotify.\(name) is \(value), which is little",
                    remedy: "echo fs.inotify.\(name) = \(wanted) > /etc/sysctl.d/60-hotpress.conf; sysctl --system")
            }
            return .fine("fs.inotify.\(name) is \(value)")
        }
    }

    private func limit(_ name: String) -> Int? {
        guard let bytes = try? FileDescriptor(path: "/proc/sys/fs/inotify/\(name)", .read).readAll() else { return nil }
        return Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
