public import Platform

/// The machine's sendmail: a program that takes a finished message and sees to the rest.
public struct Sendmail: Sendable {
    /// The path of the program.
    public var program: String
    /// What stands before our own arguments, such as `-C FILE` for msmtp.
    public var arguments: [String]
    /// How long it may take to take the message over.
    public var timeout: Duration

    public init(program: String, arguments: [String] = [], timeout: Duration = .seconds(60)) {
        self.program = program
        self.arguments = arguments
        self.timeout = timeout
    }

    /// Gives the message file to sendmail as standard input: a file, because a pipe that breaks half-way was taken for a
    /// whole message.
    public func handOver(_ name: FileName, in folder: Directory, _ envelope: Message.Envelope) -> HandOver {
        let command = Command(
            program, arguments + ["-i", "-f", envelope.sender, "--"] + envelope.recipients)
        do {
            let file = try folder.open(name, .read)
            return HandOver(try command.run(Command.Limits(time: timeout), input: file), limit: timeout)
        } catch {
            return HandOver(error, starting: program)
        }
    }
}

/// What became of a hand-over.
public enum HandOver: Sendable, Hashable {
    /// Sendmail has taken the message; it is its own now.
    case accepted
    /// Not now: the reason, for the report. Try again later.
    case retry(String)
    /// Never: the reason.
    case failed(String)
    /// There is no sendmail to run: a fault of the configuration, not of the mail.
    case unavailable(String)
}

extension HandOver {
    /// Reads an ending by `<sysexits.h>`: EX_TEMPFAIL and EX_OSERR pass, the others do not.
    init(_ outcome: Command.Outcome, limit: Duration) {
        let said = Self.words(outcome.error + outcome.output)
        switch outcome.ending {
        case _ where outcome.timedOut:
            self = .retry("sendmail did not answer within \(limit.components.seconds) seconds and was ended\(said)")
        case .exited(0): self = .accepted
        case .exited(let code) where code == 75 || code == 71: self = .retry("sendmail answered \(code)\(said)")
        case .exited(69) where Self.quotesTransientReply(outcome.error): self = .retry("sendmail answered 69\(said)")
        case .exited(let code): self = .failed("sendmail answered \(code)\(said)")
        case .killed(let signal): self = .retry("sendmail was ended by signal \(signal)\(said)")
        }
    }

    /// msmtp answers EX_UNAVAILABLE whether a server refused for now (greylisting) or for good, and quotes its reply;
    /// those that begin with 4 pass (RFC 5321 §4.2.1).
    private static func quotesTransientReply(_ error: [UInt8]) -> Bool {
        String(decoding: error, as: UTF8.self).contains("server message: 4")
    }

    init(_ error: SystemError, starting program: String) {
        let isMissing = [.noEntry, .access, .notDirectory, .isDirectory].contains(error.code) && error.path == program
        self = isMissing ? .unavailable("\(error)") : .retry("\(error)")
    }

    /// What a program said, on one line, at most 1,000 bytes.
    private static func words(_ bytes: [UInt8]) -> String {
        let lines = bytes.prefix(1000).split { $0 == 0x0A || $0 == 0x0D }
        return lines.isEmpty ? "" : ": " + lines.map { escaped(Array($0)) }.joined(separator: "; ")
    }
}
