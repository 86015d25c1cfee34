import Foundation
import Platform
import TestKit
import Testing

@testable import Daemon

@Suite struct SpoolTests {
    let root: TemporaryRoot
    let spool: Spool
    let inbox: Directory
    let time = WallTime(milliseconds: 1_796_000_000_000)

    init() throws {
        root = try TemporaryRoot()
        spool = try Spool(root: root.path("hot"))
        inbox = try Directory(root.path("hot/inbox"))
    }

    @Test func aClaimedFileIsFoundAgainWithItsQueue() throws {
        try root.write("{}", to: "hot/inbox/shop/a.json")
        let claim = try spool.claim("a.json", from: inbox.folder("shop"), queue: "shop", at: time)
        #expect(try spool.claims() == [claim])
        #expect(try spool.material(of: claim, limit: 100).bytes == Array("{}".utf8))
        #expect(root.names(in: "hot/inbox/shop").isEmpty)
    }

    @Test func emptyFoldersThatACrashLeftAreRemoved() throws {
        _ = try Directory.making(root.path("hot/work/20261130-000000-abcdef"))
        #expect(try spool.claims().isEmpty)
        #expect(root.names(in: "hot/work").isEmpty)
    }

    @Test func aFolderThatAJobHasLeftServesTheNextOfItsQueue() throws {
        for queue in ["", "shop"] {
            _ = try Directory.making(root.path("hot/inbox/shop"))
            for name in ["a.json", "b.json"] {
                try root.write("{}", to: queue.isEmpty ? "hot/inbox/\(name)" : "hot/inbox/\(queue)/\(name)")
            }
            let from = queue.isEmpty ? inbox : try inbox.folder("shop")
            let first = try spool.claim("a.json", from: from, queue: queue, at: time)
            let inode = try #require(FileStatus(ofPath: root.path("hot/work/\(first.identifier)"))).identity
            _ = try spool.archive(first, at: time)
            let second = try spool.claim("b.json", from: from, queue: queue, at: time)
            #expect(FileStatus(ofPath: root.path("hot/work/\(second.identifier)"))?.identity == inode)
            #expect(root.names(in: "hot/work") == [second.identifier])
            #expect(try spool.claims() == [second])
            _ = try spool.archive(second, at: time)
            spool.removeSpareFolders()
            #expect(root.names(in: "hot/work").isEmpty)
        }
    }

    @Test func aStrangersFileIsNotTakenAlongIntoTheNextJob() throws {
        for name in ["a.json", "b.json"] { try root.write("{}", to: "hot/inbox/\(name)") }
        let first = try spool.claim("a.json", from: inbox, queue: "", at: time)
        try root.write("?", to: "hot/work/\(first.identifier)/stranger")
        _ = try spool.archive(first, at: time)
        let second = try spool.claim("b.json", from: inbox, queue: "", at: time)
        #expect(root.names(in: "hot/work/\(second.identifier)") == ["b.json"])
        #expect(root.names(in: "hot/work/\(first.identifier)") == ["stranger"])
    }

    @Test func whatIsLeftOfATakingGoesWithTheJobHoweverManyAreInHand() throws {
        // More than are held open.
        let claims = try (0..<70).map { number in
            let name = FileName(safe: "\(number).json")
            try root.write("{}", to: "hot/inbox/\(name)")
            return try spool.claim(name, from: inbox, queue: "", at: time)
        }
        for claim in claims {
            try root.write("", to: "hot/work/\(claim.identifier)/.hotpress-origin")
            _ = try spool.archive(claim, at: time)
        }
        spool.removeSpareFolders()
        #expect(root.names(in: "hot/work").isEmpty)
    }

    @Test func anOutboxThatIsMadeAgainLeavesFoldersThatWaitAlone() throws {
        try root.write("{}", to: "hot/inbox/a.json")
        _ = try spool.archive(spool.claim("a.json", from: inbox, queue: "", at: time), at: time)
        try FileManager.default.removeItem(atPath: root.path("hot/outbox"))
        try spool.refresh()
        #expect(root.names(in: "hot").contains("outbox"))
        spool.removeSpareFolders()
        #expect(root.names(in: "hot/work").isEmpty)
    }

    @Test func anArchiveFolderThatWasDeletedIsMadeAgain() throws {
        for name in ["a.json", "b.json"] {
            try root.write("{}", to: "hot/inbox/\(name)")
            let claim = try spool.claim(FileName(safe: name), from: inbox, queue: "", at: time)
            let place = try spool.archive(claim, at: time)
            #expect(try root.read("hot/\(place)") == "{}")
            try FileManager.default.removeItem(atPath: root.path("hot/archive/2026"))
        }
    }

    @Test func aFileWithAnotherNameOutsideIsWorkedOnAsACopy() throws {
        try root.write("before", to: "outside")
        try root.folder.link("outside", to: inbox, as: "a.json")
        let claim = try spool.claim("a.json", from: inbox, queue: "", at: time)
        try root.write("after!", to: "outside")
        #expect(try spool.material(of: claim, limit: 100).bytes == Array("before".utf8))
    }

    @Test func aReportThatACrashLeftIsTakenUpAgain() throws {
        try root.write("{", to: "hot/inbox/a.json")
        let claim = try spool.claim("a.json", from: inbox, queue: "", at: time)
        // As after a crash between the report and the move.
        try root.write("the report", to: "hot/failed/a.json.error.txt")
        #expect(try spool.fail(claim, report: "the report") == "failed/a.json")
        #expect(root.names(in: "hot/failed") == ["a.json", "a.json.error.txt"])
        spool.removeSpareFolders()
        #expect(root.names(in: "hot/work").isEmpty)
    }

    @Test func aSecondFailureOfTheSameNameIsNumberedWithItsReport() throws {
        for text in ["one", "two"] {
            try root.write(text, to: "hot/inbox/a.json")
            _ = try spool.fail(spool.claim("a.json", from: inbox, queue: "", at: time), report: "report \(text)")
        }
        #expect(root.names(in: "hot/failed") == ["a-2.json", "a-2.json.error.txt", "a.json", "a.json.error.txt"])
        #expect(try root.read("hot/failed/a-2.json.error.txt") == "report two")
    }

    @Test func whatWasPlacedInTheOutboxIsKnownByItsInode() throws {
        let inode = try spool.prepareOutput("job", 0)
        try spool.writeOutput("job", 0, Array("pdf".utf8))
        #expect(try spool.placeOutput("job", 0, as: "7.pdf"))
        #expect(try spool.placedOutput("7.pdf", inode: inode) == Array("pdf".utf8))
        _ = try spool.prepareOutput("job", 1)
        #expect(try !spool.placeOutput("job", 1, as: "7.pdf"))
        try spool.sweepOutbox(keeping: [])
        #expect(root.names(in: "hot/outbox") == ["7.pdf"])
        try root.folder.folder("hot").folder("outbox").write(Array("stranger".utf8), as: "7.pdf", replacing: true)
        #expect(try spool.placedOutput("7.pdf", inode: inode) == nil)
    }
}
