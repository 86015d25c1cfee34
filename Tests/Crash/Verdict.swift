import Foundation
import Platform

/// Counts what has become of everything.
struct Verdict {
    private(set) var breaches: [String] = []
    private(set) var summary: [String] = []

    init(_ stage: Stage, _ dropped: [Dropped]) throws {
        let printed = try checkPrinted(stage, dropped)
        try checkOriginals(stage, dropped)
        try checkMails(stage, dropped)
        summary.insert("\(dropped.count) files, \(printed) PDFs", at: 0)
    }

    private mutating func blame(_ text: String) { breaches.append(text) }

    // MARK: PDFs and numbers

    private mutating func checkPrinted(_ stage: Stage, _ dropped: [Dropped]) throws -> Int {
        let outbox = try Directory(stage.hot + "/outbox")
        var byCustomer: [String: [String]] = [:]
        var numbers: [String: Int] = [:]
        for name in try outbox.names() {
            if name.isHidden {
                blame("left in the outbox: \(name)")
                continue
            }
            let text = String(decoding: try outbox.open(name, .read).readAll(), as: UTF8.self)
            let parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
            guard parts.count >= 3, parts[0] == "%PDF", text.hasSuffix("\n") else {
                blame("not whole: \(name)")
                continue
            }
            byCustomer[parts[2], default: []].append(parts[1])
            numbers[parts[1], default: 0] += 1
            if name.stem != parts[1] { blame("\(name) holds number \(parts[1])") }
        }
        for customer in dropped.flatMap(\.printed) {
            let found = byCustomer.removeValue(forKey: customer) ?? []
            if found.count != 1 { blame("\(customer) was printed \(found.count) times: \(found)") }
        }
        for (customer, found) in byCustomer { blame("\(customer) should not be printed: \(found)") }
        for (number, count) in numbers where count > 1 { blame("number \(number) was given \(count) times") }
        let counted = Set(numbers.keys.filter { $0.hasPrefix("INV-") }.compactMap { Int($0.dropFirst(4)) })
        let missing = Set(1...max(1, counted.max() ?? 1)).subtracting(counted)
        for number in missing.sorted() { blame("no document has the number \(number)") }
        return numbers.count
    }

    // MARK: Originals

    private mutating func checkOriginals(_ stage: Stage, _ dropped: [Dropped]) throws {
        var archived: [[UInt8]: Int] = [:]
        try Self.walk(Directory(stage.hot + "/archive")) { archived[$0.bytes, default: 0] += 1 }
        var failed: [[UInt8]: Int] = [:]
        try Self.walk(Directory(stage.hot + "/failed")) { failed[$0.bytes, default: 0] += 1 }
        let total = archived.values.reduce(0, +) + failed.values.reduce(0, +)
        for file in dropped {
            let shown = escaped(file.name)
            let (done, bad) = (archived[file.name] ?? 0, failed[file.name] ?? 0)
            if done + bad != 1 { blame("\(shown) is \(done) times in archive/ and \(bad) times in failed/") }
            if file.isFailed != (bad == 1) { blame("\(shown) should\(file.isFailed ? "" : " not") have failed") }
            if bad == 1, failed[file.name + Array(".error.txt".utf8)] != 1 { blame("\(shown) has no report") }
        }
        let reports = dropped.count(where: \.isFailed)
        if total != dropped.count + reports { blame("\(total) originals and reports, not \(dropped.count + reports)") }
        for name in ["inbox", "inbox/shop", "inbox/marked", "work"] {
            for left in try Directory("\(stage.hot)/\(name)").names() where left != "shop" && left != "marked" {
                blame("left in \(name): \(left)")
            }
        }
    }

    private static func walk(_ folder: Directory, _ visit: (FileName) -> Void) throws {
        for name in try folder.names() {
            if try folder.status(of: name)?.kind == .folder {
                try walk(folder.folder(name), visit)
            } else {
                visit(name)
            }
        }
    }

    // MARK: Mails

    private struct Status: Decodable {
        struct Mail: Decodable { let to: [String] }

        let possiblySentTwice: [Mail]
        let openMails: [Mail]
    }

    private mutating func checkMails(_ stage: Stage, _ dropped: [Dropped]) throws {
        var sent: [String: Int] = [:]
        let folder = try Directory(stage.mails)
        for name in try folder.names() where name.text.hasPrefix("whole.") {
            let text = String(decoding: try folder.open(name, .read).readAll(), as: UTF8.self)
            let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("To: ") } ?? ""
            sent[line.dropFirst(4).filter { $0 != "<" && $0 != ">" }, default: 0] += 1
        }
        let text = try stage.run(
            "\(Stage.products)/hotpress", "status", "--json", "--config", stage.configuration)
        let status = try JSONDecoder().decode(Status.self, from: Data(text.utf8))
        let doubted = Set(status.possiblySentTwice.flatMap(\.to))
        for recipient in dropped.flatMap(\.mailed) {
            let count = sent.removeValue(forKey: recipient) ?? 0
            if count == 0 { blame("no mail to \(recipient)") }
            if count > 1, !doubted.contains(recipient) {
                blame("\(count) mails to \(recipient), and status knows nothing")
            }
            if count > 1 { twice += 1 }
            mails += 1
        }
        for (recipient, count) in sent { blame("\(count) mails to \(recipient), which nobody wanted") }
        for mail in status.openMails { blame("a mail to \(mail.to) is still open") }
        summary.append("\(mails) mails, \(twice) of them twice, \(doubted.count) listed as perhaps twice")
    }

    private var mails = 0
    private var twice = 0
}
