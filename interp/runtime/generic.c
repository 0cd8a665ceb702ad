/*
 * generic.c - generics: interned argument lists, parameters, instances of classes and methods, inflation.
 *
 *   MonoGenericInst   interned by its arguments, so equal lists are one pointer
 *   GPARAM            one class a parameter of each definition
 *   GINST             one class a (definition, inst); over the definition's own parameters it is the definition itself
 *
 * Also the made classes that hold another class: arrays, pointers, function pointers.
 */
#include "interp/runtime/types.h"

#include <string.h>

enum { GENERIC_DEPTH_MAX = 60 }; /* nesting of instances; expanding recursion ends here with a TypeLoadException */

/* ---- Argument lists ---------------------------------------------------------------------------------------------- */

static GHashTable *insts; /* set of MonoGenericInst */

static guint inst_hash(gconstpointer pointer)
{
    const MonoGenericInst *inst = pointer;
    guint hash = inst->count;
    for (uint32_t i = 0; i < inst->count; i++)
        hash = hash * 31 + g_direct_hash(inst->args[i]);
    return hash;
}

static gboolean inst_equal(gconstpointer left, gconstpointer right)
{
    const MonoGenericInst *a = left, *b = right;
    return a->count == b->count && memcmp(a->args, b->args, a->count * sizeof *a->args) == 0;
}

static unsigned class_depth(const MonoClass *klass)
{
    while (klass->kind == MONO_CLASS_ARRAY || klass->kind == MONO_CLASS_POINTER)
        klass = klass->element_class;
    return klass->kind == MONO_CLASS_GINST ? klass->inst->depth + 1u : 0;
}

MonoGenericInst *mono_generic_inst(MonoClass *const *args, unsigned count)
{
    enum { ON_STACK = 16 };
    static uint32_t next_id;
    union {
        MonoGenericInst inst;
        uint8_t room[sizeof(MonoGenericInst) + ON_STACK * sizeof(MonoClass *)];
    } key;
    size_t size = sizeof(MonoGenericInst) + count * sizeof *args;
    MonoGenericInst *probe = count <= ON_STACK ? &key.inst : g_malloc(size);
    probe->count = count;
    memcpy((uint8_t *)probe + offsetof(MonoGenericInst, args), args, count * sizeof *args);
    if (!insts)
        insts = g_hash_table_new(inst_hash, inst_equal);
    MonoGenericInst *inst = g_hash_table_lookup(insts, probe);
    if (!inst) {
        inst = mono_type_alloc(size);
        inst->count = count;
        inst->id = ++next_id;
        for (unsigned i = 0; i < count; i++) {
            inst->args[i] = args[i];
            inst->is_open |= args[i]->is_open;
            inst->depth = MAX(inst->depth, MIN(class_depth(args[i]), 250));
        }
        g_hash_table_add(insts, inst);
    }
    if (probe != &key.inst)
        g_free(probe);
    return inst;
}

MonoGenericInst *mono_generic_inst_inflate(MonoGenericInst *inst, const MonoGenericContext *context)
{
    if (!inst || !inst->is_open)
        return inst;
    MonoClass *on_stack[16] = {NULL};
    MonoClass **args = inst->count <= G_N_ELEMENTS(on_stack) ? on_stack : g_new(MonoClass *, inst->count);
    for (uint32_t i = 0; i < inst->count; i++)
        args[i] = mono_class_inflate(inst->args[i], context);
    MonoGenericInst *result = mono_generic_inst(args, inst->count);
    if (args != on_stack)
        g_free(args);
    return result;
}

/* ---- Parameters -------------------------------------------------------------------------------------------------- */

