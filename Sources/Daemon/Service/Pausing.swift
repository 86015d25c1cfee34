internal import Ledger
internal import Platform

/// `hotpress pause` and `hotpress resume`: whether files are taken, kept in the ledger and so from start to start.
public struct Pausing {
    private let configuration: Configuration
    private let ledger: Ledger

    public init(_ configuration: Configuration) throws {
        self.configuration = configuration
        ledger = try Ledger(readingAt: configuration.statePath + "/ledger.db")
    }

    /// True where the inbox has this subfolder ("" is the inbox itself).
    public func isQueue(_ name: String) -> Bool {
        name.isEmpty || (try? Directory("\(configuration.root)/inbox/\(name)")) != nil
            || configuration.queues[name] != nil
    }

    /// Nothing more is taken from a queue, or from any where it is nil. Answers whether a service runs that heard of it.
    public func pause(_ queue: String?, reason: String) throws -> Bool {
        let now = SystemClock().wall.milliseconds
        try ledger.transaction { try ledger.pause(queue, at: now, reason: reason) }
        return try Control.tellOfPauses(in: configuration.statePath)
    }

    /// Takes the pause back, or all where the queue is nil; nil where there was none.
    public func resume(_ queue: String?) throws -> Bool? {
        let wasPaused = try ledger.transaction { try ledger.resume(queue) }
        if !wasPaused { return nil }
        return try Control.tellOfPauses(in: configuration.statePath)
    }
}
