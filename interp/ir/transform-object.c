/*
 * transform-object.c - fields, boxing, casts, tokens, typed references.
 */
#include "interp/ir/transform.h"

#include <string.h>

/* ---- Fields ------------------------------------------------------------------------------------------------------------ */

static MonoClassField *field_of(Transform *t, MonoVTable **vtable)
{
    MonoClassField *field = mono_field_get_checked(t->image, t_u4(t), &t->context, t->error);
    if (!field || !mono_class_setup_fields(field->parent, t->error) || !t_accept_field(t, field))
        return NULL;
    const MonoType *type = &field->type;
    if (!type->byref && type->klass && type->klass->valuetype && !mono_class_setup_fields(type->klass, t->error))
        return NULL;
    *vtable = NULL;
    if (field->flags & MONO_FIELD_ATTR_LITERAL) {
        t_invalid(t, "access to the constant %s", field->name);
        return NULL;
    }
    if (field->flags & MONO_FIELD_ATTR_STATIC) {
        *vtable = mono_class_vtable_checked(field->parent, t->error);
        if (!*vtable)
            return NULL;
        if (t->outer && !t->stable && !(*vtable)->initialized) { /* too early: the call may never come */
            t_invalid(t, "%s is not initialised", field->parent->name);
            return NULL;
        }
        /* As mono: classes whose initialisation has no fixed time are initialised when the accessing code is made. */
        if (!(*vtable)->initialized && (field->parent->flags & MONO_TYPE_ATTR_BEFORE_FIELD_INIT) &&
            !interp_aot.compiling && !t->outer && !mono_runtime_class_init_checked(*vtable, t->error))
            return NULL;
    }
    return field;
}

/* Data index of a static field's address; *init: 1 = the op must be the _INIT form. */
static bool static_data(Transform *t, MonoClassField *field, MonoVTable *vtable, uint32_t *index, uint32_t *init)
{
    void *address = mono_static_field_address(field, t->error);
    if (!address)
        return mono_error_ok(t->error) ? t_invalid(t, "no such static field") : false;
    *init = t->stable ? vtable->klass->cctor != NULL : !vtable->initialized;
    *index = *init ? t_data_pair(t, address, vtable) : t_data(t, address);
    return true;
}

static bool load_static(Transform *t, MonoClassField *field, MonoVTable *vtable)
{
    uint32_t index = 0, init = 0;
    if (!static_data(t, field, vtable, &index, &init))
        return false;
    MintOpcode op = t_load_op(&field->type, MINT_LDIND_I1);
    StackEntry *result = t_push_type(t, &field->type);
    if (init)
        t_flush_aliased(t);
    if (op == MINT_NOP)
        t_emit(t, MINT_LDSFLD_VT + init, result->home, index, t_size(t, &field->type));
    else
        t_emit(t, MINT_LDSFLD_I1 + 2 * (op - MINT_LDIND_I1) + init, result->home, index);
    return true;
}

static bool load_static_address(Transform *t, MonoClassField *field, MonoVTable *vtable)
{
    uint32_t index = 0, init = 0;
    if (!static_data(t, field, vtable, &index, &init))
        return false;
    StackEntry *result = t_push(t, KIND_PTR, field->type.klass, 1);
    t_emit(t, MINT_LDSFLDA + init, result->home, index);
    return true;
}

static bool store_static(Transform *t, MonoClassField *field, MonoVTable *vtable)
{
    uint32_t index = 0, init = 0;
    if (!t_need(t, 1) || !static_data(t, field, vtable, &index, &init))
        return false;
    StackEntry value = *t_pop(t);
    if (!t_accept(t, &value, &field->type) || !t_convert(t, &value, t_kind(&field->type)) ||
        !t_same_size(t, &value, &field->type))
        return false;
    uint32_t source = t_use(t, &value);
    t_flush_aliased(t);
    MintOpcode op = t_store_op(&field->type, MINT_STIND_I1, 1);
    if (op == MINT_NOP)
        t_emit(t, MINT_STSFLD_VT + init, index, source, t_size(t, &field->type));
    else
        t_emit(t, MINT_STSFLD_I1 + 2 * (op - MINT_STIND_I1) + init, index, source);
    return true;
}

