import Platform
import Testing

@Suite("Command lines")
struct OptionGrammarTests {
    private let grammar = OptionGrammar(
        command: "hotpress press", summary: "Press a page.", arguments: .exactly("PAGE"),
        options: [
            OptionGrammar.Option("output", short: "o", .text("FILE"), help: "Write here"),
            OptionGrammar.Option("resolution", .integer("DPI"), help: "Dots per inch"),
            OptionGrammar.Option("warnings-are-errors", short: "W", .flag, help: "Refuse what is only doubtful"),
        ])

    private func options(_ words: String...) throws -> ParsedOptions {
        guard case .run(let options) = try grammar.parse(words) else { throw UsageError("not a run") }
        return options
    }

    private func fault(_ words: String...) -> UsageError? {
        do throws(UsageError) {
            _ = try grammar.parse(words)
            return nil
        } catch {
            return error
        }
    }

    @Test("options may stand before and after arguments, long and short")
    func mixedOrder() throws {
        let options = try options("-o", "a.pdf", "page.html", "--resolution=144", "-W")
        #expect(options.arguments == ["page.html"])
        #expect(options.text("output") == "a.pdf")
        #expect(options.integer("resolution") == 144)
        #expect(options.flag("warnings-are-errors"))
    }

    @Test("an option that is not given is absent, also a number")
    func absent() throws {
        let options = try options("page.html")
        #expect(options.text("output") == nil)
        #expect(options.integer("resolution") == nil)
        #expect(!options.flag("warnings-are-errors"))
    }

    @Test("a lone dash is a value, and after two dashes everything is an argument")
    func dashes() throws {
        #expect(try options("-o", "-", "page.html").text("output") == "-")
        #expect(try options("--", "-o").arguments == ["-o"])
        #expect(try options("--", "--resolution").arguments == ["--resolution"])
    }

    @Test("names that are not ASCII pass unchanged, whatever the locale")
    func names() throws {
        #expect(try options("-o", "Rechnung für Zoë.pdf", "Ärger.html").text("output") == "Rechnung für Zoë.pdf")
    }

    @Test("a mistyped option is answered with the nearest one")
    func nearest() {
        #expect(fault("page.html", "--resolutoin=2")?.message == "unknown option --resolutoin")
        #expect(fault("page.html", "--resolutoin=2")?.hint == "did you mean --resolution?")
    }

    @Test("a number that is none, a missing value, and a wrong count of arguments are refused")
    func faults() {
        #expect(fault("page.html", "--resolution=high")?.message.contains("high") == true)
        #expect(fault("page.html", "-o") != nil)
        #expect(fault("page.html", "-x")?.message.contains("-x") == true)
        #expect(fault()?.message == "PAGE is missing")
        #expect(fault("a.html", "b.html")?.message == "'b.html' is one argument too many")
    }

    @Test("help and version win over everything else")
    func helpAndVersion() throws {
        guard case .help = try grammar.parse(["--help"]) else { return #expect(Bool(false), "no help") }
        guard case .version = try grammar.parse(["--version"]) else { return #expect(Bool(false), "no version") }
        for part in ["hotpress press [OPTION", "PAGE", "Press a page.", "-o, --output=FILE", "--version"] {
            #expect(grammar.help.contains(part), "\(part) is not in the help")
        }
    }
}
