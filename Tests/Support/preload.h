// What the libraries have in common that are preloaded into a program under test; each is one file beside this one.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

// Opens a call of the same name as one of the C library's: `original` is that one.
#define ORIGINAL(name) static __typeof__(&name) original; if (!original) original = dlsym(RTLD_NEXT, #name)

// The path of what a descriptor has open, as text; answers its length, or -1.
static inline ssize_t path_of(int descriptor, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, size - 1);
    if (length >= 0) path[length] = 0;
    return length;
}

// Defines renameat2(2), which the program calls by its number; `before` runs ahead of it and sees the folders `from` and `to`.
#define RENAMEAT2(before) \
    long syscall(long number, ...) { \
        ORIGINAL(syscall); \
        long words[6]; \
        va_list arguments; \
        va_start(arguments, number); \
        for (int index = 0; index < 6; index++) words[index] = va_arg(arguments, long); \
        va_end(arguments); \
        if (number == SYS_renameat2) { \
            int from = (int)words[0], to = (int)words[2]; \
            (void)from, (void)to; \
            before; \
        } \
        return original(number, words[0], words[1], words[2], words[3], words[4], words[5]); \
    }
