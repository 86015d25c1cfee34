// The door to libdeflate, the DEFLATE compressor: headers, nothing else.
#ifndef HOTPRESS_CDeflate_H
#define HOTPRESS_CDeflate_H
#include <libdeflate.h>
#endif
