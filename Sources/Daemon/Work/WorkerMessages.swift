public import Diagnostics
internal import Foundation

// What the service and a worker process say to each other: a JSON head, then bytes as they are (a file's, a PDF's).

/// What a worker is asked.
enum WorkerRequest: Codable {
    case read(ReadRequest)
    case print(PrintRequest)
    case forget(job: String)
}

/// What a worker answers; `forget` has no answer.
enum WorkerAnswer: Codable {
    case ready
    case read(ReadAnswer)
    case printed(PrintHead)
}

/// A `PrintAnswer` without the PDF, which follows as bytes.
struct PrintHead: Codable {
    let hasPDF: Bool
    let pages: Int
    let diagnostics: [Diagnostic]
    let mail: MailContent?
}

/// A peer that does not keep to these messages.
struct WorkerProtocolError: Error, CustomStringConvertible {
    let description: String
}

/// One message: four bytes of length (big end first), the head as JSON, the bytes.
enum WorkerFrame {
    static func encode(_ head: some Encodable, _ bytes: [UInt8] = []) throws -> [UInt8] {
        let json = try JSONEncoder().encode(head)
        var frame: [UInt8] = []
        frame.reserveCapacity(4 + json.count + bytes.count)
        for shift in [24, 16, 8, 0] { frame.append(UInt8(truncatingIfNeeded: json.count >> shift)) }
        frame += json
        frame += bytes
        return frame
    }

    static func decode<Head: Decodable>(_ head: Head.Type, _ frame: [UInt8]) throws -> (head: Head, bytes: [UInt8]) {
        let count = frame.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard frame.count >= 4 + count else { throw WorkerProtocolError(description: "a message is cut off") }
        let head = try JSONDecoder().decode(head, from: Data(frame[4..<(4 + count)]))
        return (head, Array(frame[(4 + count)...]))
    }
}

extension Diagnostic: Codable {
    private enum Key: String, CodingKey { case severity, message, file, line, column, path, hint }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        var location = SourceLocation(file: try values.decodeIfPresent(String.self, forKey: .file))
        location.path = try values.decodeIfPresent(String.self, forKey: .path)
        if let line = try values.decodeIfPresent(Int.self, forKey: .line) {
            location.position = SourcePosition(line: line, column: try values.decode(Int.self, forKey: .column))
        }
        let severity = Severity(rawValue: try values.decode(String.self, forKey: .severity)) ?? .error
        self.init(
            severity, try values.decode(String.self, forKey: .message), at: location,
            hint: try values.decodeIfPresent(String.self, forKey: .hint))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(severity.rawValue, forKey: .severity)
        try values.encode(message, forKey: .message)
        try values.encodeIfPresent(location.file, forKey: .file)
        try values.encodeIfPresent(location.position?.line, forKey: .line)
        try values.encodeIfPresent(location.position?.column, forKey: .column)
        try values.encodeIfPresent(location.path, forKey: .path)
        try values.encodeIfPresent(hint, forKey: .hint)
    }
}
