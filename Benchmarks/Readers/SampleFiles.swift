import Platform

/// The files that are measured: the same bytes every time.
enum SampleFiles {
    static func write(to folder: String) throws {
        try write("\(folder)/rows.csv") { emit in
            emit("Invoice Number,Invoice Date,Customer,Description,Quantity,Unit Price,Tax Rate\n")
            for row in 0..<1_000_000 {
                let number = row / 5
                emit(
                    "R-\(100_000 + number),2026-11-\(number % 28 + 1 < 10 ? "0" : "")\(number % 28 + 1),Customer \(number % 997),"
                        + "\"Item \(row % 1013), boxed\",\(row % 9 + 1),\(row % 500).\(10 + row % 89),19\n")
            }
        }
        try write("\(folder)/invoices.json") { emit in
            for number in 0..<10_000 { emit("\(number == 0 ? "[" : ",")\(invoice(number))") }
            emit("]\n")
        }
        try write("\(folder)/invoices.ndjson") { emit in
            for number in 0..<100_000 { emit("\(invoice(number))\n") }
        }
    }

    private static func invoice(_ number: Int) -> String {
        let lines = (0..<5).map { line in
            let item = number * 5 + line
            return
                #"{"name":"Item \#(item % 1013)","quantity":\#(item % 9 + 1),"unit":"C62","price":"\#(item % 500).\#(10 + item % 89)","tax":{"rate":19,"category":"S"}}"#
        }
        return
            #"{"number":"R-\#(number)","date":"2026-11-30","dueDate":"2026-12-14","currency":"EUR","seller":{"name":"Acme Ltd","vatId":"DE123456789"},"buyer":{"name":"Customer \#(number % 997)","address":{"lines":["1 High Street"],"postcode":"12345","city":"Dublin","country":"IE"}},"lines":[\#(lines.joined(separator: ","))]}"#
    }

    private static func write(_ path: String, _ body: ((String) -> Void) -> Void) throws {
        let file = try FileDescriptor(path: path, .replace(mode: 0o644))
        var buffer: [UInt8] = []
        var fault: (any Error)?
        body { text in
            buffer += text.utf8
            if buffer.count > 1 << 20, fault == nil {
                do { try file.write(buffer) } catch { fault = error }
                buffer.removeAll(keepingCapacity: true)
            }
        }
        if let fault { throw fault }
        try file.write(buffer)
    }
}
