internal import CExpat

/// What a document's reader is told, element by element.
public protocol XMLReceiver: AnyObject {
    /// - Parameters:
    ///   - name: without its prefix.
    ///   - attributes: names without their prefixes, in the order of the document.
    ///   - offset: of the tag, into the document's bytes.
    func start(_ name: String, _ attributes: [(name: String, value: String)], at offset: Int)
    func end(_ name: String)
    /// A piece of text; one text may come in several.
    func text(_ bytes: UnsafeRawBufferPointer)
    /// Asked after each element: true ends the reading.
    var isFinished: Bool { get }
}

/// How much an XML document may be.
public struct XMLLimits: Sendable {
    public var depth = 128
    public var elements = 20_000_000

    public init() {}
}

/// Reads an XML document in UTF-8, UTF-16, Latin-1, Latin-9 or Windows-1252; a DOCTYPE is refused.
public func readXML(
    _ bytes: [UInt8], limits: XMLLimits = XMLLimits(), into receiver: any XMLReceiver
) throws(ContainerFault) {
    guard let parser = XML_ParserCreate(nil) else { throw ContainerFault("not enough memory for the document") }
    defer { XML_ParserFree(parser) }
    let reading = XMLReading(parser, limits, receiver)
    XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
    XML_SetElementHandler(parser, started, ended)
    XML_SetCharacterDataHandler(parser, spoken)
    XML_SetStartDoctypeDeclHandler(parser, declared)
    teachEncodings(parser)
    try withExtendedLifetime(reading) { () throws(ContainerFault) in try feed(bytes, parser, reading) }
}

private func feed(_ bytes: [UInt8], _ parser: XML_Parser, _ reading: XMLReading) throws(ContainerFault) {
    // Pieces, as a length is an `int`.
    let piece = 1 << 20
    var at = 0
    repeat {
        let end = min(bytes.count, at + piece)
        let status = bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress?.advanced(by: at).assumingMemoryBound(to: CChar.self)
            return XML_Parse(parser, base, Int32(end - at), end == bytes.count ? 1 : 0)
        }
        if let fault = reading.fault { throw fault }
        if reading.receiver.isFinished { return }
        guard status == XML_STATUS_OK else {
            let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
            throw ContainerFault("not well-formed XML: \(words)", offset: Int(XML_GetCurrentByteIndex(parser)))
        }
        at = end
    } while at < bytes.count
}

/// One reading of one document; the parser's callbacks find it by its address.
private final class XMLReading {
    let parser: XML_Parser
    let limits: XMLLimits
    let receiver: any XMLReceiver
    var depth = 0
    var elements = 0
    var fault: ContainerFault?

    init(_ parser: XML_Parser, _ limits: XMLLimits, _ receiver: any XMLReceiver) {
        self.parser = parser
        self.limits = limits
        self.receiver = receiver
    }

    var offset: Int { max(0, Int(XML_GetCurrentByteIndex(parser))) }

    func stop(_ message: String?) {
        if let message, fault == nil { fault = ContainerFault(message, offset: offset) }
        XML_StopParser(parser, 0)
    }

    func start(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        depth += 1
        elements += 1
        if depth > limits.depth { return stop("nested more than \(limits.depth) elements deep") }
        if elements > limits.elements { return stop("more than \(limits.elements) elements") }
        var list: [(name: String, value: String)] = []
        var at = 0
        while let attributes, let name = attributes[at], let value = attributes[at + 1] {
            list.append((local(name), String(cString: value)))
            at += 2
        }
        receiver.start(local(name), list, at: offset)
        if receiver.isFinished { stop(nil) }
    }

    func end(_ name: UnsafePointer<CChar>) {
        depth -= 1
        receiver.end(local(name))
        if receiver.isFinished { stop(nil) }
    }

    private func local(_ name: UnsafePointer<CChar>) -> String {
        var start = name
        var at = name
        while at.pointee != 0 {
            if at.pointee == 0x3A { start = at + 1 }
            at += 1
        }
        return String(cString: start)
    }
}

private func reading(_ data: UnsafeMutableRawPointer?) -> XMLReading? {
    data.map { Unmanaged<XMLReading>.fromOpaque($0).takeUnretainedValue() }
}

private func started(
    _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
    if let name { reading(data)?.start(name, attributes) }
}

private func ended(_ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
    if let name { reading(data)?.end(name) }
}

private func spoken(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ length: Int32) {
    reading(data)?.receiver.text(UnsafeRawBufferPointer(start: text, count: Int(length)))
}

private func declared(
    _ data: UnsafeMutableRawPointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
    _: Int32
) {
    reading(data)?.stop("a DOCTYPE: invoices and workbooks have none, and entities are not expanded")
}
