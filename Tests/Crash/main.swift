// CrashRun: kills the service again and again while files of all kinds are dropped, and then counts.
//
// `CrashRun FOLDER KILLS FILES` ends it by SIGKILL, half of the times at a random moment, half at a named step (`Step`).
// `CrashRun FOLDER CUTS FILES --power` cuts the power instead: inbox, outbox and ledger lie on an ext4 of their own, which
// is shut down without writing anything back (FS_IOC_SHUTDOWN), and mounted again. It takes root.
//
// What must hold at the end, whatever happened: each file is in archive/ or, with a report, in failed/, once; each invoice
// is one PDF; no number twice, none missing; each mail sent, and twice only where `status` says so. Ends with 0 if it does;
// else each breach is a line on standard output, and the folder stays.
import Foundation
import Glibc
import Platform

let words = CommandLine.arguments
guard words.count >= 4, let kills = Int(words[2]), let files = Int(words[3]) else {
    FileHandle.standardError.write(Data("usage: CrashRun FOLDER KILLS FILES [--power]\n".utf8))
    exit(64)
}
let stage = try Stage(folder: words[1], isPowerCut: words.contains("--power"))
var campaign = Campaign(stage: stage, kills: kills, files: files)
try campaign.run()
let verdict = try Verdict(stage, campaign.dropped)
for line in verdict.summary { print(line) }
for breach in verdict.breaches.prefix(50) { print("BREACH \(breach)") }
if verdict.breaches.isEmpty {
    stage.clearAway()
    exit(0)
}
print("\(verdict.breaches.count) breaches; all is left in \(stage.folder)")
exit(1)
