import Geometry
import Glibc
import Style

/// The map of all transform functions about the transform origin (CSS Transforms 1 §6).
func transformMatrix(_ style: DecorationStyle, _ box: Rect) -> Matrix {
    let x = box.x + style.transformOrigin.x.resolved(against: box.width)
    let y = box.y + style.transformOrigin.y.resolved(against: box.height)
    var matrix = Matrix.translation(x, y)
    for function in style.transform { matrix = matrix.after(function.matrix(for: box.size)) }
    return matrix.after(.translation(-x, -y))
}

extension TransformFunction {
    fileprivate func matrix(for size: Size) -> Matrix {
        switch self {
        case .matrix(let a, let b, let c, let d, let e, let f): return Matrix(a: a, b: b, c: c, d: d, e: e, f: f)
        case .translate(let x, let y):
            return .translation(x.resolved(against: size.width), y.resolved(against: size.height))
        case .scale(let x, let y): return .scale(x, y)
        case .rotate(let degrees):
            let radians = degrees * .pi / 180
            return Matrix(a: cos(radians), b: sin(radians), c: -sin(radians), d: cos(radians))
        case .skew(let x, let y): return Matrix(b: tan(y * .pi / 180), c: tan(x * .pi / 180))
        }
    }
}

/// A basic shape against a box (CSS Shapes 1 §3).
func clipPath(_ shape: ClipShape, _ box: Rect) -> (path: Path, evenOdd: Bool) {
    func point(_ position: PositionValue) -> Point {
        Point(x: box.x + position.x.resolved(against: box.width), y: box.y + position.y.resolved(against: box.height))
    }
    switch shape {
    case .inset(let edges, let corners):
        let rect = box.inset(
            by: Edges(
                top: edges.top.resolved(against: box.height), right: edges.right.resolved(against: box.width),
                bottom: edges.bottom.resolved(against: box.height), left: edges.left.resolved(against: box.width)))
        func size(_ corner: CornerRadius) -> Size {
            Size(width: corner.x.resolved(against: box.width), height: corner.y.resolved(against: box.height))
        }
        let radii = Corners(
            topLeft: size(corners.topLeft), topRight: size(corners.topRight), bottomRight: size(corners.bottomRight),
            bottomLeft: size(corners.bottomLeft))
        return (Path(RoundedRect(rect, radii: radii).fitted), false)
    case .circle(let radius, let center):
        let middle = point(center)
        // A percentage is of the diagonal over the square root of two.
        let base = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
        let used = radius?.resolved(against: base) ?? min(nearestX(middle, box), nearestY(middle, box))
        return (ellipse(middle, used, used), false)
    case .ellipse(let x, let y, let center):
        let middle = point(center)
        let radiusX = x?.resolved(against: box.width) ?? nearestX(middle, box)
        let radiusY = y?.resolved(against: box.height) ?? nearestY(middle, box)
        return (ellipse(middle, radiusX, radiusY), false)
    case .polygon(let points, let evenOdd): return (Path(polygon: points.map(point)), evenOdd)
    }
}

private func nearestX(_ point: Point, _ box: Rect) -> Double { min(abs(point.x - box.minX), abs(box.maxX - point.x)) }
private func nearestY(_ point: Point, _ box: Rect) -> Double { min(abs(point.y - box.minY), abs(box.maxY - point.y)) }

private func ellipse(_ center: Point, _ x: Double, _ y: Double) -> Path {
    let rect = Rect(x: center.x - x, y: center.y - y, width: 2 * x, height: 2 * y)
    return Path(RoundedRect(rect, radii: Corners(Size(width: x, height: y))))
}
