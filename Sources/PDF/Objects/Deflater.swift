internal import CDeflate

/// A compressor (§7.4.4, RFC 1950), kept because making one costs more than a small page.
public final class Deflater {
    private let compressor: OpaquePointer
    private let room = ByteBuffer()

    /// - Parameter level: 1 (fast) to 12 (small).
    public init(level: Int = 6) {
        guard let compressor = libdeflate_alloc_compressor(Int32(min(max(level, 1), 12))) else {
            preconditionFailure("out of memory: libdeflate gives no compressor")
        }
        self.compressor = compressor
    }

    deinit { libdeflate_free_compressor(compressor) }

    func deflated(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBufferPointer { deflate($0).bytes } }

    /// - Returns: room of this compressor's own, to be used before it deflates something else.
    func deflate(_ bytes: ByteBuffer) -> ByteBuffer { deflate(bytes.contents) }

    func deflate(_ bytes: UnsafeBufferPointer<UInt8>) -> ByteBuffer {
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        room.removeAll()
        room.append(atMost: bound) {
            libdeflate_zlib_compress(compressor, bytes.baseAddress, bytes.count, $0, bound)
        }
        return room
    }
}
