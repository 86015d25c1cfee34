public import Diagnostics
internal import Platform

/// The import profiles that are at hand.
public struct ProfileLibrary: Sendable {
    /// By name, in the order of the alphabet.
    public private(set) var profiles: [ImportProfile] = []
    /// What is wrong with profiles that could not be read.
    public private(set) var faults: [Diagnostic] = []

    /// Those that come with the program, and those of `/etc/hotpress/profiles`, which go before; read once.
    public static let installed = ProfileLibrary(
        folders: [SharedFiles.path(of: "config/profiles"), "/etc/hotpress/profiles"].compactMap { $0 })

    public static let none = ProfileLibrary(folders: [])

    /// Reads every `.conf` file; of two with the same name the later folder's counts. A folder that is not there is empty.
    public init(folders: [String]) {
        var byName: [String: ImportProfile] = [:]
        for folder in folders {
            for name in Self.names(in: folder) {
                do {
                    let file = try KeyFile(path: "\(folder)/\(name).conf")
                    byName[name] = try ImportProfile(file, name: name)
                } catch let error as DiagnosticError {
                    faults += error.diagnostics
                } catch {
                    faults.append(.error("\(error)", at: SourceLocation(file: "\(folder)/\(name).conf")))
                }
            }
        }
        profiles = byName.values.sorted { $0.name < $1.name }
    }

    /// A library with the folder's profiles besides; they go before those of the same name.
    public func adding(folder: String) -> ProfileLibrary {
        let others = ProfileLibrary(folders: [folder])
        var result = self
        result.profiles.removeAll { known in others.profiles.contains { $0.name == known.name } }
        result.profiles = (result.profiles + others.profiles).sorted { $0.name < $1.name }
        result.faults += others.faults
        return result
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
