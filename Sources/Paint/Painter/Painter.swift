import Geometry
import Layout
import Style
import Typography

/// Paints fragments in the order of CSS 2.2 appendix E.
///
/// A real stacking context paints, within itself, from the back: its own decoration, contexts of negative `z-index`,
/// blocks, floats, lines, then what is positioned and contexts of `z-index` 0 and above. Floats, inline-blocks and flex
/// items are painted like contexts, but what is positioned in them belongs to the context around.
struct Painter {
    let canvas: any Canvas
    let images: ImageStore
    let rootCanvas: RootCanvas
    let shadows: ShadowMasks
    /// nil where nothing is tagged.
    let tagger: Tagger?

    init(
        canvas: any Canvas, images: ImageStore, rootCanvas: RootCanvas, shadows: ShadowMasks, tagger: Tagger? = nil
    ) {
        self.canvas = canvas
        self.images = images
        self.shadows = shadows
        self.rootCanvas = rootCanvas
        self.tagger = tagger
    }

    func paint(_ page: PageFragment) {
        paintPageDecoration(page)
        paintRootCanvas(page)
        paintContext(page.root, at: Point())
    }

    // MARK: - Stacking contexts

    /// A real stacking context, with all that applies to it as a whole.
    func paintContext(_ box: BoxFragment, at origin: Point) {
        let decoration = box.style.decoration
        let borderBox = Rect(origin: origin, size: box.size)
        var matrix = Matrix()
        if !decoration.transform.isEmpty {
            matrix = transformMatrix(decoration, borderBox)
            guard matrix.isInvertible else { return }
        }
        guard decoration.opacity > 0 else { return }
        let isGroup = decoration.opacity < 1 || decoration.mixBlendMode != .normal
        let isSaved = matrix != Matrix() || decoration.clipPath != nil
        if isSaved { canvas.save() }
        if matrix != Matrix() { canvas.transform(matrix) }
        if let shape = decoration.clipPath {
            let (path, evenOdd) = clipPath(shape, borderBox)
            canvas.clip(path, evenOdd: evenOdd)
        }
        if isGroup { canvas.beginGroup() }
        paintLayers(of: box, at: origin)
        if isGroup { canvas.endGroup(opacity: decoration.opacity, blend: decoration.mixBlendMode) }
        if isSaved { canvas.restore() }
    }

    private func paintLayers(of box: BoxFragment, at origin: Point) {
        let layers = StackingLayers(of: box, at: origin, skipsClipOf: isViewport)
        clipped(to: box.clip, at: origin) {
            paintDecoration(of: box, at: origin)
            clippedToOverflow(of: box, at: origin) {
                for layer in layers.negative { paint(layer) }
                paintFlow(in: box, at: origin)
                for layer in layers.zero { paint(layer) }
                for layer in layers.positive { paint(layer) }
            }
            for layer in layers.outlines {
                clipped(by: layer.clips) { paintOutline(of: layer.box, at: layer.origin) }
            }
        }
    }

    private func paint(_ layer: StackingLayers.Layer) {
        let outer = tagger?.enter(layer.around)
        clipped(by: layer.clips) {
            if layer.box.traits.contains(.isStackingContext) {
                paintContext(layer.box, at: layer.origin)
            } else {
                paintPseudoContext(layer.box, at: layer.origin)
            }
        }
        if let outer { tagger?.leave(outer) }
    }

    /// A box painted as a unit, without what is positioned in it.
    private func paintPseudoContext(_ box: BoxFragment, at origin: Point) {
        clipped(to: box.clip, at: origin) {
            paintDecoration(of: box, at: origin)
            clippedToOverflow(of: box, at: origin) { paintFlow(in: box, at: origin) }
        }
    }

    // MARK: - The steps within a context

    /// Each step walks the boxes that hold something for it, and no others.
    private func paintFlow(in box: BoxFragment, at origin: Point) {
        if box.traits.contains(.holdsDecorations) { paintBlocks(in: box, at: origin) }
        if box.traits.contains(.holdsFloats) { paintFloats(in: box, at: origin) }
        if box.traits.contains(.holdsContent) { paintInlines(in: box, at: origin) }
    }

    private func paintBlocks(in box: BoxFragment, at origin: Point) {
        for child in box.children {
            guard case .box(let fragment) = child.fragment, fragment.isBlockLevel,
                !fragment.traits.contains(.isLayer),
                !fragment.traits.isDisjoint(with: [.hasDecoration, .holdsDecorations])
            else { continue }
            let place = origin + child.origin
            clipped(to: fragment.clip, at: place) {
                paintDecoration(of: fragment, at: place)
                guard fragment.traits.contains(.holdsDecorations) else { return }
                clippedToOverflow(of: fragment, at: place) { paintBlocks(in: fragment, at: place) }
            }
        }
        paintCollapsedBorders(of: box, at: origin)
    }

