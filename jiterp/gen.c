/*
 * gen.c - machine code of a region: entries, blocks, exits.
 */
#include "jiterp/gen.h"

#include <stddef.h>
#include <string.h>

X64Mem g_global(const void *address)
{
    intptr_t distance = (const char *)address - (const char *)&mono_thread_state;
    g_assert(distance == (int32_t)distance);
    return x64_at(R_STATE, (int32_t)distance);
}

/* ---- Stubs: code off the main path ---- */

static void spill_list(Gen *g, GArray *spills, const uint64_t *live, const uint32_t *webs)
{
    for (uint32_t w = 0; w < g->r->words; w++)
        for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
            JitSpill spill = {w * 64 + (uint32_t)__builtin_ctzll(bits), 0};
            spill.web = webs[spill.slot];
            const JitWeb *web = g_web(g, spill.web);
            if (web->reg >= 0 || web->is_constant)
                g_array_append_val(spills, spill);
        }
}

static Stub *new_stub(Gen *g, StubKind kind, bool after)
{
    Stub stub = {.kind = kind, .insn = g->index, .argument_slot = -1, .result_slot = -1};
    stub.spills = g_array_new(FALSE, FALSE, sizeof(JitSpill));
    stub.label = x64_label(&g->a);
    if (after) {
        uint64_t *live = jit_live_past(g->r, g->block, g->index);
        spill_list(g, stub.spills, live, g->current);
        g_free(live);
    } else {
        spill_list(g, stub.spills, jit_live(g->r, g->index), g->current);
    }
    if (kind == STUB_COLD_CALL || kind == STUB_ALLOCATE) {
        stub.kept = g_array_new(FALSE, FALSE, sizeof(uint16_t));
        g_list_kept(g, stub.kept, false);
    }
    g_array_append_val(g->stubs, stub);
    return &g_array_index(g->stubs, Stub, g->stubs->len - 1);
}

X64Label g_exit(Gen *g, JitAbort cause)
{
    if (g->has_exit_label && g->exit_cause == cause)
        return g->exit_label;
    Stub *stub = new_stub(g, STUB_EXIT, false);
    stub->cause = cause;
    g->has_exit_label = true;
    g->exit_cause = cause;
    return g->exit_label = stub->label;
}

X64Label g_exit_saved(Gen *g, JitAbort cause)
{
    Stub *stub = new_stub(g, STUB_EXIT, false);
    stub->cause = cause;
    stub->saved = true;
    return stub->label;
}

void g_exit_if(Gen *g, X64Cond cond, JitAbort cause)
{
    x64_jcc(&g->a, cond, g_exit(g, cause));
}

X64Label g_pending_exit(Gen *g)
{
    Stub *stub = new_stub(g, STUB_PENDING, true);
    stub->saved = true;
    stub->cause = JIT_ABORT_PENDING;
    return stub->label;
}

X64Label g_after_call_exit(Gen *g, int32_t result_slot)
{
    Stub *stub = new_stub(g, STUB_AFTER_CALL, true);
    stub->saved = true;
    stub->result_slot = result_slot;
    stub->cause = JIT_ABORT_CALLEE;
    return stub->label;
}

/* A loop head's first op would bring it back at once. */
X64Label g_guard_exit(Gen *g, uint32_t b)
{
    const JitBlock *block = JIT_BLOCK(g->r, b);
    bool behind = JIT_INSN(g->r, block->first)->op == MINT_TIER_LOOP;
    Stub stub = {.kind = STUB_GUARD, .insn = block->first + behind, .argument_slot = -1, .result_slot = -1,
                 .cause = JIT_ABORT_GUARD};
    stub.spills = g_array_new(FALSE, FALSE, sizeof(JitSpill));
    stub.label = x64_label(&g->a);
    spill_list(g, stub.spills, block->live_in, block->in_webs);
    g_array_append_val(g->stubs, stub);
    return stub.label;
}

X64Label g_stub(Gen *g, StubKind kind, X64Label back)
{
    Stub *stub = new_stub(g, kind, false);
    stub->back = back;
    return stub->label;
}

void g_cold_call(Gen *g, X64Label label, X64Label back, void *helper, int32_t slot, bool may_throw)
{
    Stub *stub = new_stub(g, STUB_COLD_CALL, false);
    stub->label = label;
    stub->back = back;
    stub->helper = helper;
    stub->argument_slot = slot;
    stub->may_throw = may_throw;
    stub->ip = g->insn->ip + 1;
}

