// The door to GLib (key files, option parsing): headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CGLib_H
#define HOTPRESS_CGLib_H
#include <glib.h>
#endif
