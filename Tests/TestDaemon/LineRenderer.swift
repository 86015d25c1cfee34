import Daemon
import Diagnostics
import Foundation
import Platform

/// Invoices without layout, for tests of the service: a line is an invoice, `NUMBER CUSTOMER [WORD…]`, `-` for no number.
///
/// Words: `broken` (refused by the reader), `unprintable` (refused by the printer), `crash`, `hang` (while printing),
/// `hog` (takes a gigabyte), `write` (tries to make a file), `call` (tries to open a socket), `slow` (a fifth of a second), `mail=ADDRESS`, `ask` (the mail is held). A first line `crash-reader` ends the process while reading.
struct LineRenderer: JobRenderer {
    private var invoices: [String: [Int: [String]]] = [:]

    init() {}

    mutating func read(_ request: ReadRequest, content: [UInt8]) -> ReadAnswer {
        let text = String(decoding: content, as: UTF8.self)
        if text.hasPrefix("crash-reader") { abort() }
        var summaries: [InvoiceSummary] = []
        var bag = DiagnosticBag(file: request.name)
        for (position, line) in text.split(separator: "\n").enumerated() {
            let words = line.split(separator: " ").map(String.init)
            if words.count < 2 || words.contains("broken") {
                let place = SourceLocation(position: SourcePosition(line: position + 1, column: 1))
                bag.add(.error("the invoice is broken", at: place, hint: "mend it"))
                continue
            }
            invoices[request.job, default: [:]][position] = words
            summaries.append(
                InvoiceSummary(
                    position: position, number: words[0] == "-" ? nil : words[0], seller: "Seller",
                    customer: words[1], date: "2026-11-30",
                    digest: sha256(Array(words.dropFirst().joined(separator: " ").utf8))))
        }
        return ReadAnswer(invoices: summaries, diagnostics: bag.sorted)
    }

    mutating func print(_ request: PrintRequest) -> PrintAnswer {
        guard let words = invoices[request.job]?[request.position] else {
            return PrintAnswer(pdf: nil, diagnostics: [.error("print before read")])
        }
        if words.contains("crash") { abort() }
        if words.contains("hang") { while true { sleep(1) } }
        if words.contains("slow") { usleep(200_000) }
        if words.contains("hog") { hog() }
        if words.contains("write") { return Self.refusal(open("/tmp/hotpress-escape", O_CREAT | O_RDWR, 0o600)) }
        if words.contains("call") { return Self.refusal(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) }
        if words.contains("unprintable") {
            return PrintAnswer(pdf: nil, diagnostics: [.error("it cannot be printed", hint: "print something else")])
        }
        let pdf = Array("%PDF \(request.number) \(words.dropFirst().joined(separator: " "))\n".utf8)
        let mail = words.first { $0.hasPrefix("mail=") }.map { word in
            var content = MailContent(
                from: "seller@example.com", to: [String(word.dropFirst(5))], subject: "Invoice \(request.number)",
                text: "Here it is.")
            content.isHeld = words.contains("ask")
            return content
        }
        return PrintAnswer(pdf: pdf, pages: 1, diagnostics: [], mail: mail)
    }

    mutating func forget(job: String) { invoices[job] = nil }

    private func hog() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 30, alignment: 16)
        memset(memory, 1, 1 << 30)
        memory.deallocate()
    }

    /// What the kernel said to something that a worker must not do.
    private static func refusal(_ result: Int32) -> PrintAnswer {
        let code = errno
        if result >= 0 { close(result) }
        return PrintAnswer(pdf: nil, diagnostics: [.error(result < 0 ? "refused: \(code)" : "allowed")])
    }
}
