// The door to Expat, the XML parser: headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CExpat_H
#define HOTPRESS_CExpat_H
#include <expat.h>
#endif
