/// Random numbers that depend on nothing but their seed (SplitMix64).
struct Randomness: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to `bound` - 1; 0 where there is nothing to choose.
    mutating func below(_ bound: Int) -> Int { bound < 2 ? 0 : Int(next() % UInt64(bound)) }

    mutating func one(in count: Int) -> Bool { below(count) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Mostly small, seldom as large as `most`.
    mutating func count(upTo most: Int) -> Int {
        var bound = most
        while bound > 4, !one(in: 3) { bound /= 4 }
        return 1 + below(bound)
    }
}
