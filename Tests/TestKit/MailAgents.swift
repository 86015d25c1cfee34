import Foundation
import Platform

/// Real mail transfer agents, without installing them: their packages conflict with each other.
public enum MailAgents {
    public static let names = ["postfix", "exim4", "dma", "msmtp"]

    /// The folder of unpacked packages; kept from run to run.
    public static let folder = "\(BuiltProgram.sourceTree)/.build/mta"

    private static let user = "nobody"

    /// Why they cannot run here; nil where they can.
    public static let obstacle: String? = {
        if getuid() != 0 { return "it takes root to lay packages over /usr and /etc in a namespace" }
        guard succeeds("/usr/bin/unshare", ["--mount", "--pid", "--fork", "/bin/true"]) else {
            return "this machine gives no namespaces"
        }
        _ = succeeds(supportFile("unpack_mta"), [folder])
        let missing = names.filter { !FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
        if !missing.isEmpty { return "apt-get download gets no package of \(missing.joined(separator: ", "))" }
        let reach = ["--reuid", user, "--clear-groups", "/usr/bin/test", "-r", BuiltProgram.path]
        return succeeds("/usr/bin/setpriv", reach) ? nil : "the user \(user) cannot read \(BuiltProgram.path)"
    }()

    /// What runs a command, as an unprivileged user, on a machine with this agent, which delivers to a port of loopback.
    public static func launcher(_ agent: String, port: Int) -> [String] {
        [supportFile("with_mta"), agent, folder, "\(port)", user]
    }

    /// Gives a folder to the user that commands run as.
    public static func give(_ path: String) { _ = succeeds("/bin/chown", ["-R", user, path]) }

    private static func succeeds(_ program: String, _ arguments: [String]) -> Bool {
        (try? Command(program, arguments).run(.init(time: .seconds(120))))?.ending == .exited(0)
    }
}

/// munpack, which is as strict as old mail programs were.
public enum Munpack {
    /// Why it cannot run here; nil where it can.
    public static let obstacle: String? = program == nil ? "there is no munpack (package mpack)" : nil

    private static let program: String? = {
        _ = MailAgents.obstacle
        let places = ["/usr/bin/munpack", "\(MailAgents.folder)/mpack/usr/bin/munpack"]
        return places.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// The files that it takes out of a message, by its own names, and what it says on the way.
    public static func unpack(_ path: String, to folder: String) throws -> (files: [String], said: String) {
        _ = try Directory.making(folder)
        let outcome = try Command(program ?? "", ["-q", "-t", "-C", folder, path]).run(.init(time: .seconds(20)))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let failed = outcome.ending == .exited(0) ? "" : "\(outcome.ending) "
        return (files, failed + String(decoding: outcome.error, as: UTF8.self))
    }
}
