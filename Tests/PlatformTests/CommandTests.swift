import Platform
import TestKit
import Testing

@Suite struct CommandTests {
    @Test func aCommandReadsAFileAndItsWordsAreKept() throws {
        let root = try TemporaryRoot()
        try root.write("hello", to: "in")
        let input = try FileDescriptor(path: root.path("in"), .read)
        let outcome = try Command("/bin/sh", ["-c", "cat; echo oops >&2; exit 75"]).run(
            .init(time: .seconds(10)), input: input)
        #expect(outcome.ending == .exited(75))
        #expect(outcome.output == Array("hello".utf8))
        #expect(outcome.error == Array("oops\n".utf8))
        #expect(!outcome.timedOut)
    }

    @Test func aCommandPastItsTimeIsEndedWithItsHelpers() throws {
        let outcome = try Command("/bin/sh", ["-c", "trap '' TERM; sleep 60 & sleep 60; sleep 60"]).run(
            .init(time: .milliseconds(100), grace: .milliseconds(100)))
        #expect(outcome.timedOut)
        #expect(outcome.ending == .killed(signal: 9))
    }

    @Test func aHelperThatOutlivesItsParentIsNotWaitedFor() throws {
        let outcome = try Command("/bin/sh", ["-c", "sleep 20 & echo done"]).run(.init(time: .seconds(10)))
        #expect(outcome.output == Array("done\n".utf8))
        #expect(!outcome.timedOut)
    }

    @Test func onlyTheStandardDescriptorsAreHandedOn() throws {
        let root = try TemporaryRoot()
        let held = try FileDescriptor(path: root.path("held"), .create(mode: 0o600))
        let outcome = try Command("/bin/ls", ["/proc/self/fd"]).run(.init(time: .seconds(10)))
        try held.close()
        // 3 is the listing's own.
        #expect(String(decoding: outcome.output, as: UTF8.self) == "0\n1\n2\n3\n")
    }

    @Test func aMissingProgramIsNamed() {
        #expect {
            _ = try Command("/no/such/program").run(.init(time: .seconds(1)))
        } throws: {
            ($0 as? SystemError)?.path == "/no/such/program" && ($0 as? SystemError)?.code == .noEntry
        }
    }

    @Test func aFloodOfOutputIsCutNotKept() throws {
        let outcome = try Command("/bin/sh", ["-c", "yes | head -c 1000000"]).run(
            .init(time: .seconds(10), output: 1000))
        #expect(outcome.output.count == 1000)
        #expect(outcome.ending == .exited(0))
    }
}
