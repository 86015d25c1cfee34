// The door to Gumbo, the HTML5 parser: headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CGumbo_H
#define HOTPRESS_CGumbo_H
#include <gumbo.h>
#endif
