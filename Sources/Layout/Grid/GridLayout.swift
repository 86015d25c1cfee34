import Geometry
import Style

extension LayoutContext {
    func layoutGrid(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome { layoutBlockContainer(box, space) }
    func gridIntrinsicSizes(of box: Box) -> IntrinsicSizes { .zero }
}
