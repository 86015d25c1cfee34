import Geometry
import Layout
import PDF
import Style
import Typography

/// The canvas of a PDF's page.
///
/// What is drawn is marked as the tagger says at that moment; groups and pattern cells are streams of their own, on top
/// of the page's.
final class PDFCanvas: Canvas {
    let document: PDFDocument
    let shaper: Shaper
    let images: ImageStore
    let stock: PDFStock
    let tagger: Tagger?
    private(set) var page: PDFPage
    /// The page's stream, then those of the groups and cells that are open.
    private var streams: [ContentStream]
    private(set) var stream: ContentStream
    /// By the shaper's numbers of fonts.
    var fonts: [PDFCanvasFont?] = []
    lazy var outlines = GlyphOutlines(shaper: shaper, images: images)

    init(_ document: PDFDocument, page: PDFPage, shaper: Shaper, images: ImageStore, stock: PDFStock, tagger: Tagger?) {
        self.document = document
        self.page = page
        self.shaper = shaper
        self.images = images
        self.stock = stock
        self.tagger = tagger
        stream = page.content
        streams = [stream]
    }

    func turn(to page: PDFPage) {
        self.page = page
        stream = page.content
        streams = [stream]
    }

    /// From px of layout to points of the page, whatever groups are open.
    var pageMatrix: Affine { streams.dropFirst().reduce(streams[0].matrix) { $0.after($1.matrix) } }

    // MARK: State

    func save() { stream.save() }
    func restore() { stream.restore() }
    func pageArea(_ rect: Rect) -> PDF.Box { PDF.Box(rect).mapped(by: pageMatrix) }
    func transform(_ matrix: Matrix) { stream.concatenate(Affine(matrix)) }

    func clip(_ path: Path, evenOdd: Bool) {
        stream.clip(evenOdd ? .evenOdd : .nonzero) { trace(path) }
    }

    func beginGroup() { push(stream.makeGroup()) }

    func endGroup(opacity: Double, blend: Style.BlendMode) {
        let group = pop()
        stream.draw(group, opacity: opacity, blend: PDF.BlendMode(blend))
    }

    func push(_ inner: ContentStream) {
        streams.append(inner)
        stream = inner
    }

    /// - Returns: the stream that was on top.
    func pop() -> ContentStream {
        let top = streams.removeLast()
        stream = streams[streams.count - 1]
        return top
    }

    /// Says whose content comes next.
    @inline(__always)
    func mark() {
        guard let tagger else { return }
        if tagger.takeParting() { stream.partMark() }
        stream.mark(tagger.mark)
    }

    // MARK: Areas and lines

    func fill(_ rect: Rect, _ color: Color) {
        guard !rect.isEmpty, !color.isInvisible else { return }
        mark()
        use(color)
        stream.rectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        stream.fillPath()
    }

    func fill(_ path: Path, _ fill: Fill, evenOdd: Bool) {
        switch fill {
        case .color(let color):
            guard !color.isInvisible, !path.elements.isEmpty else { return }
            mark()
            use(color)
            trace(path)
            stream.fillPath(evenOdd ? .evenOdd : .nonzero)
        case .gradient(let gradient):
            mark()
            save()
            stream.setOpacity(1)
            clip(path, evenOdd: evenOdd)
            stream.paint(Shading(gradient))
            restore()
        }
    }

    func stroke(_ path: Path, _ stroke: Stroke, _ color: Color) {
        guard !color.isInvisible, stroke.width > 0, !path.elements.isEmpty else { return }
        mark()
        stream.setOpacity(Double(color.alpha))
        stream.setStroke(RGB(color))
        stream.setLine(
            LineStyle(
                width: stroke.width, cap: stroke.isRound ? .round : .butt, dashes: stroke.dashes,
                dashPhase: stroke.dashOffset))
        trace(path)
        stream.strokePath()
    }

    func use(_ color: Color) {
        stream.setOpacity(Double(color.alpha))
        stream.setFill(RGB(color))
    }

    private func trace(_ path: Path) {
        // An empty path clips everything away, and must still be one.
        if path.elements.isEmpty { stream.rectangle(x: 0, y: 0, width: 0, height: 0) }
        for element in path.elements {
            switch element {
            case .move(let point): stream.move(x: point.x, y: point.y)
            case .line(let point): stream.line(x: point.x, y: point.y)
            case .curve(let a, let b, let end):
                stream.curve(x1: a.x, y1: a.y, x2: b.x, y2: b.y, x: end.x, y: end.y)
            case .close: stream.close()
            }
        }
    }
}

extension Affine {
    init(_ matrix: Matrix) {
        self.init(a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, e: matrix.e, f: matrix.f)
    }
}

extension PDF.Box {
    init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension RGB {
    init(_ color: Color) { self.init(color.red, color.green, color.blue) }
}

extension Shading {
    fileprivate init(_ gradient: Gradient) {
        let stops = gradient.stops.map {
            Stop(offset: $0.offset, color: RGB($0.color), alpha: Double($0.color.alpha))
        }
        switch gradient.shape {
        case .linear(let from, let to):
            self.init(.axial(x1: from.x, y1: from.y, x2: to.x, y2: to.y), stops: stops, repeats: gradient.repeats)
        case .radial(let center, let radii, let from, let to):
            // A circle of the ellipse's width, squeezed to its height.
            let squeeze = radii.width > 0 ? radii.height / radii.width : 1
            self.init(
                .radial(x: 0, y: 0, from: radii.width * from, to: radii.width * to), stops: stops,
                repeats: gradient.repeats, map: Affine(d: squeeze, e: center.x, f: center.y))
        }
    }
}

extension PDF.BlendMode {
    fileprivate init(_ mode: Style.BlendMode) {
        switch mode {
        case .normal: self = .normal
        case .multiply: self = .multiply
        case .screen: self = .screen
        case .overlay: self = .overlay
        case .darken: self = .darken
        case .lighten: self = .lighten
        case .colorDodge: self = .colorDodge
        case .colorBurn: self = .colorBurn
        case .hardLight: self = .hardLight
        case .softLight: self = .softLight
        case .difference: self = .difference
        case .exclusion: self = .exclusion
        case .hue: self = .hue
        case .saturation: self = .saturation
        case .color: self = .color
        case .luminosity: self = .luminosity
        }
    }
}
