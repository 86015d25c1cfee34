internal import Foundation
internal import Platform

/// What the running service says of itself.
public struct ServiceReport: Sendable, Codable, Hashable {
    /// Its process number, and since when it runs, in milliseconds since 1970.
    public let process: Int32
    public let since: Int64
    /// Files being printed, and files that wait in the inbox.
    public let inHand: Int
    public let waiting: Int
    /// Why nothing is done just now, and why files may be found late.
    public let paused: String?
    public let degraded: String?
    public let queues: [QueueState]
    /// Files done since the start, within the last minute and within the last hour.
    public let done: Int
    public let lastMinute: Int
    public let lastHour: Int
    /// How often the kernel's queue of events was full.
    public let overflows: Int
    /// Resident memory of the service itself, in bytes.
    public let memory: Int

    /// For systemd: one line.
    var line: String {
        let trouble = paused.map { "paused: \($0)" } ?? degraded.map { "degraded: \($0)" }
        return "\(inHand) in work, \(waiting) waiting" + (trouble.map { "; \($0)" } ?? "")
    }
}

/// One queue of the inbox.
public struct QueueState: Sendable, Codable, Hashable {
    /// The subfolder, "" for the inbox itself.
    public let name: String
    public let waiting: Int
    /// Why nothing is taken from it just now.
    public let closed: String?
}

/// What a command asks of the running service, and what that answers.
enum ControlRequest: Codable, Sendable {
    case status
    /// Pauses stand in the ledger; they have changed.
    case pausesChanged
}

struct ControlAnswer: Codable, Sendable {
    var report: ServiceReport?
    /// Why the caller gets no answer.
    var refusal: String?
}

/// The caller's side of the control socket, `control` in the state directory.
public enum Control {
    static let socket: FileName = "control"
    private static let patience = Duration.seconds(10)

    /// The report of the service that runs on this state directory; nil where none runs.
    public static func report(in state: String) throws -> ServiceReport? { try ask(.status, in: state)?.report }

    /// Tells a running service that pauses have changed; false where none runs.
    static func tellOfPauses(in state: String) throws -> Bool { try ask(.pausesChanged, in: state) != nil }

    /// Nil where nobody listens: the service is only starting, or ending.
    private static func call(_ folder: Directory) throws(SystemError) -> Channel? {
        do throws(SystemError) {
            return try LocalSocket.connect(to: socket, in: folder)
        } catch {
            if error.code == .noEntry || error.code == .refused { return nil }
            throw error
        }
    }

    private static func ask(_ request: ControlRequest, in state: String) throws -> ControlAnswer? {
        guard let folder = try? Directory(state), !FileLock.isFree("lock", in: folder) else { return nil }
        guard let channel = try call(folder) else { return nil }
        try channel.send(Array(JSONEncoder().encode(request)))
        guard let bytes = try channel.receive(until: .now + patience) else { return nil }
        let answer = try JSONDecoder().decode(ControlAnswer.self, from: Data(bytes))
        if let refusal = answer.refusal { throw ControlRefused(description: refusal) }
        return answer
    }
}

/// The running service does not talk to this user.
public struct ControlRefused: Error, CustomStringConvertible {
    public let description: String
}
