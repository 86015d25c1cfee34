import Diagnostics
import Platform
import Template

/// Finds a template by what the user calls it: a path, or the name of one that comes with the program.
enum TemplateChoice {
    static let standard = "classic"

    static func load(_ name: String) throws -> TemplateFolder {
        try TemplateFolder.load(path(of: name))
    }

    private static func path(of name: String) -> String {
        if name.contains("/") || (try? Directory(name)) != nil { return name }
        return SharedFiles.path(of: "Templates").map { "\($0)/\(name)" } ?? name
    }
}
