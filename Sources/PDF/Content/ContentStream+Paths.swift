/// How a line is drawn (§8.4.3).
public struct LineStyle: Sendable, Equatable {
    public enum Cap: Int, Sendable { case butt, round, square }
    public enum Join: Int, Sendable { case miter, round, bevel }

    public var width: Double
    public var cap: Cap
    public var join: Join
    public var miterLimit: Double
    public var dashes: [Double]
    public var dashPhase: Double

    public init(
        width: Double, cap: Cap = .butt, join: Join = .miter, dashes: [Double] = [], dashPhase: Double = 0
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        miterLimit = 10
        self.dashes = dashes
        self.dashPhase = dashPhase
    }
}

/// What counts as inside of a path that crosses itself (§8.5.3.3).
public enum FillRule: Sendable { case nonzero, evenOdd }

/// Path construction and painting (§8.5). A path is built by these calls and used up by one that paints; one that clips
/// is built within `clip`.
extension ContentStream {
    @inline(__always)
    public func move(x: Double, y: Double) {
        beginPath()
        put(x, y)
        out.put("m\n")
    }

    @inline(__always)
    public func line(x: Double, y: Double) {
        put(x, y)
        out.put("l\n")
    }

    public func curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double) {
        put(x1, y1)
        put(x2, y2)
        put(x, y)
        out.put("c\n")
    }

    public func close() { out.put("h\n") }

    public func rectangle(x: Double, y: Double, width: Double, height: Double) {
        beginPath()
        put(x, y)
        put(width, height)
        out.put("re\n")
    }

    /// The outline of a glyph with its origin at a place, y down.
    public func add(_ outline: [OutlineElement], x left: Double, y top: Double, size: Double) {
        for element in outline {
            switch element {
            case .move(let x, let y): move(x: left + x * size, y: top - y * size)
            case .line(let x, let y): line(x: left + x * size, y: top - y * size)
            case .curve(let x1, let y1, let x2, let y2, let x, let y):
                curve(
                    x1: left + x1 * size, y1: top - y1 * size, x2: left + x2 * size, y2: top - y2 * size,
                    x: left + x * size, y: top - y * size)
            case .close: close()
            }
        }
    }

    public func fillPath(_ rule: FillRule = .nonzero) {
        out.put(rule == .evenOdd ? "f*\n" : "f\n")
        endPath()
    }

    public func strokePath() {
        out.put("S\n")
        endPath()
    }

    /// Restricts what is painted from here to the matching `restore` to the path that `trace` builds.
    public func clip(_ rule: FillRule = .nonzero, to trace: () -> Void) {
        beginClip()
        trace()
        out.put(rule == .evenOdd ? "W* n\n" : "W n\n")
        endPath()
    }

    /// To be called before the path is begun.
    public func setLine(_ style: LineStyle) {
        let old = state.line
        guard style != old else { return }
        state.line = style
        if style.width != old.width {
            put(style.width)
            out.put("w\n")
        }
        if style.cap != old.cap {
            out.put(integer: style.cap.rawValue)
            out.put(" J\n")
        }
        if style.join != old.join {
            out.put(integer: style.join.rawValue)
            out.put(" j\n")
        }
        if style.miterLimit != old.miterLimit {
            put(style.miterLimit)
            out.put("M\n")
        }
        if style.dashes != old.dashes || style.dashPhase != old.dashPhase { putDashes(style) }
    }

    /// A pattern of zeros alone is no pattern (§8.4.3.6).
    private func putDashes(_ style: LineStyle) {
        out.append(0x5B)
        if style.dashes.contains(where: { $0 > 0.0005 }) { for length in style.dashes { put(max(length, 0)) } }
        out.put("] ")
        put(style.dashPhase)
        out.put("d\n")
    }
}
