// Template: an added-up invoice and a folder of templates in; a page of HTML, or the text of a mail, out.
//
// A template is compiled once (`TemplateFolder.load`): Mustache or `#` placeholders become nodes (`Mustache/`,
// `Placeholders/`), nodes a flat program (`Program/`), and the program's names are checked against the model's tables
// (`View/`) before there is any invoice. Filling (`TemplateFolder.fill`) runs the program over one invoice; values
// stay values until they are printed, by the one formatter (`Format/`).
//
// Trusts: templates, as their author may print anything; not the invoice. Whatever is in the data is text: escaped once
// for the place where it stands (element, attribute, style sheet), and never read as template text.
// Reads: only files in the template's folder and in the folder of shared labels.
// Fails: with a `DiagnosticError` that names file, line and column: all faults of a template when it is loaded; when it
// is filled only those that the data brings to light.
//
// `FreeTemplate` fills one Mustache file with any JSON, exactly as the Mustache specification says.
