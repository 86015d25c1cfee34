import Foundation
import Glibc
import Platform
import TestKit
import Testing

@Suite("Mail of the service")
struct ServiceMailTests {
    @Test("a sendmail that takes its time delays no PDF, and its mail is not lost")
    func slow() async throws {
        let wait = "for i in $(seq 300); do [ -e go ] && break; sleep 0.1; done"
        let service = try await mailService("\(takeMail); \(wait)").start()
        for number in 1...40 { try service.drop("\(number) C mail=c@example.com", as: "\(number).txt") }
        try await service.untilIdle()
        #expect(service.outbox.count == 40)
        // No more than are handed over at a time are of unknown outcome.
        #expect(try service.status().contains("4 sending"))
        try service.root.write("", to: "go")
        try await service.until("all are sent") { try service.status().contains("40 sent") }
        #expect(service.accepted.count == 40)
    }

    @Test(
        "what has failed for good says so and costs no PDF",
        arguments: [1, 2, 127] + (64...78).filter { ![71, 75].contains($0) })
    func final(_ code: Int) async throws {
        let service = try await mailService("echo 'no such user zoe' >&2; exit \(code)").start()
        try service.drop("7 C mail=zoe@example.com", as: "a.txt")
        try await service.until("it has failed") { service.log.contains("not mailed to example.com") }
        try await service.until("it is written down") { try service.status().contains("1 failed") }
        #expect(service.outbox == ["7.pdf"])
        #expect(service.calls == 1)
        #expect(try service.status().contains("sendmail answered \(code): no such user zoe"))
        #expect(!service.log.contains("zoe"))
    }

    @Test(
        "what may pass is tried until it does",
        arguments: ["exit 75", "exit 71", "kill -9 $$", "kill $$", "kill -SEGV $$"])
    func flapping(_ ending: String) async throws {
        let service = try await mailService("if [ $n -lt 2 ]; then cat > /dev/null; \(ending); fi; \(takeMail)").start()
        try service.drop("7 C mail=c@example.com", as: "a.txt")
        try await service.until("it was sent") { service.log.contains("mailed to example.com [") }
        #expect(service.calls == 3)
        #expect(service.accepted.count == 1)
        #expect(service.outbox == ["7.pdf"])
    }

    @Test("a sendmail that does not answer gets TERM, then KILL, its children too, and is tried again")
    func dead() async throws {
        let hang = "if [ $n -eq 0 ]; then trap '' TERM; sleep 300 & echo $! > child; wait; wait; sleep 300; fi"
        let service = try await mailService("\(hang); \(takeMail)", "timeout = 1").start()
        try service.drop("7 C mail=c@example.com", as: "a.txt")
        try await service.until("it was sent") { service.accepted.count == 1 }
        let child = try #require(Int32(service.root.read("child").trimmingCharacters(in: .whitespacesAndNewlines)))
        try await service.until("the child is gone") { kill(child, 0) != 0 }
        #expect(service.outbox == ["7.pdf"])
    }

    @Test("a missing sendmail holds mails up, says so once, and they go when there is one")
    func missing() async throws {
        let service = try mailService(takeMail)
        let (place, aside) = (service.root.path("bin/sendmail"), service.root.path("bin/aside"))
        try #require(rename(place, aside) == 0)
        try await service.start()
        for number in 1...3 { try service.drop("\(number) C mail=c@example.com", as: "\(number).txt") }
        try await service.until("it is told") { service.log.contains("no mail goes out") }
        try await service.until("all three wait") { try service.status().contains("3 due") }
        try #require(rename(aside, place) == 0)
        try await service.until("they were sent") { service.accepted.count == 3 }
        #expect(service.log.split(separator: "no mail goes out").count == 2)
    }

    @Test("a mail to be asked for waits until it is released")
    func ask() async throws {
        let service = try await mailService(takeMail).start()
        try service.drop("7 C mail=c@example.com ask", as: "a.txt")
        try await service.untilIdle()
        try await service.until("it is held") { try service.status().contains("1 held") }
        #expect(service.calls == 0)
        #expect(service.root.names(in: "state/mail").count == 1)
        #expect(try service.command("release", "--all").exitCode == 0)
        try await service.until("it was sent") { service.accepted.count == 1 }
        #expect(try service.command("release", "nobody").exitCode == 66)
    }

    @Test("message files are their owner's alone, and go once they are handed over")
    func privacy() async throws {
        let service = try await mailService("stat -L -c %a /proc/self/fd/0 > mode; \(takeMail)").start()
        try service.drop("7 Customer mail=zoe@example.com", as: "a.txt")
        try await service.until("it was sent") { service.log.contains("mailed to example.com") }
        try await service.until("the file is gone") { service.root.names(in: "state/mail").isEmpty }
        #expect(try service.root.read("mode") == "600\n")
        #expect(!service.log.contains("zoe"))
        #expect(!service.log.contains("Customer"))
    }