/* ---- Pieces ---- */

void g_save_ip(Gen *g, const uint16_t *ip)
{
    x64_mov_imm(&g->a, RCX, (uintptr_t)ip);
    x64_mr(&g->a, X64_MOV, 8, g_frame(offsetof(InterpFrame, ip)), RCX);
}

void g_call_c(Gen *g, const void *function)
{
    x64_mov_imm(&g->a, RAX, (uintptr_t)function);
    x64_r(&g->a, X64_CALL, 8, RAX);
}

static const uint8_t push_order[] = {R12, R13, R14};

/* rsp is 16-aligned behind it; FRAME_SPACE bytes are free at rsp. */
static void push_registers(Gen *g)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(push_order); i++)
        if (g->push[push_order[i]])
            x64_push(&g->a, push_order[i]);
    x64_ri(&g->a, X64_SUB, 8, RSP, g->pushes % 2 ? FRAME_SPACE : FRAME_SPACE + 8);
    if (g->r->counts_visits)
        x64_rr(&g->a, X64_XOR, 4, R_VISITS, R_VISITS);
}

void g_pop_registers(Gen *g)
{
    g_flush_visits(g);
    x64_ri(&g->a, X64_ADD, 8, RSP, g->pushes % 2 ? FRAME_SPACE : FRAME_SPACE + 8);
    for (unsigned i = G_N_ELEMENTS(push_order); i-- > 0;)
        if (g->push[push_order[i]])
            x64_pop(&g->a, push_order[i]);
}

void g_epilogue(Gen *g, bool left)
{
    g_pop_registers(g);
    x64_0(&g->a, left ? X64_STC : X64_CLC, 4);
    x64_0(&g->a, X64_RET, 4);
}

void g_null_check(Gen *g, unsigned operand, unsigned reg)
{
    uint32_t web = g->insn->web[operand];
    if (web != JIT_NO_WEB && jit_bit(g->nonnull, web))
        return;
    x64_rr(&g->a, X64_TEST, 8, reg, reg);
    g_exit_if(g, CC_E, JIT_ABORT_NULL_REFERENCE);
    if (web != JIT_NO_WEB && !g_web(g, web)->memory_only)
        jit_set(g->nonnull, web);
}

void g_flush_visits(Gen *g)
{
    if (!g->r->counts_visits)
        return;
    x64_mr(&g->a, X64_SUB, 4, g_global(&mono_thread_state.profiler_skip_counter), R_VISITS);
    x64_rr(&g->a, X64_XOR, 4, R_VISITS, R_VISITS);
}

/* The helper is called off the main path when a word of the thread's state is not 0. */
static void poll(Gen *g, unsigned bytes, const void *word, void *helper, int32_t slot, bool may_throw)
{
    X64Label cold = x64_label(&g->a), back = x64_label(&g->a);
    x64_mi(&g->a, X64_CMP, bytes, g_global(word), 0);
    x64_jcc(&g->a, CC_NE, cold);
    x64_place(&g->a, back);
    g_cold_call(g, cold, back, helper, slot, may_throw);
}

void g_visit(Gen *g, void *helper, int32_t slot)
{
    if (mono_profiler_state.raises_by_request) {
        poll(g, 4, &mono_thread_state.samplepoint_requested, helper, slot, false);
        return;
    }
    X64Label cold = x64_label(&g->a), back = x64_label(&g->a);
    if (g->r->counts_visits) {
        x64_ri(&g->a, X64_ADD, 4, R_VISITS, 1);
        x64_rm(&g->a, X64_CMP, 4, R_VISITS, g_global(&mono_thread_state.profiler_skip_counter));
        x64_jcc(&g->a, CC_GE, cold);
    } else {
        x64_m(&g->a, X64_DEC, 4, g_global(&mono_thread_state.profiler_skip_counter));
        x64_jcc(&g->a, CC_LE, cold);
    }
    x64_place(&g->a, back);
    g_cold_call(g, cold, back, helper, slot, false);
}

void g_safepoint(Gen *g)
{
    poll(g, 4, &mono_thread_state.safepoint_pending, (void *)jit_help_safepoint, -1, true);
}

void g_samplepoint_poll(Gen *g)
{
    poll(g, 8, &mono_thread_state.safepoint_or_request, (void *)jit_help_samplepoint_poll, -1, true);
}

/* ---- Stubs ---- */