MonoGenericInst *mono_generic_params_new(MonoImage *image, uint32_t owner_token, MonoClass *owner_class,
                                         MonoMethod *owner_method)
{
    uint32_t count;
    uint32_t first = mono_image_find_rows(image, MONO_TABLE_GENERICPARAM, MONO_GENERICPARAM_OWNER,
                                          mono_coded_index(MONO_CODED_TYPE_OR_METHOD_DEF, owner_token), &count);
    if (!first || !count)
        return NULL;
    count = MIN(count, 1024);
    MonoClass **params = g_new(MonoClass *, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = first + i;
        MonoClass *param = mono_class_new(MONO_CLASS_GPARAM, owner_method ? MONO_TYPE_MVAR : MONO_TYPE_VAR);
        param->image = image;
        param->name = mono_row_string(image, MONO_TABLE_GENERICPARAM, row, MONO_GENERICPARAM_NAME);
        param->flags = 1; /* public */
        param->is_open = true;
        param->param_number = i;
        param->param_token = MONO_TOKEN(MONO_TABLE_GENERICPARAM, row);
        param->param_owner_class = owner_method ? NULL : owner_class;
        param->param_owner_method = owner_method;
        params[i] = param;
        mono_class_set_parent(param, mono_defaults.object);
    }
    MonoGenericInst *inst = mono_generic_inst(params, count);
    g_free(params);
    return inst;
}

MonoClass **mono_class_generic_params(MonoClass *definition, unsigned *count)
{
    bool has = definition->kind == MONO_CLASS_GTD;
    *count = has ? definition->inst->count : 0;
    return has ? definition->inst->args : NULL;
}

MonoClass **mono_method_generic_params(MonoMethod *definition, unsigned *count)
{
    if (definition->definition)
        definition = definition->definition;
    *count = definition->method_inst ? definition->method_inst->count : 0;
    return definition->method_inst ? definition->method_inst->args : NULL;
}

MonoClass **mono_class_param_constraints(MonoClass *param, unsigned *count, MonoError *error)
{
    MonoImage *image = param->image;
    MonoMethod *method = param->param_owner_method;
    MonoGenericContext context = {param->param_owner_class ? param->param_owner_class->inst : NULL, NULL};
    if (method)
        context = mono_method_context(method);
    uint32_t rows;
    uint32_t first = mono_image_find_rows(image, MONO_TABLE_GENERICPARAMCONSTRAINT, MONO_GENERICPARAMCONSTRAINT_OWNER,
                                          MONO_TOKEN_ROW(param->param_token), &rows);
    *count = 0;
    if (!first)
        return NULL;
    MonoClass **constraints = g_new0(MonoClass *, rows);
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t token = mono_coded_token(MONO_CODED_TYPE_DEF_OR_REF,
                                          mono_image_row(image, MONO_TABLE_GENERICPARAMCONSTRAINT, first + i,
                                                         MONO_GENERICPARAMCONSTRAINT_CONSTRAINT));
        constraints[i] = mono_class_get_checked(image, token, &context, error);
        if (!constraints[i]) {
            g_free(constraints);
            return NULL;
        }
    }
    *count = rows;
    return constraints;
}

/* ---- Instances of classes ---------------------------------------------------------------------------------------- */

typedef struct {
    MonoClass *definition;
    MonoGenericInst *inst;
    MonoClass *klass;
} InstanceKey;

static GHashTable *instances; /* set of InstanceKey */

static guint instance_hash(gconstpointer pointer)
{
    const InstanceKey *key = pointer;
    return g_direct_hash(key->definition) * 31 + key->inst->id * 2654435761u;
}

static gboolean instance_equal(gconstpointer left, gconstpointer right)
{
    const InstanceKey *a = left, *b = right;
    return a->definition == b->definition && a->inst == b->inst;
}

void mono_class_definition_ready(MonoClass *instance)
{
    MonoClass *definition = instance->definition;
    MonoError error = MONO_ERROR_INIT;
    if (definition->identity_failed) {
        mono_class_report_failure(definition, &error);
        mono_class_set_parent_failed(instance, &error);
        return;
    }
    MonoGenericContext context = mono_class_context(instance);
    mono_class_set_parent(instance, definition->parent ? mono_class_inflate(definition->parent, &context) : NULL);
}

/* II.14.4.3: it may hold the address of a local variable, and generic code would keep it in objects. */
static bool has_typed_reference(const MonoGenericInst *inst)
{
    for (unsigned i = 0; i < inst->count; i++)
        if (inst->args[i] == mono_defaults.typed_reference && inst->args[i])
            return true;
    return false;
}

