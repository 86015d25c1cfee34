// Containers: what invoices come packed in.
//
// In goes a file's bytes; out come the entries of a ZIP archive (`ZipArchive`, over libzip) or the elements of an XML
// document (`readXML`, over Expat), one after the other.
//
// Trust: both are hostile until read. An archive's entries are unpacked into memory alone, never onto a disk, up to a
// stated multiple of its size; an XML document with a DOCTYPE is refused, so that no entity is ever expanded and nothing
// outside the file is looked at.
//
// Failure: `ContainerFault`, with the place in the document where one is known.

internal import CZip

/// Why a container cannot be read.
public struct ContainerFault: Error, Sendable, Hashable {
    public let message: String
    /// Into the document's bytes; nil for an archive.
    public let offset: Int?

    public init(_ message: String, offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }
}

/// A ZIP archive in memory.
public final class ZipArchive {
    /// An archive unpacks to at most so many times its own size, or to `freeSize` where that is more.
    public static let maximumExpansion = 200
    public static let freeSize = 16 << 20
    public static let maximumEntries = 10_000

    private let archive: OpaquePointer
    /// libzip reads from here until it is closed.
    private let buffer: UnsafeMutableRawPointer
    private var unpackable: Int

    /// Opens an archive; its list of entries is read, none of them.
    public init(_ bytes: [UInt8]) throws(ContainerFault) {
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
        bytes.withUnsafeBytes { if let base = $0.baseAddress { buffer.copyMemory(from: base, byteCount: bytes.count) } }
        do throws(ContainerFault) {
            archive = try Self.open(buffer, count: bytes.count)
        } catch {
            buffer.deallocate()
            throw error
        }
        self.buffer = buffer
        unpackable = max(Self.freeSize, bytes.count * Self.maximumExpansion)
        guard zip_get_num_entries(archive, 0) <= Self.maximumEntries else {
            throw ContainerFault("an archive of more than \(Self.maximumEntries) files")
        }
    }

    private static func open(_ buffer: UnsafeMutableRawPointer, count: Int) throws(ContainerFault) -> OpaquePointer {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let source = zip_source_buffer_create(buffer, zip_uint64_t(count), 0, &error) else {
            throw ContainerFault("not enough memory for the archive")
        }
        guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
            zip_source_free(source)
            throw ContainerFault("a damaged ZIP archive: \(String(cString: zip_error_strerror(&error)))")
        }
        return archive
    }

    deinit {
        zip_discard(archive)
        buffer.deallocate()
    }

    /// Whether there is an entry of that name.
    public func contains(_ name: String) -> Bool { zip_name_locate(archive, name, 0) >= 0 }

    /// Unpacks an entry; nil where there is none of that name. All that is ever unpacked counts towards the limit.
    public func entry(_ name: String) throws(ContainerFault) -> [UInt8]? {
        let index = zip_name_locate(archive, name, 0)
        guard index >= 0 else { return nil }
        guard let file = zip_fopen_index(archive, zip_uint64_t(index), 0) else {
            throw ContainerFault("\(name) cannot be unpacked: \(String(cString: zip_strerror(archive)))")
        }
        defer { zip_fclose(file) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        defer { unpackable -= result.count }
        while true {
            let count = chunk.withUnsafeMutableBytes { zip_fread(file, $0.baseAddress, zip_uint64_t($0.count)) }
            if count < 0 { throw ContainerFault("\(name) is damaged") }
            if count == 0 { return result }
            guard result.count + Int(count) <= unpackable else {
                throw ContainerFault(
                    "unpacks to more than \(Self.maximumExpansion) times its size: a workbook does not")
            }
            result.append(contentsOf: chunk[..<Int(count)])
        }
    }
}
