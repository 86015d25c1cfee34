internal import Diagnostics
internal import Press

/// The press as the worker's printer; what it keeps from page to page is what makes it fast.
public struct PressPrinter: PagePrinter {
    private let press = Press()

    public init() {}

    public func print(_ page: FilledPage) -> PrintAnswer {
        let input = PressInput(
            html: page.html, name: page.name, baseDirectory: page.folder, allowedRoots: page.readable)
        do {
            let result = try press.print(input, PressOptions(creationDate: page.time))
            return PrintAnswer(pdf: result.files.first, pages: result.pageCount, diagnostics: result.diagnostics)
        } catch {
            let hint = "the page may be too large for memory-limit in the group [inbox]"
            return PrintAnswer(pdf: nil, diagnostics: [.error("\(error)", hint: hint)])
        }
    }
}
