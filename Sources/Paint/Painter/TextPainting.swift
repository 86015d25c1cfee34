import Geometry
import Layout
import Style

extension Painter {
    /// Lines under and over, then the text, then lines through it (CSS Text Decoration 3 §5); the baseline is on a whole
    /// px, as browsers paint it.
    func paintText(_ text: TextFragment, at place: Point) {
        let origin = Point(x: place.x, y: place.y.rounded())
        let style = text.style.values
        guard style.visibility == .visible else { return }
        for shadow in style.textShadow.reversed() { paintShadow(shadow, of: text, at: origin) }
        for line in text.decorations where line.kind != .lineThrough { paintLine(line, of: text, at: origin) }
        // Invisible text is still there to be searched; text of no colour is not.
        if !style.color.isInvisible {
            tagger?.beginContent()
            for run in text.runs { canvas.show(run, of: text.text, at: origin, style.color) }
            tagger?.endContent()
        }
        for line in text.decorations where line.kind == .lineThrough { paintLine(line, of: text, at: origin) }
    }

    private func paintLine(_ line: DecorationLine, of text: TextFragment, at origin: Point) {
        guard text.width > 0, !line.color.isInvisible else { return }
        let y = origin.y + line.offset
        let band = Rect(x: origin.x, y: y - line.thickness / 2, width: text.width, height: line.thickness)
        switch line.style {
        case .solid: canvas.fill(band, line.color)
        case .double:
            let distance = line.thickness + 1
            let away = line.kind == .overline ? -distance : distance
            canvas.fill(band, line.color)
            canvas.fill(band.offset(by: Point(y: away)), line.color)
        case .dotted, .dashed:
            let style: BorderStyle = line.style == .dotted ? .dotted : .dashed
            paintLine(
                BorderSide(width: line.thickness, style: style, color: line.color), LineBand(band, isHorizontal: true))
        case .wavy: paintWave(band, line.color)
        }
    }

    private func paintWave(_ band: Rect, _ color: Color) {
        let step = band.height * 2
        let rise = band.height
        let middle = band.y + band.height / 2
        var path = Path()
        path.move(Point(x: band.minX, y: middle + rise))
        var x = band.minX
        var isUp = true
        while x < band.maxX {
            x = min(x + step, band.maxX)
            path.line(Point(x: x, y: middle + (isUp ? -rise : rise)))
            isUp.toggle()
        }
        canvas.stroke(path, Stroke(width: band.height), color)
    }

    /// A blurred text shadow is its shape in faint copies around its place.
    private func paintShadow(_ shadow: Shadow, of text: TextFragment, at origin: Point) {
        let center = Point(x: origin.x + shadow.x, y: origin.y + shadow.y)
        guard shadow.blur > 0 else {
            for run in text.runs { canvas.fillOutlines(of: run, at: center, shadow.color) }
            return
        }
        let sigma = shadow.blur / 2
        let faint = shadow.color.withAlpha(1.0 / 8)
        for ring in [0.5, 1.1] {
            for step in 0..<6 {
                let (dx, dy) = Self.directions[step]
                let place = Point(x: center.x + dx * sigma * ring, y: center.y + dy * sigma * ring)
                for run in text.runs { canvas.fillOutlines(of: run, at: place, faint) }
            }
        }
    }

    private static let directions: [(Double, Double)] = [
        (1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866),
    ]
}