/* Bytes from what `object` points to: a field's offset counts the header, which unboxed values have not. */
static uint32_t field_offset(const StackEntry *object, const MonoClassField *field)
{
    bool boxed = object->kind == KIND_REF || !field->parent->valuetype;
    return boxed ? field->offset : field->offset - MONO_OBJECT_HEADER_SIZE;
}

/* A field too far away for 16 bits: its address into the object's home. */
static void far_address(Transform *t, StackEntry *object, uint32_t offset)
{
    t_emit(t, MINT_LDFLDA_W, object->home, t_use(t, object), offset);
    object->range = 0;
    object->place = IN_HOME;
    object->slot = object->home;
    object->kind = KIND_PTR;
    object->klass = NULL;
}

static bool load_field(Transform *t)
{
    MonoVTable *vtable;
    MonoClassField *field = field_of(t, &vtable);
    if (!field || !t_need(t, 1))
        return false;
    StackEntry object = *t_pop(t);
    if (vtable)
        return load_static(t, field, vtable);
    if (!t_accept_owner(t, &object, field->parent))
        return false;
    uint32_t offset = field_offset(&object, field), size = t_size(t, &field->type);
    if (object.kind == KIND_VT) {
        offset = field->offset - MONO_OBJECT_HEADER_SIZE;
        if (!field->parent->valuetype || (uint64_t)offset + size > (uint64_t)object.slots * 8)
            return t_invalid(t, "field %s is not of the value on the stack", field->name);
        if (!t_load_slot(t, object.slot, offset, &field->type, object.aliased))
            return false;
        /* part of a computed value: positions that follow would overwrite it */
        StackEntry *part = t_top(t, 0);
        if (object.place == IN_HOME && part->place == IN_SLOT) {
            t_home(t, part);
            t->last_op = UINT32_MAX; /* which wrote the whole value: its result may not go elsewhere now */
        }
        return true;
    }
    if (object.place == IS_ADDRESS)
        return t_load_slot(t, object.slot, object.value.i + offset, &field->type, object.aliased);
    if (!t_need_integer(t, &object) || !t_convert(t, &object, object.kind == KIND_I4 ? KIND_NATIVE : object.kind))
        return false;
    if (offset > 65535) {
        far_address(t, &object, offset);
        return t_load_from(t, &object, &field->type);
    }
    MintOpcode op = t_load_op(&field->type, MINT_LDFLD_I1);
    if (op == MINT_LDFLD_I4 || op == MINT_LDFLD_I8) {
        if (t_newest_is_ours(t) && t_take_back(t, T_NATIVE(LDFLD), &object)) {
            uint32_t source = t->code[t->code_count + 2], first = t->code[t->code_count + 3];
            StackEntry *result = t_push_type(t, &field->type);
            t_emit(t, MINT_LDFLD_FLD_I4 + (op == MINT_LDFLD_I8), result->home, source, first, offset);
            return true;
        }
    }
    uint32_t source = t_use(t, &object);
    StackEntry *result = t_push_type(t, &field->type);
    if (op == MINT_NOP)
        t_emit(t, MINT_LDFLD_VT, result->home, source, offset, size);
    else
        t_emit(t, op, result->home, source, offset);
    return true;
}

