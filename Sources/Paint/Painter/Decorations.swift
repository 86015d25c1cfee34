import Geometry
import Layout
import Style

extension Painter {
    /// Shadows, background and border of a box.
    func paintDecoration(of box: BoxFragment, at origin: Point) {
        guard box.traits.contains(.hasDecoration) else { return }
        let decoration = box.style.decorationGroup
        let borderBox = box.roundedBorderBox(at: origin).lowered(by: box.borderDrop)
        let shadows = decoration.values.boxShadow
        for shadow in shadows.reversed() where !shadow.isInset { paintOuterShadow(shadow, of: borderBox) }
        if box.node == nil || box.pseudo != nil || box.node != rootCanvas.backgroundNode {
            let whole = box.unbrokenBox?.offset(by: origin).snapped ?? borderBox.rect
            paintBackground(
                decoration,
                BackgroundArea(borderBox: borderBox, border: box.border, padding: box.padding, positioning: whole))
        }
        for shadow in shadows.reversed() where shadow.isInset {
            paintInnerShadow(shadow, of: borderBox.inset(by: box.border))
        }
        guard let legend = box.legend else {
            return paintBorder(BorderShape(borderBox, decoration.values.border, box.border))
        }
        canvas.save()
        var beside = Path(borderBox.rect.union(legend.offset(by: origin)).inset(by: Edges(-1)))
        beside.add(legend.offset(by: origin))
        canvas.clip(beside, evenOdd: true)
        paintBorder(BorderShape(borderBox, decoration.values.border, box.border))
        canvas.restore()
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
    /// How far below the top of the box its top border is painted.
    fileprivate var borderDrop: Double {
        guard let legend else { return 0 }
        return max(0, legend.y + (legend.height - border.top) / 2).rounded(.down)
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

extension RoundedRect {
    /// The shape with its top that much lower.
    fileprivate func lowered(by drop: Double) -> RoundedRect {
        guard drop > 0 else { return self }
        var lowered = self
        lowered.rect = rect.inset(by: Edges(top: drop, right: 0, bottom: 0, left: 0))
        return lowered
    }
}
