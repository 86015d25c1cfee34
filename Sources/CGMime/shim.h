// The door to GMime: headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CGMime_H
#define HOTPRESS_CGMime_H
#include <gmime/gmime.h>
#endif