static bool is_caller_saved(const JitWeb *web)
{
    return web->reg >= 0 && (web->is_fp || !jit_callee_saved((unsigned)web->reg));
}

static void write_spills(Gen *g, const Stub *stub)
{
    for (guint i = 0; i < stub->spills->len; i++) {
        const JitSpill *spill = &g_array_index(stub->spills, JitSpill, i);
        if (stub->saved && is_caller_saved(g_web(g, spill->web)))
            continue;
        g_store_web(g, spill->slot, spill->web);
    }
}

static void count_exit(Gen *g, const Stub *stub)
{
    JitExit exit = {.cause = (uint16_t)stub->cause, .op = JIT_INSN(g->r, stub->insn)->op};
    g_array_append_val(g->exits, exit);
    /* The array moves to its final place, method->exits, whose address is taken now. */
    x64_mov_imm(&g->a, RCX, (uintptr_t)&g->method->exits[g->exits->len - 1].count);
    x64_m(&g->a, X64_INC, 4, x64_at(RCX, 0));
}

static void leave_tier(Gen *g)
{
    x64_mi(&g->a, X64_AND, 4, g_frame(offsetof(InterpFrame, flags)), ~FRAME_JITERP);
}

static void set_status(Gen *g, InterpTierResult status)
{
    x64_mi(&g->a, X64_MOV, 4, g_global(&interp_tier_status), status);
}

/* What all exits end with is there once. */
static void exit_stub(Gen *g, const Stub *stub)
{
    write_spills(g, stub);
    count_exit(g, stub);
    x64_mov_imm(&g->a, RCX, (uintptr_t)JIT_INSN(g->r, stub->insn)->ip);
    if (g->has_exit_tail) {
        x64_jmp(&g->a, g->exit_tail);
        return;
    }
    g->has_exit_tail = true;
    g->exit_tail = x64_label(&g->a);
    x64_place(&g->a, g->exit_tail);
    x64_mr(&g->a, X64_MOV, 8, g_frame(offsetof(InterpFrame, ip)), RCX);
    leave_tier(g);
    x64_mr(&g->a, X64_MOV, 8, g_global(&mono_thread_state.frames_top), R_FRAME);
    set_status(g, INTERP_TIER_EXIT);
    g_epilogue(g, true);
}

static void pending_stub(Gen *g, const Stub *stub)
{
    write_spills(g, stub);
    count_exit(g, stub);
    leave_tier(g);
    set_status(g, INTERP_TIER_PENDING);
    g_epilogue(g, true);
}

static void after_call_stub(Gen *g, const Stub *stub)
{
    write_spills(g, stub);
    if (stub->result_slot >= 0) {
        x64_rm(&g->a, X64_LEA, 8, RCX, g_slot((uint32_t)stub->result_slot));
        x64_mr(&g->a, X64_MOV, 8, g_frame(sizeof(InterpFrame) + offsetof(InterpFrame, ret)), RCX);
    }
    leave_tier(g);
    g_epilogue(g, true);
}

static void caller_saved(Gen *g, const Stub *stub, void (*move)(Gen *, uint32_t, uint32_t))
{
    for (guint i = 0; i < stub->spills->len; i++) {
        const JitSpill *spill = &g_array_index(stub->spills, JitSpill, i);
        if (is_caller_saved(g_web(g, spill->web)))
            move(g, spill->slot, spill->web);
    }
}

static void cold_call_stub(Gen *g, const Stub *stub)
{
    if (stub->argument_slot >= 0) /* what it is in memory, whatever register holds it */
        write_spills(g, stub);
    else
        caller_saved(g, stub, g_store_web);
    g_flush_visits(g);
    g_save_ip(g, stub->ip);
    x64_mr(&g->a, X64_MOV, 8, g_global(&mono_thread_state.frames_top), R_FRAME);
    if (stub->argument_slot >= 0)
        x64_rm(&g->a, X64_LEA, 8, RSI, g_slot((uint32_t)stub->argument_slot));
    g_move(g, RDI, R_FRAME, 8);
    g_call_c(g, stub->helper);
    if (stub->may_throw) {
        X64Label fine = x64_label(&g->a);
        x64_rr(&g->a, X64_TEST, 1, RAX, RAX);
        x64_jcc(&g->a, CC_E, fine);
        Stub pending = *stub;
        pending.saved = true;
        pending.cause = JIT_ABORT_PENDING;
        pending_stub(g, &pending);
        x64_place(&g->a, fine);
    }
    caller_saved(g, stub, g_load_web);
    g_keep_again(g, stub->kept);
    x64_jmp(&g->a, stub->back);
}

