/*
 * blob.c - reading signature and attribute blobs (II.23.2, II.23.3).
 *
 * Every read goes through take(), which is where the end of the blob is checked.
 */
#include "interp/metadata/internal.h"

enum { MAX_TYPE_DEPTH = 64 };

/* The next `size` bytes, NULL and `bad` past the end. A reader that is bad stays so and reads nothing more. */
static const uint8_t *take(MonoBlobReader *reader, size_t size)
{
    if (reader->bad || (size_t)(reader->end - reader->pos) < size) {
        reader->bad = true;
        reader->pos = reader->end;
        return NULL;
    }
    const uint8_t *at = reader->pos;
    reader->pos += size;
    return at;
}

uint8_t mono_blob_u8(MonoBlobReader *reader)
{
    const uint8_t *p = take(reader, 1);
    return p ? *p : 0;
}

uint8_t mono_blob_peek(const MonoBlobReader *reader)
{
    return reader->pos < reader->end ? *reader->pos : 0;
}

uint16_t mono_blob_u16(MonoBlobReader *reader)
{
    const uint8_t *p = take(reader, 2);
    return p ? mono_read16(p) : 0;
}

uint32_t mono_blob_u32(MonoBlobReader *reader)
{
    const uint8_t *p = take(reader, 4);
    return p ? mono_read32(p) : 0;
}

uint64_t mono_blob_u64(MonoBlobReader *reader)
{
    const uint8_t *p = take(reader, 8);
    return p ? mono_read64(p) : 0;
}

/* Value and the number of bits it was written in: 7, 14 or 29; 0 = malformed. */
static unsigned compressed(MonoBlobReader *reader, uint32_t *value)
{
    *value = 0;
    const uint8_t *p = take(reader, 1);
    if (!p)
        return 0;
    unsigned first = *p;
    if (first < 0x80) {
        *value = first;
        return 7;
    }
    if (first < 0xc0) {
        if (!(p = take(reader, 1)))
            return 0;
        *value = (first & 0x3f) << 8 | *p;
        return 14;
    }
    if (first < 0xe0) {
        if (!(p = take(reader, 3)))
            return 0;
        *value = (first & 0x1f) << 24 | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        return 29;
    }
    reader->bad = true;
    return 0;
}

uint32_t mono_blob_compressed(MonoBlobReader *reader)
{
    uint32_t value;
    compressed(reader, &value);
    return value;
}

int32_t mono_blob_compressed_signed(MonoBlobReader *reader)
{
    uint32_t value;
    unsigned bits = compressed(reader, &value);
    /* Rotated left by one inside its bits: the sign stands lowest. */
    return bits && value & 1 ? (int32_t)(value >> 1) - (1 << (bits - 1)) : (int32_t)(value >> 1);
}

uint32_t mono_blob_type_token(MonoBlobReader *reader)
{
    uint32_t token = mono_coded_token(MONO_CODED_TYPE_DEF_OR_REF, mono_blob_compressed(reader));
    if (token == 0)
        reader->bad = true;
    return reader->bad ? 0 : token;
}

bool mono_blob_ser_string(MonoBlobReader *reader, const char **text, uint32_t *length_bytes)
{
    *text = "";
    *length_bytes = 0;
    if (mono_blob_peek(reader) == 0xff) {
        take(reader, 1);
        return false;
    }
    uint32_t length = mono_blob_compressed(reader);
    const uint8_t *p = take(reader, length);
    if (!p)
        return false;
    *text = (const char *)p;
    *length_bytes = length;
    return true;
}

static bool skip_type(MonoBlobReader *reader, unsigned depth);

static void skip_array_shape(MonoBlobReader *reader)
{
    mono_blob_compressed(reader); /* rank */
    for (uint32_t sizes = mono_blob_compressed(reader); sizes > 0 && !reader->bad; sizes--)
        mono_blob_compressed(reader);
    for (uint32_t bounds = mono_blob_compressed(reader); bounds > 0 && !reader->bad; bounds--)
        mono_blob_compressed_signed(reader);
}

/* II.23.2.1 to II.23.2.3: a method signature inside a function pointer type. */
static bool skip_method(MonoBlobReader *reader, unsigned depth)
{
    uint8_t convention = mono_blob_u8(reader);
    if (convention & 0x10)
        mono_blob_compressed(reader); /* generic parameters */
    uint32_t parameters = mono_blob_compressed(reader);
    if (!skip_type(reader, depth))
        return false;
    for (; parameters > 0 && !reader->bad; parameters--) {
        if (mono_blob_peek(reader) == MONO_TYPE_SENTINEL)
            take(reader, 1);
        if (!skip_type(reader, depth))
            return false;
    }
    return !reader->bad;
}

static bool skip_generic_instance(MonoBlobReader *reader, unsigned depth)
{
    uint8_t kind = mono_blob_u8(reader);
    if (kind != MONO_TYPE_CLASS && kind != MONO_TYPE_VALUETYPE)
        return false;
    mono_blob_type_token(reader);
    uint32_t arguments = mono_blob_compressed(reader);
    for (; arguments > 0 && !reader->bad; arguments--)
        if (!skip_type(reader, depth))
            return false;
    return !reader->bad;
}

static bool skip_type(MonoBlobReader *reader, unsigned depth)
{
    for (; depth < MAX_TYPE_DEPTH && !reader->bad; depth++) {
        switch (mono_blob_u8(reader)) {
        case MONO_TYPE_VOID ... MONO_TYPE_STRING:
        case MONO_TYPE_TYPEDBYREF:
        case MONO_TYPE_I:
        case MONO_TYPE_U:
        case MONO_TYPE_OBJECT:
            return !reader->bad;
        case MONO_TYPE_VALUETYPE:
        case MONO_TYPE_CLASS:
            mono_blob_type_token(reader);
            return !reader->bad;
        case MONO_TYPE_VAR:
        case MONO_TYPE_MVAR:
            mono_blob_compressed(reader);
            return !reader->bad;
        case MONO_TYPE_CMOD_REQD:
        case MONO_TYPE_CMOD_OPT:
            mono_blob_type_token(reader);
            break;
        case MONO_TYPE_PTR:
        case MONO_TYPE_BYREF:
        case MONO_TYPE_SZARRAY:
        case MONO_TYPE_PINNED:
            break; /* the type it is made of follows */
        case MONO_TYPE_ARRAY:
            if (!skip_type(reader, depth + 1))
                return false;
            skip_array_shape(reader);
            return !reader->bad;
        case MONO_TYPE_GENERICINST:
            return skip_generic_instance(reader, depth + 1);
        case MONO_TYPE_FNPTR:
            return skip_method(reader, depth + 1);
        default:
            return false;
        }
    }
    return false;
}

bool mono_blob_skip_type(MonoBlobReader *reader)
{
    if (!skip_type(reader, 0))
        reader->bad = true;
    return !reader->bad;
}
