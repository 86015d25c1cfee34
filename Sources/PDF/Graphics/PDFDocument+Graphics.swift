/// The objects that content streams refer to besides fonts and images.
extension PDFDocument {
    /// Kinds of form XObjects (§8.10).
    enum FormKind {
        case plain
        /// Blended on its own first (§11.6.6).
        case group
        /// The luminosity of a mask.
        case mask
    }

    /// Finishes a stream and adds it as a form XObject.
    func addForm(_ content: ContentStream, kind: FormKind) -> (index: Int32, id: ObjectID) {
        let id = objects.allocate()
        content.marks.stream = id
        let data = content.finish()
        let key = structure.parentKey(for: content.marks)
        objects.setStream(id, data) {
            $0.entry("Type", name: "XObject")
            $0.entry("Subtype", name: "Form")
            $0.entry("BBox", numbers: content.box.numbers)
            content.resources.write(&$0)
            if let key { $0.entry("StructParents", key) }
            guard kind != .plain else { return }
            $0.dictionary("Group") {
                $0.entry("S", name: "Transparency")
                if kind == .mask { $0.entry("CS", name: "DeviceGray") }
            }
        }
        return (nextIndex(.object), id)
    }

    /// A graphics state of constant opacity and blend mode (§8.4.5), the same for the same.
    func graphicsState(opacity: Double, blend: BlendMode) -> (index: Int32, id: ObjectID) {
        let key = GraphicsStateKey(opacity: Number.scaled(opacity, by: 10_000), blend: blend)
        if let known = graphicsStates[key] { return known }
        let id = objects.addDictionary {
            let alpha = Double(key.opacity) / 10_000
            $0.entry("ca", number: alpha)
            $0.entry("CA", number: alpha)
            $0.entry("BM", name: blend.name)
        }
        let state = (nextIndex(.state), id)
        graphicsStates[key] = state
        return state
    }

    /// A graphics state that lets through as much as a shading's alpha says (§11.6.5.3).
    func softMask(_ shading: Shading, area: Box) -> (index: Int32, id: ObjectID) {
        let content = ContentStream(self, box: area, marks: MarkedContent(page: nil))
        content.marks.isForbidden = true
        if let map = shading.map { content.concatenate(map) }
        let (index, shadingID) = self.shading(shading, area: area, channel: .alpha)
        content.resources.use(.shading, index, shadingID)
        content.out.put("/S")
        content.out.put(integer: Int(index))
        content.out.put(" sh\n")
        let form = addForm(content, kind: .mask)
        let id = objects.addDictionary {
            $0.dictionary("SMask") {
                $0.entry("S", name: "Luminosity")
                $0.entry("G", form.id)
            }
        }
        return (nextIndex(.state), id)
    }

    func shading(_ shading: Shading, area: Box, channel: Shading.Channel) -> (index: Int32, id: ObjectID) {
        let function = objects.addDictionary { shading.writeFunction(&$0, channel: channel) }
        let id = objects.addDictionary { shading.write(&$0, area: area, channel: channel, function: function) }
        return (nextIndex(.shading), id)
    }

    /// A coloured tiling pattern (§8.7.3.2).
    ///
    /// - Parameter map: to the space of the stream that uses it.
    func addTilingPattern(_ cell: ContentStream, map: Affine) -> (index: Int32, id: ObjectID) {
        let id = objects.addStream(cell.finish()) {
            $0.entry("Type", name: "Pattern")
            $0.entry("PatternType", 1)
            $0.entry("PaintType", 1)
            // Copies may be stretched by a dot to tile evenly; distances stay.
            $0.entry("TilingType", 1)
            $0.entry("BBox", numbers: cell.box.numbers)
            $0.entry("XStep", number: cell.box.width)
            $0.entry("YStep", number: cell.box.height)
            $0.entry("Matrix", numbers: [map.a, map.b, map.c, map.d, map.e, map.f])
            cell.resources.write(&$0)
        }
        return (nextIndex(.pattern), id)
    }
}

struct GraphicsStateKey: Hashable {
    var opacity: Int
    var blend: BlendMode
}
