import Platform

/// The folders under the root: there, writable by whoever asks, on one file system that tells of changes.
struct FolderExamination {
    let root: String

    private static let names = ["inbox", "work", "outbox", "archive", "failed"]

    var findings: [Finding] {
        let folder: Directory
        do throws(SystemError) {
            folder = try Directory(root)
        } catch  where error.code == .noEntry {
            return [.note("\(root) is not there yet", remedy: "hotpress serve --root \(root) makes it")]
        } catch {
            return [.fault("\(error)", remedy: "give this user the right to enter \(root)")]
        }
        return Self.names.map { examine($0, in: folder) } + [fileSystem(of: folder)]
    }

    private func examine(_ name: String, in root: Directory) -> Finding {
        let path = "\(root.path)/\(name)"
        do throws(SystemError) {
            let folder = try Directory(path)
            guard folder.identity.device == root.identity.device else {
                return .fault(
                    "\(path) is on another file system than \(root.path)",
                    remedy: "keep all five folders on one, so that a move is one rename")
            }
            let probe = folder.temporaryName()
            try folder.writeDurably([], as: probe)
            try folder.remove(probe)
            return .fine("\(path) can be written")
        } catch  where error.code == .noEntry {
            return .note("\(path) is not there yet", remedy: "hotpress serve makes it")
        } catch {
            return .fault("\(path) cannot be written: \(error.code.meaning)", remedy: advice(for: error, path))
        }
    }

    private func advice(for error: SystemError, _ path: String) -> String {
        error.code == .access
            ? "chown hotpress: \(path), and run this as the user of the service"
            : error.code.advice ?? "look at \(path)"
    }

    private func fileSystem(of folder: Directory) -> Finding {
        switch folder.fileSystem {
        case .local: .fine("\(root) is on a local file system")
        case .remote(let kind):
            .note(
                "\(root) is on \(kind), where other machines' files come without notice",
                remedy: "files are found by looking from time to time; a local folder is faster")
        }
    }
}
