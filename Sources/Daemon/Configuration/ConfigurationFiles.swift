internal import Diagnostics
internal import Platform

/// The files that make up a configuration, in the order in which they are read: later ones win, key by key.
///
/// `FILE`, then `FILE.d/*.conf` in the order of their names, then the credentials named `*.conf` that systemd gives the
/// service (systemd.exec(5), LoadCredential=). Relative paths start at the folder of `FILE` in all of them.
struct ConfigurationFiles {
    let files: [KeyFile]

    /// Throws every fault of all files at once as `DiagnosticError`, and `SystemError` where one cannot be read.
    init(path: String) throws {
        var bag = DiagnosticBag()
        var files: [KeyFile] = []
        for path in try [path] + Self.found(in: path + ".d") + Self.credentials() {
            do throws(DiagnosticError) {
                files.append(try Self.read(path))
            } catch {
                bag.add(contentsOf: error.diagnostics)
            }
        }
        try bag.throwIfErrors()
        self.files = files
    }

    private static func read(_ path: String) throws(DiagnosticError) -> KeyFile {
        do {
            return try KeyFile(path: path)
        } catch let error as DiagnosticError {
            throw error
        } catch {
            let hint = (error as? SystemError)?.code.advice
            throw DiagnosticError(.error("cannot be read: \(error)", at: SourceLocation(file: path), hint: hint))
        }
    }

    private static func found(in folder: String) throws -> [String] {
        guard let directory = try? Directory(folder) else { return [] }
        return try directory.names().filter { $0.hasSuffix(".conf") && !$0.isHidden }.sorted().map { "\(folder)/\($0)" }
    }

    private static func credentials() throws -> [String] {
        guard let folder = credentialsFolder else { return [] }
        return try found(in: folder)
    }

    /// Where systemd puts what `LoadCredential=` names.
    private static var credentialsFolder: String? { ThisProcess.environment("CREDENTIALS_DIRECTORY") }

    /// A value that came as a credential is not shown.
    static func isCredential(_ path: String) -> Bool {
        credentialsFolder.map { path.hasPrefix($0 + "/") } ?? false
    }
}