MonoClass *mono_class_instantiate(MonoClass *definition, MonoGenericInst *inst)
{
    if (definition->kind == MONO_CLASS_GINST)
        definition = definition->definition;
    if (definition->kind != MONO_CLASS_GTD || definition->inst == inst)
        return definition;
    if (!instances)
        instances = g_hash_table_new(instance_hash, instance_equal);
    InstanceKey probe = {definition, inst, NULL};
    InstanceKey *known = g_hash_table_lookup(instances, &probe);
    if (known)
        return known->klass;
    MonoClass *klass = mono_class_new(MONO_CLASS_GINST, definition->byval_type.type);
    InstanceKey *key = mono_type_alloc(sizeof *key);
    *key = (InstanceKey){definition, inst, klass};
    g_hash_table_add(instances, key);
    klass->name = definition->name;
    klass->name_space = definition->name_space;
    klass->image = definition->image;
    klass->type_token = definition->type_token;
    klass->flags = definition->flags;
    klass->nested_in = definition->nested_in;
    klass->is_interface = definition->is_interface;
    klass->is_open = inst->is_open;
    klass->definition = definition;
    klass->inst = inst;
    MONO_PROFILER_RAISE(class_loading, (NULL, klass));
    MonoError error = MONO_ERROR_INIT;
    if (inst->count != definition->inst->count) {
        mono_error_set(&error, MONO_ERROR_TYPE_LOAD, klass->name, "Generic type '%s' needs %u arguments, not %u",
                       klass->name, definition->inst->count, inst->count);
        mono_class_set_parent_failed(klass, &error);
    } else if (inst->depth > GENERIC_DEPTH_MAX) {
        mono_error_set(&error, MONO_ERROR_TYPE_LOAD, klass->name, "Generic type '%s' expands without end", klass->name);
        mono_class_set_parent_failed(klass, &error);
    } else if (has_typed_reference(inst)) {
        mono_error_set(&error, MONO_ERROR_TYPE_LOAD, klass->name, "Generic type '%s' cannot be one of TypedReference",
                       klass->name);
        mono_class_set_parent_failed(klass, &error);
    } else if (definition->identity_ready) {
        mono_class_definition_ready(klass);
    } else {
        mono_class_wait_for(klass, definition);
    }
    return klass;
}

/* ---- Instances of methods ---------------------------------------------------------------------------------------- */

MonoMethod *mono_method_instantiate(MonoMethod *definition, MonoGenericInst *inst, MonoError *error)
{
    if (definition->definition)
        definition = definition->definition;
    if (definition->method_inst == inst)
        return definition;
    if (!definition->method_inst || definition->method_inst->count != inst->count || inst->depth > GENERIC_DEPTH_MAX) {
        mono_error_set(error, definition->method_inst ? MONO_ERROR_TYPE_LOAD : MONO_ERROR_BAD_IMAGE, definition->name,
                       "Method '%s' cannot have these %u type arguments", definition->name, inst->count);
        return NULL;
    }
    if (has_typed_reference(inst)) {
        mono_error_set(error, MONO_ERROR_TYPE_LOAD, definition->name, "Method '%s' cannot be one of TypedReference",
                       definition->name);
        return NULL;
    }
    if (!definition->instances)
        definition->instances = g_hash_table_new(NULL, NULL);
    MonoMethod *method = g_hash_table_lookup(definition->instances, inst);
    if (method)
        return method;
    method = mono_type_alloc(sizeof *method);
    method->klass = definition->klass;
    method->name = definition->name;
    method->token = definition->token;
    method->flags = definition->flags;
    method->iflags = definition->iflags;
    method->kind = definition->kind;
    method->generic_param_count = definition->generic_param_count;
    method->slot = definition->slot;
    method->is_open = definition->klass->is_open || inst->is_open;
    method->method_inst = inst;
    method->definition = definition;
    g_hash_table_insert(definition->instances, inst, method);
    return method;
}

