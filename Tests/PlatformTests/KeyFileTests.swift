import Diagnostics
import Platform
import Testing

@Suite struct KeyFileTests {
    @Test func valuesListsAndLinesAreRead() throws {
        let file = try KeyFile(
            text: """
                # a comment
                [inbox]
                settle = 500
                  ignore = .*; *.tmp ;*~;

                [seller]
                address = One Street\\nTown
                """, file: "a.conf")
        #expect(file.groups.map(\.name) == ["inbox", "seller"])
        #expect(file["inbox"]?["settle"]?.value == "500")
        #expect(file["inbox"]?["ignore"]?.list == [".*", "*.tmp", "*~"])
        #expect(file["inbox"]?["ignore"]?.position == SourcePosition(line: 4, column: 3))
        #expect(file["seller"]?["address"]?.value == "One Street\nTown")
        #expect(file.location(of: "address", in: "seller").position?.line == 7)
    }

    @Test func everyFaultOfAFileIsFoundAtOnce() {
        #expect {
            _ = try KeyFile(text: "early=1\n[a]\nno equals\nx=1\nx=2\n[a]\n", file: "b.conf")
        } throws: { error in
            (error as? DiagnosticError)?.diagnostics.map(\.location.position?.line) == [1, 3, 5, 6]
        }
    }

    @Test func anUnknownEscapeIsReportedWithItsLine() {
        #expect {
            _ = try KeyFile(text: "[a]\npath=C:\\qux\n", file: "c.conf")
        } throws: { error in
            (error as? DiagnosticError)?.diagnostics.first?.location.position?.line == 2
        }
    }

    @Test func checksumsAreSHA256() {
        #expect(sha256(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
