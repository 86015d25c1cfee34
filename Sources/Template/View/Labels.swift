import Invoice

/// The words of one language: what a template prints besides the invoice's own data.
///
/// Groups as in the files: `labels` (`{{label.NAME}}`), `titles` by type of document, `units` by UN/ECE Rec 20 code,
/// `payment-means`, `exemptions` by category of tax.
struct Labels: Sendable {
    private let groups: [String: [String: String]]

    init(groups: [String: [String: String]]) { self.groups = groups }

    static let groupNames = ["labels", "titles", "units", "payment-means", "exemptions"]

    /// The same words, with those of `other` where this has none.
    func completed(by other: Labels) -> Labels {
        Labels(groups: groups.merging(other.groups) { mine, others in mine.merging(others) { own, _ in own } })
    }

    subscript(group: String, key: String) -> String? { groups[group]?[key] }

    func keys(in group: String) -> Set<String> { Set(groups[group, default: [:]].keys) }

    var labelNames: [String] { keys(in: "labels").sorted() }

    func label(_ name: String) -> String { self["labels", name] ?? "" }

    func title(of type: Invoice.DocumentType) -> String {
        self["titles", type.rawValue] ?? self["titles", "invoice"] ?? ""
    }

    /// A unit's name; a text that is no known code is its own name.
    func unit(_ code: String) -> String { self["units", code] ?? code }

    func paymentMeans(_ means: String) -> String { self["payment-means", means] ?? means }

    /// Why a category of tax is not charged.
    func exemption(_ category: Tax.Category) -> String { self["exemptions", category.rawValue] ?? category.rawValue }
}

/// The labels as `{{label.NAME}}` reaches them.
final class LabelRecord: Record {
    private let labels: Labels

    init(labels: Labels) { self.labels = labels }

    func member(_ name: Name) -> Value? { labels["labels", name.text].map(Value.text) }
    var isEmpty: Bool { false }
}
