internal import Diagnostics
internal import Invoice
internal import Mail

/// One value as it stands in a file, and the ways to understand it.
struct ConfigurationValue {
    let text: String
    let list: [String]
    /// The configuration file's own folder: relative paths start there.
    let folder: String

    /// The lines of the value, without empty ones.
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    func present() throws(ValueFault) -> String {
        if text.isEmpty {
            throw ValueFault(message: "the value is empty", hint: "put a # before the line to leave it out")
        }
        return text
    }

    func integer(_ range: ClosedRange<Int>) throws(ValueFault) -> Int {
        guard let number = Int(text) else { throw ValueFault(message: "'\(text)' is not a whole number") }
        return try within(range, number)
    }

    /// A number of bytes, with `K`, `M` or `G` behind it if wanted.
    func bytes(_ range: ClosedRange<Int>) throws(ValueFault) -> Int {
        let units: [Character: Int] = ["K": 10, "M": 20, "G": 30]
        let shift = text.last.flatMap { units[$0] }
        let digits = shift == nil ? text : String(text.dropLast())
        guard let number = Int(digits), number < 1 << 32 || shift == nil else {
            throw ValueFault(message: "'\(text)' is not a number of bytes", hint: "write it as 16777216 or 16M")
        }
        return try within(range, number << (shift ?? 0))
    }

    private func within(_ range: ClosedRange<Int>, _ number: Int) throws(ValueFault) -> Int {
        guard range.contains(number) else {
            throw ValueFault(
                message: "\(text) is out of range", hint: "from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func flag() throws(ValueFault) -> Bool {
        switch text.lowercased() {
        case "yes", "true", "on", "1": return true
        case "no", "false", "off", "0": return false
        default: throw ValueFault(message: "'\(text)' is neither yes nor no", hint: "write yes or no")
        }
    }

    /// `yes`, `no` or `ask`.
    func sending() throws(ValueFault) -> MailOrder.Sending {
        if text.lowercased() == "ask" { return .ask }
        do throws(ValueFault) {
            return try flag() ? .yes : .no
        } catch {
            throw ValueFault(message: "'\(text)' is neither yes, no nor ask", hint: "write yes, no or ask")
        }
    }

    /// Domains of addresses, `*.` before one for all below it; as they stand in an address, in small letters.
    func domains() throws(ValueFault) -> [String] {
        var domains: [String] = []
        for item in list {
            let isWide = item.hasPrefix("*.")
            guard let address = try? Address("x@" + (isWide ? String(item.dropFirst(2)) : item)) else {
                throw ValueFault(message: "'\(item)' is not a domain", hint: "write it as example.com or *.example.com")
            }
            domains.append((isWide ? "*." : "") + address.domain.lowercased())
        }
        return domains
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>() throws(ValueFault) -> Choice {
        try Self.choice(text)
    }

    func choices<Choice: RawRepresentable<String> & CaseIterable>() throws(ValueFault) -> [Choice] {
        var choices: [Choice] = []
        for item in list { choices.append(try Self.choice(item)) }
        return choices
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String
    ) throws(ValueFault) -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        let known = Choice.allCases.map(\.rawValue)
        let near = nearestName(to: text, among: known)
        throw ValueFault(
            message: "'\(text)' is not known here",
            hint: near.map { "did you mean '\($0)'?" } ?? "known are \(known.joined(separator: ", "))")
    }

    /// A code of capital letters, such as ISO 4217's.
    func code(_ count: Int, _ example: String) throws(ValueFault) -> String {
        guard text.utf8.count == count, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw ValueFault(
                message: "'\(text)' is not a code of \(count) capital letters", hint: "write it as \(example)")
        }
        return text
    }

    /// A language tag (RFC 5646): `de`, `de-DE`.
    func locale() throws(ValueFault) -> String {
        let tag = text.replacing("_", with: "-")
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { $0 < 0x80 && Character(.init($0)).isLetterOrDigit }
        }
        guard isTag, let language = parts.first, (2...3).contains(language.count) else {
            throw ValueFault(message: "'\(text)' is not a language tag", hint: "write it as de-DE")
        }
        return tag
    }

    /// An exact decimal number, as text.
    func decimal() throws(ValueFault) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber =
            (1...2).contains(parts.count) && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
        guard isNumber else {
            throw ValueFault(message: "'\(text)' is not a decimal number", hint: "write it as 19 or 7.7")
        }
        return text
    }

    /// A decimal number above 0.
    func coin() throws(ValueFault) -> String {
        let text = try decimal()
        if text.allSatisfy({ $0 == "0" || $0 == "." }) {
            throw ValueFault(message: "there is no coin of 0", hint: "write it as 0.05, or leave the key out")
        }
        return text
    }

    /// A path; a relative one starts at the configuration file.
    func path() throws(ValueFault) -> String {
        let path = try present()
        return path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }

    func windows() throws(ValueFault) -> TimeWindows {
        guard let windows = TimeWindows(list) else {
            throw ValueFault(
                message: "'\(text)' does not say when", hint: "write it as Mon-Fri 08:00-18:00;Sat 09:00-12:00")
        }
        return windows
    }

    func companions() throws(ValueFault) -> [CompanionName] {
        var names: [CompanionName] = []
        for item in list {
            guard let name = CompanionName(item) else {
                throw ValueFault(
                    message: "'\(item)' does not name a file beside another one",
                    hint: "write it as *.done, the star standing for the other one's name")
            }
            names.append(name)
        }
        return names
    }

    /// A program by its whole path, and its arguments.
    func command() throws(ValueFault) -> [String] {
        if let program = list.first, !program.hasPrefix("/") {
            throw ValueFault(
                message: "'\(program)' is not the whole path of a program", hint: "write it as /usr/local/bin/program")
        }
        return list
    }

    func address() throws(ValueFault) -> String { try Self.checked(try present()) }

    func addresses() throws(ValueFault) -> [String] {
        var addresses: [String] = []
        for item in list { addresses.append(try Self.checked(item)) }
        return addresses
    }

    private static func checked(_ text: String) throws(ValueFault) -> String {
        do throws(DiagnosticError) {
            _ = try Address(text)
            return text
        } catch {
            let first = error.diagnostics.first
            throw ValueFault(message: first?.message ?? "'\(text)' is not an address", hint: first?.hint)
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isLetterOrDigit: Bool { isASCIIDigit || ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
