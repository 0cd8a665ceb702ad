/*
 * random-ir.c - random methods: see random-ir.h.
 *
 *   slots   0..11 arguments, three each of I4, I8, R8, R4; then the sum; then a counter for each loop that is open
 *   code    tier.enter, a branch to the next op (random_resume() turns it elsewhere), statements, the sum, ret
 */
#include "tests/jiterp/random-ir.h"

#include "tests/jiterp/op-cases.h"

enum { SUM = RANDOM_ARGS, BITS, COUNTERS, MAX_DEPTH = 3, START = 2, MAX_UNITS = 600, LOOP_POINT = 12, ADDRESS = 60 };

typedef enum { I4, I8, R8, R4 } Type;

typedef struct {
    RandomMethod *method;
    uint16_t code[1000];
    unsigned n, depth;
} Writer;

static unsigned below(unsigned limit)
{
    return (unsigned)(next_random() >> 8) % limit;
}

static uint16_t slot_of(Type type)
{
    return (uint16_t)(type * 3 + below(3));
}

static Type named(const char *text)
{
    if (!strncmp(text, "r4", 2))
        return R4;
    if (!strncmp(text, "r8", 2))
        return R8;
    return text[1] == '8' ? I8 : I4;
}

/* Types of destination and sources, by the op's name: add.i4, conv.ovf.u8.i4, clt.r8 ... */
static void types_of(unsigned op, Type *types)
{
    const char *name = mint_op_info[op].name, *last = strrchr(name, '.');
    Type type = op == MINT_MOV ? (Type)below(4) : op == MINT_CONV_INDEX ? I8 : named(last + 1);
    for (unsigned i = 0; i < 4; i++)
        types[i] = type;
    if (!strncmp(name, "conv.ovf.", 9))
        types[0] = named(name + 9);
    else if (op == MINT_CONV_INDEX)
        types[0] = I4;
    else if (!strncmp(name, "conv.", 5))
        types[0] = named(name + 5);
    else if (has_i4_result(op) && type != R4)
        types[0] = I4;
    if (has_i4_result(op) && name[0] == 'c' && name[1] != 'o' && name[1] != 'k')
        types[0] = I4;
    if (!strncmp(name, "sh", 2))
        types[2] = I4;
}

static void unit(Writer *w, unsigned value)
{
    ck_assert_uint_lt(w->n, G_N_ELEMENTS(w->code));
    w->code[w->n++] = (uint16_t)value;
}

static void constant(Writer *w)
{
    Type type = (Type)below(4);
    static const uint16_t ops[] = {MINT_LDC_I4, MINT_LDC_I8, MINT_LDC_R8, MINT_LDC_R4};
    unsigned units = type == I4 || type == R4 ? 2 : 4;
    uint64_t value = below(2) ? next_random() : (uint64_t)(int64_t)((int)below(200) - 100);
    unit(w, ops[type]);
    unit(w, slot_of(type));
    for (unsigned i = 0; i < units; i++)
        unit(w, (uint16_t)(value >> (16 * i)));
}

static void computation(Writer *w)
{
    if (below(8) == 0) {
        constant(w);
        return;
    }
    unsigned op;
    do
        op = below(MINT_COUNT);
    while (!is_pure(op) || !strcmp(mint_op_info[op].operands, "dsss") || op == MINT_SIN_R8 || op == MINT_COS_R8 ||
           op == MINT_ROL_IMM_I4 || (strchr(mint_op_info[op].effects, 't') && below(8) != 0));
    Type types[4];
    types_of(op, types);
    unit(w, op);
    const char *letters = mint_op_info[op].operands;
    for (unsigned i = 0; letters[i]; i++)
        unit(w, letters[i] == 'i' ? (uint16_t)immediate(op, next_random()) : slot_of(types[i]));
}

/* Two units for a distance from the op at `from`; filled in by land(). */
static unsigned distance(Writer *w)
{
    unit(w, 0);
    unit(w, 0);
    return w->n - 2;
}

static void land(Writer *w, unsigned place, unsigned from, unsigned target)
{
    int32_t units = (int32_t)target - (int32_t)from;
    w->code[place] = LOW(units);
    w->code[place + 1] = HIGH(units);
}

/* A branch of any kind; returns where its distance stands. */
static unsigned branch(Writer *w)
{
    unsigned op;
    do
        op = below(MINT_COUNT);
    while (!is_branch(op));
    Type type = named(strrchr(mint_op_info[op].name, '.') + 1);
    unit(w, op);
    for (const char *letter = mint_op_info[op].operands; *letter != 'b'; letter++)
        unit(w, *letter == 'i' ? (uint16_t)below(0x10000) : slot_of(type));
    return distance(w);
}

static void statements(Writer *w, unsigned count);

static void if_else(Writer *w)
{
    unsigned from = w->n, to_else = branch(w);
    statements(w, 1 + below(3));
    unsigned jump = w->n;
    unit(w, MINT_BR);
    unsigned to_end = distance(w);
    land(w, to_else, from, w->n);
    statements(w, below(3));
    land(w, to_end, jump, w->n);
}

