/*
 * backend-x64.c - machine code for x86-64: a method is compiled as a whole, with all its ways in; stubs lead from C into it
 * and from code to methods without code.
 */
#include "jiterp/backend.h"

#include "interp/exec/callspec.h"
#include "jiterp/gen.h"

JitStubs jit_stubs;

/* ---- Compiling ---- */

static void print_listing(const JitRegion *region, const JitMethod *method)
{
    GString *text = g_string_new(NULL);
    jit_listing(region, method, text);
    fputs(text->str, stdout);
    fflush(stdout);
    g_string_free(text, TRUE);
}

bool jit_backend_compile(JitRegion *region, JitMethod *method, const uint16_t *ip, JitAbort *why)
{
    JitGuards guards;
    jit_guards_find(region, &guards, !method->unguarded);
    jit_allocate(region, &guards);
    bool ok = jit_generate(region, &guards, method, why);
    jit_guards_clear(&guards);
    if (!ok)
        return false;
    if (jit_options.dump && interp_method_spec_matches(jit_options.dump_spec, method->imethod->method))
        print_listing(region, method);
    method->imethod->tier = method->code;
    method->imethod->tier_reals = method->code + method->reals_entry;
    jit_perf_method(method);
    return true;
}

bool jit_backend_has(const JitMethod *method, const uint16_t *ip)
{
    return method->code != NULL;
}

void *jit_backend_entry(const JitMethod *method, const uint16_t *ip)
{
    for (guint i = 0; i < method->entries->len; i++) {
        const JitEntry *entry = &g_array_index(method->entries, JitEntry, i);
        if (entry->ip == ip)
            return method->code + entry->offset;
    }
    return NULL;
}

void jit_backend_free(JitMethod *method)
{
    jit_code_give(method->code, method->code_bytes);
}

/* ---- Entering ---- */

typedef int (*RunFunction)(void *code, InterpFrame *frame, MonoSlot *fp, MonoThreadState *state);

InterpTierResult jit_backend_run(void *code, InterpFrame *frame)
{
    mono_thread_state.frames_top = frame;
    jit_entry_count++;
    if (((RunFunction)jit_stubs.run)(code, frame, frame->fp, &mono_thread_state)) {
        if (G_UNLIKELY(jit_shared.guard_failed))
            jit_note_failed_guard();
        return (InterpTierResult)interp_tier_status;
    }
    frame->flags &= ~(uint32_t)FRAME_JITERP;
    jit_help_put_result(frame, jit_shared.rax, jit_shared.xmm0);
    return INTERP_TIER_RETURNED;
}

static void make_run(X64Asm *a)
{
    static const uint8_t saved[] = {RBX, RBP, R12, R13, R14, R15};
    for (unsigned i = 0; i < 6; i++)
        x64_push(a, saved[i]);
    x64_ri(a, X64_SUB, 8, RSP, 8); /* 16-aligned: entries are called with the return address on top of that */
    x64_rr(a, X64_MOV, 8, RBX, RSI);
    x64_rr(a, X64_MOV, 8, RBP, RDX);
    x64_rr(a, X64_MOV, 8, R15, RCX);
    x64_r(a, X64_CALL, 8, RDI);
    x64_mr(a, X64_MOV, 8, g_global(&jit_shared.rax), RAX);
    x64_mr(a, X64_MOVSD, 4, g_global(&jit_shared.xmm0), 0);
    x64_setcc(a, CC_B, RAX);
    x64_rr(a, X64_MOVZX8, 4, RAX, RAX);
    x64_ri(a, X64_ADD, 8, RSP, 8);
    for (unsigned i = 6; i-- > 0;)
        x64_pop(a, saved[i]);
    x64_0(a, X64_RET, 4);
}

/* rax = InterpMethod, rbx and rbp as for a call. helper(frame, fp, method) says where the code is now, or NULL. */
static void make_slow_call(X64Asm *a, const void *helper)
{
    X64Label leave = x64_label(a);
    x64_push(a, RAX);
    x64_rr(a, X64_MOV, 8, RDI, RBX);
    x64_rr(a, X64_MOV, 8, RSI, RBP);
    x64_rr(a, X64_MOV, 8, RDX, RAX);
    x64_mov_imm(a, RAX, (uintptr_t)helper);
    x64_r(a, X64_CALL, 8, RAX);
    x64_rr(a, X64_MOV, 8, RCX, RAX);
    x64_pop(a, RAX);
    x64_rr(a, X64_TEST, 8, RCX, RCX);
    x64_jcc(a, CC_E, leave);
    x64_r(a, X64_JMP_TO, 8, RCX);
    x64_place(a, leave);
    x64_0(a, X64_STC, 4);
    x64_0(a, X64_RET, 4);
}

static bool make_stubs(void)
{
    X64Asm a;
    x64_begin(&a);
    make_run(&a);
    size_t not_compiled = a.code->len;
    make_slow_call(&a, (const void *)jit_help_call);
    size_t at_limit = a.code->len;
    make_slow_call(&a, (const void *)jit_help_at_limit);
    uint8_t *code, *write = jit_code_take(x64_size(&a), &code);
    if (!write)
        return false;
    jit_code_begin_write();
    x64_finish(&a, write);
    jit_code_end_write();
    x64_clear(&a);
    jit_stubs = (JitStubs){code, code + not_compiled, code + at_limit};
    return true;
}

/* ---- Start ---- */

bool jit_backend_init(void)
{
    jit_options.three_operands = __builtin_cpu_supports("avx");
    if (!jit_code_init() || !make_stubs())
        return false;
    interp_tier_entry = jit_stubs.not_compiled;
    jit_perf_init();
    return true;
}
