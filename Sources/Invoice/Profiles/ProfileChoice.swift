internal import Diagnostics

/// Which profile reads a file: the one that was asked for, else the one that knows it, else none.
struct ProfileChoice {
    let defaults: InvoiceDefaults
    private let file: String
    private let library: ProfileLibrary
    private let asked: ImportProfile?
    /// The one that was used last: a file's documents are mostly alike.
    private var mapper: ProfileMapper?

    init(_ options: ReadOptions, _ defaults: InvoiceDefaults, file: String) throws(DiagnosticError) {
        self.defaults = defaults
        self.file = file
        library = options.profiles
        guard let name = options.profile else {
            asked = nil
            return
        }
        let profile = try library.required(name, for: file)
        asked = profile
        mapper = ProfileMapper(profile, defaultCurrency: defaults.currency)
    }

    /// Refuses a profile that was asked for and reads another kind of file.
    func require(_ source: ImportProfile.Source) throws(DiagnosticError) {
        guard let asked, asked.source != source else { return }
        let kinds: [ImportProfile.Source: String] = [.table: "tables", .json: "JSON", .xml: "XML"]
        throw DiagnosticError(
            .error(
                "the profile \(asked.name) reads \(kinds[asked.source] ?? ""), and this is \(kinds[source] ?? "")",
                at: SourceLocation(file: file)))
    }

    func profile(ofTable window: FileWindow) throws(DiagnosticError) -> ImportProfile? {
        try require(.table)
        if asked == nil, CSVTable.isInOurWords(window.bytes) { return nil }
        return asked ?? ProfiledHeader.profile(of: window, among: library.profiles)
    }

    /// The document as the model's own JSON; nil if no profile knows it.
    mutating func mapped(
        _ node: JSONNode, _ source: ImportProfile.Source, _ notes: inout [Diagnostic]
    ) -> (node: JSONNode, faults: [JSONFault])? {
        if asked == nil, mapper == nil, source == .json, node.isInOurWords { return nil }
        if asked == nil, mapper.map({ !$0.profile.knows(node) }) ?? true {
            guard let profile = library.profile(for: node, source: source) else { return nil }
            mapper = ProfileMapper(profile, defaultCurrency: defaults.currency)
            notes.append(note(of: profile))
        }
        return mapper?.invoice(from: node)
    }

    /// The sheet of a workbook; nil takes the first.
    var sheet: String? { asked?.sheet }

    func note(of profile: ImportProfile) -> Diagnostic {
        Diagnostic(.note, "read by the profile \(profile.name)", at: SourceLocation(file: file))
    }
}
