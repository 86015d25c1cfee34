import CGraphics
import Layout
import Style

/// The fonts of one press: faces by file, fonts by size, and what each text style comes to.
///
/// Faces, fonts and installed families are kept between documents; what `@font-face` named is asked anew for each.
final class FontStore {
    /// A face at a size. Synthetic weight and slant are drawn, and do not change advances.
    struct Font: Hashable {
        var face: Int
        var size: Double
        var isEmboldened: Bool
        var isSheared: Bool
    }

    private(set) var faces: [Face] = []
    private(set) var fonts: [Font] = []
    let configuration: FontConfiguration
    private var facesByKey: [FacePattern.Key: Face?] = [:]
    private var fontIDs: [Font: FontID] = [:]
    private var settings: [ShapingSettings.Key: ShapingSettings] = [:]
    private var resolved: [StyleKey: ResolvedStyle] = [:]
    /// By identity: the group is kept with its answer, so that its address stays its own.
    private var recent: [ObjectIdentifier: (group: Group<TextStyle>, style: ResolvedStyle)] = [:]
    /// Those asked for last, by some bits of their address: a document has few styles and asks for them all the time.
    private var lastAsked = [(group: Group<TextStyle>, style: ResolvedStyle)?](repeating: nil, count: 16)
    private var webFonts = WebFonts()

    private struct StyleKey: Hashable {
        var families: [String]
        var size: Double
        var wish: FaceWish
        var settings: ShapingSettings.Key
        var caps: FontVariantCaps
    }

    init(memory: FontMemory?) { configuration = FontConfiguration(memory: memory) }

    func beginDocument(_ rules: [Style.FontFace], access: ResourceAccess?) {
        recent.removeAll(keepingCapacity: true)
        for slot in lastAsked.indices { lastAsked[slot] = nil }
        guard !rules.isEmpty || !webFonts.isEmpty else { return }
        webFonts = WebFonts(rules, access: access, earlier: webFonts)
        resolved.removeAll()
    }

    func resolve(_ group: Group<TextStyle>) -> ResolvedStyle {
        // Objects begin at multiples of 16, and a style is rarely smaller than 256 bytes.
        let address = UInt(bitPattern: ObjectIdentifier(group))
        let slot = Int((address >> 4 ^ address >> 8) % UInt(lastAsked.count))
        if let last = lastAsked[slot], last.group === group { return last.style }
        let answer = recent[ObjectIdentifier(group)]?.style ?? resolve(group.values)
        recent[ObjectIdentifier(group)] = (group, answer)
        lastAsked[slot] = (group, answer)
        return answer
    }

    /// The font that shows a face at a size, made bolder or slanted when the wish asks for what the face is not.
    func font(_ face: Face, size: Double, for wish: FaceWish) -> FontID {
        let font = Font(
            face: face.index, size: size, isEmboldened: wish.weight >= 600 && face.weight < 600,
            isSheared: wish.isSlanted && !face.isSlanted)
        if let known = fontIDs[font] { return known }
        let id = FontID(raw: Int32(fonts.count))
        fonts.append(font)
        fontIDs[font] = id
        return id
    }

    func face(of font: FontID) -> Face { faces[fonts[Int(font.raw)].face] }

    /// The face of a file; nil when FreeType cannot open it or it has no outlines to scale.
    func face(_ pattern: FacePattern) -> Face? {
        if let known = facesByKey[pattern.key] { return known }
        let file = FontFile(path: pattern.key.file, index: pattern.key.index)
        let face = file.flatMap { add($0, pattern) }
        facesByKey[pattern.key] = .some(face)
        return face
    }

    func takeWebFontFaults() -> [(url: String, fault: ResourceFault)] { webFonts.takeFaults() }

    private func add(_ file: FontFile, _ pattern: FacePattern) -> Face? {
        guard let face = Face(file: file, index: faces.count, pattern: pattern) else { return nil }
        faces.append(face)
        return face
    }

    func resolve(_ style: TextStyle) -> ResolvedStyle {
        let key = StyleKey(
            families: style.fontFamily, size: style.fontSize, wish: FaceWish(style),
            settings: .init(
                features: style.fontFeatures, hasLigatures: style.letterSpacing == 0, language: style.language),
            caps: style.fontVariantCaps)
        if let known = resolved[key] { return known }
        let answer = ResolvedStyle(
            style, faces: listFaces(style), families: installedFamilies(style.fontFamily),
            settings: settings(key.settings))
        resolved[key] = answer
        return answer
    }

    private func settings(_ key: ShapingSettings.Key) -> ShapingSettings {
        if let known = settings[key] { return known }
        let made = ShapingSettings(key, index: settings.count)
        settings[key] = made
        return made
    }

    private func installedFamilies(_ list: [String]) -> [String] {
        let found = list.compactMap(configuration.name)
        return found.isEmpty ? ["serif"] : found
    }

    private func listFaces(_ style: TextStyle) -> [ResolvedStyle.ListedFace] {
        let wish = FaceWish(style)
        var list: [ResolvedStyle.ListedFace] = []
        func add(_ face: Face, ranges: [ClosedRange<UInt32>] = []) {
            guard !list.contains(where: { $0.face === face }) else { return }
            list.append(.init(face: face, font: font(face, size: style.fontSize, for: wish), ranges: ranges))
        }
        for family in style.fontFamily {
            let rules = webFonts.rules(of: family, nearest: wish)
            for rule in rules {
                if let face = webFace(rule) { add(face, ranges: webFonts.ranges(of: rule)) }
            }
            if rules.isEmpty, let name = configuration.name(for: family), let face = installed(name, wish) { add(face) }
        }
        for family in ["serif", "sans-serif", "monospace"] where !list.contains(where: { $0.covers(0x20) }) {
            if let face = installed(family, wish) { add(face) }
        }
        guard !list.isEmpty else { preconditionFailure("no scalable font is installed on this machine") }
        return list
    }

    private func installed(_ family: String, _ wish: FaceWish) -> Face? {
        configuration.match(family, wish).flatMap(face)
    }

    private func webFace(_ rule: Int) -> Face? {
        if let index = webFonts.loadedFace(rule) { return faces[index] }
        for source in webFonts.sources(of: rule) {
            if let name = WebFonts.localName(source) {
                if let name = configuration.name(for: name), let face = installed(name, webFonts.wish(of: rule)) {
                    return webFonts.remember(face, for: rule)
                }
            } else if let bytes = webFonts.read(source), let file = FontFile(bytes: bytes),
                let face = add(file, webFonts.pattern(of: rule))
            {
                return webFonts.remember(face, for: rule)
            }
        }
        return nil
    }
}
