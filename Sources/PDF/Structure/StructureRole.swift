/// Standard structure types (§14.8.4).
public enum StructureRole: Sendable, Hashable {
    case document, part, article, section, division
    case blockQuote, caption, tableOfContents, tableOfContentsItem, nonStruct
    case paragraph
    /// 1 to 6.
    case heading(Int)
    case list, listItem, label, listBody
    case table, tableHead, tableBody, tableFoot, tableRow, tableHeader, tableData
    case span, quote, note, reference, code, link
    case figure, formula

    var tag: StaticString {
        switch self {
        case .document: "Document"
        case .part: "Part"
        case .article: "Art"
        case .section: "Sect"
        case .division: "Div"
        case .blockQuote: "BlockQuote"
        case .caption: "Caption"
        case .tableOfContents: "TOC"
        case .tableOfContentsItem: "TOCI"
        case .nonStruct: "NonStruct"
        case .paragraph: "P"
        case .heading(let level): Self.headings[min(max(level, 1), 6) - 1]
        case .list: "L"
        case .listItem: "LI"
        case .label: "Lbl"
        case .listBody: "LBody"
        case .table: "Table"
        case .tableHead: "THead"
        case .tableBody: "TBody"
        case .tableFoot: "TFoot"
        case .tableRow: "TR"
        case .tableHeader: "TH"
        case .tableData: "TD"
        case .span: "Span"
        case .quote: "Quote"
        case .note: "Note"
        case .reference: "Reference"
        case .code: "Code"
        case .link: "Link"
        case .figure: "Figure"
        case .formula: "Formula"
        }
    }

    private static let headings: [StaticString] = ["H1", "H2", "H3", "H4", "H5", "H6"]
}

/// What an element says besides its role (§14.7.2, §14.8.5); all of it may be left out.
public struct StructureAttributes: Sendable, Equatable {
    /// Whose cells a header heads (table 349).
    public enum Scope: Sendable { case row, column, both }

    /// The labels of a list (table 347).
    public enum Numbering: Sendable {
        case none, disc, circle, square, decimal, upperRoman, lowerRoman, upperAlpha, lowerAlpha
    }

    public var alternateText: String?
    public var actualText: String?
    public var language: String?
    public var title: String?
    /// What an abbreviation stands for.
    public var expansion: String?
    public var scope: Scope?
    public var rowSpan = 1
    public var columnSpan = 1
    public var numbering: Numbering?
    /// Where a figure stands on its page: points, y up.
    public var box: Box?

    public init() {}

    public init(alternateText: String, box: Box? = nil) {
        self.alternateText = alternateText
        self.box = box
    }

    public init(scope: Scope?, rowSpan: Int = 1, columnSpan: Int = 1) {
        self.scope = scope
        self.rowSpan = rowSpan
        self.columnSpan = columnSpan
    }
}

extension StructureAttributes.Scope {
    var name: StaticString {
        switch self {
        case .row: "Row"
        case .column: "Column"
        case .both: "Both"
        }
    }
}

extension StructureAttributes.Numbering {
    var name: StaticString {
        switch self {
        case .none: "None"
        case .disc: "Disc"
        case .circle: "Circle"
        case .square: "Square"
        case .decimal: "Decimal"
        case .upperRoman: "UpperRoman"
        case .lowerRoman: "LowerRoman"
        case .upperAlpha: "UpperAlpha"
        case .lowerAlpha: "LowerAlpha"
        }
    }
}
