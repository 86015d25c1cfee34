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
        if shadow.isBlurred {
            let (mask, area) = shadows.blurred(shape, blur: shadow.blur)
            canvas.fill(mask, in: area, shadow.color)
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
        let isBlurred = shadow.isBlurred && !hole.rect.isEmpty
        let blurred = isBlurred ? shadows.blurred(hole, blur: shadow.blur, isHole: true) : nil
        // All around what the mask covers.
        var around = Path(box.rect.union(hole.rect).inset(by: Edges(-2 * shadow.blur - 1)))
        if let (_, area) = blurred { around.add(area) } else { around.add(hole) }
        canvas.fill(around, .color(shadow.color), evenOdd: true)
        if let (mask, area) = blurred { canvas.fill(mask, in: area, shadow.color) }
        canvas.restore()
    }
}

extension Shadow {
    /// A blur of less than anybody sees is none.
    fileprivate var isBlurred: Bool { blur > 0.1 }
}

/// Shapes with blurred edges as masks, each made once for all places where it stands.
final class ShadowMasks {
    private struct Key: Hashable {
        var size: Size
        var corners: [Size]
        var blur: Double
        var isHole: Bool
    }

    private var masks: [Key: PixelMask] = [:]
    private var bytes = 0
    private static let mostBytes = 8 << 20

    /// - Returns: the mask with the area that it covers.
    fileprivate func blurred(_ shape: RoundedRect, blur: Double, isHole: Bool = false) -> (PixelMask, Rect) {
        let local = RoundedRect(Rect(origin: Point(), size: shape.rect.size), radii: shape.radii)
        let grid = BlurGrid(local, blur: blur)
        let radii = shape.radii
        let key = Key(
            size: shape.rect.size, corners: [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft],
            blur: blur, isHole: isHole)
        let area = grid.area.offset(by: shape.rect.origin)
        if let known = masks[key] { return (known, area) }
        let mask = grid.mask(of: local, isHole: isHole)
        bytes += mask.values.count
        if bytes > Self.mostBytes {
            masks.removeAll()
            bytes = mask.values.count
        }
        masks[key] = mask
        return (mask, area)
    }
}

/// The samples of a filled shape with blurred edges.
///
/// They are as coarse as the blur allows: three to a standard deviation, which is half the blur radius.
private struct BlurGrid {
    private let sigma: Double
    private let scale: Double
    private let width: Int
    private let height: Int
    let area: Rect

    private static let mostSamples = 1400.0

    init(_ shape: RoundedRect, blur: Double) {
        sigma = blur / 2
        let outer = shape.rect.inset(by: Edges(-blur - 1))
        scale = min(2, 3 / sigma, Self.mostSamples / max(outer.width, outer.height))
        width = max(1, Int((outer.width * scale).rounded(.up)))
        height = max(1, Int((outer.height * scale).rounded(.up)))
        area = Rect(x: outer.x, y: outer.y, width: Double(width) / scale, height: Double(height) / scale)
    }

    /// Between the corners all columns are alike, and all rows: they are blurred once and repeated.
    func mask(of shape: RoundedRect, isHole: Bool) -> PixelMask {
        let radii = shape.radii
        let left = min(width, corner(max(radii.topLeft.width, radii.bottomLeft.width)))
        let right = corner(max(radii.topRight.width, radii.bottomRight.width))
        let top = corner(max(radii.topLeft.height, radii.topRight.height))
        let bottom = corner(max(radii.bottomLeft.height, radii.bottomRight.height))
        let columns = max(0, width - left - right)
        let rows = max(0, height - top - bottom)
        let small = blurred(
            RoundedRect(
                Rect(
                    x: 0, y: 0, width: shape.rect.width - Double(columns) / scale,
                    height: shape.rect.height - Double(rows) / scale), radii: radii),
            width - columns, height - rows)
        var values: [UInt8] = []
        values.reserveCapacity(width * height)
        for row in 0..<height - rows {
            let line = small[row * (width - columns)..<(row + 1) * (width - columns)].map {
                UInt8(min(255, max(0, ((isHole ? 1 - $0 : $0) * 255).rounded())))
            }
            let wide = line[..<left] + Array(repeating: line[min(left, line.count - 1)], count: columns) + line[left...]
            for _ in 0...(row == top ? rows : 0) { values.append(contentsOf: wide) }
        }
        return PixelMask(width: width, height: height, values: values)
    }

    /// So many samples from an edge of the area on the next ones are all alike.
    private func corner(_ radius: Double) -> Int {
        let reach = Double(3 * Self.boxRadius(sigma * scale) + 2)
        return Int(((area.y.magnitude + radius) * scale + reach).rounded(.up))
    }

    private func blurred(_ shape: RoundedRect, _ width: Int, _ height: Int) -> [Float] {
        var values = coverage(of: shape, width, height)
        for _ in 0..<3 { blurRows(&values, width, height) }
        values = Self.transposed(values, width, height)
        for _ in 0..<3 { blurRows(&values, height, width) }
        return Self.transposed(values, height, width)
    }

    private func coverage(of shape: RoundedRect, _ width: Int, _ height: Int) -> [Float] {
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

    private static func boxRadius(_ sigma: Double) -> Int {
        max(1, Int(((4 * sigma * sigma + 1).squareRoot() / 2).rounded()))
    }

    /// One box blur; three of them are near a Gaussian of the same variance.
    private func blurRows(_ values: inout [Float], _ width: Int, _ height: Int) {
        let radius = Self.boxRadius(sigma * scale)
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
