internal import CGLib
internal import Diagnostics
internal import Synchronization

extension OptionGrammar {
    /// Reads the words after the command's name.
    public func parse(_ words: [String]) throws(UsageError) -> OptionOutcome {
        let context = OptionContext(self)
        if let message = context.parse(words) { throw usageError(message, words) }
        if context.values.flag("help") { return .help }
        if context.values.flag("version") { return .version }
        guard arguments.count.contains(context.values.arguments.count) else {
            throw wrongCount(context.values.arguments)
        }
        return .run(context.values)
    }

    /// The text of `--help`.
    public var help: String { OptionContext(self).help }

    /// All options, the two that every command has among them.
    var allOptions: [Option] {
        options + [
            Option("help", short: "h", .flag, help: "Show this help"),
            Option("version", .flag, help: "Show the version"),
        ]
    }

    private func usageError(_ message: String, _ words: [String]) -> UsageError {
        let names = allOptions.map(\.name)
        let unknown = words.prefix { $0 != "--" }.lazy
            .filter { $0.hasPrefix("--") }
            .map { String($0.dropFirst(2).prefix { $0 != "=" }) }
            .first { !names.contains($0) }
        guard let unknown else { return UsageError(message, hint: "see \(command) --help") }
        let hint = nearestName(to: unknown, among: names).map { "did you mean --\($0)?" }
        return UsageError("unknown option --\(unknown)", hint: hint ?? "see \(command) --help")
    }

    private func wrongCount(_ given: [String]) -> UsageError {
        let usage = "usage: \(command) [OPTION…] \(arguments.synopsis)"
        if given.count < arguments.count.lowerBound {
            return UsageError("\(arguments.synopsis) is missing", hint: usage)
        }
        let first = given[arguments.count.upperBound]
        return UsageError("'\(first)' is one argument too many", hint: usage)
    }
}

/// GLib's program name is one for the process; whoever sets it to print a usage line holds this.
private let programName = Mutex<Void>(())

/// Owns a GOptionContext with the memory that its entries point to.
private final class OptionContext {
    private let grammar: OptionGrammar
    private let context: OpaquePointer
    private var strings: [UnsafeMutablePointer<CChar>] = []
    private let integers: UnsafeMutablePointer<gint>
    private let texts: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let remaining: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
    private(set) var values = ParsedOptions()

    init(_ grammar: OptionGrammar) {
        self.grammar = grammar
        let count = grammar.allOptions.count
        integers = .allocate(capacity: count)
        integers.initialize(repeating: OptionContext.unset, count: count)
        texts = .allocate(capacity: count)
        texts.initialize(repeating: nil, count: count)
        remaining = .allocate(capacity: 1)
        remaining.initialize(to: nil)
        context = g_option_context_new(grammar.arguments.synopsis)
        g_option_context_set_help_enabled(context, 0)
        g_option_context_set_summary(context, grammar.summary)
        if !grammar.notes.isEmpty { g_option_context_set_description(context, grammar.notes) }
        var entries = grammar.allOptions.enumerated().map { index, option in entry(option, index) }
        entries.append(remainingEntry())
        entries.append(GOptionEntry())
        g_option_context_add_main_entries(context, entries, nil)
    }

    deinit {
        g_option_context_free(context)
        for string in strings { g_free(string) }
        for index in grammar.allOptions.indices { g_free(texts[index]) }
        g_strfreev(remaining.pointee)
        integers.deallocate()
        texts.deallocate()
        remaining.deallocate()
    }

    /// Marks a number that was not given; GOption writes only what it reads.
    private static let unset = gint.min

    private func kept(_ text: String) -> UnsafePointer<CChar>? {
        guard let copy = g_strdup(text) else { return nil }
        strings.append(copy)
        return UnsafePointer(copy)
    }

    private func entry(_ option: OptionGrammar.Option, _ index: Int) -> GOptionEntry {
        var entry = GOptionEntry()
        entry.long_name = kept(option.name)
        entry.short_name = option.short?.asciiValue.map { gchar(bitPattern: $0) } ?? 0
        entry.description = kept(option.help)
        switch option.kind {
        case .flag:
            entry.arg = G_OPTION_ARG_NONE
            entry.arg_data = gpointer(integers + index)
        case .integer(let name):
            entry.arg = G_OPTION_ARG_INT
            entry.arg_data = gpointer(integers + index)
            entry.arg_description = kept(name)
        case .text(let name):
            // A file name, because GOption would convert text from the locale's encoding.
            entry.arg = G_OPTION_ARG_FILENAME
            entry.arg_data = gpointer(texts + index)
            entry.arg_description = kept(name)
        }
        return entry
    }

    private func remainingEntry() -> GOptionEntry {
        var entry = GOptionEntry()
        entry.long_name = kept("")
        entry.arg = G_OPTION_ARG_FILENAME_ARRAY
        entry.arg_data = gpointer(remaining)
        return entry
    }

    /// Parses and fills `values`; the message of what went wrong, or nil.
    func parse(_ words: [String]) -> String? {
        // GOption takes words out of the list it is given and wants it to be its own.
        let builder = g_strv_builder_new()
        g_strv_builder_add(builder, grammar.command)
        for word in words { g_strv_builder_add(builder, word) }
        var list = g_strv_builder_end(builder)
        g_strv_builder_unref(builder)
        defer { g_strfreev(list) }
        var error: UnsafeMutablePointer<GError>?
        guard g_option_context_parse_strv(context, &list, &error) != 0 else {
            defer { g_error_free(error) }
            return error.map { String(cString: $0.pointee.message) } ?? "the command line cannot be read"
        }
        collect()
        return nil
    }

    private func collect() {
        for (index, option) in grammar.allOptions.enumerated() {
            switch option.kind {
            case .flag where integers[index] == 1: values.flags.insert(option.name)
            case .integer where integers[index] != OptionContext.unset:
                values.integers[option.name] = Int(integers[index])
            case .text: values.texts[option.name] = texts[index].map { String(cString: $0) }
            case .flag, .integer: break
            }
        }
        var next = remaining.pointee
        while let word = next?.pointee {
            values.arguments.append(String(cString: word))
            next = next?.successor()
        }
    }

    var help: String {
        programName.withLock { _ in
            g_set_prgname(grammar.command)
            guard let text = g_option_context_get_help(context, 1, nil) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
    }
}
