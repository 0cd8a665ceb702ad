/*
 * number.c - what the class library's number formatting asks of C: decimal digits of a double.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp/corlib/icalls.h"

/* int DoubleToString(double value, byte *format, byte *buffer, int bufferLength): snprintf for formats of the form
 * "%.<digits>e", the only ones that the class library has; anything else gives an empty text. */
static void double_to_string(MonoSlot *args, MonoSlot *ret)
{
    const char *format = args[1].p;
    char *buffer = args[2].p, *end = NULL;
    int32_t size_bytes = args[3].i4;
    ret->i4 = 0;
    if (size_bytes <= 0)
        return;
    buffer[0] = 0;
    if (strncmp(format, "%.", 2) != 0)
        return;
    long digits = strtol(format + 2, &end, 10);
    if (digits < 0 || digits > 200 || strcmp(end, "e") != 0)
        return;
    ret->i4 = snprintf(buffer, (size_t)size_bytes, "%.*e", (int)digits, args[0].r8);
}

const MonoICallRow mono_icalls_number[] = {
    {"Interop/Sys::DoubleToString", double_to_string},
    {0},
};
