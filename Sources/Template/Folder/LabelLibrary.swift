import Diagnostics
import Synchronization

/// The label files of a template and those it shares with others, by language.
final class LabelLibrary: Sendable {
    /// By language tag in small letters; a template's own first.
    private let layers: [[String: Labels]]
    private let resolved = Mutex<[String: Labels]>([:])
    /// Names that `{{label.NAME}}` may use.
    let names: [String]

    private static let cacheLimit = 200

    /// - Parameter layers: `labels/<lang>.conf` by file name, the template's own folder first.
    init(layers sources: [[String: SourceText]], into bag: inout DiagnosticBag) {
        var layers: [[String: Labels]] = []
        var names = Set(Labels.english.labelNames)
        for files in sources {
            var layer: [String: Labels] = [:]
            for (file, source) in files {
                let labels = Self.labels(from: source, into: &bag)
                names.formUnion(labels.labelNames)
                layer[file.dropLast(".conf".count).lowercased()] = labels
            }
            layers.append(layer)
        }
        self.layers = layers
        self.names = names.sorted()
    }

    private static func labels(from source: SourceText, into bag: inout DiagnosticBag) -> Labels {
        let file = KeyFile(source, into: &bag)
        for (name, offset) in file.offsets where !Labels.groupNames.contains(name) {
            bag.add(
                .error(
                    "there is no group of labels [\(name)]", at: source.location(of: offset),
                    hint: nearestName(to: name, among: Labels.groupNames).map { "did you mean [\($0)]?" }
                        ?? "known are " + Labels.groupNames.map { "[\($0)]" }.joined(separator: ", ")))
        }
        return Labels(groups: file.groups)
    }

    /// The words of the locale's language; what a language lacks is English.
    func labels(for locale: String) -> Labels {
        resolved.withLock { resolved in
            if let known = resolved[locale] { return known }
            if resolved.count >= Self.cacheLimit { resolved.removeAll() }
            let labels = resolve(locale)
            resolved[locale] = labels
            return labels
        }
    }

    private func resolve(_ locale: String) -> Labels {
        var labels = Labels(groups: [:])
        for tag in Self.tags(for: locale) + ["en"] {
            for layer in layers {
                if let found = layer[tag] { labels = labels.completed(by: found) }
            }
        }
        return labels.completed(by: .english)
    }

    /// From the most exact tag to the language alone; Chinese by its script.
    static func tags(for locale: String) -> [String] {
        let parts = locale.lowercased().replacing("_", with: "-").split(separator: "-")
        var tags = parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
        if parts.first == "zh" {
            let isTraditional = !Set(parts).isDisjoint(with: ["hant", "tw", "hk", "mo"]) && !parts.contains("hans")
            tags.insert(isTraditional ? "zh-hant" : "zh-hans", at: max(0, tags.count - 1))
        }
        return tags
    }
}
