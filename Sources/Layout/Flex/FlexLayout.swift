import Geometry
import Style

extension LayoutContext {
    func layoutFlex(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome { layoutBlockContainer(box, space) }
    func flexIntrinsicSizes(of box: Box) -> IntrinsicSizes { .zero }
}
