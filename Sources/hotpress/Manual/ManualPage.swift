import Foundation
import Platform

/// The manual's pages, each made from what says the same elsewhere: the commands' own help, the commented configuration,
/// the schema of invoices, the description of templates.
enum ManualPage: String, CaseIterable {
    case commands = "hotpress.1"
    case configuration = "hotpress.conf.5"
    case invoice = "hotpress-invoice.5"
    case template = "hotpress-template.7"

    func text() throws -> String {
        switch self {
        case .commands: Self.commandsPage()
        case .configuration: Self.configurationPage(try Self.source("config/hotpress.conf"))
        case .invoice: try Self.invoicePage(try Self.source("config/invoice.schema.json"))
        case .template: Self.templatePage(try Self.source("docs/TEMPLATES.md"))
        }
    }

    private static func source(_ name: String) throws -> String {
        guard let path = SharedFiles.path(of: name) else {
            throw CommandFailure(.noInput, "\(name) is not where the program looks", file: SharedFiles.executable)
        }
        return String(decoding: try FileDescriptor(path: path, .read).readAll(), as: UTF8.self)
    }

    // MARK: hotpress(1)

    private static func commandsPage() -> String {
        var page = Roff(name: "hotpress", section: 1, summary: "hot folder for invoices: drop a file, take out a PDF")
        page.section("Synopsis")
        page.markdown("**hotpress** COMMAND [OPTION…] [ARGUMENT…]")
        page.section("Description")
        page.markdown(
            """
            Watches a folder; each invoice dropped there is filled into an HTML template and comes out as a PDF in another \
            folder, and goes out by mail where that is wanted. `hotpress serve` is the service; the other commands look at \
            what it does, or print without it.

            Results go to standard output, diagnostics to standard error as `file:line:column: error: …`.
            """)
        page.section("Commands")
        for command in Dispatcher.commands { add(command, to: &page) }
        addSurroundings(to: &page)
        return page.text
    }

    private static func add(_ command: any Subcommand.Type, to page: inout Roff) {
        let grammar = command.grammar
        page.subsection(
            "\(grammar.command)\(grammar.options.isEmpty ? "" : " [OPTION…]") \(grammar.arguments.synopsis)")
        page.markdown(grammar.summary + ".")
        for option in grammar.options {
            let short = option.short.map { "`-\($0)`, " } ?? ""
            page.term("\(short)`--\(option.name)\(option.valueName.map { "=\($0)" } ?? "")`", option.help + ".")
        }
        addNotes(grammar.notes, to: &page)
    }

    /// Notes are laid out by hand: paragraphs, and lines with two spaces or columns in them that stay as they are.
    private static func addNotes(_ notes: String, to page: inout Roff) {
        for block in notes.split(separator: "\n\n") {
            let lines = block.split(separator: "\n")
            if lines.contains(where: { $0.contains("  ") }) {
                page.code(lines)
            } else {
                page.markdown(String(block))
            }
        }
    }

    private static func addSurroundings(to page: inout Roff) {
        page.section("Environment")
        page.term("`HOTPRESS_CONFIG`", "The configuration file where no `--config` is given.")
        page.term("`HOTPRESS_ROOT`", "The folder that holds inbox and outbox where no `--root` is given.")
        page.term("`HOTPRESS_STATE`", "The state directory; it comes before the configuration's.")
        page.term(
            "`STATE_DIRECTORY`, `CREDENTIALS_DIRECTORY`, `NOTIFY_SOCKET`, `WATCHDOG_USEC`, `JOURNAL_STREAM`",
            "As systemd sets them.")
        page.section("Files")
        page.term("`/etc/hotpress/hotpress.conf`", "The configuration: see hotpress.conf(5).")
        page.term("`/srv/hotpress/{inbox,work,outbox,archive,failed}`", "The folders of the service.")
        page.term("`/var/lib/hotpress`", "The ledger, and mails that are not handed over yet.")
        page.section("Exit status")
        for (code, meaning) in [
            ("0", "done"), ("64", "the command line is wrong"), ("65", "an input was read and refused"),
            ("66", "an input cannot be opened"), ("73", "an output cannot be made"),
            ("74", "reading or writing failed half-way"), ("75", "not now; the same again may succeed later"),
            ("78", "the configuration or the machine is not set up right"),
        ] {
            page.term("`\(code)`", "\(meaning).")
        }
        page.section("See also")
        page.markdown("hotpress.conf(5), hotpress-invoice(5), hotpress-template(7), sendmail(1), systemctl(1)")
    }

    // MARK: hotpress.conf(5)

    private static func configurationPage(_ source: String) -> String {
        var page = Roff(name: "hotpress.conf", section: 5, summary: "configuration of hotpress")
        page.section("Synopsis")
        page.markdown("`/etc/hotpress/hotpress.conf`\n\n`/etc/hotpress/hotpress.conf.d/*.conf`")
        page.section("Description")
        var comment: [String] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let content = line.hasPrefix("# ") ? line.dropFirst(2) : line
            if line.hasPrefix("# ") {
                comment.append(String(content))
            } else if line.isEmpty {
                page.markdown(comment.joined(separator: "\n"))
                comment = []
            } else {
                add(line, comment, to: &page)
                if !line.hasPrefix("#[") { comment = [] }
            }
        }
        page.section("See also")
        page.markdown("hotpress(1), hotpress-invoice(5), hotpress-template(7), systemd.exec(5)")
        return page.text
    }

    /// A line with a group or a key, which the file shows behind a `#`.
    private static func add(_ line: Substring, _ comment: [String], to page: inout Roff) {
        let shown = line.hasPrefix("#") ? String(line.dropFirst()) : String(line)
        if shown.hasPrefix("[") {
            page.section("The group \(shown)")
            page.markdown(comment.joined(separator: "\n"))
        } else {
            page.term("`\(shown)`", comment.joined(separator: " "))
        }
    }

    // MARK: hotpress-template(7)

    private static func templatePage(_ source: String) -> String {
        var page = Roff(name: "hotpress-template", section: 7, summary: "templates that hotpress fills and prints")
        page.section("Description")
        page.markdown(source)
        page.section("See also")
        page.markdown("hotpress(1), hotpress.conf(5), hotpress-invoice(5)")
        return page.text
    }
}

extension OptionGrammar.Option {
    /// The name of its value; nil for a flag.
    var valueName: String? {
        switch kind {
        case .flag: nil
        case .text(let name), .integer(let name): name
        }
    }
}
