/// The XMP packet of a document (§14.3.2; XMP part 1): the same facts as the information dictionary, which archives
/// demand (ISO 19005-3 §6.6.2.2), and the standards that the document declares.
struct XMPPacket {
    let out = ByteBuffer(capacity: 4096)

    init(_ options: PDFOptions) {
        let metadata = options.metadata
        out.put("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n")
        out.put("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n")
        out.put("<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n")
        description("dc", "http://purl.org/dc/elements/1.1/") {
            $0.element("dc:format", "application/pdf")
            $0.container("dc:title", .alternatives, metadata.title)
            $0.container("dc:creator", .sequence, metadata.author)
            $0.container("dc:description", .alternatives, metadata.subject)
            $0.container("dc:language", .bag, metadata.language)
        }
        description("xmp", "http://ns.adobe.com/xap/1.0/") {
            $0.element("xmp:CreatorTool", metadata.creator)
            let date = metadata.creationDate.map { String(decoding: $0.xmp, as: UTF8.self) }
            $0.element("xmp:CreateDate", date)
            $0.element("xmp:ModifyDate", date)
        }
        description("pdf", "http://ns.adobe.com/pdf/1.3/") {
            $0.element("pdf:Producer", metadata.producer)
            $0.element("pdf:Keywords", metadata.keywords)
        }
        let extensions = Self.extensions(options)
        for schema in extensions { write(schema) }
        if options.conformance.contains(.archive) {
            description("pdfaid", "http://www.aiim.org/pdfa/ns/id/") {
                $0.element("pdfaid:part", "3")
                $0.element("pdfaid:conformance", "B")
            }
            if !extensions.isEmpty { describe(extensions) }
        }
        out.put("</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>")
    }

    private static func extensions(_ options: PDFOptions) -> [XMPExtension] {
        guard options.conformance.contains(.accessible) else { return options.metadata.extensions }
        let identification = XMPExtension(
            schema: "PDF/UA identification schema", namespace: "http://www.aiim.org/pdfua/ns/id/", prefix: "pdfuaid",
            properties: [
                XMPExtension.Property(
                    "part", "1", valueType: "Integer", description: "part of ISO 14289 that the document follows")
            ])
        return [identification] + options.metadata.extensions
    }

    // MARK: Extension schemas (ISO 19005-3 §6.6.2.3.3)

    private mutating func describe(_ extensions: [XMPExtension]) {
        out.put("<rdf:Description rdf:about=\"\" xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\"")
        out.put(" xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\"")
        out.put(" xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\n")
        out.put("<pdfaExtension:schemas><rdf:Bag>\n")
        for schema in extensions {
            out.put("<rdf:li rdf:parseType=\"Resource\">")
            element("pdfaSchema:schema", schema.schema)
            element("pdfaSchema:namespaceURI", schema.namespace)
            element("pdfaSchema:prefix", schema.prefix)
            out.put("<pdfaSchema:property><rdf:Seq>\n")
            for property in schema.properties {
                out.put("<rdf:li rdf:parseType=\"Resource\">")
                element("pdfaProperty:name", property.name)
                element("pdfaProperty:valueType", property.valueType)
                element("pdfaProperty:category", "external")
                element("pdfaProperty:description", property.description)
                out.put("</rdf:li>\n")
            }
            out.put("</rdf:Seq></pdfaSchema:property></rdf:li>\n")
        }
        out.put("</rdf:Bag></pdfaExtension:schemas>\n</rdf:Description>\n")
    }

    // MARK: XML

    /// Kinds of RDF containers (XMP part 1 §7.7).
    private enum Container {
        case alternatives, sequence, bag

        var start: StaticString {
            switch self {
            case .alternatives: "<rdf:Alt><rdf:li xml:lang=\"x-default\">"
            case .sequence: "<rdf:Seq><rdf:li>"
            case .bag: "<rdf:Bag><rdf:li>"
            }
        }

        var end: StaticString {
            switch self {
            case .alternatives: "</rdf:li></rdf:Alt>"
            case .sequence: "</rdf:li></rdf:Seq>"
            case .bag: "</rdf:li></rdf:Bag>"
            }
        }
    }

    private mutating func description(
        _ prefix: StaticString, _ namespace: StaticString, _ body: (inout XMPPacket) -> Void
    ) {
        out.put("<rdf:Description rdf:about=\"\" xmlns:")
        out.put(prefix)
        out.put("=\"")
        out.put(namespace)
        out.put("\">\n")
        body(&self)
        out.put("</rdf:Description>\n")
    }

    /// A description of properties that this file has no names for.
    private mutating func write(_ schema: XMPExtension) {
        out.put("<rdf:Description rdf:about=\"\" xmlns:\(schema.prefix)=\"\(schema.namespace)\">\n")
        for property in schema.properties {
            out.put("<\(schema.prefix):\(property.name)>")
            out.put(xml: property.value)
            out.put("</\(schema.prefix):\(property.name)>\n")
        }
        out.put("</rdf:Description>\n")
    }

    private mutating func tag(_ name: StaticString) {
        out.append(0x3C)
        out.put(name)
        out.append(0x3E)
    }

    private mutating func endTag(_ name: StaticString) {
        out.put("</")
        out.put(name)
        out.put(">\n")
    }

    private mutating func element(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        tag(name)
        out.put(xml: value)
        endTag(name)
    }

    private mutating func container(_ name: StaticString, _ kind: Container, _ value: String?) {
        guard let value else { return }
        tag(name)
        out.put(kind.start)
        out.put(xml: value)
        out.put(kind.end)
        endTag(name)
    }
}

extension ByteBuffer {
    /// Character data; characters that XML cannot hold are left out (XML 1.0 §2.2).
    fileprivate func put(xml text: String) {
        for byte in text.utf8 {
            switch byte {
            case 0x26: put("&amp;")
            case 0x3C: put("&lt;")
            case 0x3E: put("&gt;")
            case 0x00..<0x09, 0x0B, 0x0C, 0x0E..<0x20: break
            default: append(byte)
            }
        }
    }
}
