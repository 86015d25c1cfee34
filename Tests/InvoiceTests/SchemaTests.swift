import Diagnostics
import Foundation
import Testing

@testable import Invoice

/// `config/invoice.schema.json` says what the decoder takes: neither more nor less.
@Suite("The JSON schema")
struct SchemaTests {
    let schema: JSONValue

    init() throws {
        let file = fixtures.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "config/invoice.schema.json")
        schema = try parseJSON(Array(try Data(contentsOf: file)), name: "invoice.schema.json")
    }

    @Test("names every key that the decoder reads, and no other")
    func names() throws {
        #expect(try keys("invoice") == InvoiceFields.invoice.names.sorted())
        #expect(try keys("period") == InvoiceFields.period.names.sorted())
        #expect(try keys("precedingInvoice") == InvoiceFields.precedingInvoice.names.sorted())
        #expect(try keys("partyObject") == InvoiceFields.party.names.sorted())
        #expect(try keys("contact") == InvoiceFields.contact.names.sorted())
        #expect(try keys("address") == InvoiceFields.address.names.sorted())
        #expect(try keys("line") == InvoiceFields.line.names.sorted())
        #expect(try keys("allowance") == InvoiceFields.allowance.names.sorted())
        #expect(try keys("taxObject") == InvoiceFields.tax.names.sorted())
        #expect(try keys("payment") == InvoiceFields.payment.names.sorted())
        #expect(try keys("totals") == InvoiceFields.totals.names.sorted())
        #expect(try keys("mail") == InvoiceFields.mail.names.sorted())
    }

    @Test("lists the types and categories that the decoder knows")
    func choices() throws {
        let types = definition("invoice")?["properties"]?["type"]?["enum"]
        #expect(strings(types) == Invoice.DocumentType.allCases.map(\.rawValue))
        let categories = definition("taxObject")?["properties"]?["category"]?["enum"]
        #expect(strings(categories) == Tax.Category.allCases.map(\.rawValue))
    }

    @Test("takes the whole model")
    func wholeModel() throws {
        let model = try parseJSON(try bytes(of: "read/whole_model.json"))
        #expect(faults(of: model, in: schema, at: "").isEmpty)
    }

    @Test(
        "and the decoder agree on what is refused",
        arguments: [
            #"{"lines": [{"name": "a", "price": []}]}"#, #"{"lines": [{"name": "a"}]}"#, #"{"lines": [{"price": 1}]}"#,
            #"{"type": "bill", "lines": [{"name": "a", "price": 1}]}"#,
            #"{"date": 5, "lines": [{"name": "a", "price": 1}]}"#,
            #"{"currency": "EURO", "lines": [{"name": "a", "price": 1}]}"#, #"{"lines": 5}"#,
            #"{"lines": [{"name": {}, "price": 1}]}"#,
            #"{"discounts": [{}], "lines": [{"name": "a", "price": 1}]}"#,
            #"{"discounts": [{"amount": 1, "percent": 1}], "lines": [{"name": "a", "price": 1}]}"#,
            #"{"seller": 5, "lines": [{"name": "a", "price": 1}]}"#,
            #"{"totals": [], "lines": [{"name": "a", "price": 1}]}"#,
            #"{"mail": {"send": 3}, "lines": [{"name": "a", "price": 1}]}"#,
            #"{"number": true, "lines": [{"name": "a", "price": 1}]}"#,
            #"{"number": 1.5, "lines": [{"name": "a", "price": 1}]}"#,
            #"{"lines": [{"name": "a", "price": 1, "tax": {"category": "X"}}]}"#,
            #"{"precedingInvoice": {}, "lines": [{"name": "a", "price": 1}]}"#,
        ])
    func refusals(text: String) throws {
        #expect(!faults(of: try parseJSON(Array(text.utf8)), in: schema, at: "").isEmpty)
        #expect(throws: DiagnosticError.self) { try read(text) }
    }

    // MARK: Reading the schema

    private func definition(_ name: String) -> JSONValue? { schema["$defs"]?[name] }

    private func keys(_ name: String) throws -> [String] {
        let properties = try #require(definition(name)?["properties"])
        guard case .object(let object) = properties else { return [] }
        return object.members.map(\.key).filter { $0 != "$schema" }.sorted()
    }

    private func strings(_ value: JSONValue?) -> [String] {
        guard case .array(let items)? = value else { return [] }
        return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    private func list(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let items)? = value else { return [] }
        return items
    }

    /// As much of JSON Schema 2020-12 as the schema uses.
    private func faults(of value: JSONValue, in schema: JSONValue, at path: String) -> [String] {
        if case .string(let reference)? = schema["$ref"] {
            guard let target = definition(String(reference.dropFirst("#/$defs/".count))) else {
                return ["\(path): \(reference)"]
            }
            return faults(of: value, in: target, at: path)
        }
        var result: [String] = []
        let types = schema["type"].map { strings($0).isEmpty ? strings(.array([$0])) : strings($0) } ?? []
        if !types.isEmpty, !types.contains(where: { matches(value, $0) }) { result.append("\(path): not \(types)") }
        let choices = list(schema["enum"])
        if !choices.isEmpty, !choices.contains(value) { result.append("\(path): not one of the choices") }
        if case .string(let pattern)? = schema["pattern"], case .string(let text) = value,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            result.append("\(path): does not match \(pattern)")
        }
        let any = list(schema["anyOf"])
        if !any.isEmpty, any.allSatisfy({ !faults(of: value, in: $0, at: path).isEmpty }) {
            result.append("\(path): matches none; \(any.flatMap { faults(of: value, in: $0, at: path) })")
        }
        let one = list(schema["oneOf"])
        if !one.isEmpty, one.count(where: { faults(of: value, in: $0, at: path).isEmpty }) != 1 {
            result.append("\(path): matches not exactly one")
        }
        return result + memberFaults(of: value, in: schema, at: path)
    }

    private func memberFaults(of value: JSONValue, in schema: JSONValue, at path: String) -> [String] {
        var result: [String] = []
        if case .array(let items) = value, let each = schema["items"] {
            for (index, item) in items.enumerated() { result += faults(of: item, in: each, at: "\(path)[\(index)]") }
        }
        guard case .object(let object) = value else { return result }
        for name in strings(schema["required"]) where object[name] == nil { result.append("\(path): no \(name)") }
        guard let properties = schema["properties"] else { return result }
        for member in object.members {
            if let inner = properties[member.key] {
                result += faults(of: member.value, in: inner, at: "\(path).\(member.key)")
            } else if schema["additionalProperties"] == .bool(false) {
                result.append("\(path).\(member.key): unknown")
            }
        }
        return result
    }

    private func matches(_ value: JSONValue, _ type: String) -> Bool {
        switch (value, type) {
        case (.string, "string"), (.number, "number"), (.bool, "boolean"), (.array, "array"), (.object, "object"): true
        case (.number(let number), "integer"): number.exact.map { $0.trimmed.scale == 0 } ?? false
        default: false
        }
    }
}
