import Foundation
import Glibc
import Platform

/// One file that was dropped, and what must become of it.
struct Dropped {
    let name: [UInt8]
    /// Customers whose invoices must each be one PDF.
    var printed: [String] = []
    /// Its mails' recipients.
    var mailed: [String] = []
    var isFailed = false
    /// Other files have the same content: one of them is printed.
    var isTwin = false
}

/// Drops files and kills, over and over, then lets the service finish.
struct Campaign {
    let stage: Stage
    let kills: Int
    let files: Int
    private(set) var dropped: [Dropped] = []
    private static let steps = [
        "folder-made", "moved", "claimed", "read", "prepared", "numbered", "written", "composed", "synced", "placed",
        "placed-durably", "decided", "reported", "move-filed", "filed", "sending", "handed-over", "sent",
    ]

    init(stage: Stage, kills: Int, files: Int) {
        self.stage = stage
        self.kills = kills
        self.files = files
    }

    mutating func run() throws {
        for round in 0..<kills {
            let share = files * (round + 1) / kills
            while dropped.count < share { try drop(dropped.count) }
            if stage.isPowerCut { sync() }
            try killOnce(round)
        }
        try finish()
        try fillGaps()
    }

    private func killOnce(_ round: Int) throws {
        if stage.isPowerCut {
            try stage.start()
            _ = stage.hasEnded(within: Int.random(in: 20...700))
            try stage.cutPower()
            try stage.kill()
            try stage.restorePower()
        } else if round.isMultiple(of: 2) {
            try stage.start()
            _ = stage.hasEnded(within: Int.random(in: 10...500))
            try stage.kill()
        } else {
            let step = Self.steps[round / 2 % Self.steps.count]
            try stage.start(crash: "\(step):\(Int.random(in: 1...12))")
            _ = stage.hasEnded(within: 1500)
            try stage.kill()
        }
    }

    /// Serves until nothing is left to do.
    private func finish() throws {
        try stage.start()
        var quiet = 0
        for _ in 0..<60_000 where quiet < 100 {
            usleep(20_000)
            quiet = isIdle ? quiet + 1 : 0
        }
        _ = try stage.end()
    }

    private var isIdle: Bool {
        let left = ["inbox", "inbox/shop", "inbox/marked", "work"].flatMap { name in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(stage.hot)/\(name)")) ?? []).filter {
                !$0.hasPrefix(".") && $0 != "shop" && $0 != "marked"
            }
        }
        return left.isEmpty
            && ((try? FileManager.default.contentsOfDirectory(atPath: "\(stage.disk)/state/mail")) ?? [])
                .isEmpty
    }

    /// Numbers that came back from documents that failed are for the next ones: here they are.
    private mutating func fillGaps() throws {
        let path = "\(stage.disk)/state/ledger.db"
        let count = try stage.run("/usr/bin/sqlite3", path, "SELECT count(*) FROM released")
        let free = Int(count.filter(\.isNumber)) ?? 0
        for index in 0..<free {
            let name = "filler\(index).txt"
            try write("- Filler\(index)", as: Array(name.utf8), in: "inbox")
            dropped.append(Dropped(name: Array(name.utf8), printed: ["Filler\(index)"]))
        }
        try finish()
    }

    // MARK: Files

    private mutating func drop(_ index: Int) throws {
        let name = Array("f\(index).txt".utf8)
        var file = Dropped(name: name)
        var (text, queue) = ("- C\(index)", "inbox")
        file.printed = ["C\(index)"]
        switch index % 20 {
        case 10: text = "N\(index) C\(index)"
        case 11:
            text = "- C\(index)a\n- C\(index)b\nN\(index) C\(index)c"
            file.printed = ["C\(index)a", "C\(index)b", "C\(index)c"]
        case 12, 13:
            text += " mail=b\(index)@example.com"
            file.mailed = ["b\(index)@example.com"]
        case 14:
            text = "- C\(index)\n- X\(index) broken"
            file.isFailed = true
        case 15:
            text += " unprintable"
            (file.printed, file.isFailed) = ([], true)
        case 16:
            // The same as the file before the five last, wherever that is by now.
            text = "- C\(index - 8)"
            (file.printed, file.isTwin) = ([], true)
        case 17: return try dropOddity(index, &file)
        case 18: queue = "inbox/shop"
        case 19: queue = "inbox/marked"
        default: break
        }
        try write(text, as: name, in: queue)
        if queue == "inbox/marked" { try write("", as: name + Array(".done".utf8), in: queue) }
        dropped.append(file)
    }

    private mutating func dropOddity(_ index: Int, _ file: inout Dropped) throws {
        var name = file.name
        (file.printed, file.isFailed) = ([], true)
        let path = "\(stage.hot)/inbox/f\(index).txt"
        switch index / 20 % 8 {
        case 0: try write("", as: name, in: "inbox")
        case 1: try write(String(repeating: "x", count: 200_000), as: name, in: "inbox")
        case 2: symlink("/etc/passwd", path)
        case 3: mkfifo(path, 0o644)
        case 4: try write("- C\(index) crash", as: name, in: "inbox")
        default:
            name = [0xFF, 0x0A] + name
            file = Dropped(name: name, printed: ["C\(index)"])
            try write("- C\(index)", as: name, in: "inbox")
        }
        dropped.append(file)
    }

    /// Whole under another name, then moved: as durable as a careful program makes it where power is cut.
    private func write(_ text: String, as name: [UInt8], in queue: String) throws {
        let source = try Directory(stage.disk + "/source")
        let target = try Directory("\(stage.hot)/\(queue)")
        guard let name = FileName(bytes: name) else { return }
        let file = try source.open(name, .replace(mode: 0o644))
        try file.write(text.utf8)
        if stage.isPowerCut { try file.sync() }
        try source.move(name, to: target, as: name)
    }
}
