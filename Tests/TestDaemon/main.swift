// TestDaemon: the service with a renderer that needs no layout, so that tests can kill it, crowd it and feed it poison
// at full speed. `TestDaemon serve CONFIGURATION`, and `TestDaemon worker` as the service calls it. HOTPRESS_TEST_CLOCK
// names a file that sets its clock.
import Daemon
import Foundation
import Platform

let words = CommandLine.arguments
switch words.dropFirst().first {
case "worker":
    var loop = try WorkerLoop(LineRenderer())
    try loop.run()
case "serve":
    let path = words[2]
    do {
        let supervisor = try Supervisor(
            Configuration(path: path), worker: Command(SharedFiles.executable, ["worker"]), clock: SteppedClock.wanted,
            readAgain: { try Configuration(path: path) })
        try supervisor.run()
    } catch let held as FileLock.Held {
        FileHandle.standardError.write(Data("\(held)\n".utf8))
        exit(75)
    }
default:
    exit(64)
}
