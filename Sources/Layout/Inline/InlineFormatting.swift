import Geometry
import Style

final class PreparedText {}

extension LayoutContext {
    /// Lays out the lines of an inline formatting context.
    func layoutInlines(_ content: InlineContent, of box: Box, in space: InlineSpace) -> InlineOutcome { .breakBefore }
    /// The intrinsic widths of an inline formatting context, the floats among its content included.
    func intrinsicSizes(of content: InlineContent, in box: Box) -> IntrinsicSizes { .zero }
}
