import Geometry
import Layout
import Style
import Typography

/// Style engines by what they depend on: a worker's documents come from few folders, and share their sheets.
final class StyleEngines {
    private struct Key: Hashable {
        var baseDirectory: String
        var allowedRoots: [String]
        var pageSize: Size
        var pageMargin: Edges<Double>
        var resolution: Double
    }

    private var engines: [Key: StyleEngine] = [:]
    private static let limit = 16

    func engine(
        for input: PressInput, _ options: PressOptions, _ access: ResourceAccess, _ shaper: Shaper
    ) -> StyleEngine {
        let resolution: Double = if case .png(let resolution) = options.output { resolution / 96 } else { 2 }
        let key = Key(
            baseDirectory: input.baseDirectory, allowedRoots: input.allowedRoots, pageSize: options.pageSize,
            pageMargin: options.pageMargin, resolution: resolution)
        if let known = engines[key] { return known }
        if engines.count >= Self.limit { engines.removeAll() }
        let fonts = FontAnswers(shaper: shaper)
        let made = StyleEngine(
            resources: access,
            options: StyleEngine.Options(
                pageSize: options.pageSize, pageMargin: options.pageMargin, resolution: resolution,
                fontMetrics: { fonts.answer($0) }))
        engines[key] = made
        return made
    }
}

/// What `ex` and `ch` are in a font.
///
/// Unchecked, because the shaper is of one thread: the engine that asks is of the same press, and asks only while it
/// computes a document's styles.
private struct FontAnswers: @unchecked Sendable {
    let shaper: Shaper

    func answer(_ style: TextStyle) -> FontMetricsAnswer {
        let metrics = shaper.metrics(of: style)
        return FontMetricsAnswer(xHeight: metrics.xHeight, zeroWidth: metrics.zeroWidth)
    }
}
