// Paint: laid out pages to PDF or PNG.
//
// `Painter` walks a page's fragments in CSS paint order (CSS 2.2 appendix E) and draws each on a `Canvas`: `PDFCanvas`
// writes with the `PDF` target, `CairoCanvas` paints pixels. `PDFOutput` and `PNGOutput` own what stands around the
// pages: metadata, links, destinations, outline. `Tagger` says what of the HTML each drawing belongs to.
//
// In: `PaintedDocument` (fragments as layout left them), the press's `Shaper` and `ImageStore`. Out: bytes. The fragments
// are trusted to be finite trees; strings in links and metadata are not. The same document gives the same bytes.
// `PaintError` tells that Cairo gave up, which means memory is short.
