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
            Accepted("o'neil+invoices@mail.example.co.uk", "", "o'neil+invoices@mail.example.co.uk"),
            Accepted("zoe@localhost", "", "zoe@localhost"),
            Accepted("zoe@bücher.example", "", "zoe@xn--bcher-kva.example"),
            Accepted("株式会社 <a@例え.テスト>", "株式会社", "a@xn--r8jz45g.xn--zckzah"),
            Accepted("Zoe <zoe@xn--bcher-kva.example>", "Zoe", "zoe@xn--bcher-kva.example"),
            Accepted("zoë@xn--bcher-kva.example", "", "zoë@xn--bcher-kva.example"),
            Accepted("zoë@bücher.example", "", "zoë@xn--bcher-kva.example"),
            Accepted("zoe\u{308}@example.com", "", "zo\u{EB}@example.com"),
            Accepted("用户 <用户@例え.テスト>", "用户", "用户@xn--r8jz45g.xn--zckzah"),
        ])
    func accepted(_ example: Accepted) throws {
        let address = try Address(example.text)
        #expect(address.name == example.name)
        #expect(address.mailbox == example.mailbox)
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "", " ", "zoe", "@example.com", "zoe@", "zoe@@example.com", "zoe@exa mple.com", "zoe@example..com",
            "zoe@.example.com", "zoe@example.com.", "zoe@-example.com", "zoe@example-.com", "zoe@exam_ple.com",
            ".zoe@example.com", "zoe.@example.com", "zo..e@example.com", "Zoe <zoe@example.com", "Zoe zoe@example.com",
            "<zoe@example.com", "<>", "b@example.com, Zoë <zoe@example.com>", "zoe@example.com%00", "zo€@example.com",
            "zo\u{AD}e@example.com", "zo\u{A0}e@example.com", "👍@example.com",
            "zoe@" + String(repeating: "a", count: 64) + ".com", String(repeating: "a", count: 65) + "@example.com",
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