static bool load_field_address(Transform *t)
{
    MonoVTable *vtable;
    MonoClassField *field = field_of(t, &vtable);
    if (!field || !t_need(t, 1))
        return false;
    StackEntry object = *t_pop(t);
    if (vtable)
        return load_static_address(t, field, vtable);
    if (!t_accept_owner(t, &object, field->parent))
        return false;
    uint8_t bits = object.kind == KIND_PTR ? object.range : 0;
    uint32_t offset = field_offset(&object, field);
    if (object.place == IS_ADDRESS) {
        StackEntry *result = t_push(t, KIND_PTR, field->type.klass, 1);
        result->range = bits;
        result->place = IS_ADDRESS;
        result->slot = object.slot;
        result->aliased = object.aliased;
        result->value.i = object.value.i + offset;
        return true;
    }
    if (!t_need_integer(t, &object))
        return false;
    uint32_t source = t_use(t, &object);
    bool wild = object.kind == KIND_PTR && !object.klass;
    StackEntry *result = t_push(t, object.kind == KIND_NATIVE ? KIND_NATIVE : KIND_PTR, wild ? NULL : field->type.klass, 1);
    result->range = bits;
    if (object.kind != KIND_REF && offset == 0)
        t_move_to(t, &object, result->home);
    else if (object.kind != KIND_REF && offset <= 32767)
        t_emit(t, T_NATIVE(ADD_IMM), result->home, source, offset);
    else if (offset <= 65535)
        t_emit(t, MINT_LDFLDA, result->home, source, offset);
    else
        t_emit(t, MINT_LDFLDA_W, result->home, source, offset);
    return true;
}

static bool store_field(Transform *t)
{
    MonoVTable *vtable;
    MonoClassField *field = field_of(t, &vtable);
    if (!field || !t_need(t, 2))
        return false;
    if (vtable) {
        StackEntry value = *t_pop(t);
        t_home(t, &value); /* keeps its place while the object below it is dropped */
        t_pop(t);
        t_push_slot(t, value.kind, value.klass, value.home, value.slots, false);
        return store_static(t, field, vtable);
    }
    StackEntry value = *t_pop(t), object = *t_pop(t);
    if (!t_accept_owner(t, &object, field->parent) || !t_accept(t, &value, &field->type))
        return false;
    if (object.kind == KIND_PTR && object.range & POINTER_READ_ONLY && !t_is_trusted(t))
        return t_invalid(t, "a store to what may only be read");
    uint32_t offset = field_offset(&object, field), size = t_size(t, &field->type);
    if (!t_need_integer(t, &object) || !t_convert(t, &value, t_kind(&field->type)) ||
        !t_same_size(t, &value, &field->type))
        return false;
    if (object.place == IS_ADDRESS) {
        object.value.i += offset;
        object.klass = field->type.klass;
        return t_store_to(t, &object, &value, &field->type);
    }
    if (offset > 65535) {
        far_address(t, &object, offset);
        return t_store_to(t, &object, &value, &field->type);
    }
    MintOpcode op = t_store_op(&field->type, MINT_STFLD_I1, 1);
    uint32_t where = t_use(t, &object), source = t_use(t, &value);
    t_flush_aliased(t);
    if (op == MINT_NOP)
        t_emit(t, MINT_STFLD_VT, where, offset, source, size);
    else
        t_emit(t, op, where, offset, source);
    return true;
}

/* ---- Boxing, casts -------------------------------------------------------------------------------------------------------- */

/* `box T; brtrue` of generic code asks whether T is a reference: the answer is known, no box is made. */
static bool box_is_only_tested(const Transform *t)
{
    if (t->ip >= t->il_size || t->il_flags[t->ip] & (IL_TARGET | IL_JOIN))
        return false;
    unsigned next = t->il[t->ip];
    return next == CIL_BRTRUE || next == CIL_BRTRUE_S || next == CIL_BRFALSE || next == CIL_BRFALSE_S;
}

static bool box(Transform *t, MonoClass *klass)
{
    if (!klass || !t_need(t, 1))
        return false;
    if (!klass->valuetype)
        return true;
    if (klass->is_byref_like)
        return t_invalid(t, "a by-ref-like value is boxed");
    StackEntry value = *t_pop(t);
    if (!t_accept(t, &value, &klass->byval_type) || !t_convert(t, &value, t_kind(&klass->byval_type)) ||
        !t_same_size(t, &value, &klass->byval_type))
        return false;
    if (!klass->is_nullable && box_is_only_tested(t))
        return t_push_const(t, KIND_REF, 1) != NULL;
    MonoVTable *vtable = mono_class_vtable_checked(klass, t->error);
    if (!vtable)
        return false;
    uint32_t slot = t_use(t, &value);
    StackEntry *result = t_push(t, KIND_REF, klass->is_nullable ? mono_defaults.object : klass, 1);
    if (klass->is_nullable)
        t_emit(t, MINT_BOX_NULLABLE, result->home, slot, t_data(t, klass));
    else
        t_emit(t, MINT_BOX, result->home, slot, t_data(t, vtable));
    return true;
}

