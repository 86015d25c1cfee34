import Diagnostics
import Foundation
public import Invoice

@testable import Template

/// Fills a free template; partials by name.
func filled(
    _ template: String, _ data: JSONValue = .object(JSONObject()), partials: [String: String] = [:]
) throws(DiagnosticError) -> String {
    var library = ProgramSet()
    var bag = DiagnosticBag()
    for (name, text) in partials {
        let source = SourceText(file: name + ".mustache", bytes: Array(text.utf8))
        library.add(ProgramSet.compile(source, format: .plainMustache, isPartial: true, into: &bag), named: name)
    }
    try bag.throwIfErrors()
    let source = SourceText(file: "page.html", bytes: Array(template.utf8))
    return String(decoding: try FreeTemplate.fill(source, with: data, partials: library), as: UTF8.self)
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByArrayLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(text: String(value))) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0, $1) }))
    }
}
