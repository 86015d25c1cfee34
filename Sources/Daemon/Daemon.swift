// Daemon: the service.
//
// What it does, in the order a file meets it:
//   `Intake`      watches the inbox, waits until a file is settled, claims it
//   `Spool`       alone moves files: inbox → work → outbox, archive, failed
//   `Bookkeeper`  alone writes the ledger while the service runs, in groups: many changes, one fsync
//   `Foreman`     has a bounded number of claimed jobs in hand, and pauses when the machine is at fault
//   `Desk`        where jobs wait for a pressman; none waits behind a file that hangs
//   `Pressman`    takes a job through its steps; what a file says is looked at by its worker process alone
//   `Closing`     ends a job: PDFs to their names, the decision, the original filed
//   `Postman`     takes due mails from the ledger and hands them to sendmail
//   `Heartbeat`   feeds systemd's watchdog while all parts answer and work goes forward
//   `Supervisor`  starts all of them, takes up what a crash left, listens to signals, tells systemd
// `Configuration` is read once and handed down; docs/LEDGER.md says what is durable when.
//
// In and out: files in the inbox in, PDFs in the outbox and mails to sendmail out, the original in archive/ or, with a
// report beside it, in failed/.
//
// Whom it trusts: its configuration, and its worker only for results, never with a path. Whoever may write to the
// inbox is not trusted: files are opened without following links, read with a limit, and parsed in another process.
//
// Concurrency: each part is an actor on a Dispatch queue of its own (`QueueActor`), so that sources, timers and calls
// have one order. Blocking work (a worker's answer, fsync, sendmail) blocks its own queue alone.
//
// How it fails: a fault of a file fails that file, with a report. A fault of the machine (disk full) pauses the work and
// loses nothing. A fault of the configuration or the ledger ends the start with a message.

internal import Dispatch
internal import Platform

/// An actor that lives on a Dispatch queue, and is spoken to by posting.
protocol QueueActor: Actor {
    nonisolated var queue: SerialQueue { get }
}

extension QueueActor {
    /// Does something on the actor's queue, later, in the order of posting.
    nonisolated func post(_ body: @escaping @Sendable (isolated Self) -> Void) {
        queue.dispatch.async { self.assumeIsolated(body) }
    }

    /// Does something on the actor's queue and waits; never called from a queue that the actor waits for.
    nonisolated func wait<Result: Sendable>(_ body: @Sendable (isolated Self) -> Result) -> Result {
        queue.dispatch.sync { self.assumeIsolated(body) }
    }
}