MonoMethod *mono_class_method_by_token(MonoClass *klass, uint32_t token)
{
    if (klass->method_count == 0 || token == 0)
        return NULL;
    /* Rows of one class follow each other, except in images with a MethodPtr table. */
    uint32_t guess = token - klass->methods[0]->token;
    if (guess < klass->method_count && klass->methods[guess]->token == token)
        return klass->methods[guess];
    for (uint32_t i = 0; i < klass->method_count; i++)
        if (klass->methods[i]->token == token)
            return klass->methods[i];
    return NULL;
}

/* The method of klass that stands where `method` (no instance) stands in its class, another shape of the same one. */
static MonoMethod *twin(MonoClass *klass, MonoMethod *method)
{
    if (method->token)
        return mono_class_method_by_token(klass, method->token);
    for (uint32_t i = 0; i < method->klass->method_count && i < klass->method_count; i++)
        if (method->klass->methods[i] == method)
            return klass->methods[i];
    return NULL;
}

MonoMethod *mono_class_method_for(MonoClass *klass, MonoMethod *method)
{
    MonoError error = MONO_ERROR_INIT;
    if (method->klass == klass)
        return method;
    MonoMethod *result = NULL;
    if (mono_class_setup_methods(klass, &error)) {
        result = twin(klass, method->definition ? method->definition : method);
        if (result && method->definition)
            result = mono_method_instantiate(result, method->method_inst, &error);
    }
    mono_error_clear(&error);
    return result;
}

MonoMethod *mono_class_inflate_method(MonoMethod *method, const MonoGenericContext *context, MonoError *error)
{
    MonoClass *klass = mono_class_inflate(method->klass, context);
    MonoMethod *result = method;
    if (klass != method->klass) {
        if (!mono_class_setup_methods(klass, error))
            return NULL;
        result = twin(klass, method->definition ? method->definition : method);
        if (!result) {
            mono_error_set(error, MONO_ERROR_MISSING_METHOD, method->name, "Method not found: %s", method->name);
            return NULL;
        }
    }
    if (method->definition)
        result = mono_method_instantiate(result, mono_generic_inst_inflate(method->method_inst, context), error);
    return result;
}

/* ---- Inflation --------------------------------------------------------------------------------------------------- */

MonoClass *mono_class_inflate(MonoClass *klass, const MonoGenericContext *context)
{
    if (!klass->is_open || !context)
        return klass;
    switch (klass->kind) {
    case MONO_CLASS_GPARAM: {
        MonoGenericInst *inst = klass->byval_type.type == MONO_TYPE_VAR ? context->class_inst : context->method_inst;
        return inst && klass->param_number < inst->count ? inst->args[klass->param_number] : klass;
    }
    case MONO_CLASS_GTD:
    case MONO_CLASS_GINST: {
        MonoGenericInst *inst = mono_generic_inst_inflate(klass->inst, context);
        return inst == klass->inst ? klass : mono_class_instantiate(klass, inst);
    }
    case MONO_CLASS_ARRAY: {
        MonoClass *element = mono_class_inflate(klass->element_class, context);
        return element == klass->element_class ? klass : mono_class_array(element, klass->rank, klass->is_szarray);
    }
    case MONO_CLASS_POINTER: {
        MonoClass *element = mono_class_inflate(klass->element_class, context);
        return element == klass->element_class ? klass : mono_class_pointer(element);
    }
    case MONO_CLASS_FNPTR:
        return mono_class_fnptr(mono_signature_inflate(klass->fnptr_signature, context));
    default:
        return klass;
    }
}

MonoType mono_type_inflate(const MonoType *type, const MonoGenericContext *context)
{
    MonoType result = *type;
    if (!type->klass->is_open)
        return result;
    result.klass = mono_class_inflate(type->klass, context);
    result.type = result.klass->byval_type.type;
    return result;
}

MonoMethodSignature *mono_signature_inflate(const MonoMethodSignature *signature, const MonoGenericContext *context)
{
    size_t size = sizeof *signature + signature->param_count * sizeof(MonoType);
    MonoMethodSignature *result = g_malloc(size);
    memcpy(result, signature, size);
    result->ret = mono_type_inflate(&signature->ret, context);
    for (unsigned i = 0; i < signature->param_count; i++)
        result->params[i] = mono_type_inflate(&signature->params[i], context);
    return result;
}

