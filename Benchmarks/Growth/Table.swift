import Foundation
import Platform

/// The table of specimens, a line a size.
struct Table {
    private let specimens: [Specimen]

    init(_ specimens: [Specimen]) { self.specimens = specimens }

    func print() throws {
        Swift.print(line(["", "size", "pages", "ms", "MB", "growth", "of memory"]))
        for specimen in specimens {
            var last: (size: Int, cost: Measurement)?
            for size in specimen.sizes {
                guard let cost = try measure(specimen, size) else {
                    Swift.print(line([specimen.name, "\(size)", "", "failed", "", "", ""]))
                    break
                }
                let scale = last.map { log(Double(size) / Double($0.size)) } ?? 0
                let time = last.map { log(cost.milliseconds / $0.cost.milliseconds) / scale }
                let memory = last.map { log(Double(max(1, cost.bytes)) / Double(max(1, $0.cost.bytes))) / scale }
                Swift.print(
                    line([
                        specimen.name, "\(size)", "\(cost.pages)", decimals(cost.milliseconds, 2),
                        decimals(Double(cost.bytes) / 1e6, 1), time.map { decimals($0, 2) } ?? "",
                        memory.map { decimals($0, 2) } ?? "",
                    ]))
                last = (size, cost)
            }
        }
    }

    private func measure(_ specimen: Specimen, _ size: Int) throws -> Measurement? {
        let command = Command(SharedFiles.executable, ["measure", specimen.name, "\(size)"])
        let outcome = try command.run(Command.Limits(time: .seconds(60)))
        guard outcome.ending == .exited(0) else { return nil }
        return Measurement(line: String(decoding: outcome.output, as: UTF8.self).trimmingCharacters(in: .newlines))
    }

    private func decimals(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }

    private func line(_ cells: [String]) -> String {
        let widths = [22, 7, 6, 10, 9, 8, 10]
        return zip(cells, widths).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 0 ? cell.0 + padding : padding + cell.0
        }.joined(separator: " ")
    }
}
