/*
 * synthetic.h - made-up profiles of known shape: input of the suites here and, through make-profiles, of the browser
 * tests.
 */
#ifndef SYNTHETIC_H
#define SYNTHETIC_H

#include "profiler/model/model.h"

/* A program with a parser, a compiler and the class library below it; three threads, timeline, tiers, lines, source
 * files. Looks like a real recording. */
SpProfile *synthetic_program(void);
/* Two profiles of one shape: plain names, and names that try to be markup, script or property keys. */
SpProfile *synthetic_names(bool hostile);
/* Header only: one thread, 0 samples. */
SpProfile *synthetic_empty(void);
/* `nodes` distinct tree nodes below one root, weights falling by a power. */
SpProfile *synthetic_large(unsigned nodes, unsigned seed);
/* One stack of `depth` frames and one of 3. */
SpProfile *synthetic_deep(unsigned depth);
/* Calls mode: spans that nest, exact counts. */
SpProfile *synthetic_calls(void);

/* 5 s of A with changing callees, 1 s of the caller, 1 s of A; every 100 ms a sample. */
SpProfile *synthetic_phases(void);
/* As read from a folded file: counts, no time; with samples lost and nodes pruned. */
SpProfile *synthetic_counts(void);

extern const char *const synthetic_hostile_names[];
extern const unsigned synthetic_hostile_count;

/* Adds a stack of named managed functions, root first, separated by ';', to the thread; returns its leaf. */
uint32_t synthetic_stack(SpProfile *p, uint32_t thread, const char *stack, int64_t samples, int64_t self_ns);

#endif
