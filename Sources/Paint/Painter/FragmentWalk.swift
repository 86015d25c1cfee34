public import Geometry
public import Layout
import Style

/// A box of a page with its place after all transforms, for what is not painted: links, destinations, lists of boxes.
public struct PlacedBox {
    public let box: BoxFragment
    private let origin: Point
    private let matrix: Matrix

    init(box: BoxFragment, origin: Point, matrix: Matrix) {
        self.box = box
        self.origin = origin
        self.matrix = matrix
    }

    /// The smallest upright rectangle around the border box, in px from the page's top left corner.
    public var area: Rect { matrix.bounds(of: Rect(origin: origin, size: box.size)) }
    /// The same of the box and what stands directly in it: an inline box with the images on its line.
    public var areaWithChildren: Rect { matrix.bounds(of: box.boundsWithChildren(at: origin)) }
}

extension PageFragment {
    /// Visits boxes in tree order, the page's own root apart.
    ///
    /// - Parameter isWanted: whether the box is visited; what stands in it is looked at in any case.
    public func forEachBox(where isWanted: (BoxFragment) -> Bool, _ body: (PlacedBox) -> Void) {
        visit(root, at: Point(), Matrix(), isWanted, body)
    }

    private func visit(
        _ box: BoxFragment, at origin: Point, _ matrix: Matrix, _ isWanted: (BoxFragment) -> Bool,
        _ body: (PlacedBox) -> Void
    ) {
        for child in box.children {
            guard case .box(let fragment) = child.fragment else { continue }
            let place = origin + child.origin
            var inner = matrix
            // A transform makes a stacking context.
            if fragment.traits.contains(.isStackingContext), !fragment.style.decoration.transform.isEmpty {
                let rect = Rect(origin: place, size: fragment.size)
                inner = matrix.after(transformMatrix(fragment.style.decoration, rect))
            }
            if isWanted(fragment) { body(PlacedBox(box: fragment, origin: place, matrix: inner)) }
            if !fragment.children.isEmpty { visit(fragment, at: place, inner, isWanted, body) }
        }
    }
}

extension BoxFragment {
    fileprivate func boundsWithChildren(at origin: Point) -> Rect {
        var bounds = Rect(origin: origin, size: size)
        for child in children {
            if case .box(let fragment) = child.fragment {
                bounds = bounds.union(Rect(origin: origin + child.origin, size: fragment.size))
            }
        }
        return bounds
    }
}

extension Matrix {
    fileprivate func bounds(of rect: Rect) -> Rect {
        guard self != Matrix() else { return rect }
        let corners = [
            rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.minX, y: rect.maxY),
            Point(x: rect.maxX, y: rect.maxY),
        ].map(apply)
        let first = Rect(origin: corners[0], size: Size())
        return corners.reduce(first) { $0.union(Rect(origin: $1, size: Size())) }
    }
}
