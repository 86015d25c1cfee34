/// Pixels on their way into the smallest planes that hold them.
struct Raster {
    private let width: Int
    private let height: Int
    /// 0xRRGGBB, no longer multiplied.
    private var colors: [UInt32]
    private var alphas: [UInt8]

    init(width: Int, height: Int, premultiplied pixels: [UInt32]) {
        self.width = width
        self.height = height
        colors = []
        alphas = []
        colors.reserveCapacity(width * height)
        alphas.reserveCapacity(width * height)
        for pixel in pixels.prefix(width * height) {
            let alpha = pixel >> 24
            alphas.append(UInt8(alpha))
            colors.append(alpha == 255 ? pixel & 0xFF_FFFF : Self.divided(pixel, alpha))
        }
    }

    private static func divided(_ pixel: UInt32, _ alpha: UInt32) -> UInt32 {
        guard alpha > 0 else { return 0xFF_FFFF }
        func whole(_ shift: UInt32) -> UInt32 { min(255, ((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha) }
        return whole(16) << 16 | whole(8) << 8 | whole(0)
    }

    /// nil where all is opaque.
    func alphaPlane(_ deflater: Deflater) -> ImageProgram.Plane? {
        alphas.allSatisfy { $0 == 255 } ? nil : Self.grayPlane(width, height, alphas, deflater)
    }

    static func grayPlane(_ width: Int, _ height: Int, _ values: [UInt8], _ deflater: Deflater) -> ImageProgram.Plane {
        let plain = ImageProgram.Plane(width: width, height: height, space: .gray, data: deflater.deflated(values))
        return smaller(plain, predicted(plain, values, channels: 1, deflater))
    }

    /// Gray where all colours are; else whichever of a palette and plain RGB comes out smaller.
    func colorPlane(_ deflater: Deflater) -> ImageProgram.Plane {
        if colors.allSatisfy({ $0 & 0xFF == $0 >> 8 & 0xFF && $0 & 0xFF == $0 >> 16 }) {
            let gray = Self.grayPlane(width, height, colors.map { UInt8($0 & 0xFF) }, deflater)
            return indexedPlane(deflater).map { Self.smaller(gray, $0) } ?? gray
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(colors.count * 3)
        for color in colors { bytes.append(color: color) }
        let plain = ImageProgram.Plane(width: width, height: height, space: .rgb, data: deflater.deflated(bytes))
        let rgb = Self.smaller(plain, Self.predicted(plain, bytes, channels: 3, deflater))
        return indexedPlane(deflater).map { Self.smaller(rgb, $0) } ?? rgb
    }

    private static func smaller(_ a: ImageProgram.Plane, _ b: ImageProgram.Plane) -> ImageProgram.Plane {
        cost(b) < cost(a) ? b : a
    }

    private static func cost(_ plane: ImageProgram.Plane) -> Int {
        if case .indexed(let colors) = plane.space { plane.data.count + colors.count } else { plane.data.count }
    }

    // MARK: Palettes

    /// nil where there are more colours than a palette holds.
    private func indexedPlane(_ deflater: Deflater) -> ImageProgram.Plane? {
        var indices: [UInt32: UInt8] = [:]
        var palette: [UInt8] = []
        var values: [UInt8] = []
        values.reserveCapacity(colors.count)
        for color in colors {
            if let index = indices[color] {
                values.append(index)
                continue
            }
            guard indices.count < 256 else { return nil }
            let index = UInt8(indices.count)
            indices[color] = index
            palette.append(color: color)
            values.append(index)
        }
        let bits = indices.count <= 2 ? 1 : indices.count <= 4 ? 2 : indices.count <= 16 ? 4 : 8
        return ImageProgram.Plane(
            width: width, height: height, space: .indexed(palette), bits: bits,
            data: deflater.deflated(packed(values, bits: bits)))
    }

    /// Rows begin at a byte (§8.9.3).
    private func packed(_ values: [UInt8], bits: Int) -> [UInt8] {
        guard bits < 8 else { return values }
        var out: [UInt8] = []
        out.reserveCapacity((width * bits + 7) / 8 * height)
        for row in 0..<height {
            var byte: UInt8 = 0
            var free = 8
            for value in values[row * width..<(row + 1) * width] {
                free -= bits
                byte |= value << UInt8(free)
                if free == 0 {
                    out.append(byte)
                    byte = 0
                    free = 8
                }
            }
            if free < 8 { out.append(byte) }
        }
        return out
    }

    // MARK: Prediction

    /// Each row with the predictor that leaves the smallest differences (PNG §12.8), its number before it.
    private static func predicted(
        _ plane: ImageProgram.Plane, _ bytes: [UInt8], channels: Int, _ deflater: Deflater
    ) -> ImageProgram.Plane {
        let stride = plane.width * channels
        var above = [UInt8](repeating: 0, count: stride)
        var out: [UInt8] = []
        out.reserveCapacity((stride + 1) * plane.height)
        for row in 0..<plane.height {
            let line = Array(bytes[row * stride..<(row + 1) * stride])
            var best: (filter: UInt8, line: [UInt8], cost: Int)?
            for filter: UInt8 in [0, 1, 2, 4] {
                let candidate = differences(line, above, filter, channels)
                let cost = candidate.reduce(0) { $0 + Int(Int8(bitPattern: $1).magnitude) }
                if cost < best?.cost ?? .max { best = (filter, candidate, cost) }
            }
            out.append(best?.filter ?? 0)
            out.append(contentsOf: best?.line ?? line)
            above = line
        }
        var result = plane
        result.data = deflater.deflated(out)
        result.isPredicted = true
        return result
    }

    private static func differences(
        _ line: [UInt8], _ above: [UInt8], _ filter: UInt8, _ channels: Int
    ) -> [UInt8] {
        guard filter > 0 else { return line }
        var out = line
        for index in line.indices {
            let left = index >= channels ? line[index - channels] : 0
            let corner = index >= channels ? above[index - channels] : 0
            switch filter {
            case 1: out[index] = line[index] &- left
            case 2: out[index] = line[index] &- above[index]
            default: out[index] = line[index] &- paeth(Int(left), Int(above[index]), Int(corner))
            }
        }
        return out
    }

    private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
        let estimate = left + above - corner
        let (a, b, c) = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
        return UInt8(a <= b && a <= c ? left : b <= c ? above : corner)
    }
}

extension [UInt8] {
    fileprivate mutating func append(color: UInt32) {
        append(UInt8(truncatingIfNeeded: color >> 16))
        append(UInt8(truncatingIfNeeded: color >> 8))
        append(UInt8(truncatingIfNeeded: color))
    }
}
