// Typography: fonts, shaping and images for layout and paint.
//
// `Shaper` answers layout's `TextShaper`: it chooses faces by family list (fontconfig), finds scripts, bidi levels,
// fallback fonts and line breaks (Pango), and sets glyphs (HarfBuzz, in font units, so that widths are never rounded).
// `ImageStore` answers `ImageSizer`: raster images (gdk-pixbuf; JPEG bytes are kept as they are) and SVG (librsvg).
// `ResourceAccess` is the one door to files: below the allowed roots or from `data:` URLs, never from a network.
//
// In: computed text styles, UTF-8 paragraphs, resource references. Out: glyphs and metrics in CSS px, image sizes.
// Images and fonts named by a document are not trusted: what cannot be read is a diagnostic, and another font, or no
// image, takes its place. Nothing here throws. Each press has a store of its own; nothing is shared between threads,
// and C handles are lent to `Paint` by closure only.
