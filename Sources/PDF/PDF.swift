// PDF: a writer of PDF 1.7 (ISO 32000-1), from drawing calls to bytes.
//
// In:   `PDFDocument` with its options; pages and their `ContentStream`s; fonts, images and pages of other files, each
//       a `…Program` that is prepared once and shared by any number of documents; tags, links, outline, attachments.
// Out:  the bytes of one file. The same calls give the same bytes; there is no clock and no random number inside.
//
// How a document comes about: each content stream, image and form goes into the file as soon as it is finished, deflated;
// all other objects are gathered in object streams (§7.5.7); fonts, tags and the catalog are written by `finish`, and a
// cross-reference stream (§7.5.8) ends the file. Nothing is built as a tree of values first: each family of objects has
// a file that writes it through `ObjectWriter`.
//
// Units: whatever the transform says; a page's own space is points with y up (§8.3.2.3).
// Trust: fonts and images may come from anywhere; HarfBuzz checks the fonts, headers are checked here. Other PDF pages
//        (`PageProgram`) are read leniently where they are what Cairo writes and refused otherwise.
// Fails: `DiagnosticError` where a font, image or page cannot be taken; drawing itself cannot fail. Numbers that are not
//        finite are written as 0.
// Threads: a document, a program and a `Deflater` belong to one thread at a time.
//
// Sections are those of ISO 32000-1:2008 unless another standard is named.
