import Diagnostics
import Mail
import Testing

@Suite("Addresses")
struct AddressTests {
    struct Accepted: Sendable, CustomTestStringConvertible {
        let text, name, mailbox: String
        var testDescription: String { text }

        init(_ text: String, _ name: String, _ mailbox: String) {
            self.text = text
            self.name = name
            self.mailbox = mailbox
        }
    }

    @Test(
        "what people write is read",
        arguments: [
            Accepted("zoe@example.com", "", "zoe@example.com"),
            Accepted("  zoe@example.com ", "", "zoe@example.com"),
            Accepted("Zoe <zoe@example.com>", "Zoe", "zoe@example.com"),
            Accepted("Zoë Müller <zoe@example.com>", "Zoë Müller", "zoe@example.com"),
            Accepted("\"Müller, Zoë\" <zoe@example.com>", "Müller, Zoë", "zoe@example.com"),
            Accepted("Müller, Zoë <zoe@example.com>", "Müller, Zoë", "zoe@example.com"),
            Accepted("Zoe<zoe@example.com>", "Zoe", "zoe@example.com"),
            Accepted("\"The \\\"Best\\\" Ltd\" <a@example.com>", "The \"Best\" Ltd", "a@example.com"),
            Accepted("=?utf-8?q?Zo=C3=AB?= <zoe@example.com>", "Zoë", "zoe@example.com"),
            Accepted("o'neil+invoices@mail.example.co.uk", "", "o'neil+invoices@mail.example.co.uk"),
            Accepted("zoe@localhost", "", "zoe@localhost"),
            Accepted("zoe@bücher.example", "", "zoe@xn--bcher-kva.example"),
            Accepted("株式会社 <a@例え.テスト>", "株式会社", "a@xn--r8jz45g.xn--zckzah"),
        ])
    func accepted(_ example: Accepted) throws {
        let address = try Address(example.text)
        #expect(address.name == example.name)
        #expect(address.mailbox == example.mailbox)
    }

    @Test(
        "what is no single safe address is refused",
        arguments: [
            "", " ", "zoe", "@example.com", "zoe@", "zoe@@example.com", "zoe@exa mple.com", "zoe@example..com",
            "zoe@.example.com", "zoe@example.com.", "zoe@-example.com", "zoe@example-.com", "zoe@[127.0.0.1]",
            "zoe@127.0.0.1", "zoe@exam_ple.com", ".zoe@example.com", "zoe.@example.com", "zo..e@example.com",
            "-bp@example.com", "-OQueueDirectory=/tmp@example.com", "-bp", "-C/etc/passwd", "|/bin/sh",
            "|cmd@example.com@x", "/dev/null", ":include:/etc/passwd", "\"a b\"@example.com", "\"|cmd\"@example.com",
            "\"-bp\"@example.com", "a@example.com, b@example.com", "a@example.com; b@example.com",
            "a@example.com b@example.com", "a@example.com\nBcc: b@example.com", "a@example.com\r\nBcc: b@example.com",
            "a@example.com\rb@example.com", "a@example.com\u{0}", "\u{0}a@example.com", "a@exam\u{0}ple.com",
            "a@example.com\u{85}b@example.com", "a@example.com\u{2028}Bcc: b@example.com", "a\u{1B}[31m@example.com",
            "Zoe\n <zoe@example.com>", "Zoe <zoe@example.com", "Zoe zoe@example.com", "<zoe@example.com", "<>",
            "Zoe <zoe@example.com> <b@example.com>", "b@example.com, Zoë <zoe@example.com>",
            "=?utf-8?q?Zoe=0ABcc:_b@example.com?= <zoe@example.com>", "=?utf-8?b?Wm9lDQpCY2M6IGI=?= <zoe@example.com>",
            "=?utf-8?q?zoe=40example.com?=", "friends: a@example.com, b@example.com;", "friends:;", "undisclosed:;",
            "zoë@example.com", "zoe(comment\n)@example.com", "zoe@example.com%00", "zoe%n@", "zoe@ex\u{202E}ample.com",
            "<@relay.example:zoe@example.com>", "zoe@" + String(repeating: "a", count: 64) + ".com",
            String(repeating: "a", count: 65) + "@example.com",
            "a@" + String(repeating: "abcdefgh.", count: 30) + "com",
        ])
    func refused(_ text: String) {
        #expect(throws: DiagnosticError.self) { try Address(text) }
    }

    @Test("a refusal says where it stood and what to write")
    func place() {
        let location = SourceLocation(file: "acme.json", path: "mail.to[1]")
        do throws(DiagnosticError) {
            _ = try Address("nobody", at: location)
            Issue.record("accepted")
        } catch {
            #expect(error.description.hasPrefix("acme.json: error: mail.to[1]: 'nobody' is no usable address"))
            #expect(error.description.contains("name@example.com"))
        }
    }

    @Test("the domain may be logged without the person")
    func domain() throws {
        #expect(try Address("Zoe <zoe@mail.example.com>").domain == "mail.example.com")
    }
}
