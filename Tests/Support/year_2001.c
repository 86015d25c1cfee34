// Preloaded: the wall clock stands in 2001, every other clock is as it is.
#include "preload.h"
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    ORIGINAL(clock_gettime);
    int result = original(clock, time);
    if (clock == CLOCK_REALTIME) time->tv_sec = 1000000000;
    return result;
}
