import Platform
import Testing

@testable import Daemon

/// What counts as a step forward, for the watchdog.
@Suite struct ProgressTests {
    @Test func noStepMayTakeAsLongAsTheWatchdogsPatience() throws {
        let settings = try Configuration(text: "[inbox large]\nmax-size = 256M\ntime-limit = 60\n")
        let long = settings.settings(of: "large").inbox
        #expect(settings.patience > long.timeLimit * Spool.patience(forReading: long.maximumSize))
    }

    @Test func theEndOfAProgramIsAStepForward() async throws {
        let measures = Measures()
        let before = measures.progress
        let job = Job(
            claim: Claim(identifier: "j", queue: "", name: "a.json", size: 2), settings: QueueSettings(),
            time: WallTime(milliseconds: 0))
        let rooms = HookRoom(measures)
        await withCheckedContinuation { done in
            rooms.run(HookSettings(["/bin/true"], failure: .fail), .init(.pre, job, root: "/")) { _ in done.resume() }
        }
        #expect(measures.progress > before)
    }
}
