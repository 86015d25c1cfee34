import Geometry
import Style

extension LayoutContext {
    /// The min-content and max-content width of a box's content box, kept on the box: the one door for all algorithms.
    func intrinsicSizes(of box: Box) -> IntrinsicSizes { .zero }
    /// What a box contributes to its container's intrinsic widths: the width of its margin box under its own width, min- and
    /// max-width (CSS Sizing 3 §5.2).
    func intrinsicContribution(of box: Box) -> IntrinsicSizes { .zero }
}
