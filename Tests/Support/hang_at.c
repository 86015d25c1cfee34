// Preloaded into the service: once the file that HANG_AT names is there, the call that takes a file out of a folder named
// "inbox" never returns. The thread that made it hangs; all others go on. The file is removed, so that only one service hangs.
#include "preload.h"
#include <stdlib.h>
#include <string.h>

int renameat(int from, const char *name, int to, const char *new) {
    ORIGINAL(renameat);
    char path[4096];
    const char *mark = getenv("HANG_AT");
    ssize_t size = path_of(from, path, sizeof path);
    if (mark && size >= 6 && strcmp(path + size - 6, "/inbox") == 0 && unlink(mark) == 0) {
        for (;;) pause();
    }
    return original(from, name, to, new);
}
