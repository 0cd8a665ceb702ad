/*
 * marks.h - included by the build before every suite. Each assertion of Check tells the parent process where it is, a
 * write to a pipe; in a loop of a million that is most of the test. The place is only needed when the process dies, so a
 * line tells it its first hundred times.
 */
#ifndef TESTS_MARKS_H
#define TESTS_MARKS_H

#include <check.h>

static inline void mark_sometimes(const char *file, int line)
{
    static unsigned char marked[1 << 12];
    unsigned char *times = &marked[(unsigned)line % sizeof marked];
    if (*times < 100) {
        ++*times;
        _mark_point(file, line);
    }
}
#define _mark_point mark_sometimes

#endif