/* ---- Arrays and pointers ----------------------------------------------------------------------------------------- */

static const char *array_name(const MonoClass *element, unsigned rank, bool szarray)
{
    GString *text = g_string_new(element->name);
    g_string_append_c(text, '[');
    if (rank == 1 && !szarray)
        g_string_append_c(text, '*');
    for (unsigned i = 1; i < rank; i++)
        g_string_append_c(text, ',');
    g_string_append_c(text, ']');
    const char *name = mono_type_strdup(text->str);
    g_string_free(text, TRUE);
    return name;
}

MonoClass *mono_class_array(MonoClass *element, unsigned rank, bool szarray)
{
    if (szarray && element->szarray_class)
        return element->szarray_class;
    if (!szarray)
        for (GSList *item = element->array_classes; item; item = item->next)
            if (((MonoClass *)item->data)->rank == rank)
                return item->data;
    MonoClass *klass = mono_class_new(MONO_CLASS_ARRAY, szarray ? MONO_TYPE_SZARRAY : MONO_TYPE_ARRAY);
    if (szarray)
        element->szarray_class = klass;
    else
        element->array_classes = g_slist_prepend(element->array_classes, klass);
    klass->element_class = element;
    klass->name = array_name(element, rank, szarray);
    klass->name_space = element->name_space;
    klass->image = element->image;
    klass->flags = 0x2101; /* public sealed serializable */
    klass->rank = szarray ? 1 : rank;
    klass->is_szarray = szarray;
    klass->is_open = element->is_open;
    MONO_PROFILER_RAISE(class_loading, (NULL, klass));
    if (element->byval_type.type == MONO_TYPE_VOID || rank == 0 || rank > 32) {
        MonoError error = MONO_ERROR_INIT;
        mono_error_set(&error, MONO_ERROR_TYPE_LOAD, klass->name, "There is no array type '%s' of rank %u", klass->name,
                       rank);
        mono_class_set_parent_failed(klass, &error);
    } else {
        mono_class_set_parent(klass, mono_defaults.array);
    }
    return klass;
}

MonoClass *mono_class_pointer(MonoClass *element)
{
    if (element->pointer_class)
        return element->pointer_class;
    MonoClass *klass = mono_class_new(MONO_CLASS_POINTER, MONO_TYPE_PTR);
    element->pointer_class = klass;
    klass->element_class = element;
    char *name = g_strconcat(element->name, "*", NULL);
    klass->name = mono_type_strdup(name);
    g_free(name);
    klass->name_space = element->name_space;
    klass->image = element->image;
    klass->flags = 1;
    klass->is_open = element->is_open;
    MONO_PROFILER_RAISE(class_loading, (NULL, klass));
    mono_class_set_parent(klass, NULL);
    return klass;
}

MonoClass *mono_class_fnptr(MonoMethodSignature *signature)
{
    static GPtrArray *known;
    if (!known)
        known = g_ptr_array_new();
    for (guint i = 0; i < known->len; i++) {
        MonoClass *klass = known->pdata[i];
        const MonoMethodSignature *its = klass->fnptr_signature;
        bool same = its->param_count == signature->param_count && its->hasthis == signature->hasthis &&
                    its->call_convention == signature->call_convention && its->ret.klass == signature->ret.klass &&
                    its->ret.byref == signature->ret.byref;
        for (unsigned j = 0; same && j < its->param_count; j++)
            same = its->params[j].klass == signature->params[j].klass &&
                   its->params[j].byref == signature->params[j].byref;
        if (same) {
            g_free(signature);
            return klass;
        }
    }
    MonoClass *klass = mono_class_new(MONO_CLASS_FNPTR, MONO_TYPE_FNPTR);
    klass->fnptr_signature = signature;
    klass->name = "MonoFNPtrFakeClass";
    klass->name_space = "System";
    klass->image = mono_defaults.corlib;
    klass->flags = 1;
    klass->is_open = signature->ret.klass->is_open;
    for (unsigned i = 0; i < signature->param_count; i++)
        klass->is_open |= signature->params[i].klass->is_open;
    g_ptr_array_add(known, klass);
    mono_class_set_parent(klass, NULL);
    return klass;
}
