import Geometry
import Style

final class TableGrid {}

extension LayoutContext {
    func layoutTable(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome { layoutBlockContainer(box, space) }
    func tableIntrinsicSizes(of box: Box) -> IntrinsicSizes { .zero }
}