static bool has_variance(const MonoClass *klass)
{
    return klass->definition && (klass->is_interface || klass->is_delegate);
}

static bool cast(Transform *t, MonoClass *klass, bool is_isinst)
{
    if (!klass || !t_need(t, 1) || !mono_class_init_checked(klass, t->error))
        return false;
    if (klass->is_nullable)
        klass = klass->element_class;
    StackEntry object = *t_pop(t);
    if (!t_is_pointer(&object) || !t_accept_object(t, &object))
        return mono_error_ok(t->error) ? t_invalid(t, "a cast of what is no object") : false;
    uint32_t slot = t_use(t, &object);
    StackEntry *result = t_push(t, KIND_REF, klass->valuetype ? NULL : klass, 1);
    bool plain = !klass->is_interface && !klass->rank && !has_variance(klass) && klass->kind != MONO_CLASS_POINTER;
    if (plain && (klass->flags & MONO_TYPE_ATTR_SEALED))
        t_emit(t, is_isinst ? MINT_ISINST_EXACT : MINT_CASTCLASS_EXACT, result->home, slot, t_data(t, klass));
    else if (plain)
        t_emit(t, is_isinst ? MINT_ISINST_CLASS : MINT_CASTCLASS_CLASS, result->home, slot, t_data(t, klass));
    else
        t_emit(t, is_isinst ? MINT_ISINST_CACHED : MINT_CASTCLASS_CACHED, result->home, slot, t_data_new(t, klass, 3));
    return true;
}

