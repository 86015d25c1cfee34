/// What is to be run, as the command line says it.
struct Plan {
    struct UsageError: Error {}

    var seed: UInt64 = 1
    var first = 0
    var cases = 2_000
    var jobs = 2
    /// One case in so many goes through the whole press; 0: none.
    var pressShare = 20
    var folder = ".build/fuzz"

    init(words: [String]) throws(UsageError) {
        var words = words[...]
        while let option = words.popFirst() {
            guard let value = words.popFirst() else { throw UsageError() }
            if option == "--save" {
                folder = value
                continue
            }
            guard let number = Int(value), number >= 0 else { throw UsageError() }
            switch option {
            case "--seed": seed = UInt64(number)
            case "--first": first = number
            case "--cases": cases = number
            case "--jobs": jobs = max(1, number)
            case "--press": pressShare = number
            default: throw UsageError()
            }
        }
    }

    /// The command line that a child gets for a part of the cases.
    func words(for range: Range<Int>) -> [String] {
        [
            "worker", "--seed", "\(seed)", "--first", "\(range.lowerBound)", "--cases", "\(range.count)",
            "--press", "\(pressShare)",
        ]
    }
}
