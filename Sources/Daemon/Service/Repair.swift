internal import Diagnostics
internal import Ledger
public import Platform

/// `hotpress doctor --repair`: a new ledger from what the damaged one, the outbox and the originals still tell.
///
/// What it keeps in any case: no number is given twice, and no file that is known to be done is done again.
public struct Repair {
    private let configuration: Configuration
    private let worker: Command

    /// - Parameter worker: runs a worker process, which alone looks into files.
    public init(_ configuration: Configuration, worker: Command) {
        self.configuration = configuration
        self.worker = worker
    }

    /// What was done, a line each. `FileLock.Held` while a service runs.
    public func run() throws -> [String] {
        let state = try Directory.making(configuration.statePath, mode: 0o700)
        return try withExtendedLifetime(try FileLock.take("lock", in: state)) {
            var lines: [String] = []
            let ledger = try rebuild(state, &lines)
            var proof = try Proof(ledger, configuration, worker)
            try proof.take()
            lines += proof.lines
            return lines
        }
    }

    /// Puts the old ledger aside, nothing of it deleted, and takes over what can be read of it.
    private func rebuild(_ state: Directory, _ lines: inout [String]) throws -> Ledger {
        let now = SystemClock().wall.local
        let stamp = "\(now.date)T\(now.time.replacing(":", with: ""))"
        var isThere = false
        for suffix in ["", "-wal", "-shm"] {
            guard let name = FileName(text: "ledger.db\(suffix)"),
                let aside = FileName(text: "damaged-\(stamp).db\(suffix)"),
                try state.status(of: name) != nil
            else { continue }
            try state.move(name, to: state, as: aside)
            isThere = true
        }
        try state.sync()
        let ledger = try Ledger(path: configuration.statePath + "/ledger.db")
        guard isThere else { return ledger }
        lines.append("the old ledger is kept as \(configuration.statePath)/damaged-\(stamp).db")
        for (table, rows) in try ledger.salvage(from: "\(configuration.statePath)/damaged-\(stamp).db") where rows > 0 {
            lines.append("\(rows) rows of \(table) could be read")
        }
        return ledger
    }
}

/// What the folders prove.
private struct Proof: ~Copyable {
    private let ledger: Ledger
    private let configuration: Configuration
    private var worker: Worker
    private let root: Directory
    private(set) var lines: [String] = []
    private var originals = 0
    private var outputs = 0

    init(_ ledger: Ledger, _ configuration: Configuration, _ worker: Command) throws {
        self.ledger = ledger
        self.configuration = configuration
        self.worker = Worker(worker)
        root = try Directory(configuration.root)
    }

    mutating func take() throws {
        if let archive = try? root.folder("archive") { try walk(archive, "archive", .done) }
        if let failed = try? root.folder("failed") { try walk(failed, "failed", .failed) }
        if let outbox = try? root.folder("outbox") { try takeOutputs(outbox) }
        lines.append("\(originals) originals and \(outputs) PDFs that the ledger did not know are in it now")
    }

    private mutating func walk(_ folder: Directory, _ path: String, _ state: JobState) throws {
        for name in try folder.names().sorted() where !name.isHidden {
            switch try folder.status(of: name)?.kind {
            case .folder: try walk(folder.folder(name), "\(path)/\(name)", state)
            case .file where !(state == .failed && name.hasSuffix(".error.txt")):
                if try !ledger.isFiled(at: "\(path)/\(name)") {
                    try takeOriginal(name, folder, "\(path)/\(name)", state)
                }
            default: continue
            }
        }
    }

    private mutating func takeOriginal(
        _ name: FileName, _ folder: Directory, _ path: String, _ state: JobState
    ) throws {
        let file = try folder.open(name, .read)
        let status = try file.status()
        let limit = Int(configuration.main.inbox.maximumSize)
        let content = status.size <= limit ? try file.readAll(limit: limit) : []
        let hash = sha256(content)
        let job = JobRecord(
            identifier: "recovered-\(hash.prefix(10))-\(originals)", queue: "", name: name.bytes, size: status.size,
            claimed: status.modified / 1_000_000)
        let report = try? folder.open(name.appending(".error.txt"), .read).readAll(limit: 1 << 20)
        let summaries = state == .done ? read(job, content) : []
        try ledger.transaction {
            try ledger.recordProven(
                job, state, filed: path, hash: hash, reason: report.map { String(decoding: $0, as: UTF8.self) })
            for summary in summaries { try take(summary, of: job) }
        }
        originals += 1
    }

    /// The invoices of an original; a file that cannot be read any more proves only itself.
    private mutating func read(_ job: JobRecord, _ content: [UInt8]) -> [InvoiceSummary] {
        let inbox = configuration.main.inbox
        let request = ReadRequest(
            job: job.identifier, name: escaped(job.name), invoice: configuration.main.invoice,
            seller: configuration.seller, mail: configuration.main.mail, time: job.claimed,
            memoryLimit: inbox.memoryLimit)
        let answer = try? worker.read(request, content: content, limit: inbox.timeLimit)
        worker.forget(job: job.identifier)
        return answer?.invoices ?? []
    }

    /// An invoice whose number stands in its file, and whose PDF has the name that goes with it.
    private mutating func take(_ summary: InvoiceSummary, of job: JobRecord) throws {
        guard let number = summary.number, let outbox = try? root.folder("outbox") else { return }
        let stem = FileName(bytes: job.name)?.stem ?? ""
        let output = OutputName.make(
            configuration.main.invoice.outputName,
            [
                "number": number, "seller": summary.seller, "customer": summary.customer, "date": summary.date,
                "currency": summary.currency, "source": stem,
            ])
        guard let status = try outbox.status(of: output), status.kind == .file, try !ledger.knowsOutput(output.text)
        else {
            return
        }
        let draft = DocumentDraft(
            position: summary.position, number: number, seller: summary.seller, customer: summary.customer,
            total: summary.total, digest: summary.digest)
        try ledger.recordProven(
            draft, in: job.identifier, output: output.text, inode: Int64(bitPattern: status.identity.inode),
            hash: sha256(outbox.open(output, .read).readAll()))
        outputs += 1
    }

    /// PDFs that nothing else tells of: their names show numbers that must not be given again.
    private mutating func takeOutputs(_ outbox: Directory) throws {
        let job = JobRecord(
            identifier: "recovered-outbox", queue: "", name: Array("outbox".utf8), size: 0,
            claimed: SystemClock().wall.milliseconds)
        var position = try ledger.isKnown(job.identifier) ? ledger.documents(of: job.identifier).count : 0
        try ledger.transaction {
            for name in try outbox.names().sorted() where !name.isHidden {
                var number: String?
                for (sequence, settings) in configuration.sequences {
                    let label = sequence.isEmpty ? "main" : sequence
                    number = try ledger.pass(name.stem, label, settings.pattern, settings.reset) ?? number
                }
                if try ledger.knowsOutput(name.text) { continue }
                if try !ledger.isKnown(job.identifier) {
                    try ledger.recordProven(job, .done, filed: "outbox/", hash: "", reason: nil)
                }
                let status = try outbox.status(of: name)
                let draft = DocumentDraft(
                    position: position, number: number ?? name.stem, seller: "", customer: "", total: "", digest: "")
                try ledger.recordProven(
                    draft, in: job.identifier, output: name.text,
                    inode: Int64(bitPattern: status?.identity.inode ?? 0),
                    hash: sha256(outbox.open(name, .read).readAll()))
                position += 1
                outputs += 1
            }
        }
    }
}
