import CGumbo

extension Document.Mode {
    /// By the document type (HTML §13.2.6.4.1). Gumbo tells only part of the modes apart.
    init(_ document: GumboDocument) {
        let name = document.public_identifier.map { String(cString: $0).lowercased() } ?? ""
        let hasSystemName = document.system_identifier.map { $0.pointee != 0 } ?? false
        func begins(_ prefixes: [String]) -> Bool { prefixes.contains { name.hasPrefix($0) } }
        if document.doc_type_quirks_mode == GUMBO_DOCTYPE_QUIRKS || begins(Self.oldTypes) {
            self = .quirks
        } else if begins(["-//w3c//dtd html 4.01 transitional//", "-//w3c//dtd html 4.01 frameset//"]) {
            self = hasSystemName ? .limitedQuirks : .quirks
        } else if begins(["-//w3c//dtd xhtml 1.0 transitional//", "-//w3c//dtd xhtml 1.0 frameset//"]) {
            self = .limitedQuirks
        } else {
            self = .standard
        }
    }

    /// How the public names of document types begin that are from before HTML 4.01 or are nobody's standard.
    private static let oldTypes = [
        "-//w3c//dtd html 3", "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html 4.0 frameset//",
        "-//w3c//dtd html experimental", "-//w3c//dtd w3 html", "-//w3o//dtd w3 html", "-//ietf//dtd html",
        "-//netscape comm. corp.//dtd", "-//microsoft//dtd internet explorer", "-//webtechs//dtd mozilla html",
        "-//softquad", "-//sq//dtd html", "-//sun microsystems corp.//dtd hotjava", "-//spyglass//dtd html",
        "-//advasoft ltd//dtd html", "-//as//dtd html", "-//o'reilly and associates//dtd html",
        "-//metrius//dtd metrius", "+//silmaril//dtd html",
    ]
}
