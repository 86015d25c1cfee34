internal import Diagnostics
internal import Ledger
internal import Platform

/// What every part of the service is given.
struct Parts: Sendable {
    let spool: Spool
    let bookkeeper: Bookkeeper
    let settings: CurrentConfiguration
    let mailRoom: MailRoom
    let journal: Journal
    let clock: any Clock
    let measures: Measures
    let hooks: HookRoom
}

/// The configuration as it is now; a reload replaces it whole.
typealias CurrentConfiguration = Lock<Configuration>

/// A claimed file on its way.
struct Job: Sendable {
    let claim: Claim
    /// As they were when it was claimed.
    let settings: QueueSettings
    /// When it was claimed: the job's one time.
    let time: WallTime
    /// The same moment on the clock that is never set.
    let begun = MonotonicTime.now

    var age: Duration { MonotonicTime.now - begun }

    var identifier: String { claim.identifier }

    /// For the log.
    var fields: [(Journal.Field, String)] { [(.job, identifier), (.file, claim.name.description)] }
}

/// How many jobs may be in hand at a time; the backlog waits in the inbox, so that memory does not grow with it.
final class Slots: Sendable {
    private struct State {
        var free: Int
        var isClosed = false
    }

    private let state: Lock<State>

    init(_ count: Int) {
        state = Lock(State(free: count))
    }

    /// False where there is no room, or none is given out just now.
    func take() -> Bool {
        state.change { state in
            guard state.free > 0, !state.isClosed else { return false }
            state.free -= 1
            return true
        }
    }

    /// Takes one whether there is room or not: a job that a crash left must be finished.
    func force() { state.change { $0.free -= 1 } }

    func give() { state.change { $0.free += 1 } }

    var isClosed: Bool {
        get { state.value.isClosed }
        set { state.change { $0.isClosed = newValue } }
    }
}

/// Names of kinds of messages in the journal; the catalogue (systemd/hotpress.catalog) explains each.
enum MessageID {
    static let ready = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a601"
    static let printed = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a602"
    static let refused = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a603"
    static let duplicate = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a604"
    static let died = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a605"
    static let paused = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a606"
    static let resumed = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a607"
    static let degraded = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a608"
    static let inboxBack = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a609"
    static let overflow = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a60a"
    static let unreadable = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a60b"
    static let mailSent = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a60c"
    static let mailDelayed = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a60d"
    static let mailFailed = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a60e"
    static let mailHeld = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a60f"
    static let reloaded = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a610"
    static let notReloaded = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a611"
    static let stopping = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a612"
    static let recovered = "6b1c1bd84f6c4f3c9d7ad4a0c5d2a613"
}
