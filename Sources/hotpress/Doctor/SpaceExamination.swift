import Platform

/// Room for PDFs and for the ledger, in bytes and in files.
struct SpaceExamination {
    /// The folder, and what lies in it.
    let places: [(path: String, what: String)]

    /// Below the first nothing can be relied on, below the second it is time to look.
    private static let little: Int64 = 64 << 20
    private static let some: Int64 = 1 << 30
    private static let fewFiles: Int64 = 10_000

    var findings: [Finding] { places.compactMap { examine($0.path, $0.what) } }

    private func examine(_ path: String, _ what: String) -> Finding? {
        // A folder that is missing is told of elsewhere.
        guard let space = try? Directory(path).space else { return nil }
        let text = "\(space.bytes >> 20) MiB are free for \(what) (\(path))"
        let remedy = "make room on the file system of \(path): df -h \(path)"
        if space.bytes < Self.little { return .fault(text, remedy: remedy) }
        if let files = space.files, files < Self.fewFiles {
            return .fault("\(files) more files can be made in \(path)", remedy: "make room: df -i \(path)")
        }
        return space.bytes < Self.some ? .note(text, remedy: remedy) : .fine(text)
    }
}
