import Foundation
import Platform
import TestKit

/// A service whose sendmail is a script: what arrives is `mails/N`, a folder a call.
func mailService(_ script: String, _ keys: String = "", retry: Int = 1) throws -> Service {
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
    var calls: Int { root.names(in: "mails").count }

    /// Whether sendmail has taken the message of a call, whole.
    func taken(_ call: String) -> Bool { (try? root.read("mails/\(call)/accepted")) != nil }

    /// The messages that sendmail has taken.
    var accepted: [String] {
        root.names(in: "mails").compactMap { try? root.read("mails/\($0)/accepted") }
    }

    /// Message files that wait in the state directory.
    var messages: [String] { root.names(in: "state/mail").filter { $0.hasSuffix(".eml") } }

    func command(_ words: String..., input: String = "/dev/null") throws -> BuiltProgram.Run {
        let line = ([BuiltProgram.path] + words + ["--config", root.path("test.conf")]).map { "'\($0)'" }
        return try BuiltProgram.run("/bin/sh", ["-c", line.joined(separator: " ") + " < '\(input)'"])
    }

    func status() throws -> String { try command("status").text }
}

/// What a sendmail does that takes a message.
let takeMail = "cat > mails/$n/part && mv mails/$n/part mails/$n/accepted"
