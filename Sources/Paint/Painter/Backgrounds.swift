import Geometry
import Layout
import Style
import Typography

/// The boxes that a background refers to.
struct BackgroundArea {
    var borderBox: RoundedRect
    var border: Edges<Double>
    var padding: Edges<Double>
    /// The border box that images are placed against: the whole box's where breaks cut it.
    var positioning: Rect

    func clip(_ box: BackgroundBox) -> RoundedRect {
        switch box {
        case .borderBox, .text: borderBox
        case .paddingBox: borderBox.inset(by: border)
        case .contentBox: borderBox.inset(by: border + padding)
        }
    }

    func origin(_ box: BackgroundBox) -> Rect {
        switch box {
        case .borderBox, .text: positioning
        case .paddingBox: positioning.inset(by: border)
        case .contentBox: positioning.inset(by: border + padding)
        }
    }
}

/// Where the copies of a background image stand along one axis.
private struct TileAxis {
    var start: Double
    var size: Double
    /// From the start of one copy to the start of the next; 0 for a single one.
    var step: Double

    /// - Parameters:
    ///   - position: of the image in the space that it leaves over.
    init(_ mode: BackgroundRepeat, origin: Double, room: Double, size: Double, position: LengthPercentage) {
        self.size = size
        switch mode {
        case .noRepeat:
            start = origin + position.resolved(against: room - size)
            step = 0
        case .repeat:
            start = origin + position.resolved(against: room - size)
            step = size
        case .round:
            let count = max(1, (room / size).rounded())
            self.size = room / count
            start = origin + position.resolved(against: 0)
            step = self.size
        case .space:
            let count = (room / size).rounded(.down)
            guard count > 1 else {
                start = origin + position.resolved(against: room - size)
                step = 0
                return
            }
            start = origin
            step = size + (room - count * size) / (count - 1)
        }
    }

    /// The copies that reach into a range: number of the first, and how many.
    func copies(from low: Double, to high: Double) -> (first: Double, count: Double) {
        guard step > 0 else { return (0, 1) }
        let first = ((low - start - size) / step).rounded(.down) + 1
        let last = ((high - start) / step).rounded(.up) - 1
        return (first, max(0, last - first + 1))
    }
}

extension Painter {
    /// - Parameter style: as a group, which is not copied for each box.
    func paintBackground(_ style: Group<DecorationStyle>, _ area: BackgroundArea) {
        let color = style.values.backgroundColor
        let layers = style.values.backgroundLayers
        if !color.isInvisible {
            // The colour lies under the last layer and shares its clip (CSS Backgrounds 3 §2.2).
            let shape = area.clip(layers.last?.clip ?? .borderBox)
            if shape.isRounded {
                canvas.fill(Path(shape), .color(color), evenOdd: false)
            } else {
                canvas.fill(shape.rect, color)
            }
        }
        for layer in layers.reversed() where layer.clip != .text { paint(layer, area) }
    }

    private func paint(_ layer: BackgroundLayer, _ area: BackgroundArea) {
        guard let image = layer.image else { return }
        let room = area.origin(layer.origin)
        let shape = area.clip(layer.clip)
        guard !shape.rect.isEmpty, let size = tileSize(layer, image, room.size), size.width > 0, size.height > 0 else {
            return
        }
        let x = TileAxis(
            layer.repeatX, origin: room.x, room: room.width, size: size.width, position: layer.position.x)
        let y = TileAxis(
            layer.repeatY, origin: room.y, room: room.height, size: size.height, position: layer.position.y)
        canvas.save()
        canvas.clip(Path(shape), evenOdd: false)
        paintTiles(image, x, y, over: shape.rect)
        canvas.restore()
    }

    /// Beyond this many copies a pattern is cheaper than drawing each.
    private static let mostSingleTiles = 64.0

