/*
 * html.c - a profile as one HTML file: viewer (embedded assets) and compressed profile (payload.c) in base64.
 *
 * The page needs no network and no other file. Names exist in it only inside the payload, as data; the viewer shows
 * them through text nodes and canvas text, never as markup.
 */
#include "profiler/export/export.h"
#include "profiler/export/graph/graph.h"
#include "profiler/export/graph/payload.h"

/* A multiple of 3, so that every piece but the last encodes without padding. */
#define PIECE 49152

static void put_base64(SpOutput *o, const guint8 *bytes, gsize size)
{
    for (gsize at = 0; at < size; at += PIECE) {
        char *text = g_base64_encode(bytes + at, MIN(PIECE, size - at));
        sp_output_puts(o, text);
        sp_output_puts(o, "\n"); /* lines of 64 KiB: no tool meets a line of many megabytes */
        g_free(text);
    }
}

void sp_write_html(const SpProfile *p, SpOutput *o)
{
    GByteArray *payload = sp_payload_encode(p, &sp_payload_limits);
    sp_output_write(o, sp_asset_viewer_head.bytes, sp_asset_viewer_head.size);
    sp_output_puts(o, SP_PAYLOAD_OPEN "\n");
    put_base64(o, payload->data, payload->len);
    sp_output_puts(o, SP_PAYLOAD_CLOSE "\n");
    sp_output_write(o, sp_asset_viewer_tail.bytes, sp_asset_viewer_tail.size);
    g_byte_array_unref(payload);
}
