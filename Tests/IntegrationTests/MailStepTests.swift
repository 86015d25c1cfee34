import Glibc
import Platform
import TestKit
import Testing

/// A mail's whole life, from its message file to the removal of it: the service is killed before each call that changes
/// a file or starts a program (Tests/Support/die_at.c), and started again.
@Suite("Killed at each step of a mail's life")
struct MailStepTests {
    private static let strands = 4

    @Test("no mail is lost, none goes out twice unasked", arguments: 1...strands)
    func everyStep(_ strand: Int) async throws {
        var step = strand
        while try await isKilled(at: step) { step += Self.strands }
        // A mail's life has some forty steps: fewer mean that the counting is broken.
        #expect(step > 20)
    }

    /// One mail's life, cut off at a step; false where it was over before that.
    private func isKilled(at step: Int) async throws -> Bool {
        let service = try mailService("\(takeMail)")
        service.launcher = ["/usr/bin/env", try PreloadedLibrary.dieAt.variable, "DIE_AT=\(step)"]
        try await service.start()
        try service.drop("7 C mail=c@example.com", as: "a.txt")
        func isDead() -> Bool { service.process?.waitUntilEnded(milliseconds: 0) == true }
        try await service.until("the mail is sent and put away, or the service killed") {
            isDead() || (service.accepted.count == 1 && service.log.contains("mailed to") && service.messages.isEmpty)
        }
        let wasKilled = isDead()
        try await service.end(SIGKILL)
        guard wasKilled else { return false }

        service.launcher = []
        try await service.start().untilIdle()
        try await service.until("nothing is on its way") { try service.status().contains(" 0 due, 0 sending") }
        let isHeld = try service.status().contains("1 held")
        // It was started on its way before, and nobody knows how far it came: it must not go again by itself.
        #expect(service.calls <= 1)
        if isHeld { #expect(try service.command("release", "--all").exitCode == 0) }
        try await service.until("it is sent") { try service.status().contains("1 sent") }
        try await service.until("its message is put away") { service.messages.isEmpty }
        #expect(service.accepted.count >= 1, "step \(step)")
        #expect(service.accepted.count <= (isHeld ? 2 : 1), "step \(step)")
        #expect(service.outbox == ["7.pdf"], "step \(step)")
        #expect(service.archive == ["a.txt"], "step \(step)")
        #expect(service.unfinished == [], "step \(step)")
        try await service.end(SIGKILL)
        return true
    }
}
