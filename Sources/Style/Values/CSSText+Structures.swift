import Geometry

private func degrees(_ value: Double) -> String { cssNumber(value) + "deg" }

extension CSSImage: CSSText {
    var cssText: String {
        switch self {
        case .url(let reference): "url(\"\(reference.url)\")"
        case .linearGradient(let gradient): gradient.text
        case .radialGradient(let gradient): gradient.text
        case .conicGradient(let gradient): gradient.text
        }
    }
}

extension ColorStop: CSSText {
    var cssText: String { color.cssText + (position.map { " " + $0.cssText } ?? "") }
}

extension LinearGradient {
    fileprivate var text: String {
        let line: String
        switch direction {
        case .angle(let angle): line = degrees(angle)
        case .corner(let x, let y): line = "to \(y < 0 ? "top" : "bottom") \(x < 0 ? "left" : "right")"
        }
        return "\(repeats ? "repeating-" : "")linear-gradient(\(line), \(stops.cssText))"
    }
}

extension RadialGradient {
    fileprivate var text: String {
        let size: String
        switch extent {
        case .closestSide: size = "closest-side"
        case .closestCorner: size = "closest-corner"
        case .farthestSide: size = "farthest-side"
        case .farthestCorner: size = "farthest-corner"
        case .explicit(let x, let y): size = "\(x.cssText) \(y.cssText)"
        }
        let shape = isCircle ? "circle" : "ellipse"
        return "\(repeats ? "repeating-" : "")radial-gradient(\(shape) \(size) at \(center.cssText), \(stops.cssText))"
    }
}

extension ConicGradient {
    fileprivate var text: String {
        "\(repeats ? "repeating-" : "")conic-gradient(from \(degrees(from)) at \(center.cssText), \(stops.cssText))"
    }
}

extension TransformFunction: CSSText {
    var cssText: String {
        switch self {
        case .matrix(let a, let b, let c, let d, let e, let f):
            "matrix(\([a, b, c, d, e, f].map { cssNumber($0) }.joined(separator: ", ")))"
        case .translate(let x, let y): "translate(\(x.cssText), \(y.cssText))"
        case .scale(let x, let y): "scale(\(cssNumber(x)), \(cssNumber(y)))"
        case .rotate(let angle): "rotate(\(degrees(angle)))"
        case .skew(let x, let y): "skew(\(degrees(x)), \(degrees(y)))"
        }
    }
}

extension ClipShape: CSSText {
    var cssText: String {
        switch self {
        case .inset(let edges, let corners):
            "inset(\(edges.top.cssText) \(edges.right.cssText) \(edges.bottom.cssText) \(edges.left.cssText)"
                + " round \(corners.topLeft.cssText))"
        case .circle(let radius, let center):
            "circle(\(radius?.cssText ?? "closest-side") at \(center.cssText))"
        case .ellipse(let x, let y, let center):
            "ellipse(\(x?.cssText ?? "closest-side") \(y?.cssText ?? "closest-side") at \(center.cssText))"
        case .polygon(let points, let evenOdd): "polygon(\(evenOdd ? "evenodd, " : "")\(points.cssText))"
        }
    }
}

extension Alignment: CSSText {
    var cssText: String {
        let names = [
            "auto", "normal", "stretch", "start", "end", "center", "flex-start", "flex-end", "self-start", "self-end",
            "left", "right", "baseline", "last baseline", "space-between", "space-around", "space-evenly",
        ]
        return (isSafe ? "safe " : "") + names[Int(keyword.rawValue)]
    }
}

extension TrackSize: CSSText {
    var cssText: String {
        switch self {
        case .auto: "auto"
        case .minContent: "min-content"
        case .maxContent: "max-content"
        case .length(let length): length.cssText
        case .fraction(let fraction): cssNumber(fraction) + "fr"
        case .fitContent(let limit): "fit-content(\(limit.cssText))"
        case .minmax(let low, let high): "minmax(\(low.cssText), \(high.cssText))"
        }
    }
}

extension TrackList.Item: CSSText {
    var cssText: String {
        switch self {
        case .track(let size): size.cssText
        case .lineNames(let names): "[\(names.joined(separator: " "))]"
        case .autoRepeat(let fit, let items):
            "repeat(\(fit ? "auto-fit" : "auto-fill"), \(items.map(\.cssText).joined(separator: " ")))"
        }
    }
}

extension TrackList: CSSText {
    var cssText: String {
        let list = items.map(\.cssText).joined(separator: " ")
        return isSubgrid ? "subgrid \(list)" : items.isEmpty ? "none" : list
    }
}

extension GridAreas: CSSText {
    var cssText: String {
        if rows.isEmpty { return "none" }
        return rows.map { "\"" + $0.map { $0 ?? "." }.joined(separator: " ") + "\"" }.joined(separator: " ")
    }
}

extension GridAutoFlow: CSSText {
    var cssText: String { (isColumn ? "column" : "row") + (isDense ? " dense" : "") }
}

extension GridLine: CSSText {
    var cssText: String {
        switch self {
        case .auto: "auto"
        case .line(let number): String(number)
        case .named(let name, let number): number == 0 ? name : "\(number) \(name)"
        case .span(let count): "span \(count)"
        case .spanNamed(let name, let count): "span \(count) \(name)"
        }
    }
}

extension Content: CSSText {
    var cssText: String {
        switch self {
        case .normal: "normal"
        case .none: "none"
        case .items(let items): items.map(\.cssText).joined(separator: " ")
        }
    }
}

extension PagePick: CSSText {
    var cssText: String { ["first", "start", "last", "first-except"][Int(rawValue)] }
}

extension ContentItem: CSSText {
    var cssText: String {
        switch self {
        case .text(let text): "\"\(text)\""
        case .image(let image): image.cssText
        case .counter(let name, let style): "counter(\(name), \(style.cssText))"
        case .counters(let name, let separator, let style): "counters(\(name), \"\(separator)\", \(style.cssText))"
        case .openQuote: "open-quote"
        case .closeQuote: "close-quote"
        case .noOpenQuote: "no-open-quote"
        case .noCloseQuote: "no-close-quote"
        case .string(let name, let pick): "string(\(name), \(pick.cssText))"
        case .element(let name, let pick): "element(\(name), \(pick.cssText))"
        case .elementText: "content()"
        case .leader(let text): "leader(\"\(text)\")"
        case .targetCounter(let url, let name, let style): "target-counter(\"\(url)\", \(name), \(style.cssText))"
        case .targetText(let url): "target-text(\"\(url)\")"
        }
    }
}

extension FlexWrap: CSSText {
    var cssText: String {
        switch self {
        case .nowrap: "nowrap"
        case .wrap: "wrap"
        case .wrapReverse: "wrap-reverse"
        case .balance: "balance"
        case .balanceReverse: "wrap-reverse balance"
        }
    }
}
extension CounterChange: CSSText { var cssText: String { "\(name) \(value)" } }
extension StringSet: CSSText {
    var cssText: String { name + " " + content.map(\.cssText).joined(separator: " ") }
}
