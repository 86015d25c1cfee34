/// How one program's export becomes invoices: a `.conf` file, read once, with no code of its own.
///
/// `[profile]` says what the file is known by; `[invoice]`, `[line]` and the sections of discounts and charges say which
/// column or JSON path is which field of the model; `[table …]` translates words. `docs/PROFILES.md` has the whole of it.
public struct ImportProfile: Sendable {
    /// The file's name without `.conf`.
    public let name: String
    /// What it reads, in words.
    public let title: String
    /// The file it came from.
    public let file: String

    /// What kind of file it reads.
    enum Source: Sendable {
        /// Rows below column names.
        case table
        case json
        case xml
    }

    /// What a file is known by.
    struct Recognition: Sendable {
        /// Column titles, folded, or JSON paths; all of them are there.
        var names: [ProfileName] = []
        /// Values that a path must have: `object=invoice`.
        var values: [(name: ProfileName, value: String)] = []
        /// Names of an XML file's outermost element.
        var roots: [String] = []
        /// Without column names: the titles by position, and what may stand in the first cell.
        var headings: [String] = []
        var first: [String] = []

        var weight: Int { names.count + values.count + roots.count + (headings.isEmpty ? 0 : 1) }
    }

    /// Fields of one object of the model.
    struct Section: Sendable {
        struct Assignment: Sendable {
            let target: ProfileTarget
            let value: ProfileExpression
        }

        /// One object for each of these; nil makes one.
        var each: ProfileExpression?
        /// Entries for which this holds are left out.
        var skip: ProfileExpression?
        var assignments: [Assignment] = []

        var names: [ProfileName] { assignments.flatMap(\.value.names) + (skip?.names ?? []) }
    }

    var source = Source.table
    var recognition = Recognition()
    /// The columns whose values together tell one invoice from the next; empty takes the number's.
    var grouping: [ProfileName] = []
    var decimalSign: DecimalSign?
    var dateOrder: DateOrder?
    /// Dates without separators: DDMMYYYY.
    var datesAreCompact = false
    /// The sheet of a workbook; nil takes the first.
    var sheet: String?

    var invoice = Section()
    var line = Section()
    var discounts: [Section] = []
    var charges: [Section] = []
    var lineDiscounts: [Section] = []
    var lineCharges: [Section] = []
    /// Keys folded.
    var tables: [String: [String: String]] = [:]

    init(name: String, title: String, file: String) {
        self.name = name
        self.title = title
        self.file = file
    }

    /// Tables' keys: case and surrounding space do not count.
    static func tableKey(_ text: String) -> String { trimmed(text).lowercased() }

    /// All sections with names of the invoice itself.
    var invoiceSections: [Section] { [invoice] + discounts + charges }
    var lineSections: [Section] { [line] + lineDiscounts + lineCharges }
}
