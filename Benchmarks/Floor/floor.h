/* The texts of a page, the stopwatch and the line of figures that both floor programs share. */
#ifndef FLOOR_H
#define FLOOR_H

#include <stddef.h>

/* One line of text; x and y (its baseline) in points from the top left corner of its page. */
typedef struct {
    int page;
    double x, y, size;
    char *text;
} Text;

typedef struct {
    Text *items;
    size_t count;
    int pages;
} Texts;

/* Makes one document and answers its size in bytes. */
typedef size_t (*Work)(const Texts *texts, void *context);

/* Reads "page TAB x TAB y TAB size TAB text" lines; ends the program when it cannot. */
Texts read_texts(const char *path);

/* Repeats work for a second, at least five times after one that does not count, and prints one line of JSON. */
void measure(const char *tool, const char *lines, const Texts *texts, Work work, void *context);

#endif
