/* fuzz-html.c - the JSON inside our page, packed as the page holds it; what is let through must draw. */
#include <string.h>

#include "profiler/export/graph/payload.h"
#include "tests/fuzz/profile.h"

#include <zlib.h>

static GByteArray *gzip(const uint8_t *data, size_t size)
{
    GByteArray *packed = g_byte_array_new();
    z_stream z = {.next_in = (Bytef *)data, .avail_in = (uInt)size};
    FUZZ_CHECK(deflateInit2(&z, 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    g_byte_array_set_size(packed, (guint)deflateBound(&z, size));
    z.next_out = packed->data;
    z.avail_out = packed->len;
    FUZZ_CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
    g_byte_array_set_size(packed, (guint)z.total_out);
    deflateEnd(&z);
    return packed;
}

static void draw(const SpProfile *p)
{
    SpOutput *o = sp_output_open("/dev/null", NULL);
    FUZZ_CHECK(o != NULL);
    sp_write_svg(p, o);
    sp_write_html(p, o);
    sp_write_svg_diff(p, p, o);
    FUZZ_CHECK(sp_output_close(o, NULL));
}

static SpProfile *read_and_draw(const uint8_t *page, size_t size, const char *name, GError **error)
{
    SpProfile *p = sp_import_html((const char *)page, size, name, error);
    if (p)
        draw(p);
    return p;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GByteArray *packed = gzip(data, size);
    char *base64 = g_base64_encode(packed->data, packed->len);
    char *page = g_strdup_printf("%s%s%s", SP_PAYLOAD_OPEN, base64, SP_PAYLOAD_CLOSE);
    int result = check_reader(read_and_draw, (const uint8_t *)page, strlen(page));
    g_free(page);
    g_free(base64);
    g_byte_array_unref(packed);
    return result;
}
