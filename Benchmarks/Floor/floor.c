#include "floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

Texts read_texts(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(66);
    }
    Texts texts = {0};
    size_t room = 0, width = 0;
    char *line = NULL;
    while (getline(&line, &width, file) > 0) {
        Text text;
        int start = 0;
        if (sscanf(line, "%d\t%lf\t%lf\t%lf\t%n", &text.page, &text.x, &text.y, &text.size, &start) < 4) continue;
        line[strcspn(line, "\n")] = 0;
        text.text = strdup(line + start);
        if (texts.count == room) texts.items = realloc(texts.items, (room = room * 2 + 64) * sizeof(Text));
        if (text.page > texts.pages) texts.pages = text.page;
        texts.items[texts.count++] = text;
    }
    free(line);
    fclose(file);
    return texts;
}

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void measure(const char *tool, const char *lines, const Texts *texts, Work work, void *context) {
    enum { LIMIT = 100000 };
    double *times = malloc(LIMIT * sizeof(double));
    size_t bytes = work(texts, context);
    int count = 0;
    double start = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    while (count < LIMIT && (count < 5 || seconds(CLOCK_MONOTONIC) - start < 1)) {
        double before = seconds(CLOCK_MONOTONIC);
        work(texts, context);
        times[count++] = seconds(CLOCK_MONOTONIC) - before;
    }
    cpu = (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / count;
    qsort(times, count, sizeof(double), compare);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("{\"tool\": \"%s\", \"lines\": %s, \"ms\": %.3f, \"cpu\": %.3f, \"mb\": %.0f, \"bytes\": %zu}\n", tool, lines,
           times[count / 2] * 1e3, cpu * 1e3, usage.ru_maxrss / 1024.0, bytes);
    free(times);
}
