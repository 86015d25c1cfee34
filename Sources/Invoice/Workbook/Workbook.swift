internal import Containers
internal import Diagnostics

/// A workbook's sheet as the text of a table: `.xlsx` (ECMA-376) or `.ods` (OpenDocument).
///
/// - Parameter sheet: by name; nil takes the first.
/// - Returns: UTF-8, comma-separated, a line for each row of the sheet.
func workbookText(_ bytes: [UInt8], name: String, sheet: String?) throws(DiagnosticError) -> [UInt8] {
    do throws(ContainerFault) {
        let archive = try ZipArchive(bytes)
        if archive.contains("xl/workbook.xml") { return try ExcelWorkbook(archive).text(of: sheet) }
        if archive.contains("content.xml") { return try OpenDocumentSheet.text(archive, sheet: sheet) }
        throw ContainerFault("a ZIP archive, but no workbook (.xlsx, .ods)")
    } catch {
        throw DiagnosticError(
            .error(
                error.message, at: SourceLocation(file: name),
                hint: "open it in a spreadsheet and save it anew, or save the sheet as CSV (UTF-8)"))
    }
}

extension ContainerFault {
    /// A workbook that names a sheet that it has not.
    static func noSheet(_ wanted: String?, among known: [String]) -> ContainerFault {
        guard let wanted else { return ContainerFault("a workbook without a sheet") }
        return ContainerFault("no sheet \"\(wanted)\"; there are \(known.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
}
