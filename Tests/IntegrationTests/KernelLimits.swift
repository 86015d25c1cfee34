import Glibc
import Platform
import TestKit
import Testing

/// The machine's own limits, which one test lowers for a moment: who lowers them and who reads them take turns, in this
/// process and, by a lock on a file, among all test runs of this machine.
actor KernelLimits {
    static let shared = KernelLimits()
    private var isTaken = false
    private var file: Int32 = -1
    private var lowered: [(path: String, usual: Int)] = []

    func take() async throws {
        while isTaken { try await Task.sleep(for: .milliseconds(10)) }
        isTaken = true
        file = open("/tmp/hotpress-kernel-limits", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        while flock(file, LOCK_EX | LOCK_NB) != 0, file >= 0 { try await Task.sleep(for: .milliseconds(20)) }
    }

    func giveBack() {
        for (path, usual) in lowered { try? FileDescriptor(path: path, .rewrite).write("\(usual)\n".utf8) }
        lowered = []
        if file >= 0 { close(file) }
        (isTaken, file) = (false, -1)
    }

    /// Lowers a kernel's limit; false where that is not allowed. Only between `take` and `giveBack`, which raises it again.
    func lower(_ path: String, to value: Int, usual: Int) -> Bool {
        guard (try? FileDescriptor(path: path, .rewrite).write("\(value)\n".utf8)) != nil else { return false }
        lowered.append((path, usual))
        return true
    }
}

extension Service {
    /// Starts while a limit of the kernel is lowered, and puts the usual value back in any case. A run that was ended in
    /// the middle may have left it low: then too it is the kernel's own that is put back.
    func startWhileLowered(_ path: String, to value: Int, usual: Int) async throws -> Bool {
        try await KernelLimits.shared.take()
        do {
            let isLowered = await KernelLimits.shared.lower(path, to: value, usual: usual)
            try await start()
            await KernelLimits.shared.giveBack()
            return isLowered
        } catch {
            await KernelLimits.shared.giveBack()
            throw error
        }
    }
}
