internal import Dispatch
internal import Ledger
internal import Platform

/// Writes the metrics into the file that `[metrics] textfile` names, for node_exporter's textfile collector.
///
/// The file is written by rename, so that a reader never sees half of it, and is not synced: it is worth nothing after a
/// power cut. Without `textfile` there is no timer.
actor MetricsExport: QueueActor {
    nonisolated let queue = SerialQueue("hotpress.metrics")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    private let parts: Parts
    private let foreman: Foreman
    private let intake: Intake
    private let began: WallTime
    /// How often a service has started on this state directory, this time included.
    private let starts: Int
    private var timer: (any DispatchSourceTimer)?
    private var settings = MetricsSettings()
    /// A file that cannot be written is told of once.
    private var isFailing = false

    init(_ parts: Parts, foreman: Foreman, intake: Intake, state: Directory) {
        self.parts = parts
        self.foreman = foreman
        self.intake = intake
        began = parts.clock.wall
        starts = Self.countStart(in: state)
    }

    private static func countStart(in state: Directory) -> Int {
        let name: FileName = "starts"
        let before = (try? state.open(name, .read).readAll(limit: 32)) ?? []
        let starts = (Int(String(decoding: before.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) ?? 0) + 1
        // A count that is lost is no reason not to serve.
        try? state.write(Array("\(starts)\n".utf8), as: name, mode: 0o600, replacing: true)
        return starts
    }

    /// Begins, or goes on with other settings after a reload.
    func start() {
        let new = parts.settings.value.metrics
        if new == settings { return }
        settings = new
        timer?.cancel()
        timer = nil
        guard settings.textfile != nil else { return }
        timer = queue.timer(after: .zero, every: settings.interval) { [weak self] in
            self?.assumeIsolated { $0.write() }
        }
    }

    /// Writes a last time.
    func stop() {
        timer?.cancel()
        timer = nil
        write()
    }

    private func write() {
        guard let path = settings.textfile else { return }
        do {
            try Self.replace(path, with: text())
            isFailing = false
        } catch {
            if !isFailing {
                parts.journal.write(.warning, "metrics cannot be written to \(path): \(error)")
            }
            isFailing = true
        }
    }

    private static func replace(_ path: String, with text: String) throws {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = try Directory(String(path[..<slash]))
        guard let name = FileName(text: String(path[slash...].dropFirst())) else {
            throw SystemError(call: "open", path: path, code: .invalid)
        }
        let temporary = folder.temporaryName()
        do {
            let file = try folder.open(temporary, .create(mode: 0o644))
            try file.write(text.utf8)
            // Another user collects it, whatever the service's umask is.
            try file.setMode(0o644)
            try folder.move(temporary, to: folder, as: name, replacing: true)
        } catch {
            try? folder.remove(temporary)
            throw error
        }
    }

    // MARK: Text

    private func text() throws -> String {
        var text = MetricsText()
        addService(to: &text)
        addJobs(to: &text)
        addQueues(to: &text)
        try addLedger(to: &text)
        return text.text
    }

    private func addService(to text: inout MetricsText) {
        let counts = parts.measures.counts
        let figures = foreman.wait { $0.figures }
        let (inHand, pause) = (figures.inHand, figures.pause)
        let (degraded, overflows) = intake.wait { ($0.state.degraded, $0.state.overflows) }
        text.add(
            .gauge, "hotpress_start_time_seconds", "When the service was started, in seconds since 1970.",
            [.init(Double(began.milliseconds) / 1000)])
        text.add(
            .counter, "hotpress_starts_total", "Starts of the service on this state directory.", [.init(starts)])
        text.add(.gauge, "hotpress_jobs_in_progress", "Files that are being printed.", [.init(inHand)])
        text.add(
            .gauge, "hotpress_paused", "1 while nothing is printed for a fault of the machine.",
            [.init(pause == nil ? 0 : 1)])
        text.add(.counter, "hotpress_pauses_total", "Pauses for a fault of the machine.", [.init(counts.pauses)])
        text.add(
            .gauge, "hotpress_degraded", "1 while files may be found late.", [.init(degraded == nil ? 0 : 1)])
        text.add(
            .counter, "hotpress_inotify_overflows_total", "Times that the kernel lost events of the inbox.",
            [.init(overflows)])
        text.add(
            .counter, "hotpress_worker_losses_total", "Printing processes that were lost over a file.",
            Measures.WorkerLoss.allCases.map {
                .init(counts.workerLosses[$0, default: 0], ("reason", $0.rawValue))
            })
        text.add(
            .counter, "hotpress_config_reloads_total", "Reloads of the configuration.",
            [true, false].map { .init(counts.reloads[$0, default: 0], ("result", $0 ? "ok" : "refused")) })
        text.add(
            .gauge, "hotpress_config_last_reload_successful", "0 where the last reload was refused.",
            [.init(counts.lastReloadSucceeded ? 1 : 0)])
    }

    private func addJobs(to text: inout MetricsText) {
        let counts = parts.measures.counts
        let decided: [JobState] = [.done, .failed, .skipped]
        let queues = Set(counts.jobs.keys.map(\.queue)).union([""]).sorted()
        text.add(
            .counter, "hotpress_jobs_total", "Files that were decided since the start.",
            queues.flatMap { queue in
                decided.map { state in
                    .init(
                        counts.jobs[.init(queue: queue, state: state), default: 0],
                        ("queue", queue), ("state", state.rawValue))
                }
            })
        text.add(.counter, "hotpress_documents_total", "Invoices that were printed.", [.init(counts.documents)])
        text.add(.counter, "hotpress_pages_total", "Pages that were printed.", [.init(counts.pages)])
        text.add(
            .gauge, "hotpress_last_job_timestamp_seconds", "When a file was last decided, in seconds since 1970.",
            counts.lastJob.map { [.init(Double($0.milliseconds) / 1000)] } ?? [])
        text.add(
            counts.jobDuration, "hotpress_job_duration_seconds",
            "From the claim of a file to the moment when what became of it is on disk.")
        text.add(counts.printDuration, "hotpress_print_duration_seconds", "Laying out and painting one invoice.")
        text.add(
            .counter, "hotpress_mail_handovers_total", "What sendmail answered.",
            Measures.HandOverResult.allCases.map {
                .init(counts.handOvers[$0, default: 0], ("result", $0.rawValue))
            })
        text.add(
            counts.mailDelay, "hotpress_mail_delay_seconds", "From the printed invoice to the mail that was taken.")
    }

    private func addQueues(to text: inout MetricsText) {
        let queues = intake.wait { $0.waiting }.sorted { $0.key < $1.key }
        let now = parts.clock.wall
        text.add(
            .gauge, "hotpress_queue_files", "Settled files that wait in the inbox.",
            queues.map { .init($0.value.count, ("queue", $0.key)) })
        text.add(
            .gauge, "hotpress_queue_oldest_age_seconds", "Age of the file that waits longest; 0 where none does.",
            queues.map { queue, waiting in
                .init(waiting.oldest.map { max(0, (now - $0).seconds) } ?? 0, ("queue", queue))
            })
    }

    private func addLedger(to text: inout MetricsText) throws {
        let (counts, open) = try parts.bookkeeper.now { (try $0.counts(), try $0.openMails()) }
        let now = parts.clock.wall
        text.add(
            .gauge, "hotpress_ledger_jobs", "Files in the ledger, by what became of them.",
            JobState.allCases.map { .init(counts.jobs[$0, default: 0], ("state", $0.rawValue)) })
        text.add(
            .gauge, "hotpress_mails", "Mails in the ledger, by state.",
            MailState.allCases.map { .init(counts.mails[$0, default: 0], ("state", $0.rawValue)) })
        text.add(
            .gauge, "hotpress_mail_oldest_age_seconds", "Age of the oldest mail that has not gone out; 0 where none.",
            [MailState.due, .held].map { state in
                let oldest = open[state].map { WallTime(milliseconds: $0) }
                return .init(oldest.map { max(0, (now - $0).seconds) } ?? 0, ("state", state.rawValue))
            })
    }
}
