/// A kind of document that comes in sizes.
struct Specimen: Sendable {
    let name: String
    let sizes: [Int]
    let html: @Sendable (Int) -> String

    static let all: [Specimen] = [
        Specimen(name: "lines", sizes: [1, 10, 100, 1_000, 10_000, 30_000]) { invoice($0) },
        Specimen(name: "columns", sizes: [1, 4, 16, 64]) { table(rows: 200, columns: $0) },
        Specimen(name: "css-kB", sizes: [1, 10, 50, 200]) { styled($0) },
        Specimen(name: "nested-divs", sizes: [1, 64, 512, 2_000]) { nested("<div style='padding:1px'>", $0) },
        Specimen(name: "nested-spans", sizes: [1, 64, 512]) { nested("<span>", $0) },
        Specimen(name: "nested-floats", sizes: [1, 8, 64, 256]) { nested("<div style='float:left'>", $0) },
        Specimen(name: "nested-inline-blocks", sizes: [1, 8, 64, 256]) {
            nested("<div style='display:inline-block'>", $0)
        },
        Specimen(name: "nested-tables", sizes: [1, 3, 6, 12, 60]) { nested("<table><tr><td>", $0) },
        Specimen(name: "nested-flex", sizes: [1, 8, 64, 256]) { nested("<div style='display:flex'>", $0) },
        Specimen(name: "nested-flex-columns", sizes: [1, 8, 64, 256]) {
            nested("<div style='display:flex;flex-direction:column'>", $0)
        },
        Specimen(name: "nested-grids", sizes: [1, 8, 64, 256]) { nested("<div style='display:grid'>", $0) },
        Specimen(name: "nested-unbroken", sizes: [1, 64, 512]) {
            nested("<div style='break-inside:avoid;padding:1px'>", $0)
        },
        Specimen(name: "rows", sizes: [100, 1_000, 10_000]) { table(rows: $0, columns: 3) },
        Specimen(name: "row-groups", sizes: [100, 1_000, 10_000]) {
            "<table>" + repeated($0) { "<tbody><tr><td rowspan=2>\($0)<td>b<tr><td>c</tbody>" } + "</table>"
        },
        Specimen(name: "paragraph-kB", sizes: [1, 10, 100, 1_000]) { "<p>" + text(kilobytes: $0) },
        Specimen(name: "paragraphs", sizes: [100, 1_000, 10_000]) {
            repeated($0) { "<p>Paragraph \($0) of many.</p>" }
        },
        Specimen(name: "word-kB", sizes: [1, 10, 100, 1_000]) { "<p>" + String(repeating: "word", count: $0 * 256) },
        Specimen(name: "floats", sizes: [100, 1_000, 10_000]) {
            repeated($0) { "<div style='float:left;margin:1px'>\($0)</div>" }
        },
        Specimen(name: "floats-in-text", sizes: [100, 1_000, 10_000]) {
            "<p>" + repeated($0) { "some words <img style='float:right;width:300px;height:9px'> \($0) " }
        },
        Specimen(name: "cleared-floats", sizes: [100, 1_000, 10_000]) {
            repeated($0) { "<div><b style='float:left'>\($0)</b><i style='float:right'>x</i></div><br clear=all>" }
        },
        Specimen(name: "absolutes", sizes: [100, 1_000, 5_000]) {
            repeated($0) { "<div style='position:absolute;top:\($0)px'>\($0)</div>" }
        },
        Specimen(name: "stacked", sizes: [100, 1_000, 5_000]) {
            repeated($0) { "<div style='position:relative;z-index:\($0 % 7)'>\($0)</div>" }
        },
        Specimen(name: "elements", sizes: [200, 2_000, 20_000]) { classified($0) },
        Specimen(name: "named-strings", sizes: [100, 1_000, 10_000]) {
            "<style>h2{string-set:s content();break-after:avoid}@page{@top-left{content:string(s)}}</style>"
                + repeated($0) { "<h2>Head \($0)</h2><p>Text" }
        },
        Specimen(name: "kept-together", sizes: [100, 1_000, 10_000]) {
            "<style>p{break-after:avoid}</style>" + repeated($0) { "<p>Paragraph \($0)</p>" }
        },
        Specimen(name: "flex-items", sizes: [100, 1_000, 10_000]) {
            "<div style='display:flex;flex-wrap:wrap'>" + repeated($0) { "<div>\($0)</div>" } + "</div>"
        },
        Specimen(name: "grid-items", sizes: [100, 1_000, 10_000]) {
            "<div style='display:grid;grid-template-columns:repeat(8,1fr)'>" + repeated($0) { "<div>\($0)</div>" }
                + "</div>"
        },
        Specimen(name: "links", sizes: [100, 1_000, 10_000]) {
            repeated($0) { "<h3 id=h\($0)>\($0)</h3><a href='#h\($0 / 2)'>back</a>" }
        },
    ]

    private static func repeated(_ count: Int, _ part: (Int) -> String) -> String {
        (0..<count).map(part).joined(separator: "\n")
    }

    private static func nested(_ tags: String, _ depth: Int) -> String {
        String(repeating: tags, count: depth) + "the innermost"
    }

    private static func text(kilobytes: Int) -> String {
        let sentence = "The quick brown fox jumps over the lazy dog, and 12 others follow it. "
        return String(repeating: sentence, count: kilobytes * 1024 / sentence.utf8.count)
    }

    private static func table(rows: Int, columns: Int) -> String {
        "<table border=1>" + repeated(rows) { row in "<tr>" + repeated(columns) { "<td>\(row * $0)" } } + "</table>"
    }

    private static func invoice(_ lines: Int) -> String {
        """
        <style>
        @page { margin: 2cm; @bottom-right { content: counter(page) " / " counter(pages) } }
        table { width: 100%; border-collapse: collapse } th { text-align: left; border-bottom: 1px solid }
        td { padding: 2pt 4pt } .amount { text-align: right } tr { break-inside: avoid }
        </style><h1>Invoice 1</h1><p>Acme GmbH<br>Street 1<br>12345 Town</p>
        <table><thead><tr><th>Item<th>Quantity<th class=amount>Price<th class=amount>Amount</thead>
        """
            + repeated(lines) {
                "<tr><td>Item \($0)<td>\($0 % 7)<td class=amount>\($0).99<td class=amount>\($0 * 7).00"
            }
            + "</table><p>Total: 1,234.56"
    }

    private static func styled(_ kilobytes: Int) -> String {
        let rules = (0..<(kilobytes * 1024 / 64)).map {
            ".class-\($0) p > .inner { margin: \($0 % 9)px; color: #123; padding: 2px }\n"
        }
        return "<style>\(rules.joined())</style>"
            + repeated(50) { "<div class=class-\($0)><p><b class=inner>\($0)</b></div>" }
    }

    private static func classified(_ count: Int) -> String {
        let rules = (0..<200).map { ".c\($0) { color: #0\($0 % 10)0 } #i\($0) { margin: 1px }\n" }.joined()
        return "<style>\(rules) div > p.c1 ~ p { padding: 1px }</style>"
            + repeated(count / 4) {
                "<div id=i\($0) class='c\($0 % 200) d'><p class=c1>a</p><p class=c\($0 % 50)>b<b>c</b></div>"
            }
    }
}