    private func paintFloats(in box: BoxFragment, at origin: Point) {
        let outer = tagger?.enter(box)
        for child in box.children {
            guard case .box(let fragment) = child.fragment, !fragment.traits.contains(.isLayer) else { continue }
            let place = origin + child.origin
            switch fragment.role {
            case .float: paintPseudoContext(fragment, at: place)
            case .atomicInline, .item: continue
            default:
                guard fragment.traits.contains(.holdsFloats) else { continue }
                descend(into: fragment, at: place) { paintFloats(in: fragment, at: place) }
            }
        }
        if let outer { tagger?.leave(outer) }
    }

    private func paintInlines(in box: BoxFragment, at origin: Point) {
        let outer = tagger?.enter(box)
        if let content = box.content { paintReplaced(content, of: box, at: origin) }
        for child in box.children {
            let place = origin + child.origin
            switch child.fragment {
            case .text(let text): paintText(text, at: place)
            case .box(let fragment): paintInline(fragment, at: place)
            }
        }
        if let outer { tagger?.leave(outer) }
    }

    private func paintInline(_ fragment: BoxFragment, at place: Point) {
        let traits = fragment.traits
        guard !traits.contains(.isLayer) else {
            tagger?.reserve(fragment)
            return
        }
        switch fragment.role {
        case .float: return
        case .atomicInline, .item: paintPseudoContext(fragment, at: place)
        case .inline:
            paintDecoration(of: fragment, at: place)
            if traits.contains(.holdsContent) { paintInlines(in: fragment, at: place) }
        default:
            guard traits.contains(.holdsContent) else { return }
            descend(into: fragment, at: place) { paintInlines(in: fragment, at: place) }
        }
    }

    private func descend(into fragment: BoxFragment, at place: Point, _ body: () -> Void) {
        clipped(to: fragment.clip, at: place) { clippedToOverflow(of: fragment, at: place, body) }
    }

    // MARK: - Clips

    private func clipped(to clip: Rect?, at origin: Point, _ body: () -> Void) {
        guard let clip else { return body() }
        canvas.save()
        canvas.clip(Path(clip.offset(by: origin)), evenOdd: false)
        body()
        canvas.restore()
    }

    private func clippedToOverflow(of box: BoxFragment, at origin: Point, _ body: () -> Void) {
        guard box.traits.contains(.clipsOverflow), !isViewport(box) else { return body() }
        canvas.save()
        canvas.clip(Path(box.overflowClip(at: origin)), evenOdd: false)
        body()
        canvas.restore()
    }

    private func clipped(by clips: ClipChain?, _ body: () -> Void) {
        guard let clips else { return body() }
        canvas.save()
        clips.forEach { canvas.clip(Path($0), evenOdd: false) }
        body()
        canvas.restore()
    }

    /// The overflow of these boxes is the page's own, which shows all.
    private func isViewport(_ box: BoxFragment) -> Bool {
        guard let node = box.node, box.pseudo == nil else { return false }
        return rootCanvas.viewportNodes.contains(node)
    }
}

extension BoxFragment {
    var isBlockLevel: Bool {
        switch role {
        case .block, .tableCell, .tableRow, .tableRowGroup, .tableColumn, .page, .marginBox: true
        case .line, .inline, .atomicInline, .float, .item: false
        }
    }

    /// The padding box with the curve inside the border; unbounded in a direction that does not clip.
    func overflowClip(at origin: Point) -> RoundedRect {
        var clip = roundedBorderBox(at: origin).inset(by: border)
        let endless = 1e6
        if style.box.overflowX == .visible {
            clip = RoundedRect(Rect(x: -endless, y: clip.rect.y, width: 2 * endless, height: clip.rect.height))
        } else if style.box.overflowY == .visible {
            clip = RoundedRect(Rect(x: clip.rect.x, y: -endless, width: clip.rect.width, height: 2 * endless))
        }
        return clip
    }

    /// The border box on whole px, as browsers paint it, with its used radii; corners at open sides are sharp.
    func roundedBorderBox(at origin: Point) -> RoundedRect {
        let rect = Rect(origin: origin, size: size).snapped
        let radius = style.decorationGroup.values.radius
        guard
            !radius.topLeft.isZero || !radius.topRight.isZero || !radius.bottomRight.isZero || !radius.bottomLeft.isZero
        else { return RoundedRect(rect) }
        func used(_ corner: CornerRadius, _ sides: OpenSides) -> Size {
            guard openSides.isDisjoint(with: sides) else { return Size() }
            return Size(width: corner.x.resolved(against: size.width), height: corner.y.resolved(against: size.height))
        }
        return RoundedRect(
            rect,
            radii: Corners(
                topLeft: used(radius.topLeft, [.top, .left]), topRight: used(radius.topRight, [.top, .right]),
                bottomRight: used(radius.bottomRight, [.bottom, .right]),
                bottomLeft: used(radius.bottomLeft, [.bottom, .left]))
        ).fitted
    }
}
