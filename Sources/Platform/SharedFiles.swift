internal import Glibc

/// The files that come with the program (templates, import profiles): found from where the program itself lies.
public enum SharedFiles {
    /// The folder or file of this name, such as `Templates`; nil where the program was moved away from its files.
    ///
    /// `PREFIX/bin/hotpress` has them in `PREFIX/share/hotpress`; a program in a build folder in the source tree above it.
    public static func path(of name: String) -> String? {
        if let known = found.value[name], access(known, R_OK) == 0 { return known }
        let paths = candidates(executable: executable).map { "\($0)/\(name)" }
        let path = paths.first { access($0, R_OK) == 0 }
        found.change { $0[name] = path }
        return path
    }

    /// Where they were the last time: each invoice asks.
    private static let found = Lock<[String: String]>([:])

    /// The path of the running program; where its file was replaced since, as by an upgrade, the path of the new one.
    public static var executable: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
        guard count > 0 else { return "" }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
    }

    /// What the kernel puts behind the name of a file that is not there any more (proc(5)).
    private static let deleted = " (deleted)"

    static func candidates(executable: String) -> [String] {
        var folders: [String] = []
        var folder = executable[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if folder.hasSuffix("/bin") { folders.append("\(folder.dropLast(4))/share/hotpress") }
            if access("\(folder)/Package.swift", R_OK) == 0 { folders.append(String(folder)) }
        }
        return folders
    }
}
