internal import CDeflate

/// A compressor (§7.4.4, RFC 1950), kept because making one costs more than a small page.
public final class Deflater {
    private let compressor: OpaquePointer

    /// - Parameter level: 1 (fast) to 12 (small).
    public init(level: Int = 6) {
        guard let compressor = libdeflate_alloc_compressor(Int32(min(max(level, 1), 12))) else {
            preconditionFailure("out of memory: libdeflate gives no compressor")
        }
        self.compressor = compressor
    }

    deinit { libdeflate_free_compressor(compressor) }

    func deflated(_ bytes: [UInt8]) -> [UInt8] {
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = bytes.withUnsafeBytes {
                libdeflate_zlib_compress(compressor, $0.baseAddress, $0.count, buffer.baseAddress, buffer.count)
            }
        }
    }
}
