import Platform
import TestKit
import Testing

/// A short run of what `make crash` does for long.
@Suite struct CrashTests {
    private func crash(_ words: String...) throws -> (ending: Child.Ending, said: String) {
        let folder = try TemporaryRoot()
        let outcome = try Command("\(Service.products)/CrashRun", [folder.path("crash")] + words)
            .run(.init(time: .seconds(900)))
        let said = String(decoding: outcome.output + outcome.error, as: UTF8.self)
        return (outcome.ending, said)
    }

    @Test func killedAtEveryStepNothingIsLostAndNothingDoubled() throws {
        let (ending, said) = try crash("40", "400")
        #expect(ending == .exited(0), "\(said)")
    }

    @Test(.enabled(if: Machine.mayBeChanged, "a disk of its own takes root"))
    func afterPowerCutsNothingIsLostAndNothingDoubled() throws {
        let (ending, said) = try crash("8", "160", "--power")
        #expect(ending == .exited(0), "\(said)")
    }
}
