import CGraphics
import Glibc
import Platform

/// What fontconfig has answered in earlier runs, for programs that print one page: to read its configuration and its
/// caches takes longer than that page.
///
/// Kept in a file with a stamp of everything that the answers hang on: fontconfig's files and folders, the folders with
/// fonts, and the environment that names them. Where one of them has changed, or the file says nothing, fontconfig is
/// asked. The file is its user's own; one that is damaged or missing costs time, nothing else.
public final class FontMemory {
    private let path: String
    private var names: [String: String?] = [:]
    private var matches: [Match: FacePattern] = [:]
    private var isChanged = false

    private struct Match: Hashable {
        var family: String
        var wish: FaceWish
    }

    /// Of the file's format.
    private static let version = "hotpress fonts 1"
    /// The answers for documents of some hundred fonts; more are not worth a file.
    private static let limit = 500

    /// - Parameter path: the file, which need not be there.
    public init(path: String) {
        self.path = path
        guard let bytes = try? FileDescriptor(path: path, .read).readAll(limit: 1 << 20) else { return }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Fields($0) }
        guard lines.first?.text(0) == Self.version, let stamps = Self.stamps(lines), stamps.allSatisfy(\.holds) else {
            return
        }
        for line in lines { take(line) }
    }

    /// The file in the user's own cache folder (XDG Base Directory Specification); nil where there is no such folder.
    ///
    /// Root with another's environment has none either: it must not write where that other's links lead.
    public static var standardPath: String? {
        if let cache = ThisProcess.environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
            return isOurs(cache) ? "\(cache)/hotpress/fonts" : nil
        }
        guard let home = ThisProcess.environment("HOME"), home.hasPrefix("/"), isOurs(home) else { return nil }
        return "\(home)/.cache/hotpress/fonts"
    }

    private static func isOurs(_ folder: String) -> Bool {
        (try? Directory(folder).status().owner) == geteuid()
    }

    // MARK: Answers

    func name(for family: String) -> String?? { names[family] }

    func remember(_ name: String?, for family: String) {
        guard names.count < Self.limit else { return }
        names[family] = .some(name)
        isChanged = true
    }

    func match(_ family: String, _ wish: FaceWish) -> FacePattern? { matches[Match(family: family, wish: wish)] }

    func remember(_ face: FacePattern, for family: String, _ wish: FaceWish) {
        guard matches.count < Self.limit else { return }
        matches[Match(family: family, wish: wish)] = face
        isChanged = true
    }

    // MARK: The file

    /// Writes down what was learned; a file that cannot be written is none.
    ///
    /// - Parameter config: the configuration that has given the answers.
    func save(_ config: OpaquePointer?) {
        guard isChanged, let slash = path.lastIndex(of: "/"),
            let name = FileName(text: String(path[path.index(after: slash)...]))
        else { return }
        isChanged = false
        var lines = [Self.version] + Stamp.all(config).map(\.line)
        var answers = names.map { Self.line(["name", $0, $1 ?? ""]) }
        for (asked, face) in matches {
            let wish = asked.wish
            answers.append(
                Self.line([
                    "match", asked.family, "\(wish.weight)", wish.isSlanted ? "1" : "0", "\(wish.stretch)",
                    face.key.file,
                    "\(face.key.index)", face.key.variations, "\(face.weight)", face.isSlanted ? "1" : "0",
                ]))
        }
        lines += answers.sorted()
        // A name with a line's end in it would make another line.
        guard lines.allSatisfy({ !$0.contains("\n") }) else { return }
        let text = lines.joined(separator: "\n") + "\n"
        try? Directory.making(String(path[..<slash]), mode: 0o700)
            .write(Array(text.utf8), as: name, mode: 0o600, replacing: true)
    }

    private static func line(_ fields: [String]) -> String { fields.joined(separator: "\t") }

    private func take(_ line: Fields) {
        switch line.text(0) {
        case "name" where line.count == 3:
            let name = line.text(2)
            names[line.text(1)] = .some(name.isEmpty ? nil : name)
        case "match" where line.count == 10:
            let wish = FaceWish(
                weight: line.number(2), isSlanted: line.number(3) != 0, stretch: Double(line.text(4)) ?? 100)
            matches[Match(family: line.text(1), wish: wish)] = FacePattern(
                key: .init(file: line.text(5), index: line.number(6), variations: line.text(7)),
                weight: line.number(8), isSlanted: line.number(9) != 0)
        default: return
        }
    }

    /// Nil where the file has none, and so was never finished.
    private static func stamps(_ lines: [Fields]) -> [Stamp]? {
        let stamps = lines.compactMap { Stamp($0) }
        return stamps.isEmpty ? nil : stamps
    }
}

