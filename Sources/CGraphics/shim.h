// The door to Pango, Cairo, librsvg, gdk-pixbuf, HarfBuzz, fontconfig: headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CGraphics_H
#define HOTPRESS_CGraphics_H
#include <pango/pangocairo.h>
#include <pango/pangoft2.h>
#include <pango/pangofc-fontmap.h>
#include <cairo-pdf.h>
#include <cairo-ft.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <hb.h>
#include <hb-ft.h>
#include <hb-ot.h>
#include <fontconfig/fontconfig.h>
#include FT_MULTIPLE_MASTERS_H

// What librsvg-2.so.2 takes and gives. It is loaded when a picture needs it (`VectorLibrary`), and its own headers come
// with a library that is loaded at every start.
typedef enum {
    RSVG_UNIT_PERCENT,
    RSVG_UNIT_PX,
    RSVG_UNIT_EM,
    RSVG_UNIT_EX,
    RSVG_UNIT_IN,
    RSVG_UNIT_CM,
    RSVG_UNIT_MM,
    RSVG_UNIT_PT,
    RSVG_UNIT_PC,
} RsvgUnit;

typedef struct {
    double length;
    RsvgUnit unit;
} RsvgLength;

typedef struct {
    double x, y, width, height;
} RsvgRectangle;
#endif
