/*
 * checksum.c - SHA-1 (FIPS 180-4), for public key tokens (ECMA-335 II.6.2.1.3).
 */
#include "glib.h"

enum { BLOCK_BYTES = 64, DIGEST_WORDS = 5 };

struct GChecksum {
    uint32_t h[DIGEST_WORDS];
    uint8_t block[BLOCK_BYTES];
    uint64_t bytes; /* all so far */
};

static uint32_t rotated(uint32_t x, unsigned count)
{
    return x << count | x >> (32 - count);
}

static void take_block(GChecksum *s)
{
    static const uint32_t constants[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t w[80];
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)s->block[i * 4] << 24 | (uint32_t)s->block[i * 4 + 1] << 16 |
               (uint32_t)s->block[i * 4 + 2] << 8 | s->block[i * 4 + 3];
    for (unsigned i = 16; i < 80; i++)
        w[i] = rotated(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = s->h[0], b = s->h[1], c = s->h[2], d = s->h[3], e = s->h[4];
    for (unsigned i = 0; i < 80; i++) {
        unsigned round = i / 20;
        uint32_t f = round == 0 ? (b & c) | (~b & d) : round == 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
        uint32_t next = rotated(a, 5) + f + e + constants[round] + w[i];
        e = d;
        d = c;
        c = rotated(b, 30);
        b = a;
        a = next;
    }
    s->h[0] += a;
    s->h[1] += b;
    s->h[2] += c;
    s->h[3] += d;
    s->h[4] += e;
}

GChecksum *g_checksum_new(GChecksumType type)
{
    GChecksum *s = g_new0(GChecksum, 1);
    static const uint32_t start[DIGEST_WORDS] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memcpy(s->h, start, sizeof start);
    return s;
}

void g_checksum_update(GChecksum *s, const guchar *data, gssize bytes)
{
    for (gsize i = 0, count = bytes < 0 ? strlen((const char *)data) : (gsize)bytes; i < count; i++) {
        s->block[s->bytes++ % BLOCK_BYTES] = data[i];
        if (s->bytes % BLOCK_BYTES == 0)
            take_block(s);
    }
}

void g_checksum_get_digest(GChecksum *s, guint8 *digest, gsize *bytes)
{
    uint64_t bits = s->bytes * 8;
    static const guchar one = 0x80, zero;
    g_checksum_update(s, &one, 1);
    while (s->bytes % BLOCK_BYTES != BLOCK_BYTES - 8)
        g_checksum_update(s, &zero, 1);
    for (unsigned i = 0; i < 8; i++) {
        guchar byte = (guchar)(bits >> (56 - 8 * i));
        g_checksum_update(s, &byte, 1);
    }
    for (unsigned i = 0; i < DIGEST_WORDS * 4; i++)
        digest[i] = (guint8)(s->h[i / 4] >> (24 - i % 4 * 8));
    *bytes = DIGEST_WORDS * 4;
}

void g_checksum_free(GChecksum *s)
{
    g_free(s);
}