/// One line of the file, at its tabs.
private struct Fields {
    private let parts: [ArraySlice<UInt8>]

    init(_ line: ArraySlice<UInt8>) { parts = line.split(separator: 0x09, omittingEmptySubsequences: false) }

    var count: Int { parts.count }

    func text(_ index: Int) -> String {
        index < parts.count ? String(decoding: parts[index], as: UTF8.self) : ""
    }

    func number(_ index: Int) -> Int { Int(text(index)) ?? 0 }
}

/// Something that fontconfig's answers hang on, as it was when they were given.
private enum Stamp {
    /// When a file or folder was changed; nil where there is none.
    case file(path: String, changed: Int64?)
    case variable(name: String, value: String)
    case library(version: Int)

    init?(_ line: Fields) {
        switch line.text(0) {
        case "file" where line.count == 3: self = .file(path: line.text(1), changed: Int64(line.text(2)))
        case "variable" where line.count == 3: self = .variable(name: line.text(1), value: line.text(2))
        case "library" where line.count == 2: self = .library(version: line.number(1))
        default: return nil
        }
    }

    var line: String {
        switch self {
        case .file(let path, let changed): "file\t\(path)\t\(changed.map { "\($0)" } ?? "")"
        case .variable(let name, let value): "variable\t\(name)\t\(value)"
        case .library(let version): "library\t\(version)"
        }
    }

    var holds: Bool {
        switch self {
        case .file(let path, let changed): FileStatus(ofPath: path)?.changed == changed
        case .variable(let name, let value): (ThisProcess.environment(name) ?? "") == value
        case .library(let version): Int(FcGetVersion()) == version
        }
    }

    private static let variables = [
        "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "FC_LANG", "LC_ALL", "LC_CTYPE", "LANG", "HOME",
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS",
    ]

    /// Folders count with their names, for a file that comes changes only them.
    static func all(_ config: OpaquePointer?) -> [Stamp] {
        let files = strings(FcConfigGetConfigFiles(config))
        var paths = Set(files + files.map(folder))
        paths.formUnion(strings(FcConfigGetConfigDirs(config)))
        paths.formUnion(strings(FcConfigGetFontDirs(config)))
        let home = ThisProcess.environment("HOME") ?? ""
        let settings = ThisProcess.environment("XDG_CONFIG_HOME") ?? "\(home)/.config"
        // What each user may have, and mostly has not: fontconfig tells only of what it has read.
        for name in ["", "/fonts.conf", "/conf.d"] { paths.insert("\(settings)/fontconfig\(name)") }
        for name in [".fonts.conf", ".fonts.conf.d", ".fonts"] { paths.insert("\(home)/\(name)") }
        let places = paths.sorted().map { Stamp.file(path: $0, changed: FileStatus(ofPath: $0)?.changed) }
        let values = variables.map { Stamp.variable(name: $0, value: ThisProcess.environment($0) ?? "") }
        return [.library(version: Int(FcGetVersion()))] + values + places
    }

    private static func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }

    private static func strings(_ list: OpaquePointer?) -> [String] {
        guard let list else { return [] }
        defer { FcStrListDone(list) }
        var found: [String] = []
        while let next = FcStrListNext(list) { found.append(String(cString: next)) }
        return found
    }
}
