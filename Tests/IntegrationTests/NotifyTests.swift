import Foundation
import Glibc
import Platform
import TestKit
import Testing

/// What systemd would hear (sd_notify(3)): a datagram socket that keeps every message.
private final class ListeningSocket {
    let path: String
    private let number: Int32
    private(set) var messages: [String] = []

    init(_ path: String) throws {
        self.path = path
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        try #require(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, size) }
        }
        try #require(bound == 0)
    }

    deinit { _ = close(number) }

    /// Everything heard so far, a line each.
    func lines() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            messages += String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
        }
        return messages
    }

    func count(_ prefix: String) -> Int { lines().count { $0.hasPrefix(prefix) } }
}

@Suite("What systemd is told") struct NotifyTests {
    @Test func readyReloadingStoppingAndTheWatchdogAsTheProtocolWantsThem() async throws {
        let service = try Service()
        let systemd = try ListeningSocket(service.root.path("notify"))
        service.launcher = ["/usr/bin/env", "NOTIFY_SOCKET=\(systemd.path)", "WATCHDOG_USEC=2000000"]
        try await service.start()
        try await service.until("it is ready") { systemd.count("READY=1") == 1 }
        #expect(systemd.lines().contains { $0.hasPrefix("STATUS=watching") })
        try await service.until("the watchdog hears it") { systemd.count("WATCHDOG=1") >= 2 }

        service.signal(SIGHUP)
        try await service.until("it is ready again") { systemd.count("READY=1") == 2 }
        let lines = systemd.lines()
        let reloading = try #require(lines.firstIndex(of: "RELOADING=1"))
        #expect(lines[reloading + 1].hasPrefix("MONOTONIC_USEC="))
        #expect(try reloading < #require(lines.lastIndex(of: "READY=1")))

        #expect(try await service.end() == 0)
        #expect(systemd.count("STOPPING=1") == 1)
        #expect(systemd.count("EXTEND_TIMEOUT_USEC=") >= 1)
    }

    /// Its beat goes on while the thread that takes files is stuck in the kernel: only asking that thread shows it.
    @Test func theWatchdogHearsNothingOfAServiceOfWhichOnePartHangs() async throws {
        let service = try Service()
        let systemd = try ListeningSocket(service.root.path("notify"))
        service.launcher = [
            "/usr/bin/env", "NOTIFY_SOCKET=\(systemd.path)", "WATCHDOG_USEC=1000000",
            try PreloadedLibrary.hangAt.variable, "HANG_AT=\(service.root.path("hang"))",
        ]
        try await service.start()
        try await service.until("the watchdog hears it") { systemd.count("WATCHDOG=1") >= 2 }
        try service.root.write("", to: "hang")
        try service.drop("1 Customer", as: "a.txt")
        try await service.until("it hangs") { service.root.names().contains("hang") == false }
        let pause = Command("/bin/sh", ["-c", "sleep 2"])
        _ = try pause.run(.init(time: .seconds(60)))
        let heard = systemd.count("WATCHDOG=1")
        _ = try pause.run(.init(time: .seconds(60)))
        #expect(systemd.count("WATCHDOG=1") == heard)
        #expect(try await service.end(SIGKILL) == -SIGKILL)
    }
}
