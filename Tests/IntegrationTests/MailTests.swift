import Foundation
import Glibc
import Platform
import TestKit
import Testing

/// A service whose sendmail is a script: what arrives is `mails/N`, a folder a call.
private func serving(_ script: String, _ keys: String = "", retry: Int = 1) throws -> Service {
    let service = try Service("[mail]\nsendmail = bin/sendmail\nretry = \(retry)\n\(keys)")
    try service.root.write(
        """
        #!/bin/sh
        cd \(service.root.path)
        n=$(ls mails | wc -l); while ! mkdir mails/$n 2>/dev/null; do n=$((n + 1)); done
        echo "$@" > mails/$n/arguments
        \(script)
        """, to: "bin/sendmail")
    try FileDescriptor(path: service.root.path("bin/sendmail"), .read).setMode(0o755)
    _ = try Directory.making(service.root.path("mails"))
    return service
}

extension Service {
    fileprivate var calls: Int { root.names(in: "mails").count }

    /// The messages that sendmail has taken, whole.
    fileprivate var accepted: [String] {
        root.names(in: "mails").compactMap { try? root.read("mails/\($0)/accepted") }
    }

    fileprivate func command(_ words: String..., input: String = "/dev/null") throws -> BuiltProgram.Run {
        let line = ([BuiltProgram.path] + words + ["--config", root.path("test.conf")]).map { "'\($0)'" }
        return try BuiltProgram.run("/bin/sh", ["-c", line.joined(separator: " ") + " < '\(input)'"])
    }

    fileprivate func status() throws -> String { try command("status").text }
}

private let take = "cat > mails/$n/part && mv mails/$n/part mails/$n/accepted"

@Suite("Mail of the service")
struct ServiceMailTests {
    @Test("a sendmail that takes its time delays no PDF, and its mail is not lost")
    func slow() async throws {
        let service = try await serving("\(take); sleep 30").start()
        for number in 1...40 { try service.drop("\(number) C mail=c@example.com", as: "\(number).txt") }
        try await service.untilIdle()
        #expect(service.outbox.count == 40)
        // No more than are handed over at a time are of unknown outcome.
        #expect(try service.status().contains("4 sending"))
        try await service.end(SIGKILL)
    }

    @Test("what has failed for good says so and costs no PDF", arguments: [1, 64, 65, 67, 69, 70, 77, 78])
    func final(_ code: Int) async throws {
        let service = try await serving("echo 'no such user zoe' >&2; exit \(code)").start()
        try service.drop("7 C mail=zoe@example.com", as: "a.txt")
        try await service.until("it has failed") { service.log.contains("not mailed to example.com") }
        try await service.until("it is written down") { try service.status().contains("1 failed") }
        #expect(service.outbox == ["7.pdf"])
        #expect(service.calls == 1)
        #expect(try service.status().contains("sendmail answered \(code): no such user zoe"))
        #expect(!service.log.contains("zoe"))
    }

    @Test("what may pass is tried until it does", arguments: ["exit 75", "exit 71", "kill -9 $$"])
    func flapping(_ ending: String) async throws {
        let service = try await serving("if [ $n -lt 2 ]; then cat > /dev/null; \(ending); fi; \(take)").start()
        try service.drop("7 C mail=c@example.com", as: "a.txt")
        try await service.until("it was sent") { service.log.contains("mailed to example.com [") }
        #expect(service.calls == 3)
        #expect(service.accepted.count == 1)
    }

    @Test("a sendmail that does not answer gets TERM, then KILL, its children too, and is tried again")
    func dead() async throws {
        let hang = "if [ $n -eq 0 ]; then trap '' TERM; sleep 300 & echo $! > child; wait; wait; sleep 300; fi"
        let service = try await serving("\(hang); \(take)", "timeout = 1").start()
        try service.drop("7 C mail=c@example.com", as: "a.txt")
        try await service.until("it was sent") { service.accepted.count == 1 }
        let child = try #require(Int32(service.root.read("child").trimmingCharacters(in: .whitespacesAndNewlines)))
        try await service.until("the child is gone") { kill(child, 0) != 0 }
        #expect(service.outbox == ["7.pdf"])
    }

