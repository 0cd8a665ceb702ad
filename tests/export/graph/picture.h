/*
 * picture.h - an SVG picture taken apart, for the suites that look at one.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "profiler/model/model.h"

typedef struct {
    char *name;             /* first line of its title */
    char *details;          /* further lines */
    char *css_class, *text; /* text: NULL where the box has none */
    double x, y, width, height;
} PictureFrame;

typedef struct {
    GPtrArray *frames; /* PictureFrame, in the order of the file */
    char *title;
    char *words;           /* all text outside of frames, one a line */
    char *tips;            /* the tooltips outside of frames, one a line */
    GHashTable *structure; /* "element" and "element@attribute" -> count */
    char *bytes;
    size_t size;
} Picture;

/* Fails the test if the text is no well-formed XML or a coordinate is no plain number. */
Picture *picture_new(const char *bytes, size_t size);
void picture_free(Picture *p);
/* The first frame of that name, NULL if there is none. */
const PictureFrame *picture_frame(const Picture *p, const char *name);
unsigned picture_count(const Picture *p, const char *name);
/* Fails the test unless every frame lies within one of the row below it and no two frames overlap. */
void assert_geometry(const Picture *p);
/* Fails the test if xmllint refuses the bytes. Without xmllint: says so, and fails where CI=true. */
void assert_xmllint(const Picture *p);
void assert_same_structure(const Picture *a, const Picture *b);

#endif
