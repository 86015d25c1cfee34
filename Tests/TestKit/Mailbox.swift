import Foundation

/// A message as Python's email package reads it.
public struct ReadMail: Decodable, Sendable {
    public struct Attachment: Decodable, Sendable {
        public let filename: String?
        public let plainName: String?
    }

    public let defects: [String]
    public let parts: [String]
    public let attachments: [Attachment]
    public let headerNames: [String]
    public let subject: String?
    public let messageID: String?
    public let date: Double
    public let from, to, cc, replyTo: [[String]]
    public let text, html: String?
    public let longestLine, longestHeaderLine: Int
    public let isSevenBit: Bool

    /// Reads a message file; attachments are written to `folder` as 0, 1 and so on.
    public init(path: String, attachmentsTo folder: String? = nil) throws {
        let reader = Process()
        reader.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        reader.arguments = [supportFile("read_mail.py"), path] + (folder.map { [$0] } ?? [])
        let output = Pipe()
        reader.standardOutput = output
        try reader.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        reader.waitUntilExit()
        self = try JSONDecoder().decode(ReadMail.self, from: text)
    }
}

/// An SMTP server on loopback that keeps what it gets; ended when the value goes away.
public final class RecordingSMTPServer {
    /// What the sender said beside the message.
    public struct Envelope: Decodable, Sendable, Equatable {
        public let sender: String
        public let recipients: [String]
    }

    public let port: Int
    private let folder: String
    private let process = Process()
    private let input = Pipe()

    /// Keeps messages in `folder`, which is there already.
    public init(folder: String) throws {
        self.folder = folder
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [supportFile("record_smtp.py"), folder]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CocoaError(.executableLoad)
        }
        self.port = port
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The path of the nth message (from 1) as it came in.
    public func path(_ number: Int) -> String { "\(folder)/\(number).eml" }

    public func envelope(_ number: Int) throws -> Envelope {
        let text = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(number).json"))
        return try JSONDecoder().decode(Envelope.self, from: text)
    }

    /// How many messages came in.
    public var count: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count { $0.hasSuffix(".json") }
    }
}

/// A script that only tests use.
func supportFile(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Support/\(name)").path
}
