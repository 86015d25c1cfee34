internal import Diagnostics
internal import Platform

extension Diagnostic {
    static func notAFile(_ kind: FileStatus.Kind) -> Diagnostic {
        .error(
            "this is a \(kind.rawValue), not a file", hint: "drop a copy of the file itself; links are never followed")
    }

    static func tooLarge(_ size: Int64, _ limit: Int64) -> Diagnostic {
        .error(
            "the file has \(size) bytes; more than \(limit) are not read",
            hint: "split the file, or raise max-size in the group [inbox] of the configuration")
    }

    static let empty = Diagnostic.error("the file is empty", hint: "whatever wrote it has failed: export it again")

    static func died(_ attempts: Int, _ how: String) -> Diagnostic {
        .error(
            "the file was given up after \(attempts) attempts: \(how)",
            hint: "'hotpress check FILE' tries it alone; 'hotpress retry' takes it up once more")
    }

    static func tookTooLong(_ limit: Duration) -> Diagnostic {
        .error(
            "the file was given up: it took longer than \(limit.components.seconds) seconds",
            hint: "'hotpress check FILE' tries it alone; a larger time-limit in the group [inbox] gives it more time")
    }

    static let vanished = Diagnostic.error(
        "the file has gone from work/", hint: "somebody has moved it away; drop it into the inbox again")
}
