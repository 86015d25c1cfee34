import Foundation

/// Makes the document of a case: a fixture mutated, or one invented from the grammar, or both.
struct CaseMaker {
    private let seed: UInt64
    private let fixtures: [[UInt8]]

    /// - Throws: when the fixtures are not below the working directory.
    init(seed: UInt64) throws {
        self.seed = seed
        let root = "Tests/Fixtures"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
        fixtures = paths.filter { $0.hasSuffix(".html") || $0.hasSuffix(".case") }
            .compactMap { FileManager.default.contents(atPath: "\(root)/\($0)").map(Array.init) }
    }

    func document(_ number: Int) -> [UInt8] {
        var randomness = Randomness(seed: seed &* 0x1000_0000_01B3 ^ UInt64(number))
        var invention = Invention(Randomness(seed: randomness.next()))
        if fixtures.isEmpty || randomness.one(in: 3) {
            let document = Array(invention.document().utf8)
            guard randomness.one(in: 4) else { return document }
            var mutation = Mutation(document, donors: fixtures, Randomness(seed: randomness.next()))
            return mutation.mutated()
        }
        var mutation = Mutation(randomness.pick(fixtures), donors: fixtures, Randomness(seed: randomness.next()))
        return mutation.mutated()
    }
}
