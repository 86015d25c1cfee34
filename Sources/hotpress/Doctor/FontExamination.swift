import Platform

/// Fonts for the families that style sheets name, for scripts that invoices are written in, and the program's own files.
struct FontExamination {
    var findings: [Finding] { families + scripts + [templates] }

    private var families: [Finding] {
        ["sans-serif", "serif", "monospace"].map { family in
            guard let found = answer("/usr/bin/fc-match", ["-f", "%{family[0]}", family]), !found.isEmpty else {
                return .fault(
                    "no font for \(family)", remedy: "apt-get install fontconfig fonts-liberation2 fonts-dejavu-core")
            }
            return .fine("font for \(family): \(found)")
        }
    }

    /// Scripts whose lack shows as boxes on the page.
    private var scripts: [Finding] {
        [
            ("Greek", "el", "fonts-dejavu-core"), ("Cyrillic", "ru", "fonts-dejavu-core"),
            ("Arabic", "ar", "fonts-dejavu-core"), ("Hebrew", "he", "fonts-dejavu-core"),
            ("Chinese", "zh", "fonts-noto-cjk"), ("Japanese", "ja", "fonts-noto-cjk"),
            ("Korean", "ko", "fonts-noto-cjk"),
        ].compactMap { script, language, package in
            let found = answer("/usr/bin/fc-list", ["-q", ":lang=\(language)"])
            return found == nil ? .note("no font has \(script) letters", remedy: "apt-get install \(package)") : nil
        }
    }

    private var templates: Finding {
        guard let folder = SharedFiles.path(of: "Templates") else {
            return .fault(
                "the templates that come with hotpress are not where the program looks (\(SharedFiles.executable))",
                remedy: "install with make install, or name templates by their path")
        }
        return .fine("templates: \(folder)")
    }

    /// What a program says; nil where it fails or is not there.
    private func answer(_ program: String, _ arguments: [String]) -> String? {
        let command = Command(program, arguments)
        guard let outcome = try? command.run(Command.Limits(time: .seconds(20))), outcome.ending == .exited(0) else {
            return nil
        }
        return String(decoding: outcome.output, as: UTF8.self)
    }
}
