/// The drawing of a page, form or pattern cell (§7.8.2, §8, §9), one call an operator or a few.
///
/// Calls need no order among themselves: text objects and marked content are opened and closed as what is drawn needs
/// it, and settings that are already in force are not written again.
public final class ContentStream {
    /// What `save` keeps (§8.4.1).
    struct State {
        var matrix = Affine.identity
        var fill: RGB? = .black
        var stroke: RGB? = .black
        var opacity = 1.0
        var blend = BlendMode.normal
        var line = LineStyle(width: 1)
        var font: Int32 = -1
        var fontSize = 0
        var textRendering = TextRendering.fill
    }

    /// It holds its pages, and they their streams.
    unowned let document: PDFDocument
    /// Of what is visible, in the stream's own space.
    let box: Box
    let marks: MarkedContent
    let out = ByteBuffer(capacity: 4096)
    // Each operator writes these, and no call of this class runs inside another's access to them: to check that at run
    // time would cost more than the writing.
    @exclusivity(unchecked) var resources = Resources()
    @exclusivity(unchecked) var state = State()
    @exclusivity(unchecked) var text = TextObject()
    private var saved: [State] = []
    private var isInPath = false

    init(_ document: PDFDocument, box: Box, marks: MarkedContent) {
        self.document = document
        self.box = box
        self.marks = marks
    }

    // MARK: Graphics state (§8.4)

    public func save() {
        endText()
        saved.append(state)
        out.put("q\n")
    }

    /// Undoes what was set since the matching `save`; without one it does nothing.
    public func restore() {
        guard let last = saved.popLast() else { return }
        endText()
        state = last
        out.put("Q\n")
    }

    /// Maps what is drawn from here on, before what was set until now.
    public func concatenate(_ map: Affine) {
        guard map != .identity else { return }
        endText()
        state.matrix = state.matrix.after(map)
        out.put(matrix: map)
        out.put("cm\n")
    }

    /// From here to the stream's own space.
    public var matrix: Affine { state.matrix }

    /// What is visible, in the space that now holds.
    public var visibleBox: Box { state.matrix.inverse.map { box.mapped(by: $0) } ?? box }

    /// - Parameter opacity: of lines and areas, 0 to 1.
    public func setOpacity(_ opacity: Double) {
        guard opacity != state.opacity else { return }
        state.opacity = opacity
        useGraphicsState()
    }

    public func setBlendMode(_ blend: BlendMode) {
        guard blend != state.blend else { return }
        state.blend = blend
        useGraphicsState()
    }

    private func useGraphicsState() {
        let (index, id) = document.graphicsState(opacity: state.opacity, blend: state.blend)
        use(state: index, id)
    }

    func use(state index: Int32, _ id: ObjectID) {
        resources.use(.state, index, id)
        out.put("/G")
        out.put(integer: Int(index))
        out.put(" gs\n")
    }

    public func setFill(_ color: RGB) {
        guard color != state.fill else { return }
        state.fill = color
        put(color, gray: "g\n", rgb: "rg\n")
    }

    public func setStroke(_ color: RGB) {
        guard color != state.stroke else { return }
        state.stroke = color
        put(color, gray: "G\n", rgb: "RG\n")
    }

    private func put(_ color: RGB, gray: StaticString, rgb: StaticString) {
        put(Double(color.red))
        if color.isGray { return out.put(gray) }
        put(Double(color.green))
        put(Double(color.blue))
        out.put(rgb)
    }

    // MARK: Streams within

    /// A stream for what is put on this one as a whole by `draw(_:group)`.
    public func makeGroup() -> ContentStream {
        let child = ContentStream(document, box: visibleBox, marks: MarkedContent(page: marks.page))
        child.marks.wanted = marks.wanted
        return child
    }

    // MARK: Order of objects in the stream (§8.2, figure 9)

    /// Before a path's first operator: none but those of paths may follow until it is painted.
    func beginPath() {
        guard !isInPath else { return }
        beginObject()
        isInPath = true
    }

    /// Before a path that only clips: it draws nothing, and a sequence that is marked for it would stay empty.
    func beginClip() {
        endText()
        isInPath = true
    }

    func endPath() { isInPath = false }

    /// Before anything that is painted and is not text.
    func beginObject() {
        endText()
        if marks.isDue { applyMark() }
    }

    func endText() {
        guard text.isOpen else { return }
        closeMarkInText()
        text.isOpen = false
        out.put("ET\n")
    }

    /// Closes what is open.
    ///
    /// - Returns: the stream's bytes.
    func finish() -> ByteBuffer {
        endText()
        marks.wanted = .none
        applyMark()
        while !saved.isEmpty { restore() }
        return out
    }

    // MARK: Operands

    @inline(__always)
    func put(_ value: Double) {
        out.put(thousandths: Number.thousandths(value))
        out.append(0x20)
    }

    @inline(__always)
    func put(_ x: Double, _ y: Double) {
        put(x)
        put(y)
    }
}

extension ByteBuffer {
    func put(matrix: Affine) {
        for value in [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f] {
            put(number: value)
            append(0x20)
        }
    }
}
