import Foundation
import Glibc
import Platform

/// The folders, the configuration, the recording sendmail, and the service's process.
final class Stage {
    let folder: String
    /// Where inbox, outbox and ledger are: on a disk of their own where power is cut.
    let disk: String
    let isPowerCut: Bool
    private(set) var process: Child?

    var hot: String { disk + "/hot" }
    var mails: String { folder + "/mails" }
    var configuration: String { folder + "/crash.conf" }

    init(folder: String, isPowerCut: Bool) throws {
        self.folder = folder
        self.isPowerCut = isPowerCut
        disk = isPowerCut ? folder + "/disk" : folder
        for path in [folder, disk, folder + "/mails"] { _ = try Directory.making(path) }
        if isPowerCut {
            try run("/usr/bin/truncate", "-s", "512M", folder + "/image")
            try run("/sbin/mkfs.ext4", "-q", "-F", folder + "/image")
            try mount()
        }
        for name in ["inbox", "inbox/shop", "inbox/marked"] { _ = try Directory.making("\(hot)/\(name)") }
        _ = try Directory.making(disk + "/source")
        try write(
            """
            [hotpress]
            root = \(hot)
            state = \(disk)/state
            workers = 2
            [inbox]
            settle = 20
            max-size = 100000
            [inbox shop]
            order = name
            priority = 5
            [inbox marked]
            done-file = *.done
            [mail]
            sendmail = \(folder)/sendmail
            unknown = resend
            retry = 1

            """, to: configuration)
        try write(
            """
            #!/bin/sh
            f=$(mktemp '\(mails)/part.XXXXXX') && cat > "$f" && mv "$f" "\(mails)/whole.${f##*.}"

            """, to: folder + "/sendmail")
        chmod(folder + "/sendmail", 0o755)
    }

    private func write(_ text: String, to path: String) throws {
        try FileDescriptor(path: path, .replace(mode: 0o644)).write(text.utf8)
    }

    @discardableResult
    func run(_ program: String, _ arguments: String...) throws -> String {
        let outcome = try Command(program, arguments).run(.init(time: .seconds(120), output: 16 << 20))
        guard outcome.ending == .exited(0) else {
            throw SystemError(call: "\(program): \(String(decoding: outcome.error, as: UTF8.self))", code: .invalid)
        }
        return String(decoding: outcome.output, as: UTF8.self)
    }

    // MARK: The service

    static var products: String {
        URL(fileURLWithPath: SharedFiles.executable).deletingLastPathComponent().path
    }

    /// `crash`: a step and how often it is reached before it is deadly.
    func start(crash: String? = nil) throws {
        let log = try FileDescriptor(path: folder + "/log", .append(mode: 0o644))
        var command = Command("\(Self.products)/TestDaemon", ["serve", configuration])
        if let crash { command.environment = ThisProcess.environment.merging(["HOTPRESS_CRASH": crash]) { $1 } }
        process = try Child(command, input: FileDescriptor(path: "/dev/null", .read), output: log, error: log)
    }

    /// True once it has ended, within the time.
    func hasEnded(within milliseconds: Int) -> Bool { process?.waitUntilEnded(milliseconds: milliseconds) ?? true }

    func kill() throws {
        process?.signalGroup(SIGKILL)
        _ = try process?.reap()
        process = nil
    }

    func end() throws -> Child.Ending? {
        process?.signalGroup(SIGTERM)
        defer { process = nil }
        return try process?.reap()
    }

    // MARK: Power

    func mount() throws { try run("/bin/mount", "-o", "loop", folder + "/image", disk) }

    /// Nothing that is not on the disk by now gets there any more.
    func cutPower() throws {
        let root = open(disk, O_RDONLY)
        defer { close(root) }
        // FS_IOC_SHUTDOWN with FS_SHUTDOWN_FLAGS_NOLOGFLUSH.
        var flags: UInt32 = 2
        guard ioctl(root, 0x8004_587D, &flags) == 0 else { throw SystemError(call: "FS_IOC_SHUTDOWN", code: .invalid) }
    }

    func restorePower() throws {
        for _ in 0..<200 {
            if (try? run("/bin/umount", disk)) != nil { break }
            // The workers of the dead service hold it until they have seen its end.
            usleep(20_000)
        }
        try mount()
    }

    func clearAway() {
        if isPowerCut { _ = try? run("/bin/umount", "-l", disk) }
        try? FileManager.default.removeItem(atPath: folder)
    }
}
