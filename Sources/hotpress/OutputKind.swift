import Platform

/// What a page is made into; the output's name says which.
enum OutputKind: String, CaseIterable {
    case pdf, png, html
    /// Where each element's box stands.
    case boxes = "json"

    static let resolution = OptionGrammar.Option(
        "resolution", .integer("DPI"), help: "Dots per inch of a PNG (96)")

    /// The kind that a name's extension stands for; PDF for standard output.
    init(of output: OutputFile, allowed: [OutputKind]) throws(UsageError) {
        let ending = output.isStandardOutput ? "pdf" : output.fileExtension
        guard let kind = OutputKind(rawValue: ending), allowed.contains(kind) else {
            let known = allowed.map { ".\($0.rawValue)" }.joined(separator: ", ")
            throw UsageError("'\(output.path)' does not say what to make", hint: "end the name in \(known)")
        }
        self = kind
    }
}