static const MonoVTable *vtable_of(const Gen *g, const JitInsn *insn)
{
    void **data = jit_data(g->r, insn);
    return insn->op == MINT_NEWOBJ ? data[insn->v[1] + 1] : data[insn->v[insn->op == MINT_BOX ? 2 : 1]];
}

/* By C: the object comes back in rax, or the instruction is the interpreter's. */
static void allocate_stub(Gen *g, const Stub *stub)
{
    const JitInsn *insn = JIT_INSN(g->r, stub->insn);
    X64Label fine = x64_label(&g->a);
    caller_saved(g, stub, g_store_web);
    g_save_ip(g, insn->ip + 1);
    x64_mr(&g->a, X64_MOV, 8, g_global(&mono_thread_state.frames_top), R_FRAME);
    x64_mov_imm(&g->a, RDI, (uintptr_t)vtable_of(g, insn));
    g_call_c(g, (const void *)jit_help_new);
    x64_rr(&g->a, X64_TEST, 8, RAX, RAX);
    x64_jcc(&g->a, CC_NE, fine);
    Stub failed = *stub;
    failed.saved = true;
    failed.cause = JIT_ABORT_ALLOCATION;
    exit_stub(g, &failed);
    x64_place(&g->a, fine);
    caller_saved(g, stub, g_load_web);
    if (stub->kept->len) { /* the object is in rax */
        x64_mr(&g->a, X64_MOV, 8, x64_at(RSP, 0), RAX);
        g_keep_again(g, stub->kept);
        x64_rm(&g->a, X64_MOV, 8, RAX, x64_at(RSP, 0));
    }
    x64_jmp(&g->a, stub->back);
}

static void write_stubs(Gen *g)
{
    for (guint i = 0; i < g->stubs->len; i++) {
        Stub stub = g_array_index(g->stubs, Stub, i);
        g->a.tag = stub.insn;
        x64_place(&g->a, stub.label);
        switch (stub.kind) {
        case STUB_GUARD:
            x64_mi(&g->a, X64_MOV, 4, g_global(&jit_shared.guard_failed), 1);
            /* fall through */
        case STUB_EXIT:
            exit_stub(g, &stub);
            break;
        case STUB_PENDING:
            pending_stub(g, &stub);
            break;
        case STUB_AFTER_CALL:
            after_call_stub(g, &stub);
            break;
        case STUB_COLD_CALL:
            cold_call_stub(g, &stub);
            break;
        case STUB_AT_LIMIT:
            x64_mov_imm(&g->a, RCX, (uintptr_t)jit_stubs.at_limit);
            x64_r(&g->a, X64_JMP_TO, 8, RCX);
            break;
        case STUB_ALLOCATE:
            allocate_stub(g, &stub);
            break;
        case STUB_UNBOX:
            x64_mi(&g->a, X64_ADD, 8, g_slot((uint32_t)JIT_INSN(g->r, stub.insn)->v[2]), MONO_OBJECT_HEADER_SIZE);
            x64_jmp(&g->a, stub.back);
            break;
        }
        g_array_free(stub.spills, TRUE);
        if (stub.kept)
            g_array_free(stub.kept, TRUE);
    }
}

/* ---- Entries ---- */

static void load_live_in(Gen *g, const JitBlock *block)
{
    for (uint32_t s = 0; s < g->r->slots; s++)
        if (block->in_webs[s] != JIT_NO_WEB)
            g_load_web(g, s, block->in_webs[s]);
}

/* Arguments are in their slots, some reals in xmm0 and xmm1, too; locals begin as 0. */
static void enter_method(Gen *g, unsigned reals)
{
    const InterpMethod *imethod = g->r->imethod;
    const JitBlock *block = JIT_BLOCK(g->r, 0);
    uint32_t locals_end = imethod->arg_slots + imethod->local_slots;
    for (uint32_t s = 0; s < g->r->slots; s++) {
        uint32_t web = block->in_webs[s];
        bool is_local = s >= imethod->arg_slots && s < locals_end;
        if (is_local && jit_bit(g->r->address_taken, s)) {
            x64_mi(&g->a, X64_MOV, 8, g_slot(s), 0);
        } else if (web == JIT_NO_WEB) {
            continue;
        } else if (is_local && g_in_register(g, web)) {
            unsigned reg = (unsigned)g_web(g, web)->reg;
            x64_rr(&g->a, g_web(g, web)->is_fp ? X64_XORPS : X64_XOR, 4, reg, reg);
        } else if (is_local) {
            x64_mi(&g->a, X64_MOV, 8, g_slot(s), 0);
        } else if (s < 2 && reals >> s & 1 && g_web(g, web)->is_fp) {
            if (g_in_register(g, web))
                g_move_fp(g, (unsigned)g_web(g, web)->reg, s);
        } else {
            g_load_web(g, s, web);
        }
    }
}

