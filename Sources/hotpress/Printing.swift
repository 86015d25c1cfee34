import Diagnostics
import Platform
import Press

/// Takes a page to the press, and what comes out to its place.
struct Printing {
    private let press = Press(fontMemory: Press.fontMemoryOfUser)
    private let output: PressOptions.Output

    init(_ kind: OutputKind, _ options: ParsedOptions) throws(UsageError) {
        let resolution = options.integer(OutputKind.resolution.name) ?? 96
        guard (1...2400).contains(resolution) else {
            throw UsageError("--resolution=\(resolution) is out of range", hint: "from 1 to 2400 dots per inch")
        }
        output =
            switch kind {
            case .png: .png(resolution: Double(resolution))
            case .boxes: .boxes
            case .pdf, .html: .pdf
            }
    }

    /// Prints a page; PNGs of several pages go to numbered files. Nothing is written if the findings forbid it.
    func print(_ page: Page, to output: OutputFile, _ console: Console, _ findings: inout Findings) throws {
        let input = PressInput(
            html: page.html, name: page.name, baseDirectory: page.folder, allowedRoots: page.allowedRoots)
        let result = try press.print(input, PressOptions(output: self.output, creationDate: Self.now))
        press.keepFontMemory()
        guard findings.allow(result.diagnostics) else { return }
        if result.files.count > 1, output.isStandardOutput {
            throw CommandFailure(
                .cannotCreate, "\(result.files.count) pages do not fit on standard output", hint: "name a file with -o")
        }
        for (index, file) in result.files.enumerated() {
            try (result.files.count > 1 ? output.numbered(index + 1) : output).write(file, console)
        }
    }

    /// ISO 8601 in UTC.
    private static var now: String {
        let moment = SystemClock().wall.utc
        return "\(moment.date)T\(moment.time)Z"
    }
}
