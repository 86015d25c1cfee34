// Preloaded into the service: once the file that HANG_AT names is there, the call that takes a file out of a folder named
// "inbox" never returns. The thread that made it hangs; all others go on. The file is removed, so that only one service hangs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void hang(int folder) {
    char link[64], path[4096];
    const char *mark = getenv("HANG_AT");
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t size = readlink(link, path, sizeof path);
    if (!mark || size < 6 || memcmp(path + size - 6, "/inbox", 6) != 0 || unlink(mark) != 0) return;
    for (;;) pause();
}

#define ORIGINAL(name) static __typeof__(&name) original; if (!original) original = dlsym(RTLD_NEXT, #name)

int renameat(int from, const char *name, int to, const char *new) {
    ORIGINAL(renameat);
    hang(from);
    return original(from, name, to, new);
}

int renameat2(int from, const char *name, int to, const char *new, unsigned flags) {
    ORIGINAL(renameat2);
    hang(from);
    return original(from, name, to, new, flags);
}

long syscall(long number, ...) {
    ORIGINAL(syscall);
    long words[6];
    va_list arguments;
    va_start(arguments, number);
    for (int index = 0; index < 6; index++) words[index] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_renameat2) hang((int)words[0]);
    return original(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
