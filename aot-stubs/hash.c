/*
 * hash.c - what tells whether an image fits: the runtime's ABI, the file's bytes, methods, their IR, the CPU.
 */
#include "aot-stubs/image.h"

#include <cpuid.h>
#include <string.h>

#include "aot-stubs/gen.h"
#include "jiterp/region.h"

/* FNV-1a, 64 bits. */
#define HASH_START UINT64_C(0xcbf29ce484222325)

static uint64_t add(uint64_t hash, const void *bytes, size_t count)
{
    const uint8_t *p = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t add_text(uint64_t hash, const char *text)
{
    return add(hash, text, strlen(text) + 1);
}

static uint64_t add_number(uint64_t hash, uint64_t number)
{
    return add(hash, &number, sizeof number);
}

/* The prelude holds all offsets and helpers; ops by name and shape, in order. */
uint64_t aot_abi(void)
{
    static uint64_t abi;
    if (abi)
        return abi;
    GString *prelude = g_string_new(NULL);
    aot_prelude(prelude);
    uint64_t hash = add_text(add_number(HASH_START, AOT_FORMAT), prelude->str);
    g_string_free(prelude, TRUE);
    for (unsigned op = 0; op < MINT_COUNT; op++) {
        hash = add_text(add_text(hash, mint_op_info[op].name), mint_op_info[op].operands);
        hash = add_number(hash, mint_op_info[op].units);
    }
    return abi = hash;
}

/* Four lanes side by side: whole class libraries are read at each start. */
uint64_t aot_checksum(const void *bytes, size_t count)
{
    enum { LANES = 4 };
    const uint8_t *p = bytes;
    uint64_t lanes[LANES] = {HASH_START, HASH_START + 1, HASH_START + 2, HASH_START + 3};
    size_t at = 0;
    for (; at + LANES * 8 <= count; at += LANES * 8)
        for (unsigned k = 0; k < LANES; k++) {
            uint64_t word;
            memcpy(&word, p + at + k * 8, 8);
            uint64_t x = (lanes[k] ^ word) * UINT64_C(0x9e3779b97f4a7c15);
            lanes[k] = x ^ x >> 29;
        }
    return add(add(add_number(HASH_START, count), lanes, sizeof lanes), p + at, count - at);
}

/* ---- Methods ---- */

uint64_t aot_key(MonoMethod *method)
{
    uint64_t hash = add_text(HASH_START, method->klass->image->guid);
    hash = add_number(hash, method->token);
    if (aot_is_instance(method)) {
        char *name = mono_method_full_name(method, 1);
        hash = add_text(hash, name);
        mono_free(name);
    }
    return hash;
}

/* What code made of a call takes for granted of its target. */
static uint64_t add_callee(uint64_t hash, const InterpMethod *callee)
{
    const MonoType *type = &callee->return_type;
    uint32_t shape[] = {callee->arg_slots, callee->return_slots, type->type, type->byref, callee->unbox_this,
                        callee->may_need_class_init};
    return add(hash, shape, sizeof shape);
}

static uint64_t add_vtable(uint64_t hash, const MonoVTable *vtable)
{
    uint32_t shape[] = {vtable->instance_size_bytes, vtable->kind, vtable->has_finalizer, vtable->klass->value_size};
    return add(hash, shape, sizeof shape);
}

/* The op's p operand, an index into the data; false: it has none. */
static bool data_index(const uint16_t *ip, unsigned *index)
{
    static const uint8_t units[128] = {['I'] = 2, ['b'] = 2, ['L'] = 4};
    unsigned at = 1;
    for (const char *letter = mint_op_info[*ip].operands; *letter; letter++) {
        *index = ip[at];
        if (*letter == 'p')
            return true;
        at += MAX(units[(unsigned char)*letter], 1);
    }
    return false;
}

static uint64_t add_data(uint64_t hash, const InterpMethod *imethod, const uint16_t *ip)
{
    unsigned index;
    if (!data_index(ip, &index))
        return hash;
    const InterpMethod *callee = jit_callee_at(imethod->data, *ip, index);
    if (callee)
        hash = add_callee(hash, callee);
    switch (*ip) {
    case MINT_NEWOBJ:
        return add_vtable(hash, imethod->data[index + 1]);
    case MINT_ALLOC:
    case MINT_BOX:
        return add_vtable(hash, imethod->data[index]);
    case MINT_CASTCLASS_CLASS:
    case MINT_ISINST_CLASS:
        return add_number(hash, ((const MonoClass *)imethod->data[index])->depth);
    default:
        return hash;
    }
}

uint64_t aot_ir_hash(const InterpMethod *imethod)
{
    uint64_t hash = add(HASH_START, imethod->code, imethod->code_units * sizeof imethod->code[0]);
    uint32_t shape[] = {imethod->arg_slots, imethod->local_slots, imethod->frame_slots, imethod->has_localloc,
                        imethod->polled_at_entry, imethod->clause_count, imethod->prof_flags, imethod->data_count};
    hash = add(hash, shape, sizeof shape);
    for (uint32_t i = 0; i < imethod->clause_count; i++) {
        const InterpClause *c = &imethod->clauses[i];
        uint32_t places[] = {c->kind, c->try_start, c->try_end, c->handler_start, c->handler_end, c->filter_start,
                             c->exception_slot, c->state_slot};
        hash = add(hash, places, sizeof places);
    }
    for (uint32_t at = 0; at < imethod->code_units; at += mint_units(imethod->code + at))
        hash = add_data(hash, imethod, imethod->code + at);
    return hash;
}

/* ---- CPU ---- */

static const struct {
    const char *name;
    unsigned leaf;
    enum { CPU_ECX, CPU_EBX } word;
    unsigned bit;
} cpu_features[] = {
    {"sse3", 1, CPU_ECX, 0}, {"ssse3", 1, CPU_ECX, 9}, {"sse4.1", 1, CPU_ECX, 19}, {"sse4.2", 1, CPU_ECX, 20},
    {"popcnt", 1, CPU_ECX, 23}, {"movbe", 1, CPU_ECX, 22}, {"fma", 1, CPU_ECX, 12}, {"avx", 1, CPU_ECX, 28},
    {"bmi1", 7, CPU_EBX, 3}, {"avx2", 7, CPU_EBX, 5}, {"bmi2", 7, CPU_EBX, 8}, {"avx512f", 7, CPU_EBX, 16},
    {"avx512dq", 7, CPU_EBX, 17}, {"avx512bw", 7, CPU_EBX, 30}, {"avx512vl", 7, CPU_EBX, 31},
};

uint64_t aot_cpu_features(void)
{
    uint64_t features = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(cpu_features); i++) {
        unsigned eax, ebx, ecx, edx;
        if (!__get_cpuid_count(cpu_features[i].leaf, 0, &eax, &ebx, &ecx, &edx))
            continue;
        unsigned word = cpu_features[i].word == CPU_ECX ? ecx : ebx;
        if (word >> cpu_features[i].bit & 1)
            features |= UINT64_C(1) << i;
    }
    return features;
}

char *aot_cpu_names(uint64_t features)
{
    GString *names = g_string_new(NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(cpu_features); i++)
        if (features >> i & 1)
            g_string_append_printf(names, "%s%s", names->len ? ", " : "", cpu_features[i].name);
    return g_string_free(names, FALSE);
}
