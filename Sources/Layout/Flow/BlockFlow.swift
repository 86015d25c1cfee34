import Geometry
import Style

struct LeadingMargins {}

extension LayoutContext {
    func layoutBlockContainer(_ box: Box, _ space: ConstraintSpace) -> LayoutOutcome { .breakBefore }
    func layoutReplaced(_ box: Box, _ replaced: ReplacedBox, _ space: ConstraintSpace) -> LayoutOutcome { .breakBefore }
}
