import Diagnostics
import Ledger
import Platform

/// One file, with its invoices and mails.
struct JobEntry: Encodable {
    struct Document: Encodable {
        let number: String
        let customer: String
        let total: String
        let state: String
        let output: String?
    }

    struct Mail: Encodable {
        let state: String
        let to: [String]
        let reason: String?
    }

    let job: String
    let time: String
    let file: String
    let queue: String
    let state: String
    let place: String?
    let documents: [Document]
    let mails: [Mail]

    init(_ record: JobRecord, _ documents: [DocumentRecord], _ mails: [MailRecord]) {
        job = record.identifier
        time = moment(record.claimed)
        file = escaped(record.name)
        queue = record.queue
        state = record.state.rawValue
        place = record.filed
        self.documents = documents.map {
            Document(
                number: $0.number, customer: $0.customer, total: $0.total, state: $0.state.rawValue,
                output: $0.output)
        }
        self.mails = mails.map { mail in
            Mail(state: mail.state.rawValue, to: mail.recipients, reason: mail.state == .sent ? nil : mail.reason)
        }
    }

    private var mailLines: [String] {
        mails.map { mail in
            let reason = mail.reason.map { ": \(inOneLine($0))" } ?? ""
            return "    mail \(mail.state)  to \(mail.to.map { escaped($0) }.joined(separator: ", "))\(reason)\n"
        }
    }

    var text: String {
        let lines = documents.map { document in
            let place = document.output.map { "outbox/\(escaped($0))" } ?? ""
            return
                "    \(document.state)  \(escaped(document.number))  \(escaped(document.customer))  \(document.total)  \(place)\n"
        }
        return "\(time)  \(state)  \(file)  \(place ?? "in work")  job \(job)\n" + (lines + mailLines).joined()
    }

    static let csvHead = "job,time,file,queue,state,place,number,customer,total,document,output\r\n"

    /// A row an invoice; one row for a file without any.
    var csv: String {
        let file = [job, time, self.file, queue, state, place ?? ""]
        let rows = documents.map { file + [$0.number, $0.customer, $0.total, $0.state, $0.output ?? ""] }
        let all = rows.isEmpty ? [file + ["", "", "", "", ""]] : rows
        return all.map { $0.map(Self.cell).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func cell(_ text: String) -> String {
        let isPlain = !text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }
}

/// What was told in several lines, a hint below its message, in one.
func inOneLine(_ text: String) -> String {
    text.split(separator: "\n").map { escaped(String($0.drop(while: \.isWhitespace))) }.joined(separator: "; ")
}
