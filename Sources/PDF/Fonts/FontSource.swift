/// Where a font comes from, and which of its faces and instances is meant.
public struct FontSource: Sendable, Hashable {
    public enum Data: Sendable, Hashable {
        case file(String)
        case bytes([UInt8])
    }

    public struct Variation: Sendable, Hashable {
        /// Four letters, the first in the highest byte.
        public var tag: UInt32
        public var value: Float

        public init(tag: UInt32, value: Float) {
            self.tag = tag
            self.value = value
        }
    }

    public var data: Data
    /// In a collection.
    public var face: Int
    public var variations: [Variation]

    public init(_ data: Data, face: Int = 0, variations: [Variation] = []) {
        self.data = data
        self.face = face
        self.variations = variations
    }

    var name: String? {
        if case .file(let path) = data { path } else { nil }
    }
}
