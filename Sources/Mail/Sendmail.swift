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
        do throws(SystemError) {
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
    case retry(Reason)
    /// Never: the reason.
    case failed(Reason)
    /// There is no sendmail to run: a fault of the configuration, not of the mail.
    case unavailable(Reason)

    /// Why a message was not taken over.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// In our own words, without anybody's data: may be logged.
        public let summary: String
        /// What sendmail said, on one line; it may quote recipients.
        public let said: String

        public init(_ summary: String, said: String = "") {
            self.summary = summary
            self.said = said
        }

        public var description: String { said.isEmpty ? summary : "\(summary): \(said)" }
    }
}

extension HandOver {
    /// Reads an ending by `<sysexits.h>`: EX_TEMPFAIL and EX_OSERR pass, the others do not.
    init(_ outcome: Command.Outcome, limit: Duration) {
        let said = Self.words(outcome.error + outcome.output)
        func reason(_ summary: String) -> Reason { Reason(summary, said: said) }
        switch outcome.ending {
        case _ where outcome.timedOut:
            let seconds = limit.components.seconds
            self = .retry(reason("sendmail did not answer within \(seconds) seconds and was ended"))
        case .exited(0): self = .accepted
        case .exited(let code) where code == 75 || code == 71: self = .retry(reason("sendmail answered \(code)"))
        case .exited(69) where Self.quotesTransientReply(outcome.error): self = .retry(reason("sendmail answered 69"))
        case .exited(let code): self = .failed(reason("sendmail answered \(code)"))
        case .killed(let signal): self = .retry(reason("sendmail was ended by signal \(signal)"))
        }
    }

    /// msmtp answers EX_UNAVAILABLE whether a server refused for now (greylisting) or for good, and quotes its reply;
    /// those that begin with 4 pass (RFC 5321 §4.2.1).
    private static func quotesTransientReply(_ error: [UInt8]) -> Bool {
        String(decoding: error, as: UTF8.self).contains("server message: 4")
    }

    init(_ error: SystemError, starting program: String) {
        if error.call == "openat", error.code == .noEntry {
            self = .failed(Reason("the message file is gone"))
            return
        }
        let isMissing = [.noEntry, .access, .notDirectory, .isDirectory].contains(error.code) && error.path == program
        self = isMissing ? .unavailable(Reason("\(error)")) : .retry(Reason("\(error)"))
    }

    /// What a program said, on one line, at most 1,000 bytes.
    private static func words(_ bytes: [UInt8]) -> String {
        bytes.prefix(1000).split { $0 == 0x0A || $0 == 0x0D }.map { escaped(Array($0)) }.joined(separator: "; ")
    }
}