    @Test("with redirect-to everything goes there, and the subject says so")
    func redirect() async throws {
        let service = try await mailService(takeMail, "redirect-to = me@example.com\ndomains = example.org").start()
        try service.drop("7 C mail=zoe@example.org", as: "a.txt")
        try await service.until("it was sent") { service.accepted.count == 1 }
        #expect(try service.root.read("mails/0/arguments") == "-i -f seller@example.com -- me@example.com\n")
        #expect(service.accepted[0].contains("Subject: [zoe@example.org] Invoice 7"))
    }

    @Test("nobody outside the allowed domains is written to")
    func domains() async throws {
        let service = try await mailService(takeMail, "domains = example.org;*.example.net").start()
        try service.drop("1 C mail=a@example.com\n2 C mail=b@mail.example.net\n3 C mail=c@example.net", as: "a.txt")
        try await service.until("one was sent") { service.accepted.count == 1 }
        try await service.until("two were not") { try service.status().contains("2 failed") }
        #expect(try service.status().contains("mail to example.com is not allowed; hint: add the domain"))
        #expect(service.outbox.count == 3)
    }

    @Test("the rate holds mails back, for all and for one recipient")
    func rate() async throws {
        let service = try await mailService(takeMail, "rate = 3\nrecipient-rate = 2").start()
        try service.drop("1 C mail=a@example.com\n2 C mail=a@example.com\n3 C mail=a@example.com", as: "a.txt")
        try await service.until("two were sent") { service.accepted.count == 2 }
        #expect(try service.status().contains("1 due"))
        try service.drop("4 C mail=b@example.com\n5 C mail=c@example.com", as: "b.txt")
        try await service.until("one more was sent") { service.accepted.count == 3 }
        try await service.until("two wait") { try service.status().contains("2 due") }
        #expect(service.calls == 3)
    }

    @Test("the operator is told of many failures at once, not of its own")
    func operatorMail() async throws {
        let script = "case \"$*\" in *ops@*) \(takeMail);; *) exit 67;; esac"
        let service = try await mailService(script).start()
        for number in 1...9 { try service.drop("broken \(number)", as: "b\(number).txt") }
        try service.drop("10 C mail=zoe@example.com", as: "c.txt")
        try await service.untilIdle()
        try await service.until("the mail has failed") { try service.status().contains("1 failed") }
        let text = try service.root.read("test.conf")
        try service.root.write(text + "operator = ops@example.com\noperator-interval = 15\n", to: "test.conf")
        service.signal(SIGHUP)
        try await service.until("the operator is told") { !service.accepted.isEmpty }
        let number = service.root.names(in: "mails").first { service.taken($0) }
        let mail = try ReadMail(path: service.root.path("mails/\(number ?? "")/accepted"))
        #expect(mail.defects == [])
        #expect(mail.subject == "Hotpress: 9 files and 1 mail failed")
        #expect(mail.attachments.count == 9)
        #expect(mail.attachments.contains { $0.filename == "b1.txt.error.txt" })
        #expect(!service.messages.contains("operator.eml"))
        #expect(try service.status().contains("1 failed"))
    }

