public import Diagnostics

/// An image that documents embed, encoded once (§8.9.5).
public final class ImageProgram {
    enum Space: Sendable {
        case gray, rgb, cmyk
        /// Colours of three bytes each (§8.6.6.3).
        case indexed([UInt8])
    }

    /// The data of one image XObject.
    struct Plane {
        var width: Int
        var height: Int
        var space: Space
        var bits = 8
        var data: [UInt8]
        /// Rows are predicted as in PNG files (§7.4.4.4).
        var isPredicted = false
        var isJPEG = false
        var isInverted = false
    }

    let image: Plane
    /// Its opacity (§11.6.5.2).
    let mask: Plane?

    public var width: Int { image.width }
    public var height: Int { image.height }
    /// Such colours are not those that a document of PDF/A with its sRGB intent may have (ISO 19005-3 §6.2.4.3).
    public var isCMYK: Bool { if case .cmyk = image.space { true } else { false } }

    /// A JPEG file as it is.
    public init(jpeg bytes: [UInt8]) throws(DiagnosticError) {
        guard let frame = JPEGFrame(bytes) else {
            throw DiagnosticError(
                .error("not a JPEG file that PDF can hold", hint: "convert it to baseline JPEG or PNG"))
        }
        let space: Space? = [1: Space.gray, 3: .rgb, 4: .cmyk][frame.components]
        guard let space, frame.precision == 8 else {
            throw DiagnosticError(
                .error(
                    "a JPEG file of \(frame.components) components with \(frame.precision) bits cannot be embedded",
                    hint: "convert it to 8-bit gray or RGB"))
        }
        image = Plane(
            width: frame.width, height: frame.height, space: space, data: bytes, isJPEG: true,
            isInverted: frame.components == 4 && frame.hasAdobeMarker)
        mask = nil
    }

    /// Pixels row by row, premultiplied, 0xAARRGGBB.
    public init(width: Int, height: Int, premultiplied pixels: [UInt32], deflater: Deflater = Deflater(level: 9)) {
        precondition(pixels.count >= width * height, "\(width) × \(height) pixels need as many values")
        let raster = Raster(width: width, height: height, premultiplied: pixels)
        image = raster.colorPlane(deflater)
        mask = raster.alphaPlane(deflater)
    }

    /// One colour through a mask: coverage row by row, from 0 to 255.
    public init(
        width: Int, height: Int, coverage: [UInt8], color: RGB, deflater: Deflater = Deflater(level: 6)
    ) {
        precondition(coverage.count >= width * height, "\(width) × \(height) pixels need as many values")
        let bytes = [color.red, color.green, color.blue].map { UInt8(max(0, min(255, ($0 * 255).rounded()))) }
        image = Plane(width: 1, height: 1, space: .rgb, data: deflater.deflated(bytes))
        mask = Raster.grayPlane(width, height, coverage, deflater)
    }

    // MARK: Objects

    func write(_ id: ObjectID, to objects: ObjectTable) {
        var maskID: ObjectID?
        if let mask {
            let id = objects.allocate()
            objects.setStream(id, encoded: mask.data) { mask.write(&$0, mask: nil) }
            maskID = id
        }
        objects.setStream(id, encoded: image.data) { image.write(&$0, mask: maskID) }
    }
}

extension ImageProgram.Plane {
    /// No interpolation is asked for: archives forbid it (ISO 19005-3 §6.2.8).
    fileprivate func write(_ writer: inout ObjectWriter, mask: ObjectID?) {
        writer.entry("Type", name: "XObject")
        writer.entry("Subtype", name: "Image")
        writer.entry("Width", width)
        writer.entry("Height", height)
        writer.entry("BitsPerComponent", bits)
        switch space {
        case .gray: writer.entry("ColorSpace", name: "DeviceGray")
        case .rgb: writer.entry("ColorSpace", name: "DeviceRGB")
        case .cmyk: writer.entry("ColorSpace", name: "DeviceCMYK")
        case .indexed(let colors):
            writer.array("ColorSpace") {
                $0.bytes.put("/Indexed/DeviceRGB")
                $0.value(colors.count / 3 - 1)
                $0.value(string: colors)
            }
        }
        if isInverted { writer.bytes.put("/Decode[1 0 1 0 1 0 1 0]") }
        if let mask { writer.entry("SMask", mask) }
        writer.entry("Filter", name: isJPEG ? "DCTDecode" : "FlateDecode")
        guard isPredicted else { return }
        writer.dictionary("DecodeParms") {
            $0.entry("Predictor", 15)
            $0.entry("Colors", { if case .rgb = space { 3 } else { 1 } }())
            $0.entry("Columns", width)
        }
    }
}
