import Foundation
import Platform
import TestKit
import Testing

/// From a dropped invoice to what arrives, through real mail transfer agents and an SMTP server that records.
@Suite(
    "Delivery through real mail systems", .enabled(if: MailAgents.obstacle == nil, "\(MailAgents.obstacle ?? "")"),
    .serialized)
struct MailDeliveryTests {
    private let invoice = #"""
        {"number": "2026-0042", "date": "2026-11-30", "locale": "de-DE", "tax": 19,
         "seller": {"name": "Acme GmbH", "contact": {"phone": "+49 30 1234567"}},
         "buyer": {"name": "Zoë Müller"},
         "lines": [{"name": "Größe", "quantity": 2, "price": "50.00"}],
         "mail": {"send": true, "to": ["\"Müller, Zoë \\\"Z\\\"\" <zoe@example.com>", "office@bücher.example"],
                  "cc": ["Bücher <books@example.com>"], "bcc": ["secret@example.com"],
                  "attachments": ["Geschäftsbedingungen.txt"]}}
        """#

    @Test("what arrives is what was made, to whom it was to go", arguments: MailAgents.names)
    func delivery(_ agent: String) async throws {
        try #require(MailAgents.isUnpacked(agent), "apt-get download gets no packages of \(agent)")
        let service = try Service(
            """
            [invoice]
            output-name = Rechnung {number} für {customer}
            [mail]
            sender = "Acme, Buchhaltung" <billing@acme.example>
            return-path = bounces@acme.example
            attachments = terms
            """, program: "hotpress")
        try service.root.write("Es gilt das Übliche.\n", to: "terms/Geschäftsbedingungen.txt")
        let server = try RecordingSMTPServer(folder: Directory.making(service.root.path("received")).path)
        MailAgents.give(service.root.path)
        service.launcher = MailAgents.launcher(agent, port: server.port)
        try await service.start()
        try service.drop(invoice, as: "a.json")
        MailAgents.give(service.root.path("hot/inbox"))
        try await service.untilIdle()
        let expected: Set = [
            "zoe@example.com", "office@xn--bcher-kva.example", "books@example.com", "secret@example.com",
        ]
        try await service.until("it arrives at everybody's") { try Set(recipients(server)).isSuperset(of: expected) }
        #expect(try recipients(server).sorted() == expected.sorted())
        for number in (0..<server.count).map({ $0 + 1 }) {
            #expect(try server.envelope(number).sender == "bounces@acme.example")
            try check(server.path(number), service)
        }
        #expect(service.root.names(in: "state/mail").filter { $0.hasSuffix(".eml") }.isEmpty)
        #expect(try await service.end() != 1)
    }

    @Test("a mailbox with other letters before its @ is delivered by systems that speak SMTPUTF8")
    func internationalMailbox() async throws {
        try #require(MailAgents.isUnpacked("postfix"), "apt-get download gets no packages of postfix")
        let service = try Service("[mail]\nsender = billing@acme.example\n", program: "hotpress")
        let server = try RecordingSMTPServer(folder: Directory.making(service.root.path("received")).path)
        MailAgents.give(service.root.path)
        service.launcher = MailAgents.launcher("postfix", port: server.port)
        try await service.start()
        let mailbox = "zoë@bücher.example"
        try service.drop(
            invoice.replacing("office@bücher.example", with: mailbox).replacing(
                "\"attachments\": [\"Geschäftsbedingungen.txt\"]", with: "\"attachments\": []"), as: "a.json")
        MailAgents.give(service.root.path("hot/inbox"))
        let expected = ["books@example.com", "secret@example.com", "zoe@example.com", "zoë@xn--bcher-kva.example"]
        try await service.until("it arrives") { try recipients(server).count == expected.count }
        #expect(try recipients(server).sorted() == expected)
        let mail = try ReadMail(path: server.path(1))
        #expect(mail.to.last == ["", "zoë@xn--bcher-kva.example"])
        _ = try await service.end()
    }

    private func recipients(_ server: RecordingSMTPServer) throws -> [String] {
        try (0..<server.count).flatMap { try server.envelope($0 + 1).recipients }
    }

    private func check(_ path: String, _ service: Service) throws {
        let mail = try ReadMail(path: path, attachmentsTo: Directory.making(service.root.path("parts")).path)
        #expect(mail.defects == [])
        #expect(mail.from == [["Acme, Buchhaltung", "billing@acme.example"]])
        #expect(mail.to == [["Müller, Zoë \"Z\"", "zoe@example.com"], ["", "office@xn--bcher-kva.example"]])
        #expect(mail.cc == [["Bücher", "books@example.com"]])
        #expect(mail.subject == "Rechnung 2026-0042 – Acme GmbH")
        #expect(!mail.headerNames.contains("Bcc"))
        #expect(mail.headerNames.contains("Auto-Submitted"))
        #expect(
            mail.parts == [
                "multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/pdf", "text/plain",
            ])
        #expect(mail.text?.contains("anbei erhalten Sie das Dokument") == true)
        #expect(mail.html?.contains("119,00") == true)
        let name = "Rechnung 2026-0042 für Zoë Müller.pdf"
        #expect(mail.attachments.map(\.filename) == [name, "Geschäftsbedingungen.txt"])
        let arrived = try FileDescriptor(path: service.root.path("parts/0"), .read).readAll()
        let printed = try FileDescriptor(path: service.root.path("hot/outbox/\(name)"), .read).readAll()
        #expect(arrived == printed)
        #expect(try service.root.read("parts/1") == "Es gilt das Übliche.\n")
        try #expect(String(decoding: bytes(path), as: UTF8.self).contains("secret") == false)
        try compareWithDryRun(path, service)
    }

    /// What arrives ends with the very message that `hotpress mail` writes.
    private func compareWithDryRun(_ path: String, _ service: Service) throws {
        let choice = ["--config", service.root.path("test.conf")]
        let history = try BuiltProgram.run(BuiltProgram.path, ["history"] + choice).text
        let job = try #require(history.split(separator: "\n").first?.split(separator: " ").last.map(String.init))
        let file = service.root.path("again.eml")
        let run = try BuiltProgram.run(BuiltProgram.path, ["mail", job, "--dry-run", "-o", file] + choice)
        #expect(run.exitCode == 0, "\(run.errors)")
        let made = try bytes(file)
        let arrived = try bytes(path).filter { $0 != 13 }
        #expect(arrived.suffix(made.count).elementsEqual(made))
    }

    private func bytes(_ path: String) throws -> [UInt8] { try FileDescriptor(path: path, .read).readAll() }
}
