/// Name trees (§7.9.6) and number trees (§7.9.7): sorted keys in leaves of bounded size below one root.
enum Tree {
    private static let leafSize = 128

    /// - Parameter entries: in the order of their names' bytes, no name twice.
    static func addNames(
        _ entries: [(name: [UInt8], value: ObjectID)], to objects: ObjectTable
    ) -> ObjectID {
        add(entries.count, to: objects, key: "Names") { writer, index in
            writer.value(string: entries[index].name)
            writer.value(entries[index].value)
        } limit: { writer, index in
            writer.value(string: entries[index].name)
        }
    }

    /// - Parameter values: of the keys 0, 1, 2 …
    static func addNumbers(_ values: [ObjectID], to objects: ObjectTable) -> ObjectID {
        add(values.count, to: objects, key: "Nums") { writer, index in
            writer.value(index)
            writer.value(values[index])
        } limit: { writer, index in
            writer.value(index)
        }
    }

    private static func add(
        _ count: Int, to objects: ObjectTable, key: StaticString, entry: (inout ObjectWriter, Int) -> Void,
        limit: (inout ObjectWriter, Int) -> Void
    ) -> ObjectID {
        func write(_ writer: inout ObjectWriter, _ range: Range<Int>) {
            writer.array(key) { for index in range { entry(&$0, index) } }
        }
        guard count > leafSize else { return objects.addDictionary { write(&$0, 0..<count) } }
        var leaves: [ObjectID] = []
        for start in stride(from: 0, to: count, by: leafSize) {
            let range = start..<min(start + leafSize, count)
            leaves.append(
                objects.addDictionary {
                    $0.array("Limits") {
                        limit(&$0, range.lowerBound)
                        limit(&$0, range.upperBound - 1)
                    }
                    write(&$0, range)
                })
        }
        return objects.addDictionary { $0.entry("Kids", leaves) }
    }
}
