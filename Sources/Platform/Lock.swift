internal import Synchronization

/// One value behind a mutex, for the few places that several queues share.
public final class Lock<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    public init(_ value: Value) { mutex = Mutex(value) }

    public var value: Value {
        get { mutex.withLock { $0 } }
        set { mutex.withLock { $0 = newValue } }
    }

    /// Changes the value while nobody else sees it.
    public func change<Result: Sendable>(_ body: (inout sending Value) -> sending Result) -> Result {
        mutex.withLock { body(&$0) }
    }
}
