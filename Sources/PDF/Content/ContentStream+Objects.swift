/// External objects, shadings and patterns (§8.7 to §8.11).
extension ContentStream {
    /// Paints an image.
    ///
    /// - Parameter map: of the unit square, the image's top at 1: see `Affine.image`.
    public func draw(_ image: ImageProgram, _ map: Affine) {
        guard map.inverse != nil else { return }
        let (index, id) = document.image(image)
        beginObject()
        drawObject(index, id, map)
    }

    /// Paints a page of another file over a rectangle, its top at `y`, y down.
    public func draw(_ page: PageProgram, x: Double, y: Double, width: Double, height: Double) {
        guard page.box.width > 0, page.box.height > 0, width > 0, height > 0 else { return }
        let (index, id) = document.page(page)
        beginObject()
        let scaleX = width / page.box.width
        let scaleY = height / page.box.height
        drawObject(
            index, id,
            Affine(
                a: scaleX, d: -scaleY, e: x - page.box.minX * scaleX, f: y + height + page.box.minY * scaleY))
    }

    private func drawObject(_ index: Int32, _ id: ObjectID, _ map: Affine) {
        out.put("q ")
        out.put(matrix: map)
        out.put("cm ")
        putDo(index, id)
        out.put("Q\n")
    }

    private func putDo(_ index: Int32, _ id: ObjectID) {
        resources.use(.object, index, id)
        out.put("/X")
        out.put(integer: Int(index))
        out.put(" Do\n")
    }

    /// Puts a group on the page as one picture (§11.6.6).
    ///
    /// - Parameter group: from `makeGroup`, drawn under the matrix that holds now. It is used up.
    public func draw(_ group: ContentStream, opacity: Double, blend: BlendMode = .normal) {
        let usesMarks = group.marks.wasUsed
        let (index, id) = document.addForm(group, kind: .group)
        // Marks of the group's own content may not lie within a mark of this one (§14.7.4.3).
        let mark = marks.wanted
        if usesMarks { marks.wanted = .none }
        beginObject()
        let old = state
        out.put("q\n")
        setOpacity(opacity)
        setBlendMode(blend)
        putDo(index, id)
        out.put("Q\n")
        state = old
        marks.wanted = mark
    }

    /// Fills the area that is clipped to with a shading (§8.7.4.3), on top of the current opacity.
    public func paint(_ shading: Shading) {
        let area = visibleBox
        beginObject()
        out.put("q\n")
        let old = state
        if shading.isTranslucent {
            let (index, id) = document.softMask(shading, area: area)
            use(state: index, id)
        }
        if let map = shading.map { concatenate(map) }
        let (index, id) = document.shading(shading, area: area, channel: .color)
        resources.use(.shading, index, id)
        out.put("/S")
        out.put(integer: Int(index))
        out.put(" sh\nQ\n")
        state = old
    }

    /// Fills a rectangle with copies of a cell (§8.7.3).
    ///
    /// - Parameters:
    ///   - cell: from `makeCell`; it is used up.
    ///   - x: of the corner of the first copy; the cell is drawn from its own origin on.
    public func fill(_ area: Box, tiles cell: ContentStream, x: Double, y: Double) {
        let map = state.matrix.after(Affine(e: x, f: y))
        let (index, id) = document.addTilingPattern(cell, map: map)
        beginObject()
        resources.use(.pattern, index, id)
        out.put("q\n/Pattern cs /P")
        out.put(integer: Int(index))
        out.put(" scn\n")
        rectangle(x: area.minX, y: area.minY, width: area.width, height: area.height)
        fillPath()
        out.put("Q\n")
    }

    /// A stream for a cell of this size, its origin at its top left.
    public func makeCell(width: Double, height: Double) -> ContentStream {
        let cell = ContentStream(
            document, box: Box(x: 0, y: 0, width: width, height: height), marks: MarkedContent(page: marks.page))
        // A cell is painted many times: what it shows cannot be tagged (§14.7.4.3).
        cell.marks.isForbidden = true
        return cell
    }
}
