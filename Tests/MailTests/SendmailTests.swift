import Mail
import Platform
import TestKit
import Testing

@Suite("Hand-over to sendmail")
struct SendmailTests {
    private static let pdf = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }

    private func message(to recipients: [String]) throws -> Message {
        var draft = MessageDraft(
            from: try Address("billing@acme.example"), to: try recipients.map { try Address($0) }, subject: "Grüße",
            text: "Dear Zoe\n.\nFrom us\n", messageID: "job-7@acme.example", date: 1_796_000_000)
        draft.attachments = [Attachment(name: "Größe.pdf", mediaType: "application/pdf", content: Self.pdf)]
        return try Message(draft)
    }

    /// Hands a message over to a program written for the test.
    private func handOver(_ script: String, timeout: Duration = .seconds(20)) throws -> (HandOver, TemporaryRoot) {
        let root = try TemporaryRoot()
        try root.write("#!/bin/sh\n\(script)\n", to: "sendmail")
        try FileDescriptor(path: root.path("sendmail"), .read).setMode(0o755)
        let message = try message(to: ["zoe@example.com", "books@example.com"])
        try message.write(to: root.folder, as: "mail.eml")
        let sendmail = Sendmail(program: root.path("sendmail"), timeout: timeout)
        return (sendmail.handOver("mail.eml", in: root.folder, message.envelope), root)
    }

    @Test("sendmail gets sender and recipients as arguments and the file as standard input")
    func arguments() throws {
        let (answer, root) = try handOver(#"cd "$(dirname "$0")"; printf '%s\n' "$@" > args; cat > got"#)
        #expect(answer == .accepted)
        let arguments = try root.read("args")
        #expect(arguments == "-i\n-f\nbilling@acme.example\n--\nzoe@example.com\nbooks@example.com\n")
        #expect(try root.read("got") == root.read("mail.eml"))
    }

    @Test("EX_TEMPFAIL and EX_OSERR are tried again", arguments: [75, 71])
    func temporary(_ code: Int) throws {
        #expect(
            try handOver("echo busy >&2; exit \(code)").0 == .retry(.init("sendmail answered \(code)", said: "busy")))
    }

    @Test(
        "every other code is final, and what sendmail said is kept",
        arguments: (1...255).filter { ![71, 75].contains($0) && ((64...78).contains($0) || $0 % 50 < 3) })
    func final(_ code: Int) throws {
        #expect(
            try handOver("echo no such user >&2; exit \(code)").0
                == .failed(.init("sendmail answered \(code)", said: "no such user")))
    }

    @Test("what a signal has ended is tried again", arguments: ["TERM", "KILL", "SEGV", "ABRT", "PIPE", "HUP"])
    func signal(_ name: String) throws {
        guard case .retry(let reason) = try handOver("kill -\(name) $$; sleep 60").0 else {
            Issue.record("not to be tried again")
            return
        }
        #expect(reason.summary.hasPrefix("sendmail was ended by signal"))
    }

    @Test("no answer in time ends sendmail and is tried again")
    func timeout() throws {
        guard case .retry(let reason) = try handOver("sleep 60", timeout: .milliseconds(100)).0 else {
            Issue.record("not to be tried again")
            return
        }
        #expect(reason.summary.contains("did not answer"))
    }

    @Test("a sendmail that is missing is a fault of the configuration")
    func missing() throws {
        let root = try TemporaryRoot()
        let message = try message(to: ["zoe@example.com"])
        try message.write(to: root.folder, as: "mail.eml")
        let answer = Sendmail(program: root.path("none")).handOver("mail.eml", in: root.folder, message.envelope)
        guard case .unavailable(let reason) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(reason.summary.contains("none: no such file"))
    }

    @Test("control characters in what sendmail says do not reach a report")
    func escapes() throws {
        #expect(
            try handOver(#"printf 'bad\033[31m\nworse' >&2; exit 67"#).0
                == .failed(.init("sendmail answered 67", said: #"bad\x1b[31m; worse"#)))
    }

    @Test("a real msmtp delivers to an SMTP server, and the PDF arrives byte for byte")
    func delivery() throws {
        let (answer, server, root) = try throughMSMTP(to: "zoe@example.com", "bcc@example.com")
        #expect(answer == .accepted)
        #expect(server.count == 1)
        #expect(try server.envelope(1).sender == "billing@acme.example")
        #expect(try server.envelope(1).recipients == ["zoe@example.com", "bcc@example.com"])
        let mail = try ReadMail(path: server.path(1), attachmentsTo: root.path)
        #expect(mail.defects == [])
        #expect(mail.subject == "Grüße")
        #expect(mail.text?.replacing("\r\n", with: "\n") == "Dear Zoe\n.\nFrom us\n")
        #expect(mail.attachments.first?.filename == "Größe.pdf")
        #expect(try FileDescriptor(path: root.path("0"), .read).readAll() == Self.pdf)
    }

    @Test("a server that refuses a recipient for good is told from one that is busy")
    func refusals() throws {
        guard case .failed = try throughMSMTP(to: "unknown@example.com").0 else {
            Issue.record("550 is not final")
            return
        }
        guard case .retry = try throughMSMTP(to: "busy@example.com").0 else {
            Issue.record("451 is final")
            return
        }
    }

    private func throughMSMTP(to recipients: String...) throws -> (HandOver, RecordingSMTPServer, TemporaryRoot) {
        let root = try TemporaryRoot()
        _ = try Directory.making(root.path("received"))
        let server = try RecordingSMTPServer(folder: root.path("received"))
        try root.write("account default\nhost 127.0.0.1\nport \(server.port)\n", to: "msmtprc")
        let message = try message(to: recipients)
        try message.write(to: root.folder, as: "mail.eml")
        let sendmail = Sendmail(program: "/usr/bin/msmtp", arguments: ["-C", root.path("msmtprc")])
        return (sendmail.handOver("mail.eml", in: root.folder, message.envelope), server, root)
    }
}
