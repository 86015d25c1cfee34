internal import Diagnostics

/// Where the groups and keys of a key file stand, found by looking at its lines; values are left to GKeyFile.
struct KeyFileOutline {
    private(set) var groups: [(name: String, position: SourcePosition, keys: [(String, SourcePosition)])] = []

    init(_ text: String, _ bag: inout DiagnosticBag) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            read(line.last == "\r" ? line.dropLast() : line, number: index + 1, &bag)
        }
    }

    private mutating func read(_ line: Substring, number: Int, _ bag: inout DiagnosticBag) {
        let indent = line.prefix { $0 == " " || $0 == "\t" }.count
        let content = line.dropFirst(indent)
        let position = SourcePosition(line: number, column: indent + 1)
        guard let first = content.first, first != "#" else { return }
        if first == "[" {
            readGroup(content, at: position, &bag)
        } else if let equals = content.firstIndex(of: "="), equals > content.startIndex {
            readKey(String(content[..<equals]).trimmingSpaces(), at: position, &bag)
        } else {
            bag.add(
                .error(
                    "neither a [group], nor key = value, nor a # comment", at: SourceLocation(position: position),
                    hint: "put a # before a comment"))
        }
    }

    private mutating func readGroup(_ content: Substring, at position: SourcePosition, _ bag: inout DiagnosticBag) {
        let text = String(content).trimmingSpaces()
        guard text.hasSuffix("]"), text.count > 2 else {
            bag.add(.error("a group is written [name]", at: SourceLocation(position: position)))
            return
        }
        let name = String(text.dropFirst().dropLast())
        if let earlier = groups.first(where: { $0.name == name }) {
            let message = "the group [\(name)] is there already, in line \(earlier.position.line)"
            bag.add(.error(message, at: SourceLocation(position: position), hint: "put the keys into one group"))
        }
        groups.append((name, position, []))
    }

    private mutating func readKey(_ key: String, at position: SourcePosition, _ bag: inout DiagnosticBag) {
        guard !groups.isEmpty else {
            bag.add(
                .error(
                    "the key '\(key)' stands before the first group", at: SourceLocation(position: position),
                    hint: "put a line such as [hotpress] before it"))
            return
        }
        let last = groups.count - 1
        if let earlier = groups[last].keys.first(where: { $0.0 == key }) {
            let message = "'\(key)' is set already, in line \(earlier.1.line)"
            bag.add(.error(message, at: SourceLocation(position: position, path: "[\(groups[last].name)]")))
            return
        }
        groups[last].keys.append((key, position))
    }
}
