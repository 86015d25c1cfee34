import Synchronization

/// Numbers for names: the same text has the same number in the whole process.
///
/// Names come from templates and from the model's tables, never from data, so the table stays small.
enum Symbols {
    private static let table = Mutex<[String: Int]>([:])

    static func index(of name: String) -> Int {
        table.withLock { table in
            if let known = table[name] { return known }
            table[name] = table.count
            return table.count - 1
        }
    }
}
