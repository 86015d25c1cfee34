// The door to libsystemd: headers, and inline shims for what Swift cannot import.
#ifndef HOTPRESS_CSystemd_H
#define HOTPRESS_CSystemd_H
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#endif
