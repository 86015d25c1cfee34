public import Diagnostics
internal import Platform

/// The import profiles that are at hand; their files are read once, when first asked for.
public struct ProfileLibrary: Sendable {
    private struct Shelf: Sendable {
        var profiles: [ImportProfile] = []
        var faults: [Diagnostic] = []
    }

    private let folders: [String]
    private let shelf = Lock<Shelf?>(nil)

    /// Those that come with the program, and those of `/etc/hotpress/profiles`, which go before.
    public static let installed = ProfileLibrary(
        folders: [SharedFiles.path(of: "config/profiles"), "/etc/hotpress/profiles"].compactMap { $0 })

    public static let none = ProfileLibrary(folders: [])

    /// Every `.conf` file of the folders; of two with the same name the later folder's counts. A folder that is not
    /// there is empty.
    public init(folders: [String]) { self.folders = folders }

    /// A library with the folder's profiles besides; they go before those of the same name.
    public func adding(folder: String) -> ProfileLibrary { ProfileLibrary(folders: folders + [folder]) }

    /// By name, in the order of the alphabet.
    public var profiles: [ImportProfile] { loaded.profiles }

    /// What is wrong with profiles that could not be read.
    public var faults: [Diagnostic] { loaded.faults }

    private var loaded: Shelf {
        shelf.change { shelf in
            if let known = shelf { return known }
            let read = Self.read(folders)
            shelf = read
            return read
        }
    }

    private static func read(_ folders: [String]) -> Shelf {
        var shelf = Shelf()
        var byName: [String: ImportProfile] = [:]
        for folder in folders {
            for name in names(in: folder) {
                do {
                    let file = try KeyFile(path: "\(folder)/\(name).conf")
                    byName[name] = try ImportProfile(file, name: name)
                } catch let error as DiagnosticError {
                    shelf.faults += error.diagnostics
                } catch {
                    shelf.faults.append(.error("\(error)", at: SourceLocation(file: "\(folder)/\(name).conf")))
                }
            }
        }
        shelf.profiles = byName.values.sorted { $0.name < $1.name }
        return shelf
    }

    private static func names(in folder: String) -> [String] {
        guard let names = try? Directory(folder).names() else { return [] }
        return names.compactMap { name in
            let text = String(decoding: name.bytes, as: UTF8.self)
            return text.hasSuffix(".conf") && !text.hasPrefix(".") ? String(text.dropLast(5)) : nil
        }.sorted()
    }

    public subscript(name: String) -> ImportProfile? { profiles.first { $0.name == name } }

    /// The profile of that name; names the nearest where there is none.
    func required(_ name: String, for file: String) throws(DiagnosticError) -> ImportProfile {
        if let profile = self[name] { return profile }
        let own = faults.filter { $0.location.file?.hasSuffix("/\(name).conf") ?? false }
        if !own.isEmpty { throw DiagnosticError(own) }
        let known = profiles.map(\.name)
        throw DiagnosticError(
            .error(
                "there is no import profile '\(name)'", at: SourceLocation(file: file),
                hint: nearestName(to: name, among: known).map { "did you mean '\($0)'?" }
                    ?? "known are \(known.joined(separator: ", "))"))
    }

    /// The profile that knows the document best; nil if none does.
    func profile(for record: JSONNode, source: ImportProfile.Source) -> ImportProfile? {
        var best: ImportProfile?
        for profile in profiles where profile.source == source && profile.knows(record) {
            if profile.recognition.weight > best?.recognition.weight ?? 0 { best = profile }
        }
        return best
    }
}

extension ImportProfile {
    /// Whether the document has all that the profile knows its files by.
    func knows(_ record: JSONNode) -> Bool {
        if source == .xml {
            guard case .string(let root)? = record.members(named: "@root").first?.content else { return false }
            return recognition.roots.contains(root)
        }
        return recognition.names.allSatisfy { !record.found($0.steps).isEmpty }
            && recognition.values.allSatisfy { name, value in
                record.found(name.steps).contains { $0.text == value }
            }
    }
}
