/*
 * method.c - InterpMethods: made empty at the first mention, found by MonoMethod; the table of opcodes.
 */
#include "interp/ir/transform.h"

#include <string.h>

const MintOpInfo mint_op_info[MINT_COUNT] = {
#define OP(NAME, text, units, operands, effects) {text, units, operands, effects},
#include "interp/ir/ops.def"
#undef OP
};

void (*interp_transform_hook)(InterpMethod *imethod);
bool interp_tier_points;
int32_t interp_tier_entry_heat, interp_tier_loop_heat;
void *interp_tier_entry;
InterpTransformStats interp_transform_stats;
InterpAot interp_aot;

static const uint16_t transform_code[] = {MINT_TRANSFORM};
static GPtrArray *ready_methods;

/* Static methods and constructors of classes whose constructor must run exactly before the first of them. */
static bool may_need_class_init(MonoMethod *method)
{
    MonoClass *klass = method->klass;
    MonoError error = MONO_ERROR_INIT;
    bool is_ctor = strcmp(method->name, ".ctor") == 0;
    if (!(method->flags & MONO_METHOD_ATTR_STATIC) && !is_ctor)
        return false;
    if ((klass->flags & MONO_TYPE_ATTR_BEFORE_FIELD_INIT) || strcmp(method->name, ".cctor") == 0)
        return false;
    if (!klass->methods_ready && !mono_class_setup_methods(klass, &error)) {
        mono_error_clear(&error);
        return false;
    }
    return klass->cctor != NULL;
}

static bool lay_out_arguments(InterpMethod *imethod, MonoError *error)
{
    MonoMethod *method = imethod->method;
    MonoMethodSignature *signature = mono_method_signature_checked(method, error);
    if (!signature)
        return false;
    uint32_t slots = signature->hasthis && !signature->explicit_this;
    for (unsigned i = 0; i <= signature->param_count; i++) {
        MonoType *type = i ? &signature->params[i - 1] : &signature->ret;
        if (!type->byref && type->klass && type->klass->valuetype && !mono_class_setup_fields(type->klass, error))
            return false;
        if (i)
            slots += t_slots(type);
    }
    imethod->signature = signature;
    imethod->arg_slots = slots;
    imethod->frame_slots = slots + 1;
    imethod->return_type = signature->ret;
    bool is_void = signature->ret.type == MONO_TYPE_VOID && !signature->ret.byref;
    imethod->return_slots = (uint8_t)(is_void ? 0 : MIN(t_slots(&signature->ret), 255));
    imethod->aot_entry = interp_type_is_real(&imethod->return_type) ? interp_aot.real_entry : interp_aot.entry;
    imethod->unbox_this = signature->hasthis && method->klass->valuetype;
    return true;
}

InterpMethod *interp_method_get(MonoMethod *method)
{
    if (method->interp)
        return method->interp;
    MonoError error = MONO_ERROR_INIT;
    InterpMethod *imethod = g_new0(InterpMethod, 1);
    imethod->method = method;
    imethod->code = transform_code;
    imethod->code_units = 1;
    imethod->tier = imethod->tier_reals = interp_tier_entry;
    imethod->aot_entry = interp_aot.entry;
    method->interp = imethod;
    if (!lay_out_arguments(imethod, &error))
        mono_error_clear(&error); /* found again, and thrown, by the transform */
    const MonoVTable *vtable = method->klass->vtable;
    imethod->may_need_class_init = may_need_class_init(method);
    imethod->needs_class_init = imethod->may_need_class_init && !(vtable && vtable->initialized);
    return imethod;
}

