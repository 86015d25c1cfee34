import CGumbo

/// The memory of one parse: Gumbo takes from it piece by piece, and all of it is freed at once.
///
/// Gumbo frees its tree by recursion, which deep nesting turns into a stack overflow; with an arena nobody walks the
/// tree to free it.
final class ParserArena {
    private static let chunkSize = 64 * 1024

    private var chunks: [UnsafeMutableRawPointer] = []
    private var next: UnsafeMutableRawPointer?
    private var room = 0

    deinit { for chunk in chunks { chunk.deallocate() } }

    func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        let rounded = (size + 15) & ~15
        if rounded > room || next == nil {
            let chunkSize = max(Self.chunkSize, rounded)
            let chunk = UnsafeMutableRawPointer.allocate(byteCount: chunkSize, alignment: 16)
            chunks.append(chunk)
            if rounded >= Self.chunkSize / 2 { return chunk }
            next = chunk
            room = chunkSize
        }
        guard let piece = next else { return UnsafeMutableRawPointer.allocate(byteCount: rounded, alignment: 16) }
        next = piece + rounded
        room -= rounded
        return piece
    }

    /// Calls `body` with Gumbo's tree of the bytes; nothing of the tree may outlive the call.
    static func withTree<R>(of bytes: [UInt8], _ body: (_ document: UnsafeMutablePointer<GumboNode>) -> R) -> R? {
        let arena = ParserArena()
        var options = kGumboDefaultOptions
        options.userdata = Unmanaged.passUnretained(arena).toOpaque()
        options.allocator = { userdata, size in
            guard let userdata else { return nil }
            return Unmanaged<ParserArena>.fromOpaque(userdata).takeUnretainedValue().allocate(Int(size))
        }
        options.deallocator = { _, _ in }
        options.tab_stop = 1
        options.max_errors = 0
        return withExtendedLifetime(arena) {
            bytes.withUnsafeBytes { buffer in
                let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                let empty: [CChar] = [0]
                return empty.withUnsafeBufferPointer { nothing in
                    guard let output = gumbo_parse_with_options(&options, text ?? nothing.baseAddress, bytes.count),
                        let document = output.pointee.document
                    else { return nil }
                    return body(document)
                }
            }
        }
    }
}
