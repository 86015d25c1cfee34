import Mail
import Testing

@Suite("Delivery reports")
struct DeliveryReportTests {
    private func report(_ original: String, status: String) -> [UInt8] {
        Array(
            """
            Content-Type: multipart/report; report-type=delivery-status; boundary="b"
            MIME-Version: 1.0

            --b
            Content-Type: text/plain

            Sorry.
            --b
            Content-Type: message/delivery-status

            Reporting-MTA: dns; mail.example.com

            \(status)

            --b
            \(original)

            --b--

            """.utf8)
    }

    private let failed = """
        Original-Recipient: rfc822;zoe@example.com
        Final-Recipient: rfc822; zoe@inner.example.com
        Action: failed
        Status: 5.1.1
        Diagnostic-Code: smtp; 550 5.1.1
          no such user
        """

    @Test(
        "the message is known by its Message-ID, whether it came back whole or in part",
        arguments: [
            "Content-Type: message/rfc822\n\nFrom: a@b.example\nMessage-ID: <x.1@acme.example>\n\nHi",
            "Content-Type: text/rfc822-headers\n\nMessage-Id: <x.1@acme.example>\nSubject: Hi\n",
        ])
    func message(_ original: String) throws {
        let report = try #require(DeliveryReport(report(original, status: failed)))
        #expect(report.messageID == "x.1@acme.example")
        #expect(report.recipients.count == 1)
        #expect(report.recipients.first?.action == .failed)
        #expect(report.recipients.first?.summary == "zoe@example.com: 5.1.1 550 5.1.1 no such user")
    }

    @Test("each recipient has a part of its own")
    func recipients() throws {
        let late = "Final-Recipient: rfc822; b@example.com\nAction: delayed\nStatus: 4.4.1"
        let original = "Content-Type: text/rfc822-headers\n\nMessage-Id: <x.1@acme.example>\n"
        let report = try #require(DeliveryReport(report(original, status: failed + "\n\n" + late)))
        #expect(report.recipients.map(\.action) == [.failed, .delayed])
    }

    @Test(
        "what is no report is none",
        arguments: [
            "", "\n", "Subject: Out of office\n\nBack on Monday.\n",
            "Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n\n--b--\n",
            "Content-Type: message/rfc822\n\nMessage-Id: <x.1@acme.example>\n\nHi\n",
        ])
    func others(_ text: String) {
        #expect(DeliveryReport(Array(text.utf8)) == nil)
    }
}
