import Diagnostics
import Foundation
import Invoice
import Testing

@testable import Template

@Suite struct LabelTests {
    private func library(_ layers: [[String: String]]) throws -> LabelLibrary {
        var bag = DiagnosticBag()
        let sources = layers.map { layer in
            layer.reduce(into: [String: SourceText]()) { result, file in
                result[file.key] = SourceText(file: file.key, bytes: Array(file.value.utf8))
            }
        }
        let library = LabelLibrary(layers: sources, into: &bag)
        try bag.throwIfErrors()
        return library
    }

    @Test func theNearestFileWinsAndEnglishFillsTheGaps() throws {
        let library = try library([
            ["de-AT.conf": "[labels]\nnumber=Nr. AT\n", "de.conf": "[labels]\nnumber=Nr.\ndate=Tag\n"],
            ["de.conf": "[labels]\ndate=Datum\ntax=Steuer\n", "en.conf": "[labels]\nmine=Mine\n"],
        ])
        let labels = library.labels(for: "de-AT")
        #expect(labels.label("number") == "Nr. AT")
        #expect(labels.label("date") == "Tag")
        #expect(labels.label("tax") == "Steuer")
        #expect(labels.label("mine") == "Mine")
        #expect(labels.label("due") == "Amount due")
        #expect(library.labels(for: "fr").label("number") == "Number")
        #expect(library.names.contains("mine"))
    }

    @Test(arguments: [
        ("de-DE", ["de-de", "de"]), ("en_US", ["en-us", "en"]), ("zh-TW", ["zh-tw", "zh-hant", "zh"]),
        ("zh-CN", ["zh-cn", "zh-hans", "zh"]), ("zh-Hant-HK", ["zh-hant-hk", "zh-hant", "zh-hant", "zh"]),
        ("zh", ["zh-hans", "zh"]),
    ])
    func aLocaleIsLookedUpFromTheWholeTagDown(locale: String, tags: [String]) {
        #expect(LabelLibrary.tags(for: locale) == tags)
    }

    @Test func aFaultyLabelFileIsNamedWithItsLine() {
        let error = #expect(throws: DiagnosticError.self) {
            try library([["de.conf": "# c\n[labels]\nnumber\n[unit]\na=b\n"]])
        }
        #expect(
            error?.diagnostics.map(\.message)
                == ["this line is neither a group nor a key with a value", "there is no group of labels [unit]"])
        #expect(error?.diagnostics.first?.location.position == SourcePosition(line: 3, column: 1))
    }

    @Test func valuesMayHoldEscapesAndEqualSigns() throws {
        let labels = try library([["en.conf": "[labels]\n a = x = \\\"y\\n z \\\\ \n"]]).labels(for: "en")
        #expect(labels.label("a") == "x = \"y\n z \\")
    }

    @Test func everyShippedLanguageHasEveryNameAndNoOther() throws {
        let folder = "\(checkout)/Templates/labels"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".conf") }
        #expect(files.count == 18)
        for file in files {
            let text = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
            var bag = DiagnosticBag()
            let groups = KeyFile(SourceText(file: file, bytes: Array(text)), into: &bag).groups
            #expect(bag.isEmpty)
            for group in ["labels", "titles", "exemptions"] {
                #expect(Set(groups[group, default: [:]].keys) == Labels.english.keys(in: group), "\(file) [\(group)]")
            }
            for group in ["units", "payment-means"] {
                #expect(
                    Set(groups[group, default: [:]].keys).isSubset(of: Labels.english.keys(in: group)),
                    "\(file) [\(group)]")
            }
        }
    }

    @Test func theEnglishFileHoldsTheBuiltInWords() throws {
        let text = try Data(contentsOf: URL(fileURLWithPath: "\(checkout)/Templates/labels/en.conf"))
        var bag = DiagnosticBag()
        let file = KeyFile(SourceText(file: "en.conf", bytes: Array(text)), into: &bag)
        for group in Labels.groupNames {
            #expect(Set(file.groups[group, default: [:]].keys) == Labels.english.keys(in: group))
            for (key, value) in file.groups[group, default: [:]] { #expect(Labels.english[group, key] == value) }
        }
    }
}
