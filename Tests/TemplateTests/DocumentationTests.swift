import Foundation
import Testing

@testable import Template

@Suite struct DocumentationTests {
    private let text: String

    init() throws { text = try String(contentsOfFile: "\(checkout)/docs/TEMPLATES.md", encoding: .utf8) }

    @Test func everyNameOfTheModelIsDocumented() {
        var shapes = [InvoiceModel.invoice.shape]
        var seen: Set<String> = []
        while let shape = shapes.popLast() {
            guard seen.insert(shape.title).inserted else { continue }
            for name in shape.names {
                #expect(text.contains("`\(name)`"), "\(shape.title).\(name)")
                switch shape.kinds[name] {
                case .record(let inner), .list(.record(let inner)): shapes.append(inner)
                default: break
                }
            }
        }
        #expect(seen.count >= 10)
    }

    @Test func everyPlaceholderIsDocumented() {
        for file in PlaceholderFile.allCases {
            for name in PlaceholderTable.names(in: file, labels: []) {
                #expect(text.contains("`#\(name)#`"), "\(name)")
            }
        }
    }
}
