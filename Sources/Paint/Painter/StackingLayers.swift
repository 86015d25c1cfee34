import Geometry
import Layout
import Style

/// What a stacking context paints apart from its flow: positioned boxes and contexts within it, wherever they stand.
struct StackingLayers {
    struct Layer {
        var box: BoxFragment
        var origin: Point
        /// The boxes that it stands in, up to the context; nil of an outline, which is no content.
        var around: BoxChain?
        /// The overflow clips between the context and the box.
        var clips: ClipChain?
    }

    private(set) var negative: [Layer] = []
    private(set) var zero: [Layer] = []
    private(set) var positive: [Layer] = []
    private(set) var outlines: [Layer] = []

    /// - Parameter skipsClipOf: whether a box's overflow shows all the same.
    init(of box: BoxFragment, at origin: Point, skipsClipOf: (BoxFragment) -> Bool) {
        if box.traits.contains(.hasOutline) { outlines.append(Layer(box: box, origin: origin)) }
        guard !box.traits.isDisjoint(with: [.holdsLayers, .holdsOutlines]) else { return }
        collectChildren(of: BoxChain(box, inside: nil), at: origin, clips: nil, skipsClipOf)
        sort()
    }

    private mutating func sort() {
        func byIndex(_ a: Layer, _ b: Layer) -> Bool {
            (a.box.style.box.zIndex ?? 0, a.box.order) < (b.box.style.box.zIndex ?? 0, b.box.order)
        }
        if negative.count > 1 { negative.sort(by: byIndex) }
        if zero.count > 1 { zero.sort { $0.box.order < $1.box.order } }
        if positive.count > 1 { positive.sort(by: byIndex) }
    }

    private mutating func collectChildren(
        of boxes: BoxChain, at origin: Point, clips: ClipChain?, _ skipsClipOf: (BoxFragment) -> Bool
    ) {
        for child in boxes.box.children {
            guard case .box(let fragment) = child.fragment else { continue }
            let traits = fragment.traits
            let place = origin + child.origin
            if traits.contains(.isLayer) {
                add(Layer(box: fragment, origin: place, around: boxes, clips: clips))
                if traits.contains(.isStackingContext) { continue }
            }
            if traits.contains(.hasOutline) { outlines.append(Layer(box: fragment, origin: place, clips: clips)) }
            guard !traits.isDisjoint(with: [.holdsLayers, .holdsOutlines]) else { continue }
            var inner = clips
            if let clip = fragment.clip { inner = ClipChain(RoundedRect(clip.offset(by: place)), inside: inner) }
            if traits.contains(.clipsOverflow), !skipsClipOf(fragment) {
                inner = ClipChain(fragment.overflowClip(at: place), inside: inner)
            }
            collectChildren(of: BoxChain(fragment, inside: boxes), at: place, clips: inner, skipsClipOf)
        }
    }

    private mutating func add(_ layer: Layer) {
        let index = layer.box.style.box.zIndex ?? 0
        if index < 0 {
            negative.append(layer)
        } else if index == 0 || !layer.box.traits.contains(.isStackingContext) {
            zero.append(layer)
        } else {
            positive.append(layer)
        }
    }
}

/// A box with those that it stands in.
final class BoxChain {
    let box: BoxFragment
    let outer: BoxChain?

    init(_ box: BoxFragment, inside outer: BoxChain?) {
        self.box = box
        self.outer = outer
    }
}

/// Clips that apply together, innermost first.
final class ClipChain {
    private let shape: RoundedRect
    private let outer: ClipChain?

    init(_ shape: RoundedRect, inside outer: ClipChain?) {
        self.shape = shape
        self.outer = outer
    }

    func forEach(_ body: (RoundedRect) -> Void) {
        var link: ClipChain? = self
        while let clip = link {
            body(clip.shape)
            link = clip.outer
        }
    }
}
