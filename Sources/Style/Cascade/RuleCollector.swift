/// A style sheet with where it came from, and the sheets that it imports in order.
struct LoadedSheet: Sendable {
    var sheet: StyleSheet
    var media: MediaQueryList
    /// One for each `@import` rule; nil where nothing could be read.
    var imports: [LoadedSheet?]
}

/// Walks sheets in order and lists the rules that apply in a medium, each with its layer (CSS Cascade 5 §6.4).
struct RuleCollector {
    private struct Layer {
        var name: String
        var children: [Int] = []
    }

    private let media: MediaContext
    private var layers = [Layer(name: "")]
    private var rules: [(selector: Selector, block: DeclarationBlock, layer: Int?)] = []
    private var pages: [PageRule] = []
    private var fontFaces: [FontFace] = []
    private var counterStyles: [String: CounterStyleRule] = [:]

    private init(media: MediaContext) { self.media = media }

    static func index(
        userAgent: [StyleSheet], author: [LoadedSheet], media: MediaContext
    ) -> RuleIndex {
        var collector = RuleCollector(media: media)
        for sheet in userAgent { collector.add(sheet.rules, layer: nil, imports: []) }
        let fromUserAgent = collector.rules.map {
            IndexedRule(selector: $0.selector, block: $0.block, level: .userAgent)
        }
        collector.rules = []
        for sheet in author { collector.add(sheet, layer: 0) }
        let levels = collector.levels()
        let fromAuthor = collector.rules.map {
            IndexedRule(selector: $0.selector, block: $0.block, level: levels[$0.layer ?? 0])
        }
        var index = RuleIndex(fromUserAgent + fromAuthor)
        index.pages = collector.pages
        index.fontFaces = collector.fontFaces
        index.counterStyles = collector.counterStyles
        return index
    }

    private mutating func add(_ loaded: LoadedSheet, layer: Int) {
        guard loaded.media.matches(media) else { return }
        add(loaded.sheet.rules, layer: layer, imports: loaded.imports)
    }

    private mutating func add(_ list: [Rule], layer: Int?, imports: [LoadedSheet?]) {
        var nextImport = 0
        for rule in list {
            switch rule {
            case .style(let style):
                for selector in style.selectors { rules.append((selector, style.block, layer)) }
            case .media(let queries, let inner):
                if queries.matches(media) { add(inner, layer: layer, imports: []) }
            case .layer(let name, let inner):
                add(inner, layer: self.layer(name ?? "", in: layer ?? 0), imports: [])
            case .layerOrder(let names):
                for name in names { _ = self.layer(name, in: layer ?? 0) }
            case .imports(let rule):
                defer { nextImport += 1 }
                guard nextImport < imports.count, let sheet = imports[nextImport], rule.media.matches(media) else {
                    continue
                }
                add(sheet, layer: rule.layer.map { self.layer($0, in: layer ?? 0) } ?? layer ?? 0)
            case .fontFace(let face): fontFaces.append(face)
            case .page(let page): pages.append(page)
            case .counterStyle(let name, let style): counterStyles[name] = style
            }
        }
    }

    /// The layer of a name with full stops, made where it is new; a layer without name is always new.
    private mutating func layer(_ name: String, in parent: Int) -> Int {
        guard !name.isEmpty else { return appendLayer("", to: parent) }
        var current = parent
        for part in name.split(separator: ".") {
            current =
                layers[current].children.first { layers[$0].name == part } ?? appendLayer(String(part), to: current)
        }
        return current
    }

    private mutating func appendLayer(_ name: String, to parent: Int) -> Int {
        layers.append(Layer(name: name))
        layers[parent].children.append(layers.count - 1)
        return layers.count - 1
    }

    /// Levels by layer: inner layers before what stands in the outer one beside them, the outermost last.
    private func levels() -> [CascadeLevel] {
        var levels = Array(repeating: CascadeLevel.firstLayer, count: layers.count)
        var next = CascadeLevel.firstLayer.value
        func visit(_ layer: Int) {
            for child in layers[layer].children { visit(child) }
            levels[layer] = CascadeLevel(value: next)
            if next < CascadeLevel.inline.value - 1 { next += 1 }
        }
        visit(0)
        return levels
    }
}
