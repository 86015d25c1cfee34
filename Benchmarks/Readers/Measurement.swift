import Foundation
import Glibc
import Invoice
import Platform

/// What reading one file takes.
enum Measurement {
    private static var defaults: InvoiceDefaults {
        get throws {
            guard let today = CalendarDate(iso: "2026-11-30") else { throw SystemError(call: "date", code: .invalid) }
            return InvoiceDefaults(today: today)
        }
    }

    static func read(_ path: String, adding: Bool) throws {
        let before = resident
        var (invoices, lines, refused) = (0, 0, 0)
        let reader = try readInvoices(
            of: InvoiceSource(path: path), name: path, defaults: defaults)
        for read in reader {
            do {
                let invoice = try read.result.get()
                invoices += 1
                lines += invoice.lines.count
                if adding { _ = try add(invoice) }
            } catch {
                refused += 1
            }
        }
        report("\(invoices) invoices, \(lines) lines, \(refused) refused", before)
    }

    static func serialization(_ path: String) throws {
        let before = resident
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let value = try JSONSerialization.jsonObject(with: data)
        report("\((value as? [Any])?.count ?? 1) invoices by JSONSerialization", before)
    }

    private static func report(_ what: String, _ before: Int) {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds = Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
        let peak = Double(usage.ru_maxrss) / 1024
        print(
            what,
            String(
                format: "%.3f s, %.1f MB resident at most, %.1f before reading", seconds, peak,
                Double(before) / 1_048_576))
    }

    private static var resident: Int { ThisProcess.residentMemory }
}
