import Foundation
import Platform

/// A message as two readers see it: Python's email package, which knows every rule, and munpack, which is as strict as
/// old mail programs were.
public struct ReadMail: Decodable, Sendable {
    public struct Attachment: Decodable, Sendable {
        public let filename: String?
        public let plainName: String?
    }

    /// What either reader minds; also where the two do not find the same content in it.
    public private(set) var defects: [String]
    public let parts: [String]
    public let attachments: [Attachment]
    public let headerNames: [String]
    public let subject: String?
    public let messageID: String?
    public let date: Double
    public let from, to, cc, replyTo: [[String]]
    public let text, html: String?
    public let longestLine: Int
    /// Of the header and of each part's; the second of lines that hold a space alone.
    public let longestHeaderLine, longestFoldableLine: Int
    public let isSevenBit: Bool

    /// Reads a message file; attachments are written to `folder` as 0, 1 and so on.
    public init(path: String, attachmentsTo folder: String? = nil) throws {
        let root = try TemporaryRoot()
        let folder = folder ?? root.path
        let reading = try Command("/usr/bin/python3", [supportFile("read_mail.py"), path, folder])
            .run(.init(time: .seconds(60), output: 16 << 20))
        guard reading.ending == .exited(0) else {
            throw CocoaError(.fileReadCorruptFile, userInfo: ["said": String(decoding: reading.error, as: UTF8.self)])
        }
        self = try JSONDecoder().decode(ReadMail.self, from: Data(reading.output))
        let contents = try Self.contents(of: folder + "/parts")
        defects += try Munpack.defects(of: path, contents: contents, unpackingTo: root.path("munpack"))
    }

    static func contents(of folder: String) throws -> [Data] {
        // A name with a path in it becomes a path: munpack takes it for one, below its folder.
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return names.map { "\(folder)/\($0)" }.compactMap { path in
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            return isThere && !isFolder.boolValue ? FileManager.default.contents(atPath: path) : nil
        }
    }
}

/// munpack of the package mpack.
enum Munpack {
    /// What it says about a message, and whether what it takes out is not `contents`.
    static func defects(of path: String, contents: [Data], unpackingTo folder: String) throws -> [String] {
        // It reads files with the machine's own line ends, not messages as they are on their way.
        let message = folder + ".eml"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path)).filter { $0 != 13 }
        try bytes.write(to: URL(fileURLWithPath: message))
        _ = try Directory.making(folder)
        let outcome = try Command("/usr/bin/munpack", ["-q", "-t", "-C", folder, message])
            .run(.init(time: .seconds(60)))
        var defects: [String] = []
        if outcome.ending != .exited(0) { defects.append("munpack: \(outcome.ending)") }
        let said = String(decoding: outcome.error, as: UTF8.self)
        if !said.isEmpty { defects.append("munpack: \(said)") }
        let unpacked = try ReadMail.contents(of: folder)
        if sorted(unpacked) != sorted(contents) {
            defects.append("munpack: finds \(unpacked.map(\.count)) bytes in parts of \(contents.map(\.count))")
        }
        return defects
    }

    /// In one order, whichever line ends the message came with.
    private static func sorted(_ contents: [Data]) -> [Data] {
        contents.map { $0.filter { $0 != 13 } }.sorted { $0.lexicographicallyPrecedes($1) }
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
