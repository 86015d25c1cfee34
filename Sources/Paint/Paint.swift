// Paint: laid out pages to PDF or PNG.
//
// `Painter` walks a page's fragments in CSS paint order (CSS 2.2 appendix E) and draws each on a `Canvas`; `CairoCanvas`
// is the canvas of both outputs, `PDFOutput` and `PNGOutput` own the surfaces and what stands around the pages:
// metadata, links, destinations, outline.
//
// In: `PaintedDocument` (fragments as layout left them), the press's `Shaper` and `ImageStore`. Out: bytes. The fragments
// are trusted to be finite trees; strings in links and metadata are not, and are quoted for Cairo. The same document
// gives the same bytes. `PaintError` tells that Cairo gave up, which means memory is short.