static void write_prologue(Gen *g, X64Label admitted)
{
    const InterpMethod *imethod = g->r->imethod;
    X64Label at_limit;
    const void *limit = imethod->polled_at_entry ? &interp_stacks.enter_limit : &interp_stacks.frame_limit;
    g->index = 0;
    g->insn = JIT_INSN(g->r, 0);
    g->block = JIT_BLOCK(g->r, 0);
    jit_walk_begin(g->r, g->block, g->current);
    at_limit = g_stub(g, STUB_AT_LIMIT, 0);
    x64_rm(&g->a, X64_CMP, 8, RSP, g_global(&interp_stacks.c_stack_limit));
    x64_jcc(&g->a, CC_B, at_limit);
    x64_rm(&g->a, X64_LEA, 8, RCX, g_slot(imethod->frame_slots));
    x64_rm(&g->a, X64_CMP, 8, RCX, g_global(&interp_stacks.slot_limit));
    x64_jcc(&g->a, CC_A, at_limit);
    x64_rm(&g->a, X64_CMP, 8, R_FRAME, g_global(limit));
    x64_jcc(&g->a, CC_AE, at_limit);
    x64_place(&g->a, admitted);
    x64_mr(&g->a, X64_MOV, 8, g_frame(offsetof(InterpFrame, imethod)), RAX);
    x64_mr(&g->a, X64_MOV, 8, g_frame(offsetof(InterpFrame, fp)), R_FP);
    x64_mi(&g->a, X64_MOV, 4, g_frame(offsetof(InterpFrame, flags)), FRAME_JITERP);
    push_registers(g);
}

static void write_native_entry(Gen *g)
{
    write_prologue(g, g->admitted);
    x64_place(&g->a, g->body);
    enter_method(g, 0);
}

/* For calls that have reals in registers. Who meets a limit here is admitted there. */
static void write_reals_entry(Gen *g)
{
    unsigned reals = jit_real_arguments(g->r->imethod);
    if (!reals)
        return;
    g->method->reals_entry = (uint32_t)g->a.code->len;
    write_prologue(g, x64_label(&g->a));
    enter_method(g, reals);
    x64_jmp(&g->a, g->labels[0]);
}

static void note_entry(Gen *g, const uint16_t *ip)
{
    JitEntry entry = {.ip = ip, .label = x64_label(&g->a)};
    x64_place(&g->a, entry.label);
    g_array_append_val(g->method->entries, entry);
    x64_mi(&g->a, X64_OR, 4, g_frame(offsetof(InterpFrame, flags)), FRAME_JITERP);
    push_registers(g);
}

/* From the interpreter: its frame stands already. */
static void write_interpreter_entries(Gen *g)
{
    if (JIT_INSN(g->r, 0)->op == MINT_TIER_ENTER) {
        note_entry(g, g->r->imethod->code);
        x64_jmp(&g->a, g->body);
    }
    for (guint b = 0; b < g->r->blocks->len; b++) {
        const JitBlock *block = JIT_BLOCK(g->r, b);
        if (!block->is_entry || JIT_INSN(g->r, block->first)->context)
            continue;
        note_entry(g, JIT_INSN(g->r, block->first)->ip);
        load_live_in(g, block);
        g_guard_entry(g, b);
        x64_jmp(&g->a, g->labels[b]);
    }
}

/* ---- Blocks ---- */

