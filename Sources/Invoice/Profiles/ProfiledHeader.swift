/// The column names that a profile knows, found in a file; rows before them are passed over.
struct ProfiledHeader {
    let titles: [String]
    /// At the row of the names; for a file without names, before its first row.
    let rows: CSVRows

    init?(_ window: FileWindow, _ profile: ImportProfile) {
        guard let found = Self.find(window, [profile]) else { return nil }
        (titles, rows) = (found.header.titles, found.header.rows)
    }

    private init(titles: [String], rows: CSVRows) {
        self.titles = titles
        self.rows = rows
    }

    /// The profile that knows the file by the most names.
    static func profile(of window: FileWindow, among profiles: [ImportProfile]) -> ImportProfile? {
        find(window, profiles.filter { $0.source == .table })?.profile
    }

    private static func find(
        _ window: FileWindow, _ profiles: [ImportProfile]
    ) -> (header: ProfiledHeader, profile: ImportProfile)? {
        let (start, stated) = CSVTable.separatorLine(window.bytes)
        var best: (header: ProfiledHeader, profile: ImportProfile)?
        for delimiter in stated.map({ [$0] }) ?? CSVTable.delimiters(of: window.bytes) {
            var rows = CSVRows(window, delimiter: delimiter, from: start)
            for index in 0..<CSVTable.headerRows {
                let before = rows
                guard rows.next() else { break }
                guard rows.cells.count > 1 else { continue }
                let titles = rows.cells.indices.map { rows.text($0) }
                let keys = Set(titles.map(ColumnNames.key))
                for profile in profiles where profile.recognition.weight > best?.profile.recognition.weight ?? 0 {
                    if profile.isNamed(by: keys) {
                        best = (ProfiledHeader(titles: titles, rows: rows), profile)
                    } else if index == 0, profile.isBegun(by: titles) {
                        best = (ProfiledHeader(titles: profile.recognition.headings, rows: before), profile)
                    }
                }
            }
        }
        return best
    }
}

extension ImportProfile {
    /// Whether all the titles that it knows its files by are there.
    fileprivate func isNamed(by keys: Set<String>) -> Bool {
        guard !recognition.names.isEmpty else { return false }
        return recognition.names.allSatisfy { name in
            name.isPrefix ? keys.contains { $0.hasPrefix(name.steps[0]) } : keys.contains(name.steps[0])
        }
    }

    /// Whether the cells may be the first row of a file without column names.
    fileprivate func isBegun(by cells: [String]) -> Bool {
        guard let first = cells.first, !recognition.headings.isEmpty else { return false }
        return cells.count >= recognition.headings.count / 2 && cells.count <= recognition.headings.count + 1
            && recognition.first.contains(first)
    }
}
