/*
 * math.c - System.Math and MathF: the C library's functions (mono's answers are theirs, also at infinities and NaN).
 */
#include <math.h>

#include "interp/corlib/glue.h"

#define ONE(name, call)                                                                                                \
    ICALL(math_##name)                                                                                                 \
    {                                                                                                                  \
        double x = args[0].r8;                                                                                         \
        ret->r8 = call(x);                                                                                             \
    }                                                                                                                  \
    ICALL(mathf_##name)                                                                                                \
    {                                                                                                                  \
        float x = args[0].r4;                                                                                          \
        ret->r4 = call##f(x);                                                                                          \
    }
ONE(abs, fabs)
ONE(acos, acos)
ONE(acosh, acosh)
ONE(asin, asin)
ONE(asinh, asinh)
ONE(atan, atan)
ONE(atanh, atanh)
ONE(cbrt, cbrt)
ONE(ceiling, ceil)
ONE(cos, cos)
ONE(cosh, cosh)
ONE(exp, exp)
ONE(floor, floor)
ONE(log, log)
ONE(log10, log10)
ONE(sin, sin)
ONE(sinh, sinh)
ONE(sqrt, sqrt)
ONE(tan, tan)
ONE(tanh, tanh)

/* half to even, whatever the rounding mode of the C side: the mode is never changed, so nearbyint does it */
ICALL(math_round)
{
    ret->r8 = nearbyint(args[0].r8);
}

ICALL(math_atan2)
{
    ret->r8 = atan2(args[0].r8, args[1].r8);
}

ICALL(mathf_atan2)
{
    ret->r4 = atan2f(args[0].r4, args[1].r4);
}

ICALL(math_pow)
{
    ret->r8 = pow(args[0].r8, args[1].r8);
}

ICALL(mathf_pow)
{
    ret->r4 = powf(args[0].r4, args[1].r4);
}

ICALL(math_fmod)
{
    ret->r8 = fmod(args[0].r8, args[1].r8);
}

ICALL(mathf_fmod)
{
    ret->r4 = fmodf(args[0].r4, args[1].r4);
}

ICALL(math_modf)
{
    ret->r8 = modf(args[0].r8, args[1].p);
}

ICALL(mathf_modf)
{
    ret->r4 = modff(args[0].r4, args[1].p);
}

#define ROW(Name, name)                                                                                                \
    {"System.Math::" #Name, math_##name},                                                                              \
    {                                                                                                                  \
        "System.MathF::" #Name, mathf_##name                                                                           \
    }

const MonoICallRow mono_icalls_math[] = {
    {"System.Math::Abs(double)", math_abs},
    {"System.Math::Abs(single)", mathf_abs},
    ROW(Acos, acos),
    ROW(Acosh, acosh),
    ROW(Asin, asin),
    ROW(Asinh, asinh),
    ROW(Atan, atan),
    ROW(Atan2, atan2),
    ROW(Atanh, atanh),
    ROW(Cbrt, cbrt),
    ROW(Ceiling, ceiling),
    ROW(Cos, cos),
    ROW(Cosh, cosh),
    ROW(Exp, exp),
    ROW(FMod, fmod),
    ROW(Floor, floor),
    ROW(Log, log),
    ROW(Log10, log10),
    ROW(ModF, modf),
    ROW(Pow, pow),
    {"System.Math::Round(double)", math_round},
    ROW(Sin, sin),
    ROW(Sinh, sinh),
    ROW(Sqrt, sqrt),
    ROW(Tan, tan),
    ROW(Tanh, tanh),
    {0},
};
