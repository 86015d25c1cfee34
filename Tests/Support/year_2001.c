// Preloaded: the wall clock stands in 2001, every other clock is as it is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    static __typeof__(&clock_gettime) original;
    if (!original) original = dlsym(RTLD_NEXT, "clock_gettime");
    int result = original(clock, time);
    if (clock == CLOCK_REALTIME) time->tv_sec = 1000000000;
    return result;
}
