import Diagnostics
import Invoice
import Testing

@testable import Template

@Suite struct CheckingTests {
    private func faults(_ files: [String: String]) -> [String] {
        let error = #expect(throws: DiagnosticError.self) { try template(files) }
        return error?.diagnostics.map { diagnostic in
            let place = diagnostic.location.position.map { "\($0.line):\($0.column) " } ?? ""
            return place + diagnostic.message + (diagnostic.hint.map { "; \($0)" } ?? "")
        } ?? []
    }

    @Test(arguments: [
        ("<p>\n{{nubmer}}", "2:3 there is no value 'nubmer'; did you mean 'number'?"),
        ("{{total.gros}}", "1:3 there is no value 'total.gros'; did you mean 'total.gross'?"),
        ("{{gross}}", "1:3 there is no value 'gross'; did you mean 'total.gross'?"),
        ("{{label.dueDat}}", "1:3 there is no value 'label.dueDat'; did you mean 'label.dueDate'?"),
        ("{{#lines}}{{pirce}}{{/lines}}", "1:13 there is no value 'pirce'; did you mean 'price'?"),
        (
            "{{#seller}}{{contact.phon}}{{/seller}}",
            "1:14 there is no value 'contact.phon'; did you mean 'contact.phone'?"
        ),
        ("{{^notess}}x{{/notess}}", "1:4 there is no value 'notess'; did you mean 'notes'?"),
        ("{{lines}}", "1:3 'lines' holds several values; print it in a section: {{#lines}}…{{/lines}}"),
        ("{{period}}", "1:3 'period' holds several values; name one of them: period.from, period.to"),
        ("{{date.year}}", "1:3 there is no value 'date.year'; known here: raw, long"),
        ("{{>footr}}", "1:4 there is no partial 'footr' in the template's folder; did you mean 'footer'?"),
    ])
    func aNameThatTheModelDoesNotKnowIsAnErrorOfTheTemplate(page: String, fault: String) {
        let found = faults(["invoice.html": page + "{{>footer}}", "footer.mustache": ""])
        #expect(found == [fault])
    }

    @Test func allFaultsAreFoundAtOnceAlsoInPartialsAndMails() {
        let found = faults([
            "invoice.html": "{{a1}}{{#lines}}{{>row}}{{/lines}}{{b1}}", "row.html": "{{name}}{{c1}}",
            "mail.txt": "Subject: {{d1}}",
        ])
        #expect(found.count == 4)
    }

    @Test func aBrokenPartialIsNamed() {
        let error = #expect(throws: DiagnosticError.self) {
            try template(["invoice.html": "{{>row}}", "row.mustache": "a\n{{#lines}}"])
        }
        #expect(error?.description.contains("/row.mustache:2:1: error: the section 'lines' is not closed") == true)
    }

    @Test func aKnownValueThatIsAbsentPrintsNothing() throws {
        let html = try printed("[{{dueDate}}{{buyer.vatId}}{{shipTo.address.city}}{{payment.iban}}]", simpleInvoice())
        #expect(html == "[]")
    }

    @Test func namesBelowCustomAreFree() throws {
        let page = "{{custom.a.b}}|{{custom.x.y}}|{{#custom}}{{a.b}}{{nothing}}{{number}}{{/custom}}"
        #expect(try printed(page, simpleInvoice()) == "||")
        let added = try simpleInvoice(", \"custom\": {\"a\": {\"b\": \"<free>\"}}")
        #expect(try printed(page, added) == "&lt;free&gt;||&lt;free&gt;T-1")
        #expect(try printed(page, simpleInvoice(", \"custom\": {\"a\": \"text\"}")) == "||T-1")
        let list = try simpleInvoice(", \"custom\": {\"a\": [\"x\", \"y\"]}")
        #expect(try printed("{{#custom.a}}{{.}}{{number}}{{/custom.a}}", list) == "xT-1yT-1")
    }

    @Test func blocksAreCheckedWhereTheyAreFilled() throws {
        let layout = "{{#lines}}{{$row}}{{/row}}{{/lines}}"
        let page = "{{<layout}}{{$row}}{{position}}{{/row}}{{/layout}}"
        #expect(try template(["invoice.html": page, "layout.html": layout]).html(simpleInvoice()) == "1")
        #expect(
            faults(["invoice.html": page.replacing("position", with: "positoin"), "layout.html": layout])
                == ["1:22 there is no value 'positoin'; did you mean 'position'?"])
    }

    @Test func aPartialNamedByTheDataMustExist() throws {
        let folder = try template(["invoice.html": "{{>*custom.part}}", "a.mustache": "{{number}}"])
        #expect(try folder.html(simpleInvoice(", \"custom\": {\"part\": \"a\"}")) == "T-1")
        let wrong = try template(["invoice.html": "{{>*custom.part}}", "a.mustache": "{{nubmer}}"])
        #expect(throws: DiagnosticError.self) { try wrong.fill(simpleInvoice(", \"custom\": {\"part\": \"a\"}")) }
        let missing = try simpleInvoice(", \"custom\": {\"part\": \"b\"}")
        let error = #expect(throws: DiagnosticError.self) { try folder.fill(missing) }
        #expect(error?.description.contains("invoice.html:1:4: error: there is no partial 'b'") == true)
    }

    @Test func aTemplateThatIsNotThereIsAnErrorWithTheNearestName() {
        let error = #expect(throws: DiagnosticError.self) { try TemplateFolder.load("\(checkout)/Templates/clasic") }
        #expect(error?.diagnostics.first?.message == "there is no template 'clasic'")
        #expect(error?.diagnostics.first?.hint == "did you mean 'classic'?")
    }

    @Test func aFolderWithoutAPageIsRefused() {
        #expect(
            faults(["page.html": ""]) == [
                "this folder has no invoice.html; a template is a folder with a file of that name"
            ])
    }
}
