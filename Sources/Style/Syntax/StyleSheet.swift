public import Diagnostics

/// A style sheet, parsed: a value that can be kept and used for any number of documents of one engine.
public struct StyleSheet: Sendable {
    var rules: [Rule]
    /// What was dropped and why; positions are those in the sheet itself, from 1:1.
    public var diagnostics: [Diagnostic]
}

/// A rule of a style sheet; what `@supports` rules out is not here any more.
indirect enum Rule: Sendable {
    case style(StyleRule)
    case media(MediaQueryList, [Rule])
    case layer(name: String?, [Rule])
    case layerOrder([String])
    case imports(ImportRule)
    case fontFace(FontFace)
    case page(PageRule)
    case counterStyle(String, CounterStyleRule)
}

struct StyleRule: Sendable {
    var selectors: [Selector]
    var block: DeclarationBlock
}

struct ImportRule: Sendable {
    var reference: ResourceReference
    var media: MediaQueryList
    /// nil without a layer, empty for one without name.
    var layer: String?
    var position: SourcePosition
}

/// `@page` (CSS Paged Media 3 §4).
struct PageRule: Sendable {
    var selectors: [PageSelector]
    var block: DeclarationBlock
    var size: PageSizeValue?
    var sizeIsImportant = false
    var rotation: Int?
    var marginBoxes: [(MarginBoxName, DeclarationBlock)]
}

struct PageSelector: Sendable, Hashable {
    var name: String?
    var isFirst = false
    var isBlank = false
    var isLeft = false
    var isRight = false
    /// `:nth(an+b)`.
    var step: Int?
    var offset = 0

    /// Name; first, blank and nth; left and right (CSS Paged Media 3 §4.5).
    var specificity: Specificity {
        var result = name == nil ? Specificity.zero : .id
        for count in [isFirst, isBlank, step != nil] where count { result = result + .class }
        for count in [isLeft, isRight] where count { result = result + .type }
        return result
    }

    func matches(_ page: PageTraits) -> Bool {
        if let name, name != page.name { return false }
        if isFirst, !page.isFirst { return false }
        if isBlank, !page.isBlank { return false }
        if isLeft, page.isRight { return false }
        if isRight, !page.isRight { return false }
        if let step { return Nth(step: step, offset: offset).matches(page.number) }
        return true
    }
}

/// The value of the `size` descriptor.
enum PageSizeValue: Sendable {
    case auto
    /// Width and height as written.
    case lengths(SpecifiedLength, SpecifiedLength)
    /// A named sheet in px, portrait, or nil for the default one; turned when landscape.
    case sheet(width: Double, height: Double, isLandscape: Bool)
    case orientation(isLandscape: Bool)
}
