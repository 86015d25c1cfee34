public import Layout
public import Style

/// A shaper without fonts: every character is one em wide, 0.8 em above and 0.2 em below the baseline.
///
/// Lines may break after spaces, hyphens and soft hyphens, at U+200B, between ideographs and around boxes. Hebrew and
/// Arabic letters run right to left. U+2600 to U+26FF come from a font that stands in, of 1.2 em above and 0.4 em
/// below the baseline. Glyph numbers are the characters' own.
public final class FakeShaper: TextShaper {
    public private(set) var shapedParagraphs = 0

    public init() {}

    public func metrics(of style: Group<TextStyle>) -> FontMetrics {
        let em = style.values.fontSize
        return FontMetrics(
            ascent: em * 0.8, descent: em * 0.2, lineGap: 0, xHeight: em / 2, capHeight: em * 0.7, zeroWidth: em,
            spaceWidth: em)
    }

    public func shape(_ text: ParagraphText) -> ShapedText {
        shapedParagraphs += 1
        let scalars = Self.scalars(of: text.utf8)
        var isRightToLeft = text.direction == .rtl
        if text.takesDirectionFromText {
            isRightToLeft = scalars.first { $0.isStrong }?.isRightToLeft ?? false
        }
        let baseLevel: UInt8 = isRightToLeft ? 1 : 0
        let levels = Self.levels(of: scalars, base: baseLevel)
        var breaks = [BreakOpportunity](repeating: .none, count: text.utf8.count)
        Self.findBreaks(in: scalars, into: &breaks)
        var runs: [ShapedRun] = []
        var span = 0
        for (scalar, level) in zip(scalars, levels) {
            while text.spans[span].range.upperBound <= scalar.offset { span += 1 }
            let em = text.spans[span].style.values.fontSize
            let end = scalar.offset + scalar.length
            let glyph = Glyph(
                id: scalar.value, cluster: Int32(scalar.offset), advance: scalar.isInvisible ? 0 : Float(em))
            let font = FontID(raw: scalar.isFallback ? 2 : 1)
            let last = runs.count - 1
            if last >= 0, runs[last].span == span, runs[last].level == level, runs[last].font == font {
                runs[last].glyphs.append(glyph)
                runs[last].range = runs[last].range.lowerBound..<end
            } else {
                runs.append(
                    ShapedRun(
                        range: scalar.offset..<end, span: span, level: level, font: font,
                        ascent: em * (scalar.isFallback ? 1.2 : 0.8), descent: em * (scalar.isFallback ? 0.4 : 0.2),
                        glyphs: [glyph]))
            }
        }
        return ShapedText(runs: runs, breaks: breaks, baseLevel: baseLevel)
    }

    private struct Scalar {
        var value: UInt32
        var offset: Int
        var length: Int

        var isRightToLeft: Bool { value >= 0x590 && value <= 0x8FF }
        var isStrong: Bool { isRightToLeft || isLatin }
        var isLatin: Bool {
            switch value {
            case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x370...0x52F: true
            default: false
            }
        }
        var isDigit: Bool { value >= 0x30 && value <= 0x39 }
        var isControl: Bool { (value >= 0x202A && value <= 0x202E) || (value >= 0x2066 && value <= 0x2069) }
        var isInvisible: Bool { isControl || value == 0xAD || value == 0x200B || value == 0x0A }
        var isFallback: Bool { value >= 0x2600 && value <= 0x26FF }
        var isIdeograph: Bool { value >= 0x3040 && value <= 0x9FFF }
        var isBox: Bool { value == 0xFFFC }
    }

