import Geometry
import Layout
import Style

extension Painter {
    /// Shadows, background and border of a box.
    func paintDecoration(of box: BoxFragment, at origin: Point) {
        let decoration = box.style.decoration
        guard box.hasDecoration, box.role != .page, !box.hidesDecoration, box.style.text.visibility == .visible else {
            return
        }
        let borderBox = box.roundedBorderBox(at: origin)
        for shadow in decoration.boxShadow.reversed() where !shadow.isInset { paintOuterShadow(shadow, of: borderBox) }
        if box.node == nil || box.pseudo != nil || box.node != rootCanvas.backgroundNode {
            let whole = box.unbrokenBox?.offset(by: origin).snapped ?? borderBox.rect
            paintBackground(
                decoration,
                BackgroundArea(borderBox: borderBox, border: box.border, padding: box.padding, positioning: whole))
        }
        for shadow in decoration.boxShadow.reversed() where shadow.isInset {
            paintInnerShadow(shadow, of: borderBox.inset(by: box.border))
        }
        paintBorder(BorderShape(borderBox, decoration.border, box.border))
    }

    func paintOutline(of box: BoxFragment, at origin: Point) {
        guard box.style.text.visibility == .visible else { return }
        let outline = box.style.decoration.outline
        let distance = box.style.decoration.outlineOffset + outline.width
        let shape = box.roundedBorderBox(at: origin).expanded(by: distance)
        paintBorder(BorderShape(shape, Edges(outline), Edges(outline.width)))
    }

    func paintReplaced(_ content: ReplacedContent, of box: BoxFragment, at origin: Point) {
        guard box.style.text.visibility == .visible else { return }
        let inner = box.roundedBorderBox(at: origin).inset(by: box.border + box.padding)
        let rect = content.rect.offset(by: inner.rect.origin)
        let tolerance = 0.01
        let overflows =
            rect.minX < inner.rect.minX - tolerance || rect.minY < inner.rect.minY - tolerance
            || rect.maxX > inner.rect.maxX + tolerance || rect.maxY > inner.rect.maxY + tolerance
        let isSmooth = box.style.text.imageRendering == .auto
        let outer = tagger?.enterFigure(box, area: canvas.pageArea(rect))
        tagger?.beginContent()
        if overflows || inner.isRounded {
            canvas.save()
            canvas.clip(Path(inner), evenOdd: false)
            canvas.draw(content.image, in: rect, smoothly: isSmooth)
            canvas.restore()
        } else {
            canvas.draw(content.image, in: rect, smoothly: isSmooth)
        }
        tagger?.endContent()
        if let outer { tagger?.leave(outer) }
    }
}

extension BoxFragment {
    /// Whether anything would be painted behind the content.
    fileprivate var hasDecoration: Bool {
        let decoration = style.decoration
        return !decoration.backgroundColor.isInvisible || border != .zero || !decoration.backgroundLayers.isEmpty
            || !decoration.boxShadow.isEmpty
    }
}

extension Rect {
    /// The rectangle with its edges on whole px; one that has a size keeps at least 1 px of it.
    var snapped: Rect {
        let (left, width) = Self.snap(x, width)
        let (top, height) = Self.snap(y, height)
        return Rect(x: left, y: top, width: width, height: height)
    }

    private static func snap(_ start: Double, _ length: Double) -> (start: Double, length: Double) {
        let low = start.rounded()
        let snapped = (start + length).rounded() - low
        return (low, snapped == 0 && length > 1 / 16.0 ? 1 : snapped)
    }
}
