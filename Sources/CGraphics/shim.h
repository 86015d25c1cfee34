// The door to Pango, Cairo, librsvg, gdk-pixbuf, HarfBuzz, fontconfig: headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CGraphics_H
#define HOTPRESS_CGraphics_H
#include <pango/pangocairo.h>
#include <pango/pangoft2.h>
#include <pango/pangofc-fontmap.h>
#include <cairo-pdf.h>
#include <cairo-ft.h>
#include <librsvg/rsvg.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <hb.h>
#include <hb-ft.h>
#include <hb-ot.h>
#include <fontconfig/fontconfig.h>
#include FT_MULTIPLE_MASTERS_H
#endif
