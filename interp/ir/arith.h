/*
 * arith.h - conversions from floating point with exactly the results mono has on amd64, for NaN and overflow too.
 *
 * interp_r8_to_T(value)            unchecked
 * interp_r8_ovf_T(value, &result)  checked: false = OverflowException
 */
#ifndef MONOSP_ARITH_H
#define MONOSP_ARITH_H

#include <stdbool.h>
#include <stdint.h>

/* cvttsd2si: what does not fit, and NaN, is the smallest integer. */
static inline int32_t interp_r8_to_i4(double value)
{
    return value > -2147483649.0 && value < 2147483648.0 ? (int32_t)value : INT32_MIN;
}
static inline int64_t interp_r8_to_i8(double value)
{
    return value >= -9223372036854775808.0 && value < 9223372036854775808.0 ? (int64_t)value : INT64_MIN;
}
static inline int32_t interp_r8_to_i1(double value) { return (int8_t)interp_r8_to_i4(value); }
static inline int32_t interp_r8_to_u1(double value) { return (uint8_t)interp_r8_to_i4(value); }
static inline int32_t interp_r8_to_i2(double value) { return (int16_t)interp_r8_to_i4(value); }
static inline int32_t interp_r8_to_u2(double value) { return (uint16_t)interp_r8_to_i4(value); }
static inline uint32_t interp_r8_to_u4(double value) { return (uint32_t)interp_r8_to_i8(value); }
/* Values below 2^63 (negative ones too) as signed; others, and NaN, minus 2^63 with the top bit flipped. */
static inline uint64_t interp_r8_to_u8(double value)
{
    return value < 9223372036854775808.0 ? (uint64_t)interp_r8_to_i8(value)
                                         : (uint64_t)interp_r8_to_i8(value - 9223372036854775808.0) ^ (UINT64_C(1) << 63);
}

/* The value truncated towards 0 must lie in the target's range; NaN never does. */
#define INTERP_R8_OVF(name, Type, low_exclusive, high_exclusive)                                                       \
    static inline bool interp_r8_ovf_##name(double value, Type *result)                                               \
    {                                                                                                                  \
        if (!(value > (low_exclusive) && value < (high_exclusive)))                                                    \
            return false;                                                                                              \
        *result = (Type)value;                                                                                         \
        return true;                                                                                                   \
    }
INTERP_R8_OVF(i1, int32_t, -129.0, 128.0)
INTERP_R8_OVF(u1, int32_t, -1.0, 256.0)
INTERP_R8_OVF(i2, int32_t, -32769.0, 32768.0)
INTERP_R8_OVF(u2, int32_t, -1.0, 65536.0)
INTERP_R8_OVF(i4, int32_t, -2147483649.0, 2147483648.0)
INTERP_R8_OVF(u4, uint32_t, -1.0, 4294967296.0)
INTERP_R8_OVF(u8, uint64_t, -1.0, 18446744073709551616.0)
#undef INTERP_R8_OVF
/* The double below -2^63 is -2^63 - 2048. */
static inline bool interp_r8_ovf_i8(double value, int64_t *result)
{
    if (!(value >= -9223372036854775808.0 && value < 9223372036854775808.0))
        return false;
    *result = (int64_t)value;
    return true;
}

#endif
