public import Diagnostics
public import Geometry
public import Markup

/// The one door through which style sheets are read: the caller decides which files a document may see.
public protocol ResourceReader: Sendable {
    func read(_ reference: ResourceReference) throws(DiagnosticError) -> [UInt8]
}

/// A reader that has nothing.
public struct NoResources: ResourceReader {
    public init() {}
    public func read(_ reference: ResourceReference) throws(DiagnosticError) -> [UInt8] {
        throw DiagnosticError(.error("'\(reference.url)' cannot be read: there are no files here"))
    }
}

/// Documents in, styled documents out. One engine serves one thread; it keeps parsed sheets and computed styles from
/// document to document, so that the next of the same template costs little.
public final class StyleEngine {
    public struct Options: Sendable {
        /// What `size: auto` stands for, in px.
        public var pageSize: Size
        /// The margins of pages where no `@page` rule sets them, in px.
        public var pageMargin: Edges<Double>
        /// Device pixels per px, for media queries.
        public var resolution: Double
        public var fontMetrics: FontMetricsSource?

        /// A4 with the margins of a browser's print dialog.
        public init(
            pageSize: Size = Size(width: 210 * 96 / 25.4, height: 297 * 96 / 25.4),
            pageMargin: Edges<Double> = Edges(38.4), resolution: Double = 2, fontMetrics: FontMetricsSource? = nil
        ) {
            self.pageSize = pageSize
            self.pageMargin = pageMargin
            self.resolution = resolution
            self.fontMetrics = fontMetrics
        }
    }

    let resources: any ResourceReader
    let options: Options
    let names = NameTable()
    private lazy var userAgent = parse(userAgentSheet)
    private lazy var quirks = parse(quirksSheet)
    private var sheets: [KeptSheet] = []
    private var nextSheetNumber = 0
    private var stylists: [StylistKey: Stylist] = [:]
    private var blocks = BlockCache()
    /// Documents of one folder of templates share few sheets; past these counts a cache starts anew.
    private static let sheetLimit = 64
    private static let stylistLimit = 16

    /// A parsed sheet. Few are kept, and comparing texts costs a tenth of hashing them.
    private struct KeptSheet {
        var text: [UInt8]
        var base: String?
        var isQuirky: Bool
        var sheet: StyleSheet
        /// Never used again.
        var number: Int
    }

    private struct StylistKey: Hashable {
        var sheets: [SheetSource]
        var isQuirky: Bool
        var media: MediaContext?
    }

    public init(resources: any ResourceReader, options: Options = Options()) {
        self.resources = resources
        self.options = options
    }

    /// The styles of a document in print. Media queries are answered with the content area of its first page, or with
    /// `media` where that is given.
    public func style(_ document: Document, media: MediaContext? = nil) -> StyledDocument {
        var loader = SheetLoader(engine: self, document: document)
        loader.load()
        let key = StylistKey(sheets: loader.sources, isQuirky: document.isQuirky, media: media)
        let stylist = stylists[key] ?? makeStylist(key, loader.sheets)
        var run = StyleRun(document, stylist: stylist, names: names, blocks: blocks)
        var styled = run.styled()
        blocks = run.blocks
        styled.diagnostics = loader.diagnostics.diagnostics + run.diagnostics.diagnostics
        return styled
    }

    /// The style that a list of declarations gives an element inside `parent`, as a `style` attribute does, with what
    /// was dropped of it; positions are those in the list.
    public func style(
        declarations: String, parent: ComputedStyle? = nil
    ) -> (style: ComputedStyle, diagnostics: [Diagnostic]) {
        let (block, diagnostics) = SheetParser.declarations(
            Array(declarations.utf8), names: names, context: ParseContext())
        let environment = ComputeEnvironment(viewport: options.pageSize, metricsSource: options.fontMetrics)
        var builder = StyleBuilder(environment: environment, parent: parent)
        Cascade.apply([MatchedBlock(block: block, level: .inline)], to: &builder, isRoot: parent == nil)
        return (builder.finished(), diagnostics)
    }

    /// Parses a sheet, or finds it among those parsed before; with the number that it has among all of this engine.
    func sheet(_ text: [UInt8], base: String?, isQuirky: Bool) -> (sheet: StyleSheet, number: Int) {
        for known in sheets where known.text.count == text.count && known.isQuirky == isQuirky {
            if known.base == base, known.text == text { return (known.sheet, known.number) }
        }
        let sheet = SheetParser.sheet(text, names: names, context: ParseContext(base: base, isQuirky: isQuirky))
        if sheets.count >= Self.sheetLimit { sheets.removeAll() }
        let number = nextSheetNumber
        nextSheetNumber += 1
        sheets.append(KeptSheet(text: text, base: base, isQuirky: isQuirky, sheet: sheet, number: number))
        return (sheet, number)
    }

    private func parse(_ text: String) -> StyleSheet {
        SheetParser.sheet(Array(text.utf8), names: names, context: ParseContext())
    }

    private func makeStylist(_ key: StylistKey, _ sheets: [LoadedSheet]) -> Stylist {
        let defaults = key.isQuirky ? [userAgent, quirks] : [userAgent]
        let area = Size(
            width: options.pageSize.width - options.pageMargin.horizontal,
            height: options.pageSize.height - options.pageMargin.vertical)
        var context = key.media ?? MediaContext(size: area, resolution: options.resolution)
        var index = RuleCollector.index(userAgent: defaults, author: sheets, media: context)
        if key.media == nil, !index.pages.isEmpty {
            let pages = PageCascade(index.pages, options: options, root: nil)
            context.size = pages.style(for: PageTraits(isFirst: true, isRight: true, number: 1)).contentSize
            index = RuleCollector.index(userAgent: defaults, author: sheets, media: context)
        }
        let stylist = Stylist(index, context: context, options: options)
        if stylists.count >= Self.stylistLimit { stylists.removeAll() }
        stylists[key] = stylist
        return stylist
    }
}

extension PageStyle {
    /// The page area: what margins, borders and padding leave.
    var contentSize: Size {
        let borders = style.decoration.borderWidths
        let padding = style.box.padding.map { $0.resolved(against: size.width) }
        return Size(
            width: max(0, size.width - margin.horizontal - borders.horizontal - padding.horizontal),
            height: max(0, size.height - margin.vertical - borders.vertical - padding.vertical))
    }
}