bool interp_method_transform(InterpMethod *imethod, MonoError *error)
{
    MonoMethod *method = imethod->method;
    if (imethod->ready)
        return true;
    MONO_PROFILER_RAISE(jit_begin, (NULL, method));
    unsigned changes = mono_profiler_change_count();
    int64_t start_us = interp_transform_stats.wanted ? g_get_monotonic_time() : 0;
    bool ok = (imethod->signature || lay_out_arguments(imethod, error)) && interp_transform(imethod, error);
    if (interp_transform_stats.wanted)
        interp_transform_stats.transform_us += g_get_monotonic_time() - start_us;
    imethod->failed = !ok;
    if (!ok) {
        MONO_PROFILER_RAISE(jit_failed, (NULL, method));
        return false;
    }
    imethod->ready = true;
    if (!ready_methods)
        ready_methods = g_ptr_array_new();
    imethod->ready_index = ready_methods->len;
    g_ptr_array_add(ready_methods, imethod);
    if (changes != mono_profiler_change_count()) /* the filter may have been asked before */
        mono_profiler_note_change();
    if (imethod->stable && interp_aot.made)
        interp_aot.made(imethod);
    MONO_PROFILER_RAISE(jit_done, (NULL, method, NULL));
    if (interp_transform_hook)
        interp_transform_hook(imethod);
    return true;
}

InterpMethod *interp_method_ready(unsigned index)
{
    return ready_methods && index < ready_methods->len ? ready_methods->pdata[index] : NULL;
}

InterpMethod *interp_method_unmake(InterpMethod *imethod)
{
    InterpMethod *unmade = g_memdup2(imethod, sizeof *imethod);
    InterpMethod *last = ready_methods->pdata[ready_methods->len - 1];
    last->ready_index = imethod->ready_index;
    g_ptr_array_remove_index_fast(ready_methods, imethod->ready_index);
    *imethod = (InterpMethod){
        .method = unmade->method,
        .code = transform_code,
        .code_units = 1,
        .arg_slots = unmade->arg_slots,
        .frame_slots = unmade->arg_slots + 1,
        .return_slots = unmade->return_slots,
        .return_type = unmade->return_type,
        .signature = unmade->signature,
        .unbox_this = unmade->unbox_this,
        .needs_class_init = unmade->needs_class_init,
        .may_need_class_init = unmade->may_need_class_init,
        .never_inline = unmade->never_inline,
        .tier = interp_tier_entry,
        .tier_reals = interp_tier_entry,
        .aot_entry = unmade->aot_entry,
    };
    return unmade;
}

void interp_method_free(InterpMethod *unmade)
{
    g_free((void *)unmade->code);
    g_free(unmade->data);
    g_free(unmade->clauses);
    g_free(unmade->il_map);
    g_free(unmade->inlines);
    if (unmade->variables)
        g_array_free(unmade->variables, TRUE);
    g_free(unmade);
}

static const InterpIlMap *map_entry(const InterpMethod *imethod, uint32_t ir_offset)
{
    uint32_t low = 0, high = imethod->il_map_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (imethod->il_map[middle].ir_offset <= ir_offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &imethod->il_map[low - 1] : NULL;
}

uint32_t interp_il_offset(const InterpMethod *imethod, uint32_t ir_offset)
{
    const InterpIlMap *entry = map_entry(imethod, ir_offset);
    if (!entry)
        return (uint32_t)-1;
    uint32_t il_offset = entry->il_offset;
    for (uint32_t i = entry->inlined; i; i = imethod->inlines[i - 1].outer)
        il_offset = imethod->inlines[i - 1].il_offset;
    return il_offset;
}

bool interp_code_position(const InterpMethod *imethod, uint32_t ir_offset, unsigned depth, MonoMethod **method,
                          uint32_t *il_offset)
{
    const InterpIlMap *entry = map_entry(imethod, ir_offset);
    uint32_t inlined = entry ? entry->inlined : 0;
    *il_offset = entry ? entry->il_offset : (uint32_t)-1;
    while (depth && inlined) {
        *il_offset = imethod->inlines[inlined - 1].il_offset;
        inlined = imethod->inlines[inlined - 1].outer;
        depth--;
    }
    *method = inlined ? imethod->inlines[inlined - 1].method : imethod->method;
    return depth == 0;
}
