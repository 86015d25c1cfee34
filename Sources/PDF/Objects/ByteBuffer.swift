import Glibc

/// Bytes that grow at their end: what content, objects and the file are written into.
///
/// An array would ask at each append who else holds it and whether there is room. Here one number or one word is one
/// check of the room and a few stores.
final class ByteBuffer {
    private(set) var start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 256) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    convenience init(_ bytes: [UInt8]) {
        self.init(capacity: max(bytes.count, 1))
        append(contentsOf: bytes)
    }

    deinit { start.deallocate() }

    /// A copy.
    var bytes: [UInt8] { Array(contents) }

    /// Valid until the next change, for those who hold the buffer.
    var contents: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    @inline(__always)
    var last: UInt8? { count > 0 ? start[count - 1] : nil }

    func removeAll() { count = 0 }

    /// Makes room for so many more bytes.
    @inline(__always)
    func reserve(_ more: Int) {
        if count &+ more > capacity { grow(more) }
    }

    @inline(never)
    private func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }

    // MARK: Bytes as they are

    @inline(__always)
    func append(_ byte: UInt8) {
        reserve(1)
        unchecked(byte)
    }

    func append(contentsOf bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    func append(contentsOf bytes: ArraySlice<UInt8>) { bytes.withUnsafeBufferPointer { append($0) } }

    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Moves what stands from a place on by one.
    func insert(_ byte: UInt8, at place: Int) {
        reserve(1)
        memmove(start + place + 1, start + place, count - place)
        start[place] = byte
        count += 1
    }

    /// Writes into room that `fill` is given, as many bytes as it returns.
    func append(atMost capacity: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(capacity)
        count += fill(start + count)
    }

    // Literals: their lengths are known where this is compiled into, and so are the stores.
    @inline(__always)
    func put(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        memcpy(start + count, text.utf8Start, text.utf8CodeUnitCount)
        count &+= text.utf8CodeUnitCount
    }

    func put(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// What was stored behind the end belongs to it.
    @inline(__always)
    func extend(by bytes: Int) { count &+= bytes }

    /// After `reserve`.
    @inline(__always)
    func unchecked(_ byte: UInt8) {
        start[count] = byte
        count &+= 1
    }
}
