import Daemon
import Diagnostics

/// What the configuration points at: templates, logo, attachments, sendmail.
struct TemplateExamination {
    let configuration: Configuration

    var findings: [Finding] {
        let found = configuration.examination()
        if found.isEmpty { return [.fine("the templates of all queues can be used")] }
        return found.map { finding in
            var plain = finding
            plain.hint = nil
            let remedy = finding.hint ?? "see hotpress config check"
            return finding.severity == .error ? .fault("\(plain)", remedy: remedy) : .note("\(plain)", remedy: remedy)
        }
    }
}
