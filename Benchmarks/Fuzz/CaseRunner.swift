import Foundation
import Geometry
import Layout
import Markup
import Press
import Style
import TestKit

/// Runs cases in this process, one after the other, under limits.
struct CaseRunner {
    /// Of processor time for one case, in seconds: much more than any case needs, on any machine.
    private static let timeLimit = 10
    /// For a case that becomes pictures: the head of a PNG alone takes half a millisecond, and pages can be 20,000.
    private static let pictureTimeLimit = 40
    /// Of address space, in bytes.
    private static let memoryLimit: UInt = 3 << 30

    private let engine = StyleEngine(resources: NoResources())
    private let press = Press()

    /// A child's work: says the number of each case before it begins.
    static func serve(_ plan: Plan) throws {
        limitMemory()
        let maker = try CaseMaker(seed: plan.seed)
        let runner = CaseRunner()
        for number in plan.first..<(plan.first + plan.cases) {
            let document = maker.document(number)
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
            let isPrinted = plan.pressShare > 0 && number % plan.pressShare == 0
            let asPicture = isPrinted && number % (2 * plan.pressShare) == 0
            limitTime(asPicture ? pictureTimeLimit : timeLimit)
            if isPrinted {
                runner.print(document, asPicture: asPicture)
            } else {
                runner.run(document)
            }
            limitTime(0)
        }
    }

    /// - Parameter words: paths; behind `--press` all are printed.
    static func tryFiles(_ words: [String]) {
        limitMemory()
        let runner = CaseRunner()
        let prints = words.first == "--press"
        for path in prints ? Array(words.dropFirst()) : words {
            guard let document = FileManager.default.contents(atPath: path) else { continue }
            Swift.print(path, terminator: ": ")
            fflush(nil)
            let time = ContinuousClock().measure {
                if prints { runner.print(Array(document), asPicture: false) } else { runner.run(Array(document)) }
            }
            Swift.print(time)
        }
    }

    /// Through the whole press; pictures are small, for they cost by their area.
    private func print(_ html: [UInt8], asPicture: Bool) {
        let options = PressOptions(output: asPicture ? .png(resolution: 1) : .pdf)
        // A picture larger than can be drawn is refused: that is as it should be.
        _ = try? press.print(PressInput(html: html, baseDirectory: "Tests/Fixtures/pages"), options)
    }

    private func run(_ html: [UInt8]) {
        let styled = engine.style(parseHTML(html).document)
        let result = layOut(styled, shaper: FakeShaper(), images: NoImages())
        guard !result.pages.isEmpty, result.pages.allSatisfy(\.isSound) else {
            FileHandle.standardError.write(Data("a page has a place or a size that is no number\n".utf8))
            exit(3)
        }
    }

    private static func limitMemory() {
        var limit = rlimit(rlim_cur: memoryLimit, rlim_max: memoryLimit)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    }

    /// SIGPROF ends the process when the time is used up.
    private static func limitTime(_ seconds: Int) {
        var timer = itimerval()
        timer.it_value.tv_sec = seconds
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    }
}

extension PageFragment {
    /// Every place and size is a finite number, and no size is negative.
    fileprivate var isSound: Bool { size.width.isFinite && size.height.isFinite && root.isSound }
}

extension BoxFragment {
    fileprivate var isSound: Bool {
        guard size.width.isFinite, size.height.isFinite else { return false }
        return children.allSatisfy { child in
            guard child.origin.x.isFinite, child.origin.y.isFinite else { return false }
            return switch child.fragment {
            case .box(let box): box.isSound
            case .text(let text): text.width.isFinite && text.runs.allSatisfy { $0.x.isFinite }
            }
        }
    }
}
