import Diagnostics
import Foundation
import Geometry
import Markup
import Style

/// One case of the fixtures: HTML in, and lines that say what must come of it.
///
/// A file holds cases, each under a line `=== title`: the HTML, a line `---`, and the expectations:
/// `#id property: value`, `#id::before property: value`, `@page:first property: value`, `@page@top-left property: value`,
/// `#id::before does not exist`, and diagnostics as they are printed (`1:10: warning: …`), all of them in order.
struct StyleCase: Sendable, CustomStringConvertible {
    var file: String
    var title: String
    var html: String
    var expectations: [String]

    var description: String { "\(file): \(title)" }

    static func all() -> [StyleCase] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/style")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return names.filter { $0.hasSuffix(".case") }.sorted().flatMap { name -> [StyleCase] in
            let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
            return cases(of: text, file: name)
        }
    }

    private static func cases(of text: String, file: String) -> [StyleCase] {
        var cases: [StyleCase] = []
        var isExpecting = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("=== ") {
                cases.append(StyleCase(file: file, title: String(line.dropFirst(4)), html: "", expectations: []))
                isExpecting = false
            } else if cases.isEmpty {
                continue
            } else if line == "---" {
                isExpecting = true
            } else if !isExpecting {
                cases[cases.count - 1].html += (cases[cases.count - 1].html.isEmpty ? "" : "\n") + line
            } else if line.hasPrefix("    hint: "), let last = cases[cases.count - 1].expectations.indices.last {
                cases[cases.count - 1].expectations[last] += "\n" + line
            } else if !line.isEmpty {
                cases[cases.count - 1].expectations.append(String(line))
            }
        }
        return cases
    }

    /// What is not as expected.
    func faults() -> [String] {
        let document = parseHTML(Array((html.hasPrefix("<!quirks>") ? "" : "<!doctype html>").utf8) + Array(html.utf8))
            .document
        let styled = StyleEngine(resources: CaseFiles()).style(document)
        var faults: [String] = []
        var messages = styled.diagnostics.map(\.description)
        for line in expectations {
            if line.contains(": warning: ") || line.contains(": note: ") {
                if messages.first == line {
                    messages.removeFirst()
                } else {
                    faults.append("expected '\(line)', found '\(messages.first ?? "no diagnostic")'")
                    if !messages.isEmpty { messages.removeFirst() }
                }
            } else if let fault = check(line, styled) {
                faults.append(fault)
            }
        }
        return faults + messages.map { "unexpected '\($0)'" }
    }

    private func check(_ line: String, _ styled: StyledDocument) -> String? {
        guard let space = line.firstIndex(of: " ") else { return "'\(line)' is no expectation" }
        let subject = String(line[..<space])
        let rest = line[line.index(after: space)...]
        let style = self.style(subject, styled)
        if rest == "does not exist" { return style == nil ? nil : "\(subject) exists" }
        guard let style else { return "\(subject) does not exist" }
        let parts = rest.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return "'\(line)' is no expectation" }
        let wanted = parts[1].trimmingCharacters(in: .whitespaces)
        let name = String(parts[0])
        let found = value(name, subject, style, styled)
        return found == wanted ? nil : "\(subject) \(name): expected '\(wanted)', found '\(found ?? "nothing")'"
    }

    private func value(_ name: String, _ subject: String, _ style: ComputedStyle, _ styled: StyledDocument) -> String? {
        switch name {
        case "size":
            let size = styled.pageRules.style(for: traits(subject)).size
            return "\(Int(size.width.rounded())) \(Int(size.height.rounded()))"
        case "page-margin":
            let margin = styled.pageRules.style(for: traits(subject)).margin
            return [margin.top, margin.right, margin.bottom, margin.left].map { String(Int($0.rounded())) }
                .joined(separator: " ")
        case "lang": return style.text.language
        default: return style.text(of: name)
        }
    }

    private func traits(_ subject: String) -> PageTraits {
        let page = subject.split(separator: "@").first ?? ""
        let words = page.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let number = words.compactMap { Int($0) }.first ?? (words.contains("first") ? 1 : 3)
        return PageTraits(
            name: words.first ?? "", isFirst: words.contains("first"), isRight: !words.contains("left"),
            isBlank: words.contains("blank"), number: number)
    }

    private func style(_ subject: String, _ styled: StyledDocument) -> ComputedStyle? {
        if subject.hasPrefix("@page") {
            let page = styled.pageRules.style(for: traits(subject))
            let parts = subject.split(separator: "@")
            guard parts.count > 1 else { return page.style }
            return page.marginBoxes.first { "\($0.key)" == parts[1] }?.value
        }
        let parts = subject.components(separatedBy: "::")
        let index = styled.document.nodes.firstIndex { node in
            node.kind == .element
                && (parts[0].hasPrefix("#") ? node.id == String(parts[0].dropFirst()) : node.name == parts[0])
        }
        guard let index else { return nil }
        guard parts.count > 1 else { return styled.styles[index] }
        let kinds: [String: PseudoKey.Kind] = [
            "before": .before, "after": .after, "marker": .marker, "first-line": .firstLine,
            "first-letter": .firstLetter,
        ]
        return kinds[parts[1]].flatMap { styled.pseudoStyles[PseudoKey(NodeID(index), $0)] }
    }
}

/// The files that cases may import.
struct CaseFiles: ResourceReader {
    func read(_ reference: ResourceReference) throws(DiagnosticError) -> [UInt8] {
        let files = [
            "a.css": "#x { color: red } @import 'late.css';",
            "css/b.css": "@import 'c.css'; #x { background-image: url(p.png) }",
            "css/c.css": "#x { color: lime }",
            "loop.css": "@import 'loop.css'; #x { color: lime }",
        ]
        guard let text = files[(reference.base ?? "") + reference.url] else {
            throw DiagnosticError(.error("'\(reference.url)' does not exist"))
        }
        return Array(text.utf8)
    }
}
