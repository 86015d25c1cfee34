import Foundation
import Glibc
import Invoice
import Platform
import TestKit

/// Breaks files at random and has them read: nothing may crash, hang, or take more memory than the bound.
struct ReaderFuzz {
    private struct Seed {
        let name: String
        let bytes: [UInt8]
        /// Of a workbook.
        var parts: [(String, [UInt8])] = []
    }

    /// How much memory a file may cost: so many times its size, and a constant for the reader itself.
    static let multiple = 64
    static let constant = 48 << 20
    /// Seconds that one file may take.
    private static let patience: UInt32 = 20

    private let folder: String
    private var cases = 100_000
    private var seed: UInt64 = 1

    init(_ words: ArraySlice<String>) throws {
        var rest = words
        folder = rest.popFirst() ?? "."
        while let option = rest.popFirst(), let value = rest.popFirst() {
            if option == "--cases" { cases = Int(value) ?? cases }
            if option == "--seed" { seed = UInt64(value) ?? seed }
        }
    }

    func run() throws {
        guard let today = CalendarDate(iso: "2026-11-30") else { return }
        let defaults = InvoiceDefaults(today: today)
        let files = try seeds(below: folder)
        for kind in ["json", "csv", "xlsx", "xml"] {
            let own = files.filter { kind == self.kind(of: $0.name) }
            guard !own.isEmpty else { continue }
            for seed in own { _ = read(seed.bytes, seed.name, defaults) }
            let base = ThisProcess.residentMemory
            var (largest, read, refused) = (0, 0, 0)
            for number in 0..<cases {
                var random = Shuffle(seed: seed &+ UInt64(number))
                let seed = own[random.below(own.count)]
                let broken = random.broken(seed.bytes, seed.parts)
                largest = max(largest, broken.count)
                alarm(Self.patience)
                let found = self.read(broken, seed.name, defaults)
                alarm(0)
                read += found.read
                refused += found.refused
                if found.read + found.refused == 0 { throw Finding("\(seed.name), case \(number): no answer") }
            }
            let peak = peakMemory - base
            let bound = largest * Self.multiple + Self.constant
            print(
                "\(kind): \(cases) broken files of \(own.count), at most \(largest) bytes: \(read) invoices read, \(refused) refused,",
                "\(max(0, peak) >> 10) kB more memory (bound \(bound >> 10) kB)")
            if peak > bound { throw Finding("\(kind): \(peak) bytes of memory, more than \(bound)") }
        }
    }

    private struct Finding: Error, CustomStringConvertible {
        let description: String
        init(_ text: String) { description = text }
    }

    private var peakMemory: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss << 10
    }

    private func read(_ bytes: [UInt8], _ name: String, _ defaults: InvoiceDefaults) -> (read: Int, refused: Int) {
        var (read, refused) = (0, 0)
        for result in readInvoices(bytes, name: name, defaults: defaults) {
            if let invoice = try? result.result.get(), (try? add(invoice)) != nil { read += 1 } else { refused += 1 }
        }
        return (read, refused)
    }

    private func kind(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "json", "ndjson": "json"
        case "csv": "csv"
        case "xlsx", "ods": "xlsx"
        case "xml": "xml"
        default: nil
        }
    }

    private func seeds(below folder: String) throws -> [Seed] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try paths.sorted().filter { kind(of: $0) != nil }.map { path in
            let bytes = try FileDescriptor(path: "\(folder)/\(path)", .read).readAll()
            var seed = Seed(name: path, bytes: bytes)
            // A bomb has no parts that could be taken out.
            if kind(of: path) == "xlsx" { seed.parts = (try? StoredZip.parts(of: bytes)) ?? [] }
            return seed
        }
    }
}

/// xorshift64*: the same numbers from the same seed.
struct Shuffle {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func below(_ limit: Int) -> Int {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Int((state &* 0x2545_F491_4F6C_DD1D) % UInt64(limit))
    }

    /// A file with a few faults; of a workbook, mostly in one of its parts.
    mutating func broken(_ bytes: [UInt8], _ parts: [(String, [UInt8])]) -> [UInt8] {
        var result = bytes
        if !parts.isEmpty, below(4) > 0 {
            var zip = StoredZip()
            let chosen = below(parts.count)
            for (index, (name, content)) in parts.enumerated() {
                var content = content
                if index == chosen { for _ in 0...below(4) { breakUp(&content) } }
                zip.add(name, content)
            }
            return zip.bytes
        }
        for _ in 0...below(4) { breakUp(&result) }
        return result
    }

    private static let pieces = [
        "{", "[", "\"", ",", "\\u", "-", "1e999", ";", "\n", "9999999999", "0", "<", "</", "&amp;", "<!DOCTYPE x>",
        "\t",
        "\u{0}", "]", "}", "'", "\\uD800", "1.200,50", "sep=;", "<![CDATA[", "&#x0;",
    ]

    private mutating func breakUp(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(UInt8(below(256))) }
        let at = below(bytes.count)
        switch below(7) {
        case 0: bytes[at] = UInt8(below(256))
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(contentsOf: Self.pieces[below(Self.pieces.count)].utf8, at: at)
        case 3: bytes.removeSubrange(at..<min(bytes.count, at + below(40)))
        case 4: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + below(60))], at: below(bytes.count))
        case 5: bytes.insert(contentsOf: Array(repeating: bytes[at], count: below(300)), at: at)
        default: bytes.removeLast(below(bytes.count - at) + 1)
        }
    }
}
