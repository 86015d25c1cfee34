import Geometry
import Style

extension Painter {
    /// A shadow outside the border box, which is left free (CSS Backgrounds 3 §7.1).
    func paintOuterShadow(_ shadow: Shadow, of box: RoundedRect) {
        guard !shadow.color.isInvisible else { return }
        let shape = box.expanded(by: shadow.spread).offset(by: Point(x: shadow.x, y: shadow.y))
        guard !shape.rect.isEmpty else { return }
        let reach = shadow.blur + 1
        var outside = Path(shape.rect.union(box.rect).inset(by: Edges(-reach)))
        outside.add(box)
        canvas.save()
        canvas.clip(outside, evenOdd: true)
        if shadow.blur > 0 {
            let blurred = BlurredShape(shape, blur: shadow.blur)
            canvas.fill(blurred.mask, in: blurred.area, shadow.color)
        } else {
            canvas.fill(Path(shape), .color(shadow.color), evenOdd: false)
        }
        canvas.restore()
    }

    /// A shadow inside the padding box: what lies around a hole.
    func paintInnerShadow(_ shadow: Shadow, of box: RoundedRect) {
        guard !shadow.color.isInvisible, !box.rect.isEmpty else { return }
        let hole = box.expanded(by: -shadow.spread).offset(by: Point(x: shadow.x, y: shadow.y))
        canvas.save()
        canvas.clip(Path(box), evenOdd: false)
        let isBlurred = shadow.blur > 0 && !hole.rect.isEmpty
        let blurred = isBlurred ? BlurredShape(hole, blur: shadow.blur, isHole: true) : nil
        // All around what the mask covers.
        var around = Path(box.rect.union(hole.rect).inset(by: Edges(-2 * shadow.blur - 1)))
        if let blurred { around.add(blurred.area) } else { around.add(hole) }
        canvas.fill(around, .color(shadow.color), evenOdd: true)
        if let blurred { canvas.fill(blurred.mask, in: blurred.area, shadow.color) }
        canvas.restore()
    }
}

/// A filled shape with blurred edges, as a mask.
///
/// The mask is as coarse as the blur allows: three samples to a standard deviation, which is half the blur radius.
private struct BlurredShape {
    var mask: PixelMask
    var area: Rect

    private static let mostSamples = 1400.0

    init(_ shape: RoundedRect, blur: Double, isHole: Bool = false) {
        let sigma = blur / 2
        let outer = shape.rect.inset(by: Edges(-blur - 1))
        let scale = min(2, 3 / sigma, Self.mostSamples / max(outer.width, outer.height))
        let width = max(1, Int((outer.width * scale).rounded(.up)))
        let height = max(1, Int((outer.height * scale).rounded(.up)))
        area = Rect(x: outer.x, y: outer.y, width: Double(width) / scale, height: Double(height) / scale)
        var values = Self.coverage(shape, area, width, height, scale)
        for _ in 0..<3 { Self.blurRows(&values, width, height, sigma * scale) }
        values = Self.transposed(values, width, height)
        for _ in 0..<3 { Self.blurRows(&values, height, width, sigma * scale) }
        values = Self.transposed(values, height, width)
        mask = PixelMask(
            width: width, height: height,
            values: values.map { UInt8(min(255, max(0, ((isHole ? 1 - $0 : $0) * 255).rounded()))) })
    }

    private static func coverage(
        _ shape: RoundedRect, _ area: Rect, _ width: Int, _ height: Int, _ scale: Double
    ) -> [Float] {
        var values = [Float](repeating: 0, count: width * height)
        for row in 0..<height {
            let y = area.y + (Double(row) + 0.5) / scale
            guard let (left, right) = shape.span(at: y) else { continue }
            for column in 0..<width {
                let start = area.x + Double(column) / scale
                let covered = min(right, start + 1 / scale) - max(left, start)
                if covered > 0 { values[row * width + column] = Float(covered * scale) }
            }
        }
        return values
    }

    /// One box blur; three of them are near a Gaussian of the same variance.
    private static func blurRows(_ values: inout [Float], _ width: Int, _ height: Int, _ sigma: Double) {
        let radius = max(1, Int(((4 * sigma * sigma + 1).squareRoot() / 2).rounded()))
        let weight = 1 / Float(2 * radius + 1)
        var line = [Float](repeating: 0, count: width)
        for row in 0..<height {
            let start = row * width
            var sum: Float = 0
            for column in 0..<min(radius, width) { sum += values[start + column] }
            for column in 0..<width {
                if column + radius < width { sum += values[start + column + radius] }
                if column - radius - 1 >= 0 { sum -= values[start + column - radius - 1] }
                line[column] = sum * weight
            }
            for column in 0..<width { values[start + column] = line[column] }
        }
    }

    private static func transposed(_ values: [Float], _ width: Int, _ height: Int) -> [Float] {
        var result = [Float](repeating: 0, count: values.count)
        for row in 0..<height {
            for column in 0..<width { result[column * height + row] = values[row * width + column] }
        }
        return result
    }
}

extension RoundedRect {
    /// From where to where the shape reaches at a height; nil outside it.
    fileprivate func span(at y: Double) -> (left: Double, right: Double)? {
        guard y >= rect.minY, y <= rect.maxY else { return nil }
        /// How far a corner's curve stands back at a height measured from its own edge.
        func back(_ radius: Size, _ fromEdge: Double) -> Double {
            guard radius.width > 0, radius.height > 0, fromEdge < radius.height else { return 0 }
            let part = 1 - fromEdge / radius.height
            return radius.width * (1 - (1 - part * part).squareRoot())
        }
        let top = y - rect.minY
        let bottom = rect.maxY - y
        let left = rect.minX + max(back(radii.topLeft, top), back(radii.bottomLeft, bottom))
        let right = rect.maxX - max(back(radii.topRight, top), back(radii.bottomRight, bottom))
        return left < right ? (left, right) : nil
    }
}
