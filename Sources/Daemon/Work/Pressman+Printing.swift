internal import Diagnostics
internal import Ledger
internal import Platform

extension Pressman {
    /// Prints every document of a job that is not printed yet into the file that waits for it.
    func print(_ run: inout Run) throws {
        for document in run.documents where document.state == .numbered {
            try ensureRead(&run)
            run.results.append(try print(document, run))
        }
        for position in run.inodes.keys where run.document(position)?.state != .numbered {
            parts.spool.dropOutput(run.job.identifier, position)
        }
    }

    /// The worker that has read the file may be gone by now, over another job, or be another pressman's: then this one's
    /// reads it again.
    private func ensureRead(_ run: inout Run) throws {
        if run.reader == reader { return }
        let content = try content(of: run.job)
        _ = try read(run.job, content)
        run.reader = reader
    }

    private func print(_ document: DocumentRecord, _ run: Run) throws -> PrintResult {
        var request = PrintRequest(
            job: run.job.identifier, position: document.position, number: document.number,
            output: document.output ?? "invoice.pdf", memoryLimit: run.job.settings.inbox.memoryLimit)
        if let summary = run.summary(document.position) {
            request.customer = parts.settings.value.customer(number: summary.customerNumber, name: summary.customer)
        }
        let began = MonotonicTime.now
        let answer = try worker.print(request, limit: run.job.settings.inbox.timeLimit)
        guard let pdf = answer.pdf else {
            return PrintResult(position: document.position, outcome: .failed(answer.diagnostics))
        }
        parts.measures.printed(pages: answer.pages, in: MonotonicTime.now - began)
        for finding in answer.diagnostics {
            parts.journal.write(.notice, "\(finding)", run.job.fields + [(.invoice, document.number)])
        }
        let placed = try placedBytes(document)
        if placed == nil {
            try parts.spool.writeOutput(run.job.identifier, document.position, pdf)
        } else {
            parts.spool.dropOutput(run.job.identifier, document.position)
        }
        Step.reached(.written)
        let bytes = placed ?? pdf
        var result = PrintResult(
            position: document.position,
            outcome: .printed(hash: sha256(bytes), pages: answer.pages, isPlaced: placed != nil))
        if let content = answer.mail {
            result.mail = try parts.mailRoom.prepare(content, for: document, job: run.job, pdf: bytes)
            Step.reached(.composed)
        }
        return result
    }

    /// The PDF that an attempt before a crash has put into the outbox already.
    private func placedBytes(_ document: DocumentRecord) throws -> [UInt8]? {
        guard let output = document.output.flatMap({ FileName(text: $0) }), let inode = document.inode else {
            return nil
        }
        return try parts.spool.placedOutput(output, inode: inode)
    }
}
