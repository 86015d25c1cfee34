import Platform
import TestKit
import Testing

@Suite struct AtomicFileTests {
    let root: TemporaryRoot

    init() throws { root = try TemporaryRoot() }

    @Test func aFileIsWrittenWholeAndLeavesNothingBeside() throws {
        try root.folder.write(Array("one".utf8), as: "a.txt")
        #expect(try root.read("a.txt") == "one")
        #expect(root.names() == ["a.txt"])
    }

    @Test func aTakenNameIsRefusedAndTheFirstFileStands() throws {
        try root.folder.write(Array("one".utf8), as: "a.txt")
        #expect {
            try root.folder.write(Array("two".utf8), as: "a.txt")
        } throws: {
            ($0 as? SystemError)?.code == .exists
        }
        #expect(try root.read("a.txt") == "one")
        #expect(root.names() == ["a.txt"])
    }

    @Test func aMoveToATakenNameIsNumbered() throws {
        for text in ["1", "2", "3"] {
            try root.write(text, to: "new")
            _ = try root.folder.moveNumbered("new", to: root.folder, as: "a.pdf")
        }
        #expect(root.names() == ["a-2.pdf", "a-3.pdf", "a.pdf"])
        #expect(try root.read("a-3.pdf") == "3")
    }

    @Test func aFileMovesToAnotherFileSystem() throws {
        guard let other = try? Directory("/dev/shm"), other.identity.device != root.folder.identity.device else {
            return
        }
        try root.write("far", to: "a.txt")
        let name = other.temporaryName()
        try root.folder.moveAcross("a.txt", to: other, as: name)
        let moved = try other.open(name, .read).readAll()
        try other.remove(name)
        #expect(moved == Array("far".utf8))
        #expect(root.names().isEmpty)
    }

    @Test func linksAreNeverOpenedAsFiles() throws {
        try root.write("secret", to: "target")
        _ = try Command("/bin/ln", ["-s", root.path("target"), root.path("link")]).run(.init(time: .seconds(5)))
        #expect(try root.folder.status(of: "link")?.kind == .link)
        #expect {
            _ = try root.folder.open("link", .read)
        } throws: {
            ($0 as? SystemError)?.code == .loop
        }
    }

    @Test func whatIsTooLargeIsNotReadToItsEnd() throws {
        try root.write(String(repeating: "x", count: 10_000), to: "big")
        #expect(throws: SystemError.self) { try root.folder.open("big", .read).readAll(limit: 100) }
    }
}
