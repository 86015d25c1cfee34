// Style: CSS in, computed values out.
//
// `StyleEngine.style(_:…)` gathers a document's style sheets (the user agent's, `<style>`, `<link>`, `@import`,
// `style` attributes, presentational attributes), cascades them and answers with a `StyledDocument`. Style sheets are
// not trusted: a broken rule is dropped as CSS says, with a warning that names line and column; nothing is fetched
// from a network, and files are read only through the caller's `ResourceReader`.

public import Diagnostics
public import Markup

/// A document with the computed style of each element and pseudo-element, and its page rules.
public struct StyledDocument: Sendable {
    public var document: Document
    /// By node index; nil for texts.
    public var styles: [ComputedStyle?]
    /// The pseudo-elements that exist, by node and kind.
    public var pseudoStyles: [PseudoKey: ComputedStyle]
    public var pageRules: PageRules
    public var fontFaces: [FontFace]
    public var counterStyles: [String: CounterStyleRule]
    public var diagnostics: [Diagnostic]

    public init(
        document: Document, styles: [ComputedStyle?], pseudoStyles: [PseudoKey: ComputedStyle], pageRules: PageRules
    ) {
        self.document = document
        self.styles = styles
        self.pseudoStyles = pseudoStyles
        self.pageRules = pageRules
        fontFaces = []
        counterStyles = [:]
        diagnostics = []
    }
}

public struct PseudoKey: Sendable, Hashable {
    public enum Kind: UInt8, Sendable, Hashable { case before, after, marker, firstLine, firstLetter }

    public var node: NodeID
    public var kind: Kind

    public init(_ node: NodeID, _ kind: Kind) {
        self.node = node
        self.kind = kind
    }
}

/// `@font-face`: a family, where its file is, and what it offers.
public struct FontFace: Sendable, Hashable {
    public var family: String
    /// In order of wish; `local(name)` sources come as URLs of scheme `local:`.
    public var sources: [ResourceReference]
    public var weights: ClosedRange<Int>
    public var style: FontStyle
    public var unicodeRanges: [ClosedRange<UInt32>]

    public init(
        family: String, sources: [ResourceReference], weights: ClosedRange<Int> = 400...400,
        style: FontStyle = .normal, unicodeRanges: [ClosedRange<UInt32>] = []
    ) {
        self.family = family
        self.sources = sources
        self.weights = weights
        self.style = style
        self.unicodeRanges = unicodeRanges
    }
}

/// `@counter-style` (CSS Counter Styles 3), as far as documents need it.
public struct CounterStyleRule: Sendable, Hashable {
    public enum System: Sendable, Hashable { case cyclic, numeric, alphabetic, symbolic, fixed(Int), additive }

    public var system: System
    public var symbols: [String]
    /// Weights for `additive`, beside `symbols`.
    public var weights: [Int]
    public var prefix: String
    public var suffix: String

    public init(system: System, symbols: [String], weights: [Int] = [], prefix: String = "", suffix: String = ". ") {
        self.system = system
        self.symbols = symbols
        self.weights = weights
        self.prefix = prefix
        self.suffix = suffix
    }
}
