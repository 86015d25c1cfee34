/* harfbuzz TEXTS LINES FONTFILE: what shaping by HarfBuzz and a small PDF writer take for the same texts.
   The subset of the font is kept between documents, as it is the same for all of them. */
#include "floor.h"

#include <harfbuzz/hb-subset.h>
#include <harfbuzz/hb.h>
#include <libdeflate.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *bytes;
    size_t count, room;
} Buffer;

typedef struct {
    hb_face_t *face;
    hb_font_t *font;
    hb_buffer_t *shaped;
    hb_set_t *glyphs, *kept;
    Buffer content, packed, program, out;
    size_t program_length;
    struct libdeflate_compressor *deflate;
} Pen;

static void reserve(Buffer *buffer, size_t more) {
    if (buffer->count + more <= buffer->room) return;
    buffer->room = (buffer->count + more) * 2;
    buffer->bytes = realloc(buffer->bytes, buffer->room);
}

static void put(Buffer *buffer, const char *bytes, size_t count) {
    reserve(buffer, count);
    memcpy(buffer->bytes + buffer->count, bytes, count);
    buffer->count += count;
}

static void print(Buffer *buffer, const char *format, ...) {
    reserve(buffer, 512);
    va_list values;
    va_start(values, format);
    buffer->count += vsnprintf(buffer->bytes + buffer->count, 512, format, values);
    va_end(values);
}

static void pack(Pen *pen, const char *bytes, size_t count, Buffer *into) {
    into->count = 0;
    reserve(into, libdeflate_zlib_compress_bound(pen->deflate, count));
    into->count = libdeflate_zlib_compress(pen->deflate, bytes, count, into->bytes, into->room);
}

static void draw_text(Pen *pen, const Text *text) {
    hb_buffer_clear_contents(pen->shaped);
    hb_buffer_add_utf8(pen->shaped, text->text, -1, 0, -1);
    hb_buffer_guess_segment_properties(pen->shaped);
    hb_shape(pen->font, pen->shaped, NULL, 0);
    unsigned count;
    hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(pen->shaped, &count);
    print(&pen->content, "/F %.2f Tf 1 0 0 1 %.2f %.2f Tm <", text->size, text->x, 842 - text->y);
    for (unsigned i = 0; i < count; i++) {
        static const char digits[] = "0123456789abcdef";
        unsigned glyph = infos[i].codepoint;
        char hex[4] = {digits[glyph >> 12 & 15], digits[glyph >> 8 & 15], digits[glyph >> 4 & 15], digits[glyph & 15]};
        put(&pen->content, hex, 4);
        hb_set_add(pen->glyphs, glyph);
    }
    print(&pen->content, "> Tj\n");
}

/* The subset stays as it is while it holds all that a document needs. */
static void keep_program(Pen *pen) {
    if (hb_set_is_subset(pen->glyphs, pen->kept)) return;
    hb_set_union(pen->kept, pen->glyphs);
    hb_subset_input_t *input = hb_subset_input_create_or_fail();
    hb_set_union(hb_subset_input_glyph_set(input), pen->kept);
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_RETAIN_GIDS | HB_SUBSET_FLAGS_NO_HINTING);
    hb_face_t *subset = hb_subset_or_fail(pen->face, input);
    hb_blob_t *blob = hb_face_reference_blob(subset);
    unsigned length;
    const char *bytes = hb_blob_get_data(blob, &length);
    pen->program_length = length;
    pack(pen, bytes, length, &pen->program);
    hb_blob_destroy(blob);
    hb_face_destroy(subset);
    hb_subset_input_destroy(input);
}

static void put_stream(Pen *pen, int number, const Buffer *stream, const char *more) {
    print(&pen->out, "%d 0 obj\n<</Length %zu/Filter/FlateDecode%s>>stream\n", number, stream->count, more);
    put(&pen->out, stream->bytes, stream->count);
    print(&pen->out, "\nendstream\nendobj\n");
}

static void put_fonts(Pen *pen) {
    char more[64];
    snprintf(more, sizeof more, "/Length1 %zu", pen->program_length);
    put_stream(pen, 3, &pen->program, more);
    print(&pen->out, "4 0 obj\n<</Type/FontDescriptor/FontName/Floor/Flags 4/FontBBox[0 -300 1000 1000]/ItalicAngle 0"
                     "/Ascent 900/Descent -300/CapHeight 700/StemV 80/FontFile2 3 0 R>>\nendobj\n"
                     "5 0 obj\n<</Type/Font/Subtype/CIDFontType2/BaseFont/Floor/FontDescriptor 4 0 R/CIDToGIDMap"
                     "/Identity/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/W[");
    for (hb_codepoint_t glyph = HB_SET_VALUE_INVALID; hb_set_next(pen->kept, &glyph);)
        print(&pen->out, "%u[%d]", glyph, hb_font_get_glyph_h_advance(pen->font, glyph));
    print(&pen->out, "]>>\nendobj\n6 0 obj\n<</Type/Font/Subtype/Type0/BaseFont/Floor/Encoding/Identity-H"
                     "/DescendantFonts[5 0 R]>>\nendobj\n");
}

static void put_page(Pen *pen, int page) {
    print(&pen->content, "ET\n");
    pack(pen, pen->content.bytes, pen->content.count, &pen->packed);
    put_stream(pen, 6 + page * 2, &pen->packed, "");
    print(&pen->out, "%d 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents %d 0 R"
                     "/Resources<</Font<</F 6 0 R>>>>>>\nendobj\n", 5 + page * 2, 6 + page * 2);
}

static size_t draw(const Texts *texts, void *context) {
    Pen *pen = context;
    pen->out.count = 0;
    hb_set_clear(pen->glyphs);
    print(&pen->out, "%%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n");
    size_t next = 0;
    for (int page = 1; page <= texts->pages; page++) {
        pen->content.count = 0;
        print(&pen->content, "BT\n");
        for (; next < texts->count && texts->items[next].page == page; next++) draw_text(pen, &texts->items[next]);
        put_page(pen, page);
    }
    keep_program(pen);
    put_fonts(pen);
    print(&pen->out, "2 0 obj\n<</Type/Pages/Count %d/Kids[", texts->pages);
    for (int page = 1; page <= texts->pages; page++) print(&pen->out, "%d 0 R ", 5 + page * 2);
    print(&pen->out, "]>>\nendobj\ntrailer\n<</Root 1 0 R/Size %d>>\nstartxref\n0\n%%%%EOF\n", 7 + texts->pages * 2);
    return pen->out.count;
}

int main(int count, char **words) {
    if (count != 4) return 64;
    Texts texts = read_texts(words[1]);
    hb_blob_t *blob = hb_blob_create_from_file(words[3]);
    Pen pen = {.face = hb_face_create(blob, 0), .glyphs = hb_set_create(), .kept = hb_set_create()};
    pen.font = hb_font_create(pen.face);
    hb_font_set_scale(pen.font, 1000, 1000);
    pen.shaped = hb_buffer_create();
    pen.deflate = libdeflate_alloc_compressor(6);
    measure("HarfBuzz and a PDF writer", words[2], &texts, draw, &pen);
    return 0;
}
