import Diagnostics
import Platform
import Testing

@testable import Daemon

/// Worker processes that do not do what they should, each a script that speaks on its standard input.
@Suite struct WorkerTests {
    private let request = ReadRequest(
        job: "j", name: "a.json", invoice: InvoiceSettings(), seller: SellerSettings(), mail: MailSettings(), time: 0,
        memoryLimit: 0)
    /// A message of one byte: `WorkerAnswer.ready`.
    private static let ready = #"printf '\000\000\000\001\001' >&0; "#

    /// What comes of asking it, as often as that.
    private func ask(_ script: String, times: Int = 1) -> [any Error] {
        var worker = Worker(Command("/bin/sh", ["-c", script]))
        var errors: [any Error] = []
        for _ in 0..<times {
            do {
                _ = try worker.read(request, content: [], limit: .seconds(30))
            } catch {
                errors.append(error)
            }
        }
        return errors
    }

    @Test(arguments: ["exit 1", #"printf '\000\000\000\001\002' >&0; exec cat >&0"#])
    func noFileIsToBlameForOneThatDoesNotStart(_ script: String) {
        let errors = ask(script, times: 3)
        #expect(errors.count == 3 && errors.allSatisfy { $0 is WorkerProtocolError }, "\(errors)")
    }

    @Test(arguments: [#"printf '\377\377\377\377' >&0"#, #"printf '\000\000\000\001\011' >&0"#])
    func nonsenseIsTheFilesFaultAndEndsTheProcess(_ answer: String) {
        let errors = ask("\(Self.ready)\(answer); exec sleep 1000", times: 2)
        #expect(errors.count == 2)
        for error in errors {
            guard case Worker.Loss.confused = error else {
                Issue.record("\(error)")
                continue
            }
        }
    }

    @Test func oneThatDiesIsSaidToHaveDied() throws {
        let errors = ask("\(Self.ready)head -c 1 >/dev/null; kill -9 $$")
        #expect("\(try #require(errors.first))" == "it ended the printing process with signal 9")
    }
}
