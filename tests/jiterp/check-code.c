/*
 * check-code.c - memory for machine code: pieces never overlap, holes join again, the limit holds.
 */
#include "tests/suite.h"

#include <string.h>

#include "jiterp/internal.h"

enum { LIMIT = 1 << 20, PIECE = 4096, MOST = 300 };

JitOptions jit_options = {.code_limit_bytes = LIMIT};

typedef struct {
    uint8_t *run;
    size_t bytes;
    uint8_t mark;
} Piece;

static bool take(Piece *piece, size_t bytes, uint8_t mark)
{
    uint8_t *write = jit_code_take(bytes, &piece->run);
    if (!write)
        return false;
    jit_code_begin_write();
    memset(write, mark, bytes);
    jit_code_end_write();
    piece->bytes = bytes;
    piece->mark = mark;
    return true;
}

static void give(const Piece *piece)
{
    size_t same = 0;
    while (same < piece->bytes && piece->run[same] == piece->mark)
        same++;
    ck_assert_uint_eq(same, piece->bytes);
    jit_code_give(piece->run, piece->bytes);
    ck_assert_uint_eq(piece->run[0], 0xcc);
    ck_assert_uint_eq(piece->run[piece->bytes - 1], 0xcc);
}

START_TEST(pieces_never_overlap)
{
    Piece pieces[MOST];
    unsigned used = 0, refused = 0;
    uint32_t state = 12345;
    ck_assert(jit_code_init());
    for (unsigned turn = 0; turn < 20000; turn++) {
        state = state * 1664525 + 1013904223;
        if (used < MOST && (state >> 30 || !used)) {
            size_t bytes = 1 + (state >> 8) % 9000;
            bool fits = jit_code_fits(bytes), taken = take(&pieces[used], bytes, (uint8_t)(turn % 200));
            ck_assert_int_eq(fits, taken);
            used += taken;
            refused += !taken;
        } else {
            unsigned which = (state >> 4) % used;
            give(&pieces[which]);
            pieces[which] = pieces[--used];
        }
        ck_assert_uint_le(jit_code_stats.in_use, LIMIT);
    }
    ck_assert_uint_gt(refused, 0);
    while (used)
        give(&pieces[--used]);
    ck_assert_uint_eq(jit_code_stats.in_use, 0);
    ck_assert_uint_le(jit_code_stats.most, LIMIT);
    ck_assert(jit_code_fits(LIMIT));
}
END_TEST

/* Given back in any order, what lies side by side is one hole again. */
START_TEST(holes_join)
{
    static Piece pieces[LIMIT / PIECE];
    ck_assert(jit_code_init());
    for (unsigned i = 0; i < LIMIT / PIECE; i++)
        ck_assert(take(&pieces[i], PIECE, (uint8_t)i));
    ck_assert(!jit_code_fits(1));
    for (unsigned i = 1; i < LIMIT / PIECE; i += 2)
        give(&pieces[i]);
    ck_assert(jit_code_fits(PIECE));
    ck_assert(!jit_code_fits(PIECE + 1));
    for (unsigned i = 0; i < LIMIT / PIECE; i += 2)
        give(&pieces[i]);
    ck_assert(jit_code_fits(LIMIT));
    ck_assert(!jit_code_fits(LIMIT + 1));
    ck_assert_uint_eq(jit_code_stats.freed, LIMIT);
}
END_TEST

SUITE("jiterp-code", 20, pieces_never_overlap, holes_join)
