import Platform
import TestKit
import Testing

@Suite struct InotifyTests {
    let root: TemporaryRoot
    let inotify: Inotify
    let watch: Inotify.Watch

    init() throws {
        root = try TemporaryRoot()
        inotify = try Inotify()
        watch = try inotify.watch(root.folder)
    }

    private func happenings(of name: FileName) throws -> Inotify.Happening {
        try inotify.events().filter { $0.name == name }.reduce(into: []) { $0.formUnion($1.happening) }
    }

    @Test func writingAndClosingIsTold() throws {
        try root.write("x", to: "a.json")
        let told = try happenings(of: "a.json")
        #expect(told.contains(.created))
        #expect(told.contains(.closed))
    }

    @Test func aHardLinkIsToldAsCreatedAlone() throws {
        let outside = try TemporaryRoot()
        try outside.write("x", to: "a")
        try outside.folder.link("a", to: root.folder, as: "a.json")
        let told = try happenings(of: "a.json")
        #expect(told.contains(.created))
        #expect(!told.contains(.closed))
    }

    @Test func aRenameIntoTheFolderIsToldAsMovedIn() throws {
        let outside = try TemporaryRoot()
        try outside.write("x", to: "a")
        try outside.folder.move("a", to: root.folder, as: "a.json")
        #expect(try happenings(of: "a.json") == .movedIn)
    }

    @Test func namesComeAsTheirBytes() throws {
        let name = try #require(FileName(bytes: [0xFE, 0x0A]))
        _ = try root.folder.open(name, .create(mode: 0o600))
        #expect(try inotify.events().contains { $0.name == name && $0.watch == watch })
    }

    @Test func theEndOfAFolderThatIsHeldOpenIsToldToItsParentAlone() throws {
        let inner = try root.folder.makingFolder("inner")
        let watch = try inotify.watch(inner)
        try root.folder.removeFolder("inner")
        let events = try inotify.events()
        #expect(
            events.contains { $0.watch == self.watch && $0.name == "inner" && $0.happening == [.deleted, .folder] })
        #expect(!events.contains { $0.watch == watch })
        withExtendedLifetime(inner) {}
    }

    @Test func withoutNewsThereIsNoWaiting() throws {
        #expect(try inotify.events().isEmpty)
    }
}

@Suite struct FileLockTests {
    @Test func aSecondHolderIsToldWhoHasIt() throws {
        let root = try TemporaryRoot()
        let lock = try FileLock.take("lock", in: root.folder)
        #expect {
            _ = try FileLock.take("lock", in: root.folder)
        } throws: {
            ($0 as? FileLock.Held)?.holder == ThisProcess.identifier
        }
        #expect(!FileLock.isFree("lock", in: root.folder))
        withExtendedLifetime(lock) {}
    }

    @Test func aFolderIsLockedWithoutAFileInIt() throws {
        let root = try TemporaryRoot()
        let lock = try FileLock.take(root.folder)
        #expect {
            _ = try FileLock.take(Directory(root.path))
        } throws: {
            ($0 as? FileLock.Held)?.holder == ThisProcess.identifier
        }
        #expect(root.names().isEmpty)
        withExtendedLifetime(lock) {}
    }

    @Test func aLockEndsWithItsHolder() throws {
        let root = try TemporaryRoot()
        do {
            let lock = try FileLock.take("lock", in: root.folder)
            withExtendedLifetime(lock) {}
        }
        #expect(FileLock.isFree("lock", in: root.folder))
        _ = try FileLock.take("lock", in: root.folder)
    }

    @Test func aFileThatIsOpenForWritingIsKnown() throws {
        ProcessSignal.ignoreStrays()
        let root = try TemporaryRoot()
        let writer = try root.folder.open("a.json", .create(mode: 0o600))
        let reader = try root.folder.open("a.json", .read)
        let before = reader.isBeingWritten
        try writer.close()
        let after = reader.isBeingWritten
        #expect(before)
        #expect(!after)
    }
}
