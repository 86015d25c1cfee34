/* pango TEXTS LINES FAMILY: what Pango and Cairo alone take to draw the texts of an invoice into a PDF. */
#include "floor.h"

#include <pango/pangocairo.h>

#include <cairo-pdf.h>

typedef struct {
    PangoContext *context;
    PangoLayout *layout;
    PangoFontDescription *font;
} Pen;

static cairo_status_t count_bytes(void *closure, const unsigned char *data, unsigned int length) {
    (void)data;
    *(size_t *)closure += length;
    return CAIRO_STATUS_SUCCESS;
}

static size_t draw(const Texts *texts, void *context) {
    Pen *pen = context;
    size_t bytes = 0;
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(count_bytes, &bytes, 595, 842);
    cairo_t *cairo = cairo_create(surface);
    int page = 1;
    for (size_t i = 0; i < texts->count; i++) {
        const Text *text = &texts->items[i];
        for (; page < text->page; page++) cairo_show_page(cairo);
        pango_font_description_set_absolute_size(pen->font, text->size * PANGO_SCALE);
        pango_layout_set_font_description(pen->layout, pen->font);
        pango_layout_set_text(pen->layout, text->text, -1);
        cairo_move_to(cairo, text->x, text->y - pango_layout_get_baseline(pen->layout) / (double)PANGO_SCALE);
        pango_cairo_show_layout(cairo, pen->layout);
    }
    cairo_show_page(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    return bytes;
}

int main(int count, char **words) {
    if (count != 4) return 64;
    Texts texts = read_texts(words[1]);
    PangoFontMap *fonts = pango_cairo_font_map_new();
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fonts), 72);
    Pen pen = {.context = pango_font_map_create_context(fonts), .font = pango_font_description_from_string(words[3])};
    pen.layout = pango_layout_new(pen.context);
    measure("Pango and Cairo alone", words[2], &texts, draw, &pen);
    return 0;
}
