import Foundation
import Platform
import TestKit
import Testing

@Suite struct FolderCasesTests {
    @Test func eachCaseOfTheFolderHasTheTestThatItsTableNames() throws {
        let tree = BuiltProgram.sourceTree
        let text = try String(contentsOfFile: "\(tree)/docs/ARCHITECTURE.md", encoding: .utf8)
        let table = try #require(text.components(separatedBy: "## The folder, case by case").last)
        let folder = try Directory("\(tree)/Tests/IntegrationTests")
        var tests = ""
        for name in try folder.names() {
            tests += String(decoding: try folder.open(name, .read).readAll(), as: UTF8.self)
        }
        var count = 0
        for row in table.split(separator: "\n") where row.hasPrefix("| ") {
            for name in row.split(separator: "`").map(String.init) where name.allSatisfy({ $0.isLetter }) {
                #expect(tests.contains("func \(name)("), "\(name) is no test")
                count += 1
            }
        }
        #expect(count > 40)
    }
}
