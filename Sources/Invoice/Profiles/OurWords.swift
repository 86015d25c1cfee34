// Files that use the model's own names alone are read as such, and the profiles are not even opened for them.

extension JSONNode {
    /// Whether every key is one of the model's own, in the invoice and in its first line.
    var isInOurWords: Bool {
        guard case .object(let members) = content, !members.isEmpty else { return false }
        return members.allSatisfy { member in
            if member.key == "lines" { return member.value.isListOfOurLines }
            return member.key == "$schema" || InvoiceFields.ownNames.contains(member.key)
        }
    }

    private var isListOfOurLines: Bool {
        guard case .array(let items) = content, case .object(let members)? = items.first?.content else { return false }
        return members.allSatisfy { InvoiceFields.ownLineNames.contains($0.key) }
    }
}

extension InvoiceFields {
    fileprivate static let ownNames = Set(invoice.names)
    fileprivate static let ownLineNames = Set(line.names)
}

extension CSVTable {
    /// Our own columns, as the documentation lists them.
    private static let ownColumns = Set(
        [
            "Invoice Number", "Invoice Date", "Due Date", "Currency", "Customer", "Customer Email", "Customer Address",
            "Customer VAT ID", "Description", "Details", "Quantity", "Unit", "Unit Price", "Discount %", "Tax Rate",
            "Tax Category", "Note", "Paid",
        ] + CSVField.allCases.map(\.rawValue))

    /// Whether the first row names nothing but our own columns, three at least.
    static func isInOurWords(_ bytes: [UInt8]) -> Bool {
        let (start, stated) = separatorLine(bytes)
        return (stated.map { [$0] } ?? delimiters(of: bytes)).contains { delimiter in
            var rows = CSVRows(bytes, delimiter: delimiter, from: start)
            guard rows.next(), rows.cells.count >= 3 else { return false }
            return rows.cells.indices.allSatisfy { ownColumns.contains(rows.text($0)) }
        }
    }
}
