/// The known name that a mistyped one most likely means, or nil if none is near.
///
/// Case, spaces, `-` and `_` do not count; then at most a third of the letters may differ
/// (optimal string alignment: insert, delete, replace, swap of neighbours).
public func nearestName(to name: String, among known: some Sequence<String>) -> String? {
    let wanted = folded(name)
    var best: (name: String, distance: Int)?
    for candidate in known {
        let distance = editDistance(wanted, folded(candidate))
        if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, wanted.count / 3), best.distance < wanted.count else { return nil }
    return best.name
}

private func folded(_ name: String) -> [Character] {
    name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
}

private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
        var row = [i] + Array(repeating: 0, count: b.count)
        for j in 1...b.count {
            let same = a[i - 1] == b[j - 1]
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                row[j] = min(row[j], beforeLast[j - 2] + 1)
            }
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
