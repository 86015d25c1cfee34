internal import Diagnostics
internal import Platform

extension ImportProfile {
    /// Reads a profile; every fault of the file at once.
    init(_ file: KeyFile, name: String) throws(DiagnosticError) {
        var reader = ProfileReader(file: file, name: name)
        self = try reader.read()
    }
}

/// Takes a key file apart into a profile.
private struct ProfileReader {
    let file: KeyFile
    let name: String
    var bag: DiagnosticBag
    private var parser = ProfileExpressionParser(namesAreTitles: true, tables: [])

    init(file: KeyFile, name: String) {
        self.file = file
        self.name = name
        bag = DiagnosticBag(file: file.file)
    }

    mutating func read() throws(DiagnosticError) -> ImportProfile {
        var profile = ImportProfile(name: name, title: file["profile"]?["title"]?.value ?? name, file: file.file)
        profile.source = source
        for group in file.groups where group.name.hasPrefix("table ") {
            profile.tables[String(group.name.dropFirst(6))] = table(group)
        }
        parser = ProfileExpressionParser(
            namesAreTitles: profile.source == .table, tables: Set(profile.tables.keys))
        for group in file.groups { read(group, into: &profile) }
        require(profile)
        try bag.throwIfErrors()
        return profile
    }

    private var source: ImportProfile.Source {
        let head = file["profile"]
        if head?["keys"] != nil { return .json }
        return head?["elements"] != nil ? .xml : .table
    }

    private func table(_ group: KeyFile.Group) -> [String: String] {
        Dictionary(group.entries.map { (ImportProfile.tableKey($0.key), $0.value) }) { _, last in last }
    }

    private mutating func read(_ group: KeyFile.Group, into profile: inout ImportProfile) {
        let word = group.name.split(separator: " ").first.map(String.init) ?? ""
        switch word {
        case "table": break
        case "profile": for entry in group.entries { head(entry, &profile) }
        case "invoice": profile.invoice = section(group, .invoice)
        case "line": profile.line = section(group, .line)
        case "discount": profile.discounts.append(section(group, .allowance))
        case "charge": profile.charges.append(section(group, .allowance))
        case "line-discount": profile.lineDiscounts.append(section(group, .allowance))
        case "line-charge": profile.lineCharges.append(section(group, .allowance))
        default:
            let known = ["profile", "invoice", "line", "discount", "charge", "line-discount", "line-charge", "table"]
            fault(
                "a group of this name means nothing here", group, nil,
                hint: nearestName(to: word, among: known).map { "did you mean [\($0)]?" }
                    ?? "known are \(known.joined(separator: ", "))")
        }
    }

    private mutating func head(_ entry: KeyFile.Entry, _ profile: inout ImportProfile) {
        switch entry.key {
        case "title": break
        case "columns": profile.recognition.names = entry.list.map(parser.name)
        case "keys": keys(entry, &profile.recognition)
        case "elements": profile.recognition.roots = entry.list
        case "headings": profile.recognition.headings = entry.list
        case "first": profile.recognition.first = entry.list
        case "group": profile.grouping = entry.list.map(parser.name)
        case "sheet": profile.sheet = entry.value
        case "decimal":
            profile.decimalSign = choice(entry, DecimalSign.self)
        case "dates":
            profile.datesAreCompact = entry.value == "ddmmyyyy"
            profile.dateOrder = profile.datesAreCompact ? .dayMonthYear : choice(entry, DateOrder.self)
        default:
            let known = [
                "title", "columns", "keys", "elements", "headings", "first", "group", "sheet", "decimal", "dates",
            ]
            unknownKey(entry, in: "profile", known)
        }
    }

    private func keys(_ entry: KeyFile.Entry, _ recognition: inout ImportProfile.Recognition) {
        for text in entry.list {
            let parts = text.split(separator: "=", maxSplits: 1).map(trimmed)
            if parts.count == 2 {
                recognition.values.append((parser.name(parts[0]), parts[1]))
            } else {
                recognition.names.append(parser.name(text))
            }
        }
    }

    private mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ entry: KeyFile.Entry, _: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        if let choice = Choice(rawValue: entry.value) { return choice }
        let known = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        fault("'\(entry.value)' is none of the known values", file["profile"], entry, hint: "known are \(known)")
        return nil
    }

    private mutating func section(
        _ group: KeyFile.Group, _ section: ProfileTarget.Section
    ) -> ImportProfile.Section {
        var result = ImportProfile.Section()
        for entry in group.entries {
            guard let value = expression(entry, group) else { continue }
            if entry.key == "each" {
                result.each = value
            } else if entry.key == "skip" {
                result.skip = value
            } else if let target = ProfileTarget(entry.key, in: section) {
                result.assignments.append(ImportProfile.Section.Assignment(target: target, value: value))
            } else {
                unknownKey(entry, in: group.name, ProfileTarget.names(in: section) + ["each", "skip"])
            }
        }
        return result
    }

    private mutating func expression(_ entry: KeyFile.Entry, _ group: KeyFile.Group) -> ProfileExpression? {
        do throws(ProfileExpressionParser.Fault) {
            return try parser.parse(entry.value)
        } catch {
            fault(error.message, group, entry, hint: error.hint)
            return nil
        }
    }

    /// What no profile can do without.
    private mutating func require(_ profile: ImportProfile) {
        if profile.recognition.weight == 0 {
            fault(
                "nothing says what file it reads", file["profile"], nil,
                hint: "name its columns, its JSON 'keys', its XML 'elements', or the 'headings' by position")
        }
        if profile.source != .table, profile.line.each == nil {
            fault("nothing says where the lines are", file["line"], nil, hint: "each = the path of their list")
        }
        let targets = Set(profile.line.assignments.map { $0.target.path.joined(separator: ".") })
        if !targets.contains("price") { fault("a line needs a price", file["line"], nil, hint: "price = …") }
        if targets.isDisjoint(with: ["name", "description", "item"]) {
            fault("a line needs a name", file["line"], nil, hint: "name = …")
        }
    }

    // MARK: Findings

    private mutating func unknownKey(_ entry: KeyFile.Entry, in group: String, _ known: [String]) {
        fault(
            "'\(entry.key)' is no key of [\(group)]", file[group], entry,
            hint: nearestName(to: entry.key, among: known).map { "did you mean '\($0)'?" }
                ?? "known are \(known.joined(separator: ", "))")
    }

    private mutating func fault(
        _ message: String, _ group: KeyFile.Group?, _ entry: KeyFile.Entry?, hint: String?
    ) {
        let path = group.map { "[\($0.name)]" + (entry.map { " \($0.key)" } ?? "") }
        bag.add(
            .error(
                message, at: SourceLocation(position: entry?.position ?? group?.position, path: path), hint: hint))
    }
}
