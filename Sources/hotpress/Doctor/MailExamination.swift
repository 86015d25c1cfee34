import Diagnostics
import Mail
import Platform

/// Is there a sendmail, can this process run it as it needs to be run, and does it take a mail?
struct MailExamination {
    let program: String
    let trial: Address?
    /// The process of the running service.
    var service: Int32?

    var findings: [Finding] {
        guard isProgram(program) else {
            let text = "there is no program \(program): PDFs are made, mails wait"
            let remedy = "apt-get install msmtp-mta, dma or postfix, or name another in [mail] sendmail"
            return [trial == nil ? .note(text, remedy: remedy) : .fault(text, remedy: remedy)]
        }
        return [.fine("sendmail: \(program)")] + privileges + delivery
    }

    private func isProgram(_ path: String) -> Bool {
        guard let status = try? FileDescriptor(path: path, .read).status() else { return false }
        return status.kind == .file && status.mode & 0o111 != 0
    }

    /// Under NoNewPrivileges a set-id program runs without what it needs, and Postfix's then hangs instead of failing.
    /// What counts is the service's own process, where one runs.
    private var privileges: [Finding] {
        guard let privileges = Privileges(of: service) ?? Privileges(of: nil), privileges.isBound else { return [] }
        let who = service.map { "the service (process \($0))" } ?? "this process"
        if let status = try? FileDescriptor(path: program, .read).status(), status.mode & 0o4000 != 0 {
            return [
                .fault(
                    "\(program) is setuid, and \(who) may gain no privileges",
                    remedy: "copy the drop-in exim.conf (see README.md) to /etc/systemd/system/hotpress.service.d")
            ]
        }
        guard let maildrop = try? Directory(Self.maildrop).status() else { return [] }
        if privileges.groups.contains(maildrop.group) { return [.fine("\(who) may hand mail to Postfix")] }
        return [
            .fault(
                "\(who) may not write to \(Self.maildrop), and postdrop, which is setgid, cannot help it",
                remedy: "the unit needs SupplementaryGroups=postdrop and ReadWritePaths=-\(Self.maildrop)")
        ]
    }

    /// Where Postfix's sendmail leaves mail.
    private static let maildrop = "/var/spool/postfix/maildrop"

    private var delivery: [Finding] {
        guard let trial else { return [] }
        let folder = "/tmp"
        do {
            let message = try Message(draft(to: trial))
            let directory = try Directory(folder)
            let name = directory.temporaryName()
            try message.write(to: directory, as: name)
            defer { try? directory.remove(name) }
            let answer = Sendmail(program: program, timeout: .seconds(20)).handOver(
                name, in: directory, message.envelope)
            return [verdict(answer)]
        } catch {
            return [.fault("a trial mail cannot be made: \(error)", remedy: "mend what it says")]
        }
    }

    private func draft(to address: Address) -> MessageDraft {
        let time = SystemClock().wall
        return MessageDraft(
            from: address, to: [address], subject: "Trial mail of Hotpress",
            text: "This machine can send mail.\n", messageID: "trial-\(time.milliseconds)@hotpress.invalid",
            date: time.milliseconds / 1000)
    }

    private func verdict(_ answer: HandOver) -> Finding {
        switch answer {
        case .accepted: .fine("\(program) took the trial mail")
        case .retry(let reason), .failed(let reason), .unavailable(let reason):
            .fault("\(program) did not take the trial mail: \(reason)", remedy: "look at its own log and configuration")
        }
    }
}
