/*
 * serve.h - one page over HTTP on 127.0.0.1.
 */
#ifndef SAMPLEPOINT_SERVE_H
#define SAMPLEPOINT_SERVE_H

#include "profiler/model/model.h"

typedef struct {
    const char *bytes; /* the page */
    size_t size;
    bool once; /* end after it has been fetched once, by GET */
} SpPageToServe;

/* Answers the listening socket, and *port (0 = any free one, filled in); -1 and an error. */
int sp_serve_listen(uint16_t *port, GError **error);

/* Serves until SIGINT, SIGTERM or the page's `once`. Closes the socket. */
void sp_serve(int listener, uint16_t port, const SpPageToServe *page);

/* The status of the answer to a complete request head (up to the empty line); 200 = send the page. */
int sp_serve_status(const char *head, uint16_t port, bool *is_head);

#endif
