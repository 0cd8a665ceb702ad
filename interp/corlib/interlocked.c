/*
 * interlocked.c - System.Threading.Interlocked, Volatile, Thread.VolatileRead/Write: on one thread plain loads and
 * stores.
 */
#include "interp/corlib/glue.h"

static bool null_location(const void *location)
{
    if (location)
        return false;
    mono_set_pending_exception(mono_exception_null_reference());
    return true;
}

#define EXCHANGE(name, Type, member)                                                                                   \
    ICALL(exchange_##name)                                                                                             \
    {                                                                                                                  \
        Type *location = args[0].p;                                                                                    \
        if (null_location(location))                                                                                   \
            return;                                                                                                    \
        Type old = *location;                                                                                          \
        *location = args[1].member;                                                                                    \
        ret->member = old;                                                                                             \
    }                                                                                                                  \
    ICALL(compare_exchange_##name)                                                                                     \
    {                                                                                                                  \
        Type *location = args[0].p;                                                                                    \
        if (null_location(location))                                                                                   \
            return;                                                                                                    \
        Type old = *location;                                                                                          \
        if (memcmp(&old, &args[2].member, sizeof(Type)) == 0) /* bits: NaN equals itself */                            \
            *location = args[1].member;                                                                                \
        ret->member = old;                                                                                             \
    }
EXCHANGE(int, int32_t, i4)
EXCHANGE(long, int64_t, i8)
EXCHANGE(single, float, r4)
EXCHANGE(double, double, r8)
EXCHANGE(pointer, void *, p)

ICALL(compare_exchange_succeeded)
{
    int32_t *location = args[0].p, old = *location;
    bool same = old == args[2].i4;
    if (same)
        *location = args[1].i4;
    *(uint8_t *)args[3].p = same;
    ret->i4 = old;
}

/* (ref location, ref value, ref comparand, ref result) */
ICALL(compare_exchange_object)
{
    MonoObject **location = args[0].p;
    if (null_location(location))
        return;
    MonoObject *old = *location, *value = *(MonoObject **)args[1].p, *comparand = *(MonoObject **)args[2].p;
    if (old == comparand)
        *location = value;
    *(MonoObject **)args[3].p = old;
}

ICALL(exchange_object)
{
    MonoObject **location = args[0].p;
    if (null_location(location))
        return;
    MonoObject *old = *location, *value = *(MonoObject **)args[1].p;
    *location = value;
    *(MonoObject **)args[2].p = old;
}

#define ADD(name, Type, Unsigned, member)                                                                              \
    ICALL(add_##name)                                                                                                  \
    {                                                                                                                  \
        Type *location = args[0].p;                                                                                    \
        if (!null_location(location))                                                                                  \
            ret->member = *location = (Type)((Unsigned)*location + (Unsigned)args[1].member);                          \
    }                                                                                                                  \
    ICALL(increment_##name)                                                                                            \
    {                                                                                                                  \
        Type *location = args[0].p;                                                                                    \
        if (!null_location(location))                                                                                  \
            ret->member = *location = (Type)((Unsigned)*location + 1u);                                                \
    }                                                                                                                  \
    ICALL(decrement_##name)                                                                                            \
    {                                                                                                                  \
        Type *location = args[0].p;                                                                                    \
        if (!null_location(location))                                                                                  \
            ret->member = *location = (Type)((Unsigned)*location - 1u);                                                \
    }
ADD(int, int32_t, uint32_t, i4)
ADD(long, int64_t, uint64_t, i8)

#define READ_WRITE(name, Type, member)                                                                                 \
    ICALL(read_##name)                                                                                                 \
    {                                                                                                                  \
        if (!null_location(args[0].p))                                                                                 \
            ret->member = *(Type *)args[0].p;                                                                          \
    }                                                                                                                  \
    ICALL(write_##name)                                                                                                \
    {                                                                                                                  \
        if (!null_location(args[0].p))                                                                                 \
            *(Type *)args[0].p = (Type)args[1].member;                                                                 \
    }
READ_WRITE(u1, uint8_t, i4)
READ_WRITE(i1, int8_t, i4)
READ_WRITE(i2, int16_t, i4)
READ_WRITE(u2, uint16_t, i4)
READ_WRITE(i4, int32_t, i4)
READ_WRITE(i8, int64_t, i8)
READ_WRITE(r4, float, r4)
READ_WRITE(r8, double, r8)
READ_WRITE(pointer, void *, p)

ICALL(barrier)
{
}

#define INTERLOCKED "System.Threading.Interlocked::"
#define VOLATILE "System.Threading.Volatile::"
#define THREAD "System.Threading.Thread::"
#define VOLATILE_ROWS(type, suffix)                                                                                    \
    {THREAD "VolatileRead(" type "&)", read_##suffix},                                                                 \
    {                                                                                                                  \
        THREAD "VolatileWrite(" type "&," type ")", write_##suffix                                                     \
    }

const MonoICallRow mono_icalls_interlocked[] = {
    {INTERLOCKED "Add(int&,int)", add_int},
    {INTERLOCKED "Add(long&,long)", add_long},
    {INTERLOCKED "CompareExchange(double&,double,double)", compare_exchange_double},
    {INTERLOCKED "CompareExchange(int&,int,int)", compare_exchange_int},
    {INTERLOCKED "CompareExchange(int&,int,int,bool&)", compare_exchange_succeeded},
    {INTERLOCKED "CompareExchange(intptr&,intptr,intptr)", compare_exchange_pointer},
    {INTERLOCKED "CompareExchange(long&,long,long)", compare_exchange_long},
    {INTERLOCKED "CompareExchange(object&,object&,object&,object&)", compare_exchange_object},
    {INTERLOCKED "CompareExchange(single&,single,single)", compare_exchange_single},
    {INTERLOCKED "Decrement(int&)", decrement_int},
    {INTERLOCKED "Decrement(long&)", decrement_long},
    {INTERLOCKED "Exchange(double&,double)", exchange_double},
    {INTERLOCKED "Exchange(int&,int)", exchange_int},
    {INTERLOCKED "Exchange(intptr&,intptr)", exchange_pointer},
    {INTERLOCKED "Exchange(long&,long)", exchange_long},
    {INTERLOCKED "Exchange(object&,object&,object&)", exchange_object},
    {INTERLOCKED "Exchange(single&,single)", exchange_single},
    {INTERLOCKED "Increment(int&)", increment_int},
    {INTERLOCKED "Increment(long&)", increment_long},
    {INTERLOCKED "MemoryBarrierProcessWide", barrier},
    {INTERLOCKED "Read(long&)", read_i8},
    {THREAD "MemoryBarrier", barrier},
    VOLATILE_ROWS("byte", u1),
    VOLATILE_ROWS("double", r8),
    VOLATILE_ROWS("int", i4),
    VOLATILE_ROWS("intptr", pointer),
    VOLATILE_ROWS("long", i8),
    VOLATILE_ROWS("object", pointer),
    VOLATILE_ROWS("sbyte", i1),
    VOLATILE_ROWS("short", i2),
    VOLATILE_ROWS("single", r4),
    VOLATILE_ROWS("uint", i4),
    VOLATILE_ROWS("uintptr", pointer),
    VOLATILE_ROWS("ulong", i8),
    VOLATILE_ROWS("ushort", u2),
    {VOLATILE "Read(double&)", read_r8},
    {VOLATILE "Read(long&)", read_i8},
    {VOLATILE "Read(ulong&)", read_i8},
    {VOLATILE "Write(double&,double)", write_r8},
    {VOLATILE "Write(long&,long)", write_i8},
    {VOLATILE "Write(ulong&,ulong)", write_i8},
    {0},
};
