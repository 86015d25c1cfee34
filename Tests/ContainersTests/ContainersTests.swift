import Testing

@testable import Containers

@Suite("XML documents")
struct XMLReadingTests {
    private final class Outline: XMLReceiver {
        var words: [String] = []
        let isFinished = false

        func start(_ name: String, _ attributes: [(name: String, value: String)], at offset: Int) {
            words.append("<\(name)\(attributes.map { " \($0.name)=\($0.value)" }.joined())@\(offset)")
        }

        func end(_ name: String) { words.append(">\(name)") }
        func text(_ bytes: UnsafeRawBufferPointer) { words.append(String(decoding: bytes, as: UTF8.self)) }
    }

    private func outline(_ text: String) throws -> [String] {
        let outline = Outline()
        try readXML(Array(text.utf8), into: outline)
        return outline.words
    }

    @Test("elements come in order, without their prefixes, with their places")
    func order() throws {
        #expect(try outline("<a:b xmlns:a='u' c='1'>x<d/></a:b>") == ["<b a=u c=1@0", "x", "<d@24", ">d", ">b"])
    }

    @Test("a DOCTYPE is refused, so that no entity is expanded")
    func bomb() {
        let bomb = "<!DOCTYPE a [<!ENTITY x \"xxxxxxxx\"><!ENTITY y \"&x;&x;&x;\">]><a>&y;</a>"
        #expect(throws: ContainerFault.self) { try outline(bomb) }
        #expect(throws: ContainerFault.self) {
            try outline("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>")
        }
    }

    @Test(
        "encodings of Windows and of Western Europe are known by their names",
        arguments: [("windows-1252", UInt8(0x80)), ("Windows-1252", 0x80), ("ISO-8859-15", 0xA4)])
    func encodings(name: String, euro: UInt8) throws {
        let head = Array("<?xml version='1.0' encoding='\(name)'?><a>\u{E9}".unicodeScalars.map { UInt8($0.value) })
        let outline = Outline()
        try readXML(head + [euro] + Array("</a>".utf8), into: outline)
        #expect(outline.words.dropFirst().dropLast().joined() == "\u{E9}€")
        #expect(throws: ContainerFault.self) { try self.outline("<?xml version='1.0' encoding='x-none'?><a/>") }
    }

    @Test("depth is bounded, and what is not well-formed is told with its place")
    func refused() {
        #expect(throws: ContainerFault.self) { try outline(String(repeating: "<a>", count: 1000)) }
        let fault = #expect(throws: ContainerFault.self) { try outline("<a><b></a>") }
        #expect(fault?.offset == 8)
    }
}