static void write_block(Gen *g, uint32_t b)
{
    const JitBlock *block = g->block = JIT_BLOCK(g->r, b);
    x64_place(&g->a, g->labels[b]);
    jit_walk_begin(g->r, block, g->current);
    memset(g->nonnull, 0, g->r->web_words * sizeof *g->nonnull);
    g_guarded_nonnull(g, b);
    for (uint32_t i = block->first; i < block->end; i++) {
        g->index = g->a.tag = i;
        g->insn = JIT_INSN(g->r, i);
        g->has_exit_label = false;
        if (g->insn->op == MINT_BR)
            g_guard_edge(g, b, (uint32_t)g->insn->target);
        if (!jit_is_supported(g->insn->op) || !g_insn(g)) {
            x64_jmp(&g->a, g_exit(g, JIT_ABORT_UNSUPPORTED));
            return;
        }
        jit_walk_insn(g->r, g->insn, g->current);
    }
    /* Falling into a block that is not next in the code. */
    const JitInsn *last = JIT_INSN(g->r, block->end - 1);
    if (block->end == g->r->insns->len || !block->succ_count)
        return;
    uint32_t next = b + 1;
    bool falls = false;
    for (uint32_t k = 0; k < block->succ_count; k++)
        falls |= g_array_index(g->r->succs, uint32_t, block->succ_first + k) == next;
    if (falls && last->op != MINT_BR)
        g_guard_edge(g, b, next);
    if (falls && last->op != MINT_BR && !JIT_BLOCK(g->r, next)->reachable)
        x64_jmp(&g->a, g->labels[next]);
}

static void choose_pushes(Gen *g)
{
    for (guint w = 0; w < g->r->webs->len; w++) {
        const JitWeb *web = JIT_WEB(g->r, w);
        if (web->reg >= 0 && !web->is_fp && jit_callee_saved((unsigned)web->reg))
            g->push[web->reg] = true;
    }
    if (g->r->counts_visits)
        g->push[R_VISITS] = true;
    for (unsigned i = 0; i < 16; i++)
        g->pushes += g->push[i];
}

/* At most so many exits: stubs are counted when they are written, but their counters' place must be known. */
static unsigned count_exits(const Gen *g)
{
    return g->stubs->len * 2 + 1;
}

static bool install(Gen *g, JitAbort *why)
{
    JitMethod *method = g->method;
    size_t size = x64_size(&g->a);
    uint8_t *run, *write = jit_code_take(size, &run);
    if (!write && jit_make_room(size))
        write = jit_code_take(size, &run);
    if (!write) {
        *why = JIT_ABORT_NO_MEMORY;
        return false;
    }
    jit_code_begin_write();
    x64_finish(&g->a, write);
    jit_code_end_write();
    method->code = run;
    method->code_bytes = (uint32_t)x64_size(&g->a);
    method->admitted = (uint32_t)x64_label_offset(&g->a, g->admitted);
    for (guint i = 0; i < method->entries->len; i++) {
        JitEntry *entry = &g_array_index(method->entries, JitEntry, i);
        entry->offset = (uint32_t)x64_label_offset(&g->a, entry->label);
    }
    method->exit_count = g->exits->len;
    if (g->exits->data) /* an empty array has no memory */
        memcpy(method->exits, g->exits->data, g->exits->len * sizeof(JitExit));
    return true;
}

bool jit_generate(JitRegion *region, const JitGuards *guards, JitMethod *method, JitAbort *why)
{
    Gen g = {.r = region, .method = method, .guards = guards};
    x64_begin(&g.a);
    g.current = g_new(uint32_t, region->slots);
    g.labels = g_new(X64Label, region->blocks->len);
    g.stubs = g_array_new(FALSE, FALSE, sizeof(Stub));
    g.exits = g_array_new(FALSE, FALSE, sizeof(JitExit));
    g.nonnull = g_new0(uint64_t, region->web_words + 1);
    for (guint b = 0; b < region->blocks->len; b++)
        g.labels[b] = x64_label(&g.a);
    g.body = x64_label(&g.a);
    g.admitted = x64_label(&g.a);
    method->entries = g_array_new(FALSE, FALSE, sizeof(JitEntry));
    choose_pushes(&g);
    write_native_entry(&g);
    for (guint b = 0; b < region->blocks->len; b++)
        if (JIT_BLOCK(region, b)->reachable)
            write_block(&g, b);
    write_reals_entry(&g);
    write_interpreter_entries(&g);
    method->exits = g_new0(JitExit, count_exits(&g));
    write_stubs(&g);
    bool ok = install(&g, why);
    if (ok && jit_options.dump)
        method->records = g_array_ref(g.a.records);
    x64_clear(&g.a);
    g_free(g.current);
    g_free(g.labels);
    g_free(g.nonnull);
    g_array_free(g.stubs, TRUE);
    g_array_free(g.exits, TRUE);
    return ok;
}