    @Test("a missing sendmail holds mails up, says so once, and they go when there is one")
    func missing() async throws {
        let service = try serving(take)
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
        let service = try await serving(take).start()
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
        let service = try await serving("stat -L -c %a /proc/self/fd/0 > mode; \(take)").start()
        try service.drop("7 Customer mail=zoe@example.com", as: "a.txt")
        try await service.until("it was sent") { service.log.contains("mailed to example.com") }
        try await service.until("the file is gone") { service.root.names(in: "state/mail").isEmpty }
        #expect(try service.root.read("mode") == "600\n")
        #expect(!service.log.contains("zoe"))
        #expect(!service.log.contains("Customer"))
    }

    @Test("with redirect-to everything goes there, and the subject says so")
    func redirect() async throws {
        let service = try await serving(take, "redirect-to = me@example.com\ndomains = example.org").start()
        try service.drop("7 C mail=zoe@example.org", as: "a.txt")
        try await service.until("it was sent") { service.accepted.count == 1 }
        #expect(try service.root.read("mails/0/arguments") == "-i -f seller@example.com -- me@example.com\n")
        #expect(service.accepted[0].contains("Subject: [zoe@example.org] Invoice 7"))
    }

    @Test("nobody outside the allowed domains is written to")
    func domains() async throws {
        let service = try await serving(take, "domains = example.org;*.example.net").start()
        try service.drop("1 C mail=a@example.com\n2 C mail=b@mail.example.net\n3 C mail=c@example.net", as: "a.txt")
        try await service.until("one was sent") { service.accepted.count == 1 }
        try await service.until("two were not") { try service.status().contains("2 failed") }
        #expect(try service.status().contains("mail to example.com is not allowed"))
        #expect(service.outbox.count == 3)
    }

    @Test("the rate holds mails back, for all and for one recipient")
    func rate() async throws {
        let service = try await serving(take, "rate = 3\nrecipient-rate = 2").start()
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
        let script = "case \"$*\" in *ops@*) \(take);; *) exit 67;; esac"
        let service = try await serving(script, "operator = ops@example.com\noperator-interval = 15").start()
        for number in 1...9 { try service.drop("broken \(number)", as: "b\(number).txt") }
        try service.drop("10 C mail=zoe@example.com", as: "c.txt")
        try await service.until("the operator is told") { !service.accepted.isEmpty }
        try await Task.sleep(for: .seconds(2))
        #expect(service.accepted.count == 1)
        let mail = try ReadMail(
            path: service.root.path(
                "mails/\(service.root.names(in: "mails").first { (try? service.root.read("mails/\($0)/accepted")) != nil } ?? "")/accepted"
            ))
        #expect(mail.defects == [])
        #expect(mail.subject == "Hotpress: 9 files and 1 mail failed")
        #expect(mail.attachments.count == 9)
        #expect(mail.attachments.contains { $0.filename == "b1.txt.error.txt" })
    }

    @Test("a report that a mail came back is shown with its job")
    func bounce() async throws {
        let service = try await serving(take).start()
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
        ["kill -9 $PPID; exit 0", "cat > /dev/null; kill -9 $PPID; exit 0", "\(take); kill -9 $PPID; exit 0"])
    func killed(_ unknown: String, _ script: String) async throws {
        let service = try await serving("[ $n -gt 0 ] || { \(script); }; \(take)", "unknown = \(unknown)").start()
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
        let service = try serving(take)
        for number in 0..<60 {
            try service.drop("\(number) C-\(number) mail=c\(number)@example.com", as: "\(number).txt")
        }
        for round in 0..<10 {
            try await service.start()
            try await Task.sleep(for: .milliseconds(40 + round * 37))
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
