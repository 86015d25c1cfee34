// The door to libzip: headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CZip_H
#define HOTPRESS_CZip_H
#include <zip.h>
#endif
