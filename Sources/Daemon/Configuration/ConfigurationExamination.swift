public import Diagnostics
internal import Invoice
internal import Platform
internal import Template

extension Configuration {
    /// What the configuration points at: templates that cannot be used are errors, since nothing could be printed with
    /// them; other files that are missing are warnings.
    public func examination() -> [Diagnostic] {
        var findings: [Diagnostic] = []
        for (group, queue) in groups { findings += templateFaults(queue.invoice.template, group) }
        if let logo = seller.logo, !Self.isFile(logo) {
            findings.append(Self.missing(logo, "[seller] logo", "invoices are printed without it"))
        }
        if let folder = main.mail.attachments, (try? Directory(folder)) == nil {
            findings.append(Self.missing(folder, "[mail] attachments", "make the folder, or leave the key out"))
        }
        if groups.contains(where: { $0.queue.mail.send != .no }), !Self.isFile(main.mail.sendmail) {
            let hint = "install postfix, msmtp-mta or dma; mails wait until then"
            findings.append(Self.missing(main.mail.sendmail, "[mail] sendmail", hint))
        }
        return findings
    }

    /// The inbox and its queues, each template once.
    private var groups: [(group: String, queue: QueueSettings)] {
        var seen: Set<String> = [main.invoice.template]
        let own = queues.sorted { $0.key < $1.key }.filter { seen.insert($0.value.invoice.template).inserted }
        return [("invoice", main)] + own.map { ("inbox \($0.key)", $0.value) }
    }

    private func templateFaults(_ template: String, _ group: String) -> [Diagnostic] {
        do throws(DiagnosticError) {
            _ = try TemplateFolder.load(TemplatePlace.path(of: nil, configured: template))
            return []
        } catch {
            return error.diagnostics.map { finding in
                var finding = finding
                if finding.location.path == nil { finding.location.path = "[\(group)] template" }
                return finding
            }
        }
    }

    private static func missing(_ path: String, _ key: String, _ hint: String) -> Diagnostic {
        .warning("\(path) is not there", at: SourceLocation(path: key), hint: hint)
    }

    private static func isFile(_ path: String) -> Bool {
        guard let status = try? FileDescriptor(path: path, .read).status() else { return false }
        return status.kind == .file
    }
}