    @Test("a mail that could not be made goes out by retry once that is mended, with the PDF that was printed")
    func mended() async throws {
        let service = try Service(
            "[mail]\nsendmail = bin/sendmail\nsender = a@acme.example\ndomains = example.org\n", program: "hotpress")
        try service.root.write("#!/bin/sh\ncat > \(service.root.path("taken"))\n", to: "bin/sendmail")
        try FileDescriptor(path: service.root.path("bin/sendmail"), .read).setMode(0o755)
        // Root's commands must leave nothing that this user cannot read.
        service.launcher = ["/usr/bin/setpriv", "--reuid", "nobody", "--clear-groups"]
        _ = try Command("/bin/chown", ["-R", "nobody", service.root.path]).run(.init(time: .seconds(5)))
        try await service.start()
        let invoice = #"""
            {"number": "7", "seller": {"name": "Acme"}, "buyer": {"name": "Zoë"}, "tax": 19,
             "lines": [{"name": "Work", "price": 1}], "mail": {"send": true, "to": "zoe@example.com"}}
            """#
        try service.drop(invoice, as: "a.json")
        try await service.until("it is refused") { try service.status().contains("mail to example.com is not allowed") }
        try await service.untilIdle()
        let job = try #require(service.command("history").text.firstMatch(of: /job (\S+)/)?.1)
        let refused = try service.command("retry", String(job))
        #expect(refused.exitCode == 65)
        #expect(refused.errors.contains("mail to example.com is not allowed"))
        let text = try service.root.read("test.conf")
        try service.root.write(text.replacing("example.org", with: "example.com"), to: "test.conf")
        let done = try service.command("retry", String(job))
        #expect(done.exitCode == 0, "\(done.errors)")
        try await service.until("it is sent") { try service.status().contains("1 sent") }
        let mail = try ReadMail(path: service.root.path("taken"), attachmentsTo: service.root.path)
        #expect(mail.defects == [])
        #expect(mail.to == [["", "zoe@example.com"]])
        let printed = try FileDescriptor(path: service.root.path("hot/outbox/7.pdf"), .read).readAll()
        #expect(try FileDescriptor(path: service.root.path("0"), .read).readAll() == printed)
    }

    @Test("a report that a mail came back is shown with its job")
    func bounce() async throws {
        let service = try await mailService(takeMail).start()
        try service.drop("7 C mail=zoe@example.com", as: "a.txt")
        try await service.until("it was sent") { try service.status().contains("1 sent") }
        let identifier = try #require(
            service.accepted[0].split(separator: "\n").first { $0.hasPrefix("Message-Id: ") }?.dropFirst(12))
        try service.root.write(report(on: String(identifier), action: "failed"), to: "report.eml")
        let run = try service.command("bounce", input: service.root.path("report.eml"))
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try service.status().contains("bounced to zoe@example.com"))
        #expect(try service.command("history").text.contains("zoe@example.com: 5.1.1 550 no such user"))
        try service.root.write(report(on: "<other@example.com>", action: "failed"), to: "report.eml")
        #expect(try service.command("bounce", input: service.root.path("report.eml")).errors.contains("let be"))
    }

    private func report(on identifier: String, action: String) -> String {
        """
        From: MAILER-DAEMON@example.com
        To: bounces@example.com
        Subject: Undelivered Mail
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary="b"

        --b
        Content-Type: text/plain

        It did not arrive.

        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mail.example.com

        Final-Recipient: rfc822; zoe@example.com
        Action: \(action)
        Status: 5.1.1
        Diagnostic-Code: smtp; 550 no
         such user

        --b
        Content-Type: text/rfc822-headers

        Message-Id: \(identifier)
        Subject: Invoice 7

        --b--

        """
    }
}

/// The promise of the ledger, for mails: none is lost, none goes out twice unasked.
@Suite("Mail after a crash")
struct MailCrashTests {
    @Test(
        "killed while sendmail runs, a mail is held, or sent again where that is wanted",
        arguments: ["hold", "resend"],
        ["kill -9 $PPID; exit 0", "cat > /dev/null; kill -9 $PPID; exit 0", "\(takeMail); kill -9 $PPID; exit 0"])
    func killed(_ unknown: String, _ script: String) async throws {
        let service = try await mailService("[ $n -gt 0 ] || { \(script); }; \(takeMail)", "unknown = \(unknown)")
            .start()
        try service.drop("7 C mail=c@example.com", as: "a.txt")
        try await service.until("it was killed") { service.process?.waitUntilEnded(milliseconds: 0) == true }
        try await service.end(SIGKILL)
        try await service.start()
        if unknown == "hold" {
            try await service.until("it is held") { try service.status().contains("1 held") }
            #expect(service.calls == 1)
            #expect(try service.command("release", "--all").exitCode == 0)
        }
        try await service.until("it was sent") { try service.status().contains("1 sent") }
        #expect(service.calls == 2)
        #expect(service.outbox == ["7.pdf"])
    }

    @Test("killed at any moment, every mail is sent once, or held")
    func anyMoment() async throws {
        let service = try mailService(takeMail)
        for number in 0..<60 {
            try service.drop("\(number) C-\(number) mail=c\(number)@example.com", as: "\(number).txt")
        }
        for round in 0..<10 {
            try await service.start()
            try service.kill(after: 0.04 + 0.037 * Double(round))
            try await service.end(SIGKILL)
        }
        try await service.start().untilIdle()
        try await service.until("nothing is due") {
            let status = try service.status()
            return status.contains(" 0 due, 0 sending")
        }
        let recipients = service.root.names(in: "mails").compactMap { number in
            (try? service.root.read("mails/\(number)/accepted")) != nil
                ? try? service.root.read("mails/\(number)/arguments") : nil
        }
        #expect(Set(recipients).count == recipients.count)
        let held = try service.status().split(separator: "\n").count { $0.contains("held to") }
        let sent = try service.status().firstMatch(of: /(\d+) sent/).flatMap { Int($0.1) } ?? 0
        #expect(sent + held == 60)
        #expect(recipients.count >= sent)
        #expect(service.outbox.count == 60)
    }
}