static bool unbox(Transform *t, MonoClass *klass, bool value)
{
    if (!klass || !t_need(t, 1))
        return false;
    if (!klass->valuetype)
        return value ? cast(t, klass, false) : t_invalid(t, "unbox of a reference type");
    if (!mono_class_init_checked(klass, t->error))
        return false;
    StackEntry object = *t_pop(t);
    if (!t_is_pointer(&object) || !t_accept_object(t, &object))
        return mono_error_ok(t->error) ? t_invalid(t, "unbox of what is no object") : false;
    uint32_t slot = t_use(t, &object);
    if (klass->is_nullable) {
        uint32_t slots = t_slots(&klass->byval_type);
        StackEntry *result = t_push(t, KIND_VT, klass, slots);
        t_emit(t, MINT_UNBOX_NULLABLE, result->home, slot, t_data(t, klass), slots);
        return value || t_invalid(t, "unbox of Nullable without its value");
    }
    StackEntry *result = t_push(t, KIND_PTR, klass, 1);
    t_emit(t, MINT_UNBOX, result->home, slot, t_data(t, klass));
    return value ? t_load_indirect(t, &klass->byval_type) : true;
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------------------ */

/* `ldtoken T; call Type.GetTypeFromHandle` is one op. */
static bool next_is_type_from_handle(Transform *t)
{
    if (t->ip + 5 > t->il_size || t->il[t->ip] != CIL_CALL || t->il_flags[t->ip] & (IL_TARGET | IL_JOIN))
        return false;
    uint32_t ip = t->ip;
    t->ip++;
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *method = mono_method_get_checked(t->image, t_u4(t), &t->context, &error);
    mono_error_clear(&error);
    if (method && t_is_type_from_handle(method))
        return true;
    t->ip = ip;
    return false;
}

static bool load_handle(Transform *t, const void *handle, MonoClass *handle_class)
{
    if (!mono_class_setup_fields(handle_class, t->error))
        return false;
    StackEntry *result = t_push_type(t, &handle_class->byval_type);
    t_emit(t, MINT_LDPTR, result->home, t_data(t, handle));
    return true;
}

static bool load_token(Transform *t)
{
    uint32_t token = t_u4(t), table = MONO_TOKEN_TABLE(token);
    bool is_field = table == MONO_TABLE_FIELD, is_method = table == MONO_TABLE_METHOD || table == MONO_TABLE_METHODSPEC;
    if (table == MONO_TABLE_MEMBERREF) { /* the signature says what it is */
        MonoBlob blob;
        uint32_t index = mono_image_row(t->image, table, MONO_TOKEN_ROW(token), MONO_MEMBERREF_SIGNATURE);
        is_field = mono_image_blob(t->image, index, &blob) && blob.size_bytes && (blob.data[0] & 0xf) == 6;
        is_method = !is_field;
    }
    if (is_field) {
        MonoClassField *field = mono_field_get_checked(t->image, token, &t->context, t->error);
        return field && load_handle(t, field, mono_defaults.field_handle);
    }
    if (is_method) {
        MonoMethod *method = mono_method_get_checked(t->image, token, &t->context, t->error);
        return method && load_handle(t, method, mono_defaults.method_handle);
    }
    MonoClass *klass = mono_class_get_checked(t->image, token, &t->context, t->error);
    if (!klass)
        return false;
    if (!next_is_type_from_handle(t))
        return load_handle(t, &klass->byval_type, mono_defaults.type_handle);
    StackEntry *result = t_push(t, KIND_REF, mono_defaults.type, 1);
    t_emit(t, MINT_LDTYPE, result->home, t_data_pair(t, NULL, &klass->byval_type));
    return true;
}

static bool load_string(Transform *t)
{
    uint32_t token = t_u4(t), length;
    const uint8_t *chars;
    if (MONO_TOKEN_TABLE(token) != MONO_TOKEN_USER_STRING ||
        !mono_image_user_string(t->image, MONO_TOKEN_ROW(token), &chars, &length))
        return t_invalid(t, "ldstr of what is no string");
    StackEntry *result = t_push(t, KIND_REF, mono_defaults.string, 1);
    t_emit(t, MINT_LDSTR, result->home, t_data_pair(t, NULL, t->image), MONO_TOKEN_ROW(token));
    return true;
}

/* ---- Typed references ---------------------------------------------------------------------------------------------------------- */

/* { const MonoType*, address, MonoClass* } */
static uint32_t typed_reference_slots(void)
{
    return mono_slots(3 * sizeof(void *));
}

static bool make_typed_reference(Transform *t, MonoClass *klass)
{
    if (!klass || !t_need(t, 1) || !mono_class_setup_fields(mono_defaults.typed_reference, t->error))
        return false;
    StackEntry address = *t_pop(t);
    if (!t_need_integer(t, &address) || !t_accept(t, &address, &klass->byref_type))
        return false;
    t_home(t, &address);
    StackEntry *result = t_push_type(t, &mono_defaults.typed_reference->byval_type);
    if (result->slots != typed_reference_slots())
        return t_invalid(t, "TypedReference has an unknown layout");
    if (sizeof(void *) == 8) {
        t_emit(t, MINT_MOV, result->home + 1, address.home);
        t_emit(t, MINT_LDPTR, result->home, t_data(t, &klass->byval_type));
        t_emit(t, MINT_LDPTR, result->home + 2, t_data(t, klass));
    } else { /* two pointers a slot */
        uint32_t home = result->home, scratch = home + result->slots;
        t_emit(t, MINT_STVTFLD_I4, home, 4u, address.home);
        t_emit(t, MINT_LDPTR, scratch, t_data(t, &klass->byval_type));
        t_emit(t, MINT_STVTFLD_I4, home, 0u, scratch);
        t_emit(t, MINT_LDPTR, home + 1, t_data(t, klass));
        t->max_slot = MAX(t->max_slot, scratch + 1);
    }
    t->last_op = UINT32_MAX;
    return true;
}

static bool typed_reference_value(Transform *t, MonoClass *klass)
{
    if (!klass || !t_need(t, 1))
        return false;
    StackEntry a = *t_pop(t);
    if (a.kind != KIND_VT || a.slots != typed_reference_slots())
        return t_invalid(t, "a typed reference is expected on the stack");
    if (!t_accept(t, &a, &mono_defaults.typed_reference->byval_type))
        return false;
    StackEntry *result = t_push(t, KIND_PTR, klass, 1);
    result->range = POINTER_LOCAL;
    t_emit(t, MINT_REFANYVAL, result->home, a.slot, t_data(t, klass));
    return true;
}

static bool typed_reference_type(Transform *t)
{
    if (!t_need(t, 1) || !mono_class_setup_fields(mono_defaults.type_handle, t->error))
        return false;
    StackEntry a = *t_pop(t);
    if (a.kind != KIND_VT || a.slots != typed_reference_slots())
        return t_invalid(t, "a typed reference is expected on the stack");
    StackEntry *result = t_push_type(t, &mono_defaults.type_handle->byval_type);
    t_emit(t, MINT_MOV, result->home, a.slot);
    return true;
}

/* ---- Dispatch ---------------------------------------------------------------------------------------------------------------------- */

static bool throw_object(Transform *t)
{
    if (!t_need(t, 1))
        return false;
    StackEntry a = *t_pop(t);
    if (!t_is_pointer(&a) || !t_accept_object(t, &a))
        return mono_error_ok(t->error) ? t_invalid(t, "what is thrown is no object") : false;
    uint32_t slot = t_use(t, &a);
    t_emit(t, MINT_THROW, slot);
    t->dead = true;
    return true;
}

/* Ops with a type token. */
static bool t_typed(Transform *t, CilOpcode op, bool *handled)
{
    MonoClass *klass = NULL;
    *handled = true;
    switch (op) {
    case CIL_BOX:
        return box(t, t_class(t, t_u4(t)));
    case CIL_UNBOX:
    case CIL_UNBOX_ANY:
        return unbox(t, t_class(t, t_u4(t)), op == CIL_UNBOX_ANY);
    case CIL_CASTCLASS:
    case CIL_ISINST:
        return cast(t, t_class(t, t_u4(t)), op == CIL_ISINST);
    case CIL_SIZEOF:
        klass = t_class(t, t_u4(t));
        return klass && t_push_const(t, KIND_I4, t_size(t, &klass->byval_type));
    case CIL_MKREFANY:
        return make_typed_reference(t, t_class(t, t_u4(t)));
    case CIL_REFANYVAL:
        return typed_reference_value(t, t_class(t, t_u4(t)));
    default:
        *handled = false;
        return true;
    }
}

bool t_object(Transform *t, CilOpcode op, bool *handled)
{
    MonoVTable *vtable;
    MonoClassField *field;
    bool ok = t_memory(t, op, handled);
    if (!*handled)
        ok = t_typed(t, op, handled);
    if (*handled)
        return ok;
    *handled = true;
    switch (op) {
    case CIL_LDFLD:
        return load_field(t);
    case CIL_LDFLDA:
        return load_field_address(t);
    case CIL_STFLD:
        return store_field(t);
    case CIL_LDSFLD:
    case CIL_LDSFLDA:
    case CIL_STSFLD:
        field = field_of(t, &vtable);
        if (!field)
            return false;
        if (!vtable)
            return t_invalid(t, "field %s is not static", field->name);
        return op == CIL_LDSFLD ? load_static(t, field, vtable)
               : op == CIL_STSFLD ? store_static(t, field, vtable) : load_static_address(t, field, vtable);
    case CIL_LDTOKEN:
        return load_token(t);
    case CIL_LDSTR:
        return load_string(t);
    case CIL_REFANYTYPE:
        return typed_reference_type(t);
    case CIL_THROW:
        return throw_object(t);
    case CIL_ARGLIST:
        return t_throw_error(t, MONO_ERROR_NOT_SUPPORTED, NULL, "arglist is not supported");
    default:
        *handled = false;
        return true;
    }
}
