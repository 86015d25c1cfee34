public import Dispatch

/// A Dispatch queue that an actor can live on, so that Dispatch's sources and the actor's methods share one order.
public final class SerialQueue: SerialExecutor {
    public let dispatch: DispatchQueue

    /// No queue of this program has a quality of service: threads of a lower one hand their niceness on to those that they
    /// start, which only root may take back, and Dispatch tells standard error of each that fails (setpriority(2)).
    public init(_ label: String) { dispatch = DispatchQueue(label: label) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        dispatch.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(dispatch)) }

    /// A timer on the monotonic clock: fires after `delay`, and then every `interval` if one is given.
    public func timer(
        after delay: Duration, every interval: Duration? = nil, _ body: @escaping @Sendable () -> Void
    ) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: dispatch)
        let wait = max(0, delay.wholeMilliseconds)
        let leeway = DispatchTimeInterval.milliseconds(min(1000, wait / 20))
        let repeating = interval.map { DispatchTimeInterval.milliseconds($0.wholeMilliseconds) } ?? .never
        timer.schedule(
            deadline: .now() + .milliseconds(wait), repeating: repeating, leeway: leeway)
        timer.setEventHandler(handler: body)
        timer.resume()
        return timer
    }
}
