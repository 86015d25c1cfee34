import Platform
import TestKit
import Testing

/// Faults that are laid out for `hotpress doctor`, each on its own, in name spaces of its own where it takes root.
@Suite("What hotpress doctor finds")
struct DoctorFindingsTests {
    private let root: TemporaryRoot

    init() throws {
        root = try TemporaryRoot()
        for name in ["inbox", "work", "outbox", "archive", "failed"] { _ = try Directory.making(root.path(name)) }
    }

    /// Runs the doctor after a line of shell, in a name space of mounts.
    private func doctor(after line: String) throws -> BuiltProgram.Run {
        try BuiltProgram.run(
            "/usr/bin/unshare",
            ["--mount", "/bin/sh", "-c", "\(line) exec '\(BuiltProgram.path)' doctor --root '\(root.path)'"])
    }

    @Test("fonts for scripts that are missing are named with the package that has them")
    func fonts() throws {
        try root.write("<fontconfig></fontconfig>", to: "fonts.conf")
        let run = try BuiltProgram.run(
            BuiltProgram.path, ["doctor", "--root", root.path],
            environment: ["FONTCONFIG_FILE": root.path("fonts.conf")])
        #expect(run.exitCode == 78)
        for (script, package) in [
            ("Chinese", "fonts-noto-cjk"), ("Japanese", "fonts-noto-cjk"), ("Korean", "fonts-noto-cjk"),
            ("Arabic", "fonts-dejavu-core"),
        ] {
            #expect(run.text.contains("note  no font has \(script) letters\n      → apt-get install \(package)"))
        }
    }

    @Test(
        "a limit of inotify that is low is a fault with the line that raises it",
        .enabled(if: Machine.mayBeChanged, "it takes root to mount"))
    func watches() throws {
        try root.write("100\n", to: "limit")
        let run = try doctor(
            after: "mount --bind '\(root.path("limit"))' /proc/sys/fs/inotify/max_user_watches || exit 1;")
        #expect(run.exitCode == 78, "\(run.errors)")
        #expect(run.text.contains("FAULT fs.inotify.max_user_watches is 100, which is little\n      → echo"))
    }

    @Test("a sendmail that is not there is named, with what to install")
    func sendmail() throws {
        let run = try BuiltProgram.run("doctor", "--root", root.path, "--sendmail", root.path("none"))
        #expect(run.text.contains("note  there is no program \(root.path("none"))"))
        #expect(run.text.contains("→ apt-get install msmtp-mta, dma or postfix"))
        #expect(run.exitCode == 0, "mails wait, invoices are printed")
    }

    @Test(
        "a folder that the service's user may not write is a fault",
        .enabled(if: ThisProcess.user == 0, "root becomes another"))
    func rights() throws {
        let run = try BuiltProgram.run(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", BuiltProgram.path, "doctor", "--root", root.path])
        #expect(run.exitCode == 78)
        #expect(run.text.contains("FAULT \(root.path("outbox")) cannot be written"))
        #expect(run.text.contains("→ chown hotpress: \(root.path("outbox")), and run this as the user of the service"))
    }

    @Test("folders on two file systems are a fault", .enabled(if: Machine.mayBeChanged, "it takes root to mount"))
    func twoFileSystems() throws {
        let run = try doctor(after: "mount -t tmpfs none '\(root.path("outbox"))' || exit 1;")
        #expect(run.exitCode == 78, "\(run.errors)")
        #expect(run.text.contains("FAULT \(root.path("outbox")) is on another file system than \(root.path)"))
        #expect(run.text.contains("→ keep all five folders on one"))
    }

    @Test("a clock that is wrong is a fault")
    func clock() throws {
        let run = try BuiltProgram.run(
            BuiltProgram.path, ["doctor", "--root", root.path],
            environment: ["LD_PRELOAD": PreloadedLibrary.year2001.path, "PATH": "/usr/bin:/bin"])
        #expect(run.exitCode == 78)
        #expect(run.text.contains("FAULT the clock says 2001-09-"), "\(run.text)")
        #expect(run.text.contains("→ set it: timedatectl set-ntp true"))
    }
}
