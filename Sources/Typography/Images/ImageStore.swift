public import Diagnostics
public import Layout
public import Style

/// The images of one press: read once, kept between documents as long as their files stay the same.
/// Not for more than one thread.
public final class ImageStore: ImageSizer {
    private enum Picture {
        case raster(RasterImage)
        case vector(VectorImage)

        var byteCount: Int {
            switch self {
            case .raster(let image): image.byteCount
            case .vector(let image): image.byteCount
            }
        }
    }

    private struct Entry {
        var picture: Picture
        var info: ImageInfo
        /// The number of the document that last asked for it.
        var lastUse: Int
        /// What painting made of the image.
        var kept: AnyObject?
    }

    private enum Key: Hashable {
        case location(ResourceLocation)
        case markup([UInt8])
    }

    private var entries: [Int32: Entry] = [:]
    private var ids: [Key: Int32] = [:]
    private var answers: [ResourceReference: ImageInfo?] = [:]
    private var inlineAnswers: [Int: ImageInfo?] = [:]
    private var nextID: Int32 = 0
    private var document = 0
    private var access: ResourceAccess?
    private var findings: [ImageFinding] = []
    private static let mostBytesKept = 64 << 20

    public init() {}

    /// Turns to the next document; all that it names is read through `access`.
    public func beginDocument(access: ResourceAccess?) {
        self.access = access
        answers.removeAll(keepingCapacity: true)
        inlineAnswers.removeAll(keepingCapacity: true)
        findings = []
        document += 1
        if entries.values.reduce(0, { $0 + $1.picture.byteCount }) > Self.mostBytesKept { dropUnused() }
    }

    public func image(for reference: ResourceReference) -> ImageInfo? {
        if let known = answers[reference] { return known }
        let answer = read(reference)
        answers[reference] = .some(answer)
        return answer
    }

    public func image(forSVG markup: [UInt8], key: Int) -> ImageInfo? {
        if let known = inlineAnswers[key] { return known }
        let answer =
            find(.markup(markup)) ?? VectorImage(withNamespace(markup)).map { keep(.vector($0), .markup(markup)) }
        if answer == nil {
            report(nil, "an inline SVG cannot be drawn", hint: "check that it is well-formed XML", key: key)
        }
        inlineAnswers[key] = .some(answer)
        return answer
    }

    /// What was found wrong since `beginDocument`, each image once.
    public func takeFindings() -> [ImageFinding] {
        defer { findings = [] }
        return findings
    }

    private func read(_ reference: ResourceReference) -> ImageInfo? {
        guard let access else { return nil }
        do throws(ResourceFault) {
            let location = try access.locate(reference)
            if let known = find(.location(location)) { return known }
            guard let picture = Self.decode(try access.read(location)) else {
                report(
                    reference, "image '\(shortened(reference.url))' cannot be decoded",
                    hint: "use a PNG, JPEG, WebP, GIF or SVG file")
                return nil
            }
            return keep(picture, .location(location))
        } catch {
            findings.append(ImageFinding(reference: reference, key: nil, diagnostic: error.diagnostic("image")))
            return nil
        }
    }

    private static func decode(_ bytes: [UInt8]) -> Picture? {
        if looksLikeSVG(bytes) { return VectorImage(bytes).map(Picture.vector) }
        return RasterImage(bytes).map(Picture.raster)
    }

    private func find(_ key: Key) -> ImageInfo? {
        guard let id = ids[key], let entry = entries[id] else { return nil }
        entries[id]?.lastUse = document
        return entry.info
    }

    private func keep(_ picture: Picture, _ key: Key) -> ImageInfo {
        let id = ImageID(raw: nextID)
        nextID += 1
        let info: ImageInfo
        switch picture {
        case .raster(let image):
            let isTurned = image.orientation >= 5
            let width = Double(isTurned ? image.height : image.width)
            let height = Double(isTurned ? image.width : image.height)
            info = ImageInfo(id: id, width: width, height: height, aspectRatio: width / height)
        case .vector(let image):
            info = ImageInfo(id: id, width: image.width, height: image.height, aspectRatio: image.aspectRatio)
        }
        entries[id.raw] = Entry(picture: picture, info: info, lastUse: document)
        ids[key] = id.raw
        return info
    }

    private func dropUnused() {
        entries = entries.filter { $0.value.lastUse >= document - 1 }
        ids = ids.filter { entries[$0.value] != nil }
    }

    private func report(_ reference: ResourceReference?, _ message: String, hint: String, key: Int? = nil) {
        findings.append(ImageFinding(reference: reference, key: key, diagnostic: .warning(message, hint: hint)))
    }
}

/// An image that could not be had; where it was asked for is the caller's to know.
public struct ImageFinding: Sendable {
    public var reference: ResourceReference?
    /// Of an inline SVG.
    public var key: Int?
    public var diagnostic: Diagnostic
}

extension ImageStore {
    /// Lends an image to painting; nothing is called for an image that is gone, or one that shows nothing.
    ///
    /// - Parameter takesJPEG: whether a JPEG file is lent as it is, not decoded.
    package func withImage(_ id: ImageID, takesJPEG: Bool = false, _ body: (ImageLoan) -> Void) {
        guard let entry = entries[id.raw] else { return }
        switch entry.picture {
        case .vector(let image): if let handle = image.handle { body(.vector(handle: handle)) }
        case .raster(let image):
            let form = ImageLoan.Form(
                width: Double(image.width), height: Double(image.height), orientation: image.orientation)
            if takesJPEG, let file = image.embeddableFile { return body(.jpeg(file: file, form)) }
            guard let surface = image.surface() else { return }
            body(.raster(surface: surface, form))
        }
    }

    /// What painting made of an image, kept as long as the image is.
    package subscript(kept id: ImageID) -> AnyObject? {
        get { entries[id.raw]?.kept }
        set { entries[id.raw]?.kept = newValue }
    }

    /// The natural size of an image; nil for an image that is gone.
    package func info(_ id: ImageID) -> ImageInfo? { entries[id.raw]?.info }
}

/// An image as Cairo and librsvg take it, valid while it is lent.
package enum ImageLoan {
    /// The stored size of a picture, which is to be turned by its EXIF orientation, 1 to 8.
    package struct Form {
        package var width: Double
        package var height: Double
        package var orientation: Int
    }

    case raster(surface: OpaquePointer, Form)
    /// Grey or colour of 8 bits.
    case jpeg(file: [UInt8], Form)
    case vector(handle: OpaquePointer)
}

private func looksLikeSVG(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
    return head.contains("<svg") || head.contains(":svg") || head.contains("<?xml")
}

/// Inline SVG may do without `xmlns`; librsvg may not.
private func withNamespace(_ markup: [UInt8]) -> [UInt8] {
    let text = String(decoding: markup, as: UTF8.self)
    guard let start = text.firstRange(of: "<svg"), let end = text[start.upperBound...].firstIndex(of: ">") else {
        return markup
    }
    let head = text[start.upperBound..<end]
    var names = ""
    if !head.contains("xmlns=") { names += " xmlns=\"http://www.w3.org/2000/svg\"" }
    if text.contains("xlink:"), !head.contains("xmlns:xlink") {
        names += " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    }
    return Array((text[..<start.upperBound] + names + text[start.upperBound...]).utf8)
}

private func shortened(_ url: String) -> String { url.count > 60 ? url.prefix(60) + "…" : url }
