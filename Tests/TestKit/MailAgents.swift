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
        let reach = ["--reuid", user, "--clear-groups", "/usr/bin/test", "-r", BuiltProgram.path]
        return succeeds("/usr/bin/setpriv", reach) ? nil : "the user \(user) cannot read \(BuiltProgram.path)"
    }()

    /// Whether the packages of an agent are here; fetched where they are not. Without them tests fail, they are not
    /// skipped: `scripts/bootstrap --test` fetches them too.
    public static func isUnpacked(_ agent: String) -> Bool {
        unpacking && FileManager.default.fileExists(atPath: "\(folder)/\(agent)")
    }

    private static let unpacking: Bool = succeeds(supportFile("unpack_mta"), [folder])

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
