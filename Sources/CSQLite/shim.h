// The door to SQLite: headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CSQLite_H
#define HOTPRESS_CSQLite_H
#include <sqlite3.h>
#endif
