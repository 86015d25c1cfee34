// Preloaded into the service: while the file that FAIL_FILE names is there, a kind of call fails. The file holds a line
// "CALL NUMBER FOLDER": the call's name, the errno that it fails with, and the folder in or below which it must work on
// something; "grow" is a file's getting a byte more whenever it is read. Programs that the service starts are left alone.
#include "preload.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char order[4096];

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAIL_FILE");
    if (path) snprintf(order, sizeof order, "%s", path);
    unsetenv("FAIL_FILE");
}

// The errno that a call is to fail with which works on this descriptor, or in the folder that it is; 0 for none.
static int fault(const char *call, int descriptor) {
    char line[8192], name[64], folder[4096], path[4096];
    int number = 0;
    if (!*order) return 0;
    int file = (int)(syscall)(SYS_openat, AT_FDCWD, order, O_RDONLY | O_CLOEXEC, 0);
    if (file < 0) return 0;
    long size = (syscall)(SYS_read, file, line, sizeof line - 1);
    (syscall)(SYS_close, file);
    line[size > 0 ? size : 0] = 0;
    if (sscanf(line, "%63s %d %4095s", name, &number, folder) != 3 || strcmp(name, call) != 0) return 0;
    if (path_of(descriptor, path, sizeof path) < 0) return 0;
    return strncmp(path, folder, strlen(folder)) == 0 ? number : 0;
}

#define FAIL(call, descriptor) \
    do { \
        int number = fault(call, descriptor); \
        if (number) { \
            errno = number; \
            return -1; \
        } \
    } while (0)

// As by a writer who is still at it.
static void grow(int file) {
    char link[64];
    if (!fault("grow", file)) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    int writer = (int)(syscall)(SYS_openat, AT_FDCWD, link, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
    (syscall)(SYS_write, writer, "x", 1);
    (syscall)(SYS_close, writer);
}

int openat(int folder, const char *name, int flags, ...) {
    ORIGINAL(openat);
    va_list arguments;
    va_start(arguments, flags);
    unsigned mode = (flags & O_CREAT) ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    FAIL((flags & O_CREAT) ? "create" : "openat", folder);
    return original(folder, name, flags, mode);
}

ssize_t read(int file, void *bytes, size_t size) {
    ORIGINAL(read);
    FAIL("read", file);
    grow(file);
    return original(file, bytes, size);
}

ssize_t pread64(int file, void *bytes, size_t size, off64_t at) {
    ORIGINAL(pread64);
    FAIL("read", file);
    grow(file);
    return original(file, bytes, size, at);
}

ssize_t pread(int file, void *bytes, size_t size, off_t at) {
    ORIGINAL(pread);
    FAIL("read", file);
    grow(file);
    return original(file, bytes, size, at);
}

ssize_t write(int file, const void *bytes, size_t size) {
    ORIGINAL(write);
    FAIL("write", file);
    return original(file, bytes, size);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
    ORIGINAL(pwrite64);
    FAIL("pwrite64", file);
    return original(file, bytes, size, at);
}

int fsync(int file) {
    ORIGINAL(fsync);
    FAIL("fsync", file);
    return original(file);
}

int fdatasync(int file) {
    ORIGINAL(fdatasync);
    FAIL("fdatasync", file);
    return original(file);
}

int mkdirat(int folder, const char *name, mode_t mode) {
    ORIGINAL(mkdirat);
    FAIL("mkdirat", folder);
    return original(folder, name, mode);
}

int renameat(int from, const char *name, int to, const char *new) {
    ORIGINAL(renameat);
    FAIL("renameat", from);
    return original(from, name, to, new);
}

RENAMEAT2(FAIL("renameat2", to))