    private static func scalars(of utf8: [UInt8]) -> [Scalar] {
        var scalars: [Scalar] = []
        var offset = 0
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            let length = UTF8.width(scalar)
            scalars.append(Scalar(value: scalar.value, offset: offset, length: length))
            offset += length
        }
        return scalars
    }

    private static func findBreaks(in scalars: [Scalar], into breaks: inout [BreakOpportunity]) {
        guard var last = scalars.first else { return }
        for scalar in scalars.dropFirst() {
            let isSpace = scalar.value == 0x20 || scalar.value == 0x09
            let afterSpace = last.value == 0x20 || last.value == 0x09 || last.value == 0x200B || last.value == 0xAD
            let joins = scalar.value == 0xA0 || last.value == 0xA0
            breaks[scalar.offset] =
                if last.value == 0x0A {
                    .mandatory
                } else if scalar.isControl || last.isControl {
                    afterSpace && !isSpace ? .allowed : .none
                } else if isSpace || scalar.value == 0x0A || joins {
                    .grapheme
                } else if afterSpace || last.value == 0x2D || last.isBox || scalar.isBox
                    || (last.isIdeograph && scalar.isIdeograph)
                {
                    .allowed
                } else {
                    .grapheme
                }
            last = scalar
        }
    }

    /// Levels as UAX 9 gives them where text is simple: explicit embeddings, strong letters, digits, and neutrals
    /// between two of a kind.
    private static func levels(of scalars: [Scalar], base: UInt8) -> [UInt8] {
        var levels: [UInt8] = []
        var stack: [(level: UInt8, overrides: Bool)] = [(base, false)]
        var kinds: [Bool?] = []
        var lastStrong = base % 2 == 1
        for scalar in scalars {
            let here = stack.last?.level ?? base
            let odd = here | 1
            let nextOdd = here % 2 == 1 ? here + 2 : here + 1
            let nextEven = here % 2 == 0 ? here + 2 : here + 1
            levels.append(here)
            kinds.append(nil)
            // Embeddings beyond the greatest depth have no effect (UAX 9 BD2).
            if here >= 124, scalar.isControl, scalar.value != 0x202C, scalar.value != 0x2069 {
                stack.append((here, false))
                continue
            }
            switch scalar.value {
            case 0x202B, 0x2067: stack.append((nextOdd, false))
            case 0x202A, 0x2066, 0x2068: stack.append((nextEven, false))
            case 0x202E: stack.append((nextOdd, true))
            case 0x202D: stack.append((nextEven, true))
            case 0x202C, 0x2069: if stack.count > 1 { stack.removeLast() }
            case 0x0A: stack = [(base, false)]
            default:
                guard stack.last?.overrides != true else { break }
                if scalar.isRightToLeft {
                    levels[levels.count - 1] = odd
                    kinds[kinds.count - 1] = true
                    lastStrong = true
                } else if scalar.isLatin || scalar.isDigit {
                    levels[levels.count - 1] = here % 2 == 0 ? here : here + 1
                    // Behind right-to-left letters a number counts as one of them for what stands beside it.
                    kinds[kinds.count - 1] = scalar.isDigit && lastStrong
                    if scalar.isDigit, lastStrong, here % 2 == 0 { levels[levels.count - 1] = here + 2 }
                    if scalar.isLatin { lastStrong = false }
                }
            }
        }
        resolveNeutrals(scalars, &levels, kinds)
        return levels
    }

    private static func resolveNeutrals(_ scalars: [Scalar], _ levels: inout [UInt8], _ kinds: [Bool?]) {
        var before: (kind: Bool, level: UInt8)?
        var start: Int?
        for index in scalars.indices {
            if scalars[index].isControl || scalars[index].value == 0x0A {
                before = nil
                start = nil
            } else if let kind = kinds[index] {
                if let from = start, let known = before, known.kind == kind {
                    for neutral in from..<index { levels[neutral] = known.level }
                }
                before = (kind, kind && levels[index] % 2 == 0 ? levels[index] - 1 : levels[index])
                start = nil
            } else if start == nil {
                start = index
            }
        }
    }
}

/// An image store without images.
public final class NoImages: ImageSizer {
    public init() {}
    public func image(for reference: ResourceReference) -> ImageInfo? { nil }
    public func image(forSVG markup: [UInt8], key: Int) -> ImageInfo? { nil }
}