/* The condition stands at the end, as compilers write it, and the loop is entered there; or at its head; or, as no compiler
 * would, sometimes here and sometimes there, which is not reducible. */
static void loop(Writer *w)
{
    RandomMethod *method = w->method;
    uint16_t counter = (uint16_t)(COUNTERS + w->depth);
    if (method->loop_count == RANDOM_MAX_LOOPS)
        return;
    unit(w, MINT_LDC_I4_S);
    unit(w, counter);
    unit(w, below(5));
    unsigned jump = w->n;
    enum { AT_HEAD, AT_CONDITION, AT_BOTH } entered = below(3);
    unsigned to_condition = 0;
    if (entered == AT_CONDITION) {
        unit(w, MINT_BR);
        to_condition = distance(w);
    } else if (entered == AT_BOTH) {
        to_condition = branch(w);
    }
    unsigned head = w->n;
    method->loops[method->loop_count++] = START + head;
    unit(w, MINT_TIER_LOOP);
    unit(w, LOOP_POINT);
    unit(w, MINT_SAFEPOINT);
    w->depth++;
    statements(w, 1 + below(4));
    w->depth--;
    if (entered != AT_HEAD)
        land(w, to_condition, jump, w->n);
    unit(w, MINT_ADD_IMM_I4);
    unit(w, counter);
    unit(w, counter);
    unit(w, (uint16_t)-1);
    unsigned back = w->n;
    unit(w, MINT_BGE_IMM_I4);
    unit(w, counter);
    unit(w, 0);
    land(w, distance(w), back, head);
}

static void cases(Writer *w)
{
    enum { CASES = 3 };
    unsigned from = w->n, places[CASES], ends[CASES], jumps[CASES];
    uint16_t value = slot_of(I4);
    unit(w, MINT_AND_IMM_I4);
    unit(w, value);
    unit(w, value);
    unit(w, 3);
    from = w->n;
    unit(w, MINT_SWITCH);
    unit(w, value);
    unit(w, CASES);
    for (unsigned i = 0; i < CASES; i++)
        places[i] = distance(w);
    statements(w, 1);
    for (unsigned i = 0; i < CASES; i++) {
        jumps[i] = w->n;
        unit(w, MINT_BR);
        ends[i] = distance(w);
        land(w, places[i], from, w->n);
        statements(w, below(2));
    }
    for (unsigned i = 0; i < CASES; i++)
        land(w, ends[i], jumps[i], w->n);
}

static void statements(Writer *w, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned what = w->n < MAX_UNITS && w->depth < MAX_DEPTH ? below(12) : 11;
        if (what == 0)
            if_else(w);
        else if (what <= 2)
            loop(w);
        else if (what == 3)
            cases(w);
        else if (w->n < MAX_UNITS)
            computation(w);
    }
}

/* sum = sum * 31 + each slot, reals as integers: which NaN a slot holds does not count. */
static void sum(Writer *w)
{
    static const uint16_t conversions[] = {MINT_CONV_I8_I4, MINT_MOV, MINT_CONV_I8_R8, MINT_CONV_I8_R4};
    for (uint16_t s = 0; s < RANDOM_ARGS; s++) {
        const uint16_t units[] = {MINT_MUL_IMM_I8, SUM, SUM, 31, conversions[s / 3], BITS, s, MINT_ADD_I8, SUM, SUM, BITS};
        for (unsigned i = 0; i < G_N_ELEMENTS(units); i++)
            unit(w, units[i]);
    }
    unit(w, MINT_RET);
    unit(w, SUM);
}

static void choose_arguments(RandomMethod *method)
{
    for (unsigned i = 0; i < RANDOM_ARGS; i += 3)
        choose_operands(method->args + i);
    for (unsigned i = 6; i < RANDOM_ARGS; i++)
        if (below(2)) {
            float single = (float)(int32_t)next_random() / 1000;
            if (i < 9)
                method->args[i].r8 = single;
            else
                method->args[i].r4 = single;
        }
}

void random_method(RandomMethod *method, uint64_t seed)
{
    Writer w = {.method = method};
    random_state = seed * 6364136223846793005u + 1442695040888963407u;
    memset(method, 0, sizeof *method);
    for (unsigned i = 0; i < 8; i++)
        next_random();
    choose_arguments(method);
    unit(&w, MINT_BR);
    unit(&w, LOW(3));
    unit(&w, HIGH(3));
    if (below(4) == 0) { /* slots from this one on live in memory */
        unit(&w, MINT_LDLOCA);
        unit(&w, ADDRESS);
        unit(&w, below(RANDOM_ARGS));
    }
    statements(&w, 6 + below(8));
    sum(&w);
    hand_init(&method->hand, w.code, w.n, RANDOM_ARGS);
}

void random_resume(RandomMethod *method, uint32_t unit)
{
    Hand *hand = &method->hand;
    int32_t units = (int32_t)unit - START;
    hand->code[0] = MINT_NOP2;
    hand->code[START + 1] = LOW(units);
    hand->code[START + 2] = HIGH(units);
    hand->imethod.arg_slots = FRAME_SLOTS;
    hand->imethod.local_slots = 0;
}
