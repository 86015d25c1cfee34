import Foundation
import Platform
import TestKit
import Testing

@Suite("The manual and the shells' completions") struct ManualTests {
    private static let pages = ["hotpress.1", "hotpress.conf.5", "hotpress-invoice.5", "hotpress-template.7"]

    private static func has(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

    @Test(.enabled(if: has("/usr/bin/mandoc"), "there is no mandoc (package mandoc)"), arguments: pages)
    func mandocFindsNothingToWarnOf(_ page: String) throws {
        let root = try TemporaryRoot()
        try root.write(BuiltProgram.run("manual", page).text, to: page)
        let lint = try BuiltProgram.run("/usr/bin/mandoc", ["-Tlint", "-Wwarning", root.path(page)])
        #expect(lint.exitCode == 0 && lint.text.isEmpty, "\(lint.text)")
    }

    @Test func thePagesTellWhatTheProgramTakes() throws {
        let commands = try BuiltProgram.run("manual", "hotpress.1").text
        let help = try BuiltProgram.run("--help").text
        for line in help.split(separator: "\n") where line.hasPrefix("  ") && !line.contains("COMMAND") {
            let command = line.split(separator: " ")[0]
            #expect(commands.contains(".SS hotpress \(command)"), "\(command)")
        }
        #expect(try BuiltProgram.run("manual", "hotpress.conf.5").text.contains("\\fBtime\\-limit = 30\\fR"))
        #expect(try BuiltProgram.run("manual", "hotpress-template.7").text.contains("\\fB#INVOICE_NUMBER#"))
        #expect(try BuiltProgram.run("manual", "hotpress-invoice.5").text.contains("\\fBdueDate\\fR"))
    }

    @Test func bashCompletesCommandsOptionsAndWords() throws {
        let script = """
            eval "$('\(BuiltProgram.path)' completion bash)"
            ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hotpress 2>/dev/null; echo "${COMPREPLY[*]}"; }
            complete -p hotpress; ask hotpress conf; ask hotpress config sh; ask hotpress render --temp
            """
        let answer = try BuiltProgram.run("/bin/bash", ["-c", script]).text.split(separator: "\n")
        #expect(answer == ["complete -F _hotpress hotpress", "config", "show", "--template="])
    }

    @Test(.enabled(if: has("/usr/bin/zsh"), "there is no zsh"))
    func zshReadsItsCompletions() throws {
        try check("/usr/bin/zsh", "zsh")
        let root = try TemporaryRoot()
        try root.write(BuiltProgram.run("completion", "zsh").text, to: "_hotpress")
        let script = "\(BuiltProgram.sourceTree)/Tests/Support/complete.zsh"
        for (typed, completed) in [
            ("hotpress conf", "hotpress config "), ("hotpress config sh", "hotpress config show "),
            ("hotpress render --temp", "hotpress render --template="),
        ] {
            let run = try BuiltProgram.run("/usr/bin/zsh", ["-f", script, root.path, typed])
            #expect(run.text == completed + "\n", "\(run.errors)")
        }
    }

    @Test(.enabled(if: has("/usr/bin/fish"), "there is no fish"))
    func fishReadsItsCompletions() throws {
        try check("/usr/bin/fish", "fish")
        let script = "\(BuiltProgram.path) completion fish | source; complete -C 'hotpress conf'"
        #expect(try BuiltProgram.run("/usr/bin/fish", ["-c", script]).text.hasPrefix("config\t"))
    }

    private func check(_ program: String, _ shell: String) throws {
        let root = try TemporaryRoot()
        try root.write(BuiltProgram.run("completion", shell).text, to: "script")
        let run = try BuiltProgram.run(program, ["-n", root.path("script")])
        #expect(run.exitCode == 0, "\(run.errors)")
    }
}
