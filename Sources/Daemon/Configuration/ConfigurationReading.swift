internal import Diagnostics
internal import Ledger
internal import Platform

/// Puts the values of several files together and turns them into a `Configuration`; faults are collected, not thrown.
struct ConfigurationReading {
    private(set) var bag = DiagnosticBag()
    private var values: [String: [Placed]] = [:]
    /// In the order of first appearance.
    private var groups: [String] = []
    /// The folder of the first file: paths in its drop-ins and credentials start there too.
    private var base: String?

    private struct Placed {
        let key: String
        let value: ConfigurationValue
        let location: SourceLocation
    }

    /// Takes over a file's keys; one that an earlier file has set is set anew.
    mutating func gather(_ file: KeyFile) {
        let folder = base ?? Self.folder(of: file.file)
        base = folder
        for group in file.groups {
            if values[group.name] == nil {
                checkName(of: group, file)
                groups.append(group.name)
            }
            for entry in group.entries {
                let location = file.location(of: entry.key, in: group.name)
                let value = ConfigurationValue(text: entry.value, list: entry.list, folder: folder)
                values[group.name, default: []].removeAll { $0.key == entry.key }
                values[group.name, default: []].append(Placed(key: entry.key, value: value, location: location))
            }
            values[group.name, default: []] += []
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Every value as it stands now: group, key, text and the place that set it.
    var inForce: [(group: String, key: String, text: String, location: SourceLocation)] {
        groups.flatMap { group in
            values[group, default: []].map { (group, $0.key, $0.value.text, $0.location) }
        }
    }

    private mutating func checkName(of group: KeyFile.Group, _ file: KeyFile) {
        let plain = ["hotpress", "inbox", "invoice", "seller", "sequence", "mail", "metrics"]
        if plain.contains(group.name) || Self.name(in: group.name, after: "inbox") != nil
            || Self.name(in: group.name, after: "sequence") != nil
            || Self.name(in: group.name, after: "customer") != nil
        {
            return
        }
        let near = nearestName(to: group.name, among: plain + ["customer"])
        bag.add(
            .error(
                "there is no group [\(group.name)]", at: file.location(in: group.name),
                hint: near.map { "did you mean [\($0)]?" }
                    ?? "known are \(plain.map { "[\($0)]" }.joined(separator: " "))"))
    }

    /// The NAME of `[inbox NAME]`.
    private static func name(in group: String, after word: String) -> String? {
        guard group.hasPrefix(word + " ") else { return nil }
        let name = group.dropFirst(word.count).trimmingPrefix { $0 == " " }
        if word == "customer" { return name.isEmpty ? nil : String(name) }
        let isPath = name.hasPrefix("/") || name.hasSuffix("/") || name.split(separator: "/").contains("..")
        return name.isEmpty || isPath ? nil : String(name)
    }

    // MARK: Values

    mutating func configuration() -> Configuration {
        var result = Configuration()
        apply("hotpress", to: &result, Configuration.keys)
        apply("inbox", to: &result.main.inbox, InboxSettings.keys)
        apply("invoice", to: &result.main.invoice, InvoiceSettings.keys)
        for placed in values["mail", default: []] {
            let isKnown =
                apply(placed, to: &result.main.mail, MailSettings.keys)
                || apply(placed, to: &result.post, PostSettings.keys)
            if !isKnown { reportUnknown(placed, MailSettings.keys.map(\.name) + PostSettings.keys.map(\.name)) }
        }
        apply("metrics", to: &result.metrics, MetricsSettings.keys)
        apply("seller", to: &result.seller, SellerSettings.keys)
        for group in groups where group == "sequence" || Self.name(in: group, after: "sequence") != nil {
            let name = Self.name(in: group, after: "sequence") ?? ""
            var sequence = SequenceSettings()
            apply(group, to: &sequence, SequenceSettings.keys)
            check(sequence, group)
            result.sequences[name] = sequence
        }
        for group in groups {
            guard let name = Self.name(in: group, after: "inbox") else { continue }
            result.queues[name] = queue(group, from: result.main)
        }
        for group in groups {
            guard let name = Self.name(in: group, after: "customer") else { continue }
            var customer = CustomerSettings()
            apply(group, to: &customer, CustomerSettings.keys)
            result.customers[Configuration.customerKey(name)] = customer
        }
        checkSequences(of: result)
        return result
    }

    private mutating func apply<Owner>(_ group: String, to owner: inout Owner, _ keys: [ConfigurationKey<Owner>]) {
        for placed in values[group, default: []] where !apply(placed, to: &owner, keys) {
            reportUnknown(placed, keys.map(\.name))
        }
    }

    /// `[inbox NAME]`: any key of [inbox], [invoice] and [mail].
    private mutating func queue(_ group: String, from main: QueueSettings) -> QueueSettings {
        var settings = main
        for placed in values[group, default: []] {
            let isKnown =
                apply(placed, to: &settings.inbox, InboxSettings.keys)
                || apply(placed, to: &settings.invoice, InvoiceSettings.keys)
                || apply(placed, to: &settings.mail, MailSettings.keys)
            if !isKnown {
                let known = InboxSettings.keys.map(\.name) + InvoiceSettings.keys.map(\.name)
                reportUnknown(placed, known + MailSettings.keys.map(\.name))
            }
        }
        return settings
    }

    /// False where no key has this name.
    private mutating func apply<Owner>(
        _ placed: Placed, to owner: inout Owner, _ keys: [ConfigurationKey<Owner>]
    ) -> Bool {
        guard let key = keys.first(where: { $0.name == placed.key }) else { return false }
        do throws(ValueFault) {
            try key.apply(&owner, placed.value)
        } catch {
            bag.add(.error(error.message, at: placed.location, hint: error.hint))
        }
        return true
    }

    private mutating func reportUnknown(_ placed: Placed, _ known: [String]) {
        let near = nearestName(to: placed.key, among: known)
        bag.add(
            .error(
                "there is no such key", at: placed.location,
                hint: near.map { "did you mean '\($0)'?" } ?? "known are \(known.joined(separator: ", "))"))
    }

    // MARK: What must fit together

    private mutating func check(_ sequence: SequenceSettings, _ group: String) {
        guard let fault = sequence.pattern.conflict(with: sequence.reset) else { return }
        let placed = values[group]?.first { $0.key == "reset" }
        bag.add(.error(fault.message, at: placed?.location ?? SourceLocation(), hint: fault.hint))
    }

    private mutating func checkSequences(of result: Configuration) {
        checkRivals(result.namedSequences)
        for group in groups {
            guard let placed = values[group]?.first(where: { $0.key == "sequence" }),
                result.sequences[placed.value.text] == nil
            else { continue }
            bag.add(
                .error(
                    "there is no [sequence \(placed.value.text)]", at: placed.location,
                    hint: "add the group, or leave the key out"))
        }
    }

    /// Two sequences must not claim the same invoices, nor give the same numbers.
    private mutating func checkRivals(_ sequences: [NamedSequence]) {
        if groups.contains("sequence \(NamedSequence.main)") {
            bag.add(
                .error(
                    "'\(NamedSequence.main)' is what [sequence] is called in the ledger",
                    at: SourceLocation(path: "[sequence \(NamedSequence.main)]"), hint: "give it another name"))
        }
        for (index, one) in sequences.enumerated() {
            for other in sequences[(index + 1)...] {
                let place = SourceLocation(path: "[sequence \(other.name)]")
                if one.settings.rivals(other.settings) {
                    bag.add(
                        .error(
                            "claims invoices that [sequence \(one.name)] claims too", at: place,
                            hint: "narrow one of them by seller, type or folder"))
                }
                if isSet(one), isSet(other), one.settings.collides(with: other.settings) {
                    bag.add(
                        .error(
                            "gives the same numbers as [sequence \(one.name)]", at: place,
                            hint: "let their patterns differ"))
                }
            }
        }
    }

    /// `[sequence]` is always there; what nobody has written down gives nobody's numbers.
    private func isSet(_ sequence: NamedSequence) -> Bool {
        values[sequence.name == NamedSequence.main ? "sequence" : "sequence \(sequence.name)"] != nil
    }
}