    private func paintTiles(_ image: CSSImage, _ x: TileAxis, _ y: TileAxis, over area: Rect) {
        let columns = x.copies(from: area.minX, to: area.maxX)
        let rows = y.copies(from: area.minY, to: area.maxY)
        let size = Size(width: x.size, height: y.size)
        if columns.count * rows.count > Self.mostSingleTiles {
            let cell = Size(width: x.step > 0 ? x.step : area.width, height: y.step > 0 ? y.step : area.height)
            var stripe = area
            if x.step == 0 { (stripe.x, stripe.width) = (x.start, x.size) }
            if y.step == 0 { (stripe.y, stripe.height) = (y.start, y.size) }
            canvas.tile(cell, from: Point(x: x.start, y: y.start), over: stripe) { tile in
                Painter(canvas: tile, images: images, rootCanvas: rootCanvas, shadows: shadows).paint(
                    image, in: Rect(origin: Point(), size: size))
            }
            return
        }
        for row in 0..<Int(rows.count) {
            for column in 0..<Int(columns.count) {
                let corner = Point(
                    x: x.start + (columns.first + Double(column)) * x.step,
                    y: y.start + (rows.first + Double(row)) * y.step)
                paint(image, in: Rect(origin: corner, size: size))
            }
        }
    }

    /// An image of any kind, stretched to a rectangle.
    private func paint(_ image: CSSImage, in rect: Rect) {
        switch image {
        case .url(let reference):
            if let info = images.image(for: reference) { canvas.draw(info.id, in: rect, smoothly: true) }
        case .linearGradient(let gradient): fill(Gradient(gradient, in: rect), rect)
        case .radialGradient(let gradient): fill(Gradient(gradient, in: rect), rect)
        case .conicGradient(let gradient): canvas.draw(PixelPicture(gradient, size: rect.size), in: rect)
        }
    }

    private func fill(_ gradient: Gradient?, _ rect: Rect) {
        if let gradient { canvas.fill(Path(rect), .gradient(gradient), evenOdd: false) }
    }

    /// The concrete size of one copy (CSS Backgrounds 3 §2.9, CSS Images 3 §4); nil for an image that is missing.
    private func tileSize(_ layer: BackgroundLayer, _ image: CSSImage, _ room: Size) -> Size? {
        var natural: (width: Double?, height: Double?, ratio: Double?) = (nil, nil, nil)
        if case .url(let reference) = image {
            guard let info = images.image(for: reference) else { return nil }
            natural = (info.width, info.height, info.aspectRatio)
        }
        switch layer.size {
        case .cover, .contain:
            guard let ratio = natural.ratio, ratio > 0 else { return room }
            let isByWidth = (room.width / ratio >= room.height) == (layer.size == .cover)
            return isByWidth
                ? Size(width: room.width, height: room.width / ratio)
                : Size(width: room.height * ratio, height: room.height)
        case .lengths(let width, let height):
            return concreteSize(
                width?.resolved(against: room.width), height?.resolved(against: room.height), natural, room)
        }
    }

    private func concreteSize(
        _ width: Double?, _ height: Double?, _ natural: (width: Double?, height: Double?, ratio: Double?), _ room: Size
    ) -> Size {
        switch (width, height) {
        case (let width?, let height?): return Size(width: width, height: height)
        case (let width?, nil):
            return Size(width: width, height: natural.ratio.map { width / $0 } ?? natural.height ?? room.height)
        case (nil, let height?):
            return Size(width: natural.ratio.map { height * $0 } ?? natural.width ?? room.width, height: height)
        case (nil, nil):
            if let width = natural.width, let height = natural.height { return Size(width: width, height: height) }
            if let width = natural.width { return concreteSize(width, nil, natural, room) }
            if let height = natural.height { return concreteSize(nil, height, natural, room) }
            guard let ratio = natural.ratio else { return room }
            let width = min(room.width, room.height * ratio)
            return Size(width: width, height: width / ratio)
        }
    }
}
