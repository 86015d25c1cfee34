// The door to HarfBuzz, as far as fonts are read and subset: headers, and inline shims for what Swift cannot import
// or what its versions call differently.
#ifndef HOTPRESS_CHarfBuzz_H
#define HOTPRESS_CHarfBuzz_H
#include <hb.h>
#include <hb-ot.h>
#include <hb-subset.h>

// Renamed in 7.0, the former name deprecated.
static inline void hotpress_hb_draw_glyph(hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *funcs, void *data) {
#if HB_VERSION_ATLEAST(7, 0, 0)
    hb_font_draw_glyph(font, glyph, funcs, data);
#else
    hb_font_get_glyph_shape(font, glyph, funcs, data);
#endif
}

#endif
