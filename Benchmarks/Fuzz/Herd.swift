import Foundation
import Platform
import Synchronization

/// The children among which the cases are shared, and the account of what became of them.
final class Herd: Sendable {
    private struct Account {
        var next: Int
        var faults: [Int: String] = [:]
    }

    private let plan: Plan
    private let account: Mutex<Account>
    /// So many cases in one process, so that what a case leaves behind is met by others.
    private static let share = 1_000

    init(_ plan: Plan) {
        self.plan = plan
        account = Mutex(Account(next: plan.first))
    }

    /// The number of faults found.
    func run() throws -> Int {
        try FileManager.default.createDirectory(atPath: plan.folder, withIntermediateDirectories: true)
        DispatchQueue.concurrentPerform(iterations: plan.jobs) { _ in
            while let range = takeShare() { runAll(range) }
        }
        let faults = account.withLock { $0.faults }
        for (number, ending) in faults.sorted(by: { $0.key < $1.key }) {
            print("case \(number): \(ending); see \(plan.folder)/\(plan.seed)-\(number).html")
        }
        print("\(plan.cases) cases of seed \(plan.seed), \(faults.count) faults")
        return faults.count
    }

    private func takeShare() -> Range<Int>? {
        account.withLock { account in
            let end = plan.first + plan.cases
            guard account.next < end else { return nil }
            let range = account.next..<min(end, account.next + Self.share)
            account.next = range.upperBound
            return range
        }
    }

    /// Runs a share to its end, with a new child behind each fault.
    private func runAll(_ range: Range<Int>) {
        var left = range
        while !left.isEmpty {
            guard let fault = run(left) else { return }
            left = (fault + 1)..<range.upperBound
        }
    }

    /// The case at which the child failed; nil when all ended well.
    private func run(_ range: Range<Int>) -> Int? {
        var environment = ThisProcess.environment
        environment["SWIFT_BACKTRACE"] = "enable=yes,interactive=no,color=no,limit=40,threads=crashed,images=none"
        let command = Command(SharedFiles.executable, plan.words(for: range), environment: environment)
        do {
            let outcome = try command.run(Command.Limits(time: .seconds(7200), output: 1 << 20))
            guard outcome.ending != .exited(0) else { return nil }
            let started = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
            let number = started.last.flatMap { Int($0) } ?? range.lowerBound
            save(number, outcome)
            return number
        } catch {
            account.withLock { $0.faults[range.lowerBound] = "the child cannot be run: \(error)" }
            return range.upperBound
        }
    }

    private func save(_ number: Int, _ outcome: Command.Outcome) {
        let ending =
            switch outcome.ending {
            case .killed(signal: SIGPROF): "took too long"
            case .killed(let signal): "killed by signal \(signal)"
            case .exited(let status): "exit status \(status)"
            }
        account.withLock { $0.faults[number] = ending }
        FileHandle.standardError.write(Data("case \(number): \(ending)\n".utf8))
        let path = "\(plan.folder)/\(plan.seed)-\(number)"
        let document = (try? CaseMaker(seed: plan.seed).document(number)) ?? []
        try? Data(document).write(to: URL(filePath: path + ".html"))
        try? Data(outcome.error).write(to: URL(filePath: path + ".txt"))
    }
}
