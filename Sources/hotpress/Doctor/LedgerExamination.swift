import Daemon
import Ledger
import Platform

/// The state directory and the ledger in it.
struct LedgerExamination {
    let state: String

    var findings: [Finding] {
        let folder: Directory
        do throws(SystemError) {
            folder = try Directory(state)
        } catch  where error.code == .noEntry {
            return [.note("\(state) is not there yet", remedy: "hotpress serve makes it")]
        } catch {
            return [.fault("\(error)", remedy: "run this as the user of the service, or chown hotpress: \(state)")]
        }
        return [rights(of: folder), ledger(in: folder)].compactMap { $0 }
    }

    private func rights(of folder: Directory) -> Finding {
        guard let status = try? folder.status() else {
            return .fault("\(state) cannot be looked at", remedy: "look at its rights")
        }
        if status.mode & 0o007 != 0 {
            return .note(
                "\(state), which holds mails and the ledger, is open to everybody",
                remedy: "chmod o-rwx \(state)")
        }
        return .fine("\(state) is closed to others")
    }

    private func ledger(in folder: Directory) -> Finding? {
        guard (try? folder.status(of: "ledger.db")) != nil else {
            return .note("there is no ledger yet", remedy: "hotpress serve makes it")
        }
        do {
            let ledger = try Ledger(readingAt: state + "/ledger.db")
            if let damage = try ledger.damage() {
                return .fault(
                    "the ledger is damaged: \(damage)",
                    remedy:
                        "stop the service, and put a backup of ledger.db in its place, or run hotpress doctor --repair")
            }
            let counts = try ledger.counts()
            let jobs = counts.jobs.values.reduce(0, +)
            return .fine("the ledger is whole: \(jobs) files, \(counts.documents) invoices")
        } catch let error as LedgerError {
            return .fault("\(error)", remedy: "do what it says")
        } catch {
            return .fault(
                "the ledger cannot be read: \(error)", remedy: "run this as the user of the service: sudo -u hotpress")
        }
    }
}
