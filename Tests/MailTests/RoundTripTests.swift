import Mail
import Platform
import TestKit
import Testing

/// Texts of every script come back as they were, from subject, names and file names, with short header lines.
@Suite("Round trips of header text")
struct RoundTripTests {
    static let scripts = [
        "Rechnung für Müller & Söhne, Größe ½", "Façade à Nîmes", "Τιμολόγιο αριθ. 42 για πελάτες",
        "فاتورة رقم ٤٢ للعميل", "חשבונית מס 42", "发票二〇二六请付款", "請求書 第42号", "Счёт № 42", "Invoice 🧾 paid ✅",
        "👩‍👩‍👧‍👦🏳️‍🌈🇪🇺👍🏽", "Zalgo t\u{E9}\u{301}\u{302}\u{303}x̷t",
    ]

    static let odd = [
        "a=?b?c=", "=", "quotes \"and\" back\\slashes; semicolons, commas", "100 % 'sure' *&^$#@!",
        "two  spaces   three",
        " a space at either end ", "ends in a dot.", "a.b.c", "(a comment)", "<angles>", "a@b.example", "Müller, Zoë",
        "under_score_é", "é=3D?", "\"", "\\", "'", "nobreak\u{A0}space", "soft\u{AD}hyphen", "\u{FEFF}mark",
    ]

    /// 300 characters, with and without spaces.
    static let long: [String] = (scripts + ["word (c)", "x", "a.", "_"]).flatMap { text in
        [text + " ", text.filter { $0 != " " }].map { text in
            String(String(repeating: text, count: 300).prefix(299)) + "e"
        }
    }

    /// A message that says the same text wherever it can.
    private func draft(_ texts: [String]) throws -> MessageDraft {
        let first = texts[0]
        var draft = MessageDraft(
            from: try Address("billing@acme.example").named(first),
            to: try texts.enumerated().map { try Address("to\($0)@example.com").named($1) }, subject: first,
            text: texts.joined(separator: "\n") + "\n", messageID: "job-7@acme.example", date: 1_796_000_000)
        draft.cc = [try Address("cc@example.com").named(first)]
        draft.replyTo = try Address("answers@example.com").named(first)
        draft.html = "<p>\(first)</p><img src=\"cid:logo@acme.example\">"
        let logo = Attachment(name: "\(first).svg", mediaType: "image/svg+xml", content: Array("<svg/>\n".utf8))
        draft.pictures = [InlinePicture(contentID: "logo@acme.example", file: logo)]
        draft.attachments = texts.enumerated().map { index, text in
            Attachment(name: "\(text).pdf", mediaType: "application/pdf", content: Array("%PDF \(index)\n\u{0}".utf8))
        }
        return draft
    }

    private func check(_ texts: [String]) throws {
        let root = try TemporaryRoot()
        try Message(draft(texts)).write(to: root.folder, as: "mail.eml")
        let mail = try ReadMail(path: root.path("mail.eml"), attachmentsTo: root.path)
        #expect(mail.defects == [])
        #expect(mail.subject == texts[0])
        #expect(mail.from == [[texts[0], "billing@acme.example"]])
        #expect(mail.to == texts.enumerated().map { [$1, "to\($0)@example.com"] })
        #expect(mail.cc == [[texts[0], "cc@example.com"]])
        #expect(mail.replyTo == [[texts[0], "answers@example.com"]])
        #expect(mail.attachments.map(\.filename) == texts.map { "\($0).pdf" })
        #expect(mail.text == texts.joined(separator: "\n") + "\n")
        #expect(mail.longestLine <= 78)
        #expect(mail.longestHeaderLine <= 78)
        #expect(mail.isSevenBit)
        for index in texts.indices { #expect(try root.read("\(index)") == "%PDF \(index)\n\u{0}") }
    }

    @Test("short texts of every script", arguments: scripts)
    func short(_ text: String) throws { try check([text]) }

    @Test("texts that look like something else", arguments: odd)
    func oddity(_ text: String) throws { try check([text]) }

    @Test("texts of 300 characters", arguments: long)
    func lengthy(_ text: String) throws {
        #expect(text.count == 300)
        try check([text])
    }

    @Test("many texts in one message, made up", arguments: 1...12)
    func madeUp(_ seed: Int) throws {
        var generator = Generator(state: UInt64(seed))
        let alphabet = Array((Self.scripts + Self.odd).joined() + String(repeating: " .aé", count: 20))
        let texts = (0..<12).map { _ in
            String(
                (0..<Int.random(in: 1...160, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? "x"
                }
            )
            .replacing("=?", with: "= ")
        }
        try check(texts)
    }

    @Test("what cannot be parted keeps below 998 characters")
    func unbreakable() throws {
        let local = String(repeating: "l", count: 64)
        let label = String(repeating: "d", count: 55)
        var draft = try draft(["Zoë"])
        draft.to = [try Address("\(local)@\(label).\(label).\(label).example")]
        draft.messageID = String(repeating: "m", count: 200) + "@acme.example"
        let root = try TemporaryRoot()
        try Message(draft).write(to: root.folder, as: "mail.eml")
        let mail = try ReadMail(path: root.path("mail.eml"))
        #expect(mail.defects == [])
        #expect(mail.to == [["", draft.to[0].mailbox]])
        #expect(mail.messageID == "<\(draft.messageID)>")
        #expect(mail.longestHeaderLine <= 998)
        #expect(mail.longestFoldableLine <= 78)
    }
}

/// Numbers that are the same in every run (splitmix64).
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
