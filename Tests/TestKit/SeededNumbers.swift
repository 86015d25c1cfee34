/// Numbers that look random and are the same for the same seed.
public struct SeededNumbers {
    private var state: UInt64

    public init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

    /// From 0 up to a bound that is not reached; 0 for a bound below 1.
    public mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(1, bound)
    }
}
