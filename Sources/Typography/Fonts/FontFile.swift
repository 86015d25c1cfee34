import CGraphics

/// An FT_Face with a library of its own, so that Cairo's process-wide font cache may drop it on any thread.
final class FontFile {
    let face: FT_Face
    private let library: FT_Library
    /// nil when the face was not opened by path.
    let path: String?
    /// What it reads from then.
    private let memory: UnsafeMutableBufferPointer<UInt8>?

    init?(path: String, index: Int) {
        guard let library = Self.makeLibrary() else { return nil }
        var face: FT_Face?
        guard FT_New_Face(library, path, FT_Long(index), &face) == 0, let face else {
            FT_Done_FreeType(library)
            return nil
        }
        self.library = library
        self.face = face
        self.path = path
        memory = nil
    }

    init?(bytes: [UInt8]) {
        guard let library = Self.makeLibrary() else { return nil }
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
        _ = memory.initialize(from: bytes)
        var face: FT_Face?
        guard FT_New_Memory_Face(library, memory.baseAddress, FT_Long(bytes.count), 0, &face) == 0, let face else {
            FT_Done_FreeType(library)
            memory.deallocate()
            return nil
        }
        self.library = library
        self.face = face
        self.memory = memory
        path = nil
    }

    var bytes: [UInt8] { memory.map { Array($0) } ?? [] }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
        memory?.deallocate()
    }

    private static func makeLibrary() -> FT_Library? {
        var library: FT_Library?
        return FT_Init_FreeType(&library) == 0 ? library : nil
    }
}
