/*
 * payload.h - a whole profile as compressed JSON, the part of our HTML that is data. Grammar: see payload.c.
 */
#ifndef SAMPLEPOINT_PAYLOAD_H
#define SAMPLEPOINT_PAYLOAD_H

#include "profiler/model/model.h"

#define SP_PAYLOAD_VERSION 1
/* The element that holds it in the page, as the writer writes it and the reader looks for it. */
#define SP_PAYLOAD_OPEN "<script id=\"payload\" type=\"application/vnd.samplepoint+gzip\">"
#define SP_PAYLOAD_CLOSE "</script>"
/* Largest compressed payload; the page is four thirds of it plus the viewer. Larger profiles are pruned to fit. */
#define SP_PAYLOAD_MAX_BYTES (18u << 20)

typedef struct {
    uint32_t max_nodes;    /* of the call tree */
    uint32_t max_timeline; /* samples, and spans, each */
    size_t max_bytes;      /* compressed */
} SpPayloadLimits;
extern const SpPayloadLimits sp_payload_limits;

/* gzip of the JSON text. */
GByteArray *sp_payload_encode(const SpProfile *p, const SpPayloadLimits *limits);

#endif
