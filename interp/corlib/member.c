/*
 * member.c - System.Reflection's methods, constructors and parameters. Fields, properties and events: member_data.c.
 */
#include <string.h>

#include "interp/corlib/reflect.h"
#include "interp/corlib/member_data.h"

static MonoMethod *this_method(const MonoSlot *slot)
{
    return ((MonoReflectionMethod *)slot->p)->method;
}

/* ---- MonoMethodInfo ---------------------------------------------------------------------------------------------- */

typedef struct {
    MonoObject *parent, *ret;
    int32_t attrs, iattrs, callconv;
} MonoMethodInfo;

/* CallingConventions */
enum {
    CALLING_STANDARD = 1,
    CALLING_VARARGS = 2,
    CALLING_HAS_THIS = 32,
    CALLING_EXPLICIT_THIS = 64
};

static void get_method_info(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = args[0].p;
    MonoMethodInfo *info = args[1].p;
    MonoError error = MONO_ERROR_INIT;
    const MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    if (!signature) {
        reflect_failed(&error);
        return;
    }
    info->parent = mono_class_type_object(method->klass);
    info->ret = mono_type_object(&signature->ret);
    info->attrs = method->flags;
    info->iattrs = method->iflags;
    info->callconv = signature->call_convention == MONO_SIGNATURE_VARARG ? CALLING_VARARGS : CALLING_STANDARD;
    if (signature->hasthis)
        info->callconv |= CALLING_HAS_THIS;
    if (signature->explicit_this)
        info->callconv |= CALLING_EXPLICIT_THIS;
}

static void get_method_attributes(MonoSlot *args, MonoSlot *ret)
{
    ret->i4 = ((MonoMethod *)args[0].p)->flags;
}

/* ---- Parameters -------------------------------------------------------------------------------------------------- */

enum { PARAM_ATTR_OPTIONAL = 0x10, PARAM_ATTR_HAS_DEFAULT = 0x1000 };

/* Param row of a method for sequence (0 = return value), 0 = none. */
uint32_t reflect_param_row(MonoMethod *method, unsigned sequence)
{
    return mono_method_param_row(method->klass->image, method->token, sequence);
}

static MonoObject *singleton_value(const char *name_space, const char *name, const char *field_name)
{
    MonoClass *klass = reflect_corlib_class(name_space, name);
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *vtable = mono_class_vtable_checked(klass, &error);
    if (!vtable || !mono_runtime_class_init_checked(vtable, &error)) {
        reflect_failed(&error);
        return NULL;
    }
    MonoClassField *field = mono_class_find_field(klass, field_name);
    return field ? *(MonoObject **)mono_static_field_address(field, &error) : NULL;
}

static MonoObject *parameter_default(MonoImage *image, uint32_t row, int32_t attrs, const MonoType *type)
{
    MonoError error = MONO_ERROR_INIT;
    if (attrs & PARAM_ATTR_HAS_DEFAULT) {
        MonoClass *klass = type->klass;
        if (klass->is_nullable)
            klass = klass->element_class;
        MonoObject *value = mono_constant_object(image, MONO_TOKEN(MONO_TABLE_PARAM, row), klass, &error);
        reflect_failed(&error);
        return value;
    }
    if (attrs & PARAM_ATTR_OPTIONAL)
        return singleton_value("System.Reflection", "Missing", "Value");
    return singleton_value("System", "DBNull", "Value");
}

static MonoObject *parameter_object(MonoMethod *method, const MonoType *type, unsigned index, MonoObject *member)
{
    MonoReflectionParameter *parameter =
        (MonoReflectionParameter *)mono_object_new(reflect_corlib_class("System.Reflection", "RuntimeParameterInfo"));
    if (!parameter)
        return NULL;
    MonoImage *image = reflect_class_image(method->klass);
    uint32_t row = reflect_param_row(method, index + 1);
    parameter->klass = mono_type_object(type);
    parameter->member = member;
    parameter->position = (int32_t)index;
    parameter->attrs = (int32_t)mono_image_row(image, MONO_TABLE_PARAM, row, MONO_PARAM_FLAGS);
    const char *name = mono_image_string(image, mono_image_row(image, MONO_TABLE_PARAM, row, MONO_PARAM_NAME));
    parameter->name = mono_string_new(name); /* "" without a row */
    parameter->default_value = parameter_default(image, row, parameter->attrs, type);
    parameter->marshal_as = reflect_marshal_as(image, MONO_TOKEN(MONO_TABLE_PARAM, row));
    return &parameter->object;
}

/* ParameterInfo[] get_parameter_info(IntPtr method, MemberInfo member) */
static void get_parameter_info(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = args[0].p;
    MonoError error = MONO_ERROR_INIT;
    const MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    if (!signature) {
        reflect_failed(&error);
        return;
    }
    MonoArray *array =
        mono_array_new(reflect_corlib_class("System.Reflection", "ParameterInfo"), signature->param_count);
    ret->p = array;
    for (unsigned i = 0; array && i < signature->param_count; i++)
        mono_array_set(array, MonoObject *, i, parameter_object(method, &signature->params[i], i, args[1].o));
}

/* Method a parameter belongs to; of an indexer's parameter: its accessor. */
MonoMethod *reflect_parameter_method(const MonoReflectionParameter *parameter)
{
    MonoObject *member = parameter->member;
    MonoClass *klass = member ? mono_object_class(member) : NULL;
    if (klass == mono_defaults.runtime_method || klass == mono_defaults.runtime_constructor)
        return ((MonoReflectionMethod *)member)->method;
    if (klass && klass == reflect_corlib_class("System.Reflection", "RuntimePropertyInfo")) {
        MonoProperty *property = ((MonoReflectionProperty *)member)->property;
        return property->get ? property->get : property->set;
    }
    return NULL;
}

static void parameter_token(MonoSlot *args, MonoSlot *ret)
{
    MonoReflectionParameter *parameter = args[0].p;
    MonoMethod *method = reflect_parameter_method(parameter);
    uint32_t row = method ? reflect_param_row(method, (unsigned)(parameter->position + 1)) : 0;
    ret->i4 = (int32_t)MONO_TOKEN(MONO_TABLE_PARAM, row);
}

/* Type[] GetTypeModifiers(Type type, MemberInfo member, int position, bool optional) */
static void parameter_modifiers(MonoSlot *args, MonoSlot *ret)
{
    MonoReflectionParameter parameter = {.member = args[1].o};
    MonoMethod *method = reflect_parameter_method(&parameter);
    ret->p = NULL;
    if (!method || MONO_TOKEN_TABLE(method->token) != MONO_TABLE_METHOD)
        return;
    MonoImage *image = method->klass->image;
    MonoBlob blob;
    uint32_t index =
        mono_image_row(image, MONO_TABLE_METHOD, MONO_TOKEN_ROW(method->token), MONO_METHOD_SIGNATURE);
    if (!mono_image_blob(image, index, &blob))
        return;
    MonoBlobReader reader = mono_blob_reader(blob);
    enum { SIGNATURE_GENERIC = 0x10 };
    if (mono_blob_u8(&reader) & SIGNATURE_GENERIC)
        mono_blob_compressed(&reader);
    mono_blob_compressed(&reader);
    for (int32_t i = -1; i < args[2].i4; i++)
        if (!mono_blob_skip_type(&reader))
            return;
    MonoGenericContext context = mono_method_context(method);
    ret->p = reflect_modifiers(image, &reader, &context, args[3].i4 & 1);
}

/* ---- Methods ----------------------------------------------------------------------------------------------------- */

/* MethodBase GetMethodFromHandleInternalType_native(IntPtr method, IntPtr type, bool genericCheck) */
static void get_method_from_handle(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = args[0].p;
    const MonoType *type = args[1].p;
    ret->o = NULL;
    if (type && args[2].i4) {
        MonoClass *own = method->klass->definition ? method->klass->definition : method->klass;
        MonoClass *asked = type->klass->definition ? type->klass->definition : type->klass;
        if (own != asked)
            return;
        if (method->klass != type->klass) {
            MonoMethod *there = reflect_method_by_token(type->klass, method->token);
            if (!there)
                return;
            method = there;
        }
    }
    ret->o = mono_method_object(method, type ? type->klass : method->klass);
}

static void method_name(MonoSlot *args, MonoSlot *ret)
{
    ret->p = mono_string_new(this_method(&args[0])->name);
}

static void method_token(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = this_method(&args[0]);
    ret->i4 = (int32_t)(method->token ? method->token : MONO_TOKEN(MONO_TABLE_METHOD, 0));
}

/* RuntimeMethodInfo get_base_method(RuntimeMethodInfo method, bool definition): the first declaration of a virtual
 * method, or only the one it overrides. */
static void get_base_method(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = this_method(&args[0]);
    bool to_definition = args[1].i4 & 1;
    MonoClass *klass = method->klass;
    ret->o = args[0].o;
    if (klass->is_interface || !(method->flags & MONO_METHOD_ATTR_VIRTUAL) ||
        (method->flags & MONO_METHOD_ATTR_NEWSLOT) || method->slot < 0)
        return;
    uint32_t slot = (uint32_t)method->slot;
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *found = NULL;
    for (MonoClass *parent = klass->parent; parent; parent = parent->parent) {
        if (!mono_class_setup_vtable(parent, &error) || slot >= parent->slot_count)
            break;
        if (!parent->slots[slot])
            continue;
        found = parent->slots[slot];
        if (!to_definition)
            break;
    }
    mono_error_clear(&error);
    if (found && found != method) {
        MonoGenericInst *inst = method->definition ? method->method_inst : NULL;
        if (inst && !found->definition)
            found = mono_method_instantiate(found, inst, &error);
        if (!reflect_failed(&error))
            ret->o = mono_method_object(found, found->klass);
    }
}

/* void GetPInvoke(out PInvokeAttributes flags, out string entryPoint, out string dllName) */
static void get_pinvoke(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = this_method(&args[0]);
    MonoImage *image = method->klass->image;
    uint32_t key = mono_coded_index(MONO_CODED_MEMBER_FORWARDED, method->token);
    uint32_t row = mono_image_next_row(image, MONO_TABLE_IMPLMAP, MONO_IMPLMAP_MEMBER, key, 0);
    if (!row)
        return;
    *(int32_t *)args[1].p = (int32_t)mono_image_row(image, MONO_TABLE_IMPLMAP, row, MONO_IMPLMAP_FLAGS);
    uint32_t name = mono_image_row(image, MONO_TABLE_IMPLMAP, row, MONO_IMPLMAP_NAME);
    uint32_t scope = mono_image_row(image, MONO_TABLE_IMPLMAP, row, MONO_IMPLMAP_SCOPE);
    uint32_t module = mono_image_row(image, MONO_TABLE_MODULEREF, scope, MONO_MODULEREF_NAME);
    reflect_set_out(&args[2], mono_string_new(mono_image_string(image, name)));
    reflect_set_out(&args[3], mono_string_new(mono_image_string(image, module)));
}

static void make_generic_method(MonoSlot *args, MonoSlot *ret)
{
    MonoReflectionMethod *self = args[0].p;
    MonoMethod *definition = self->method->definition ? self->method->definition : self->method;
    MonoArray *types = args[1].p;
    unsigned count = (unsigned)types->length;
    ret->o = NULL;
    if (!definition->generic_param_count || count != definition->generic_param_count) {
        mono_set_pending_exception(mono_exception_argument(
            NULL,
            "The number of generic arguments provided doesn't equal the arity of the generic method definition."));
        return;
    }
    MonoClass **classes = g_new0(MonoClass *, count);
    bool good = true;
    for (unsigned i = 0; i < count; i++) {
        const MonoType *type = mono_type_from_object(mono_array_get(types, MonoObject *, i));
        good = good && type && !type->byref;
        classes[i] = type ? type->klass : NULL;
    }
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *method =
        good ? mono_method_instantiate(definition, mono_generic_inst(classes, count), &error) : NULL;
    g_free(classes);
    if (!good)
        mono_set_pending_exception(mono_exception_argument(NULL, "Invalid generic arguments"));
    else if (!reflect_failed(&error))
        ret->o = mono_method_object(method, reflect_class_of(self->reftype));
}

static void get_generic_arguments(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = this_method(&args[0]);
    MonoClass *const *classes = NULL;
    unsigned count = 0;
    if (method->definition) {
        classes = method->method_inst->args;
        count = method->method_inst->count;
    } else if (method->generic_param_count) {
        classes = mono_method_generic_params(method, &count);
    }
    MonoArray *array = mono_array_new(mono_defaults.type, count);
    ret->p = array;
    for (unsigned i = 0; array && i < count; i++)
        mono_array_set(array, MonoObject *, i, mono_class_type_object(classes[i]));
}

static void get_generic_definition(MonoSlot *args, MonoSlot *ret)
{
    MonoReflectionMethod *self = args[0].p;
    ret->o = NULL;
    if (self->method->definition)
        ret->o = mono_method_object(self->method->definition, reflect_class_of(self->reftype));
    else if (self->method->generic_param_count)
        ret->o = args[0].o;
}

static void is_generic_definition(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = this_method(&args[0]);
    ret->i4 = method->generic_param_count && !method->definition;
}

static void is_generic(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = this_method(&args[0]);
    ret->i4 = method->generic_param_count || method->definition;
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

typedef struct {
    MonoObject object;
    MonoArray *clauses, *locals, *il;
    uint8_t init_locals;
    int32_t sig_token, max_stack;
} MethodBodyObject;

typedef struct {
    MonoObject object;
    MonoObject *type;
    uint8_t is_pinned;
    uint16_t position;
} LocalVariableObject;

typedef struct {
    MonoObject object;
    MonoObject *catch_type;
    int32_t filter_offset, flags, try_offset, try_length, handler_offset, handler_length;
} ClauseObject;

static MonoArray *body_locals(MonoMethod *method, uint32_t token)
{
    MonoClass *klass = reflect_corlib_class("System.Reflection", "LocalVariableInfo");
    MonoGenericContext context = mono_method_context(method);
    MonoError error = MONO_ERROR_INIT;
    unsigned count = 0;
    MonoType *types = token ? mono_locals_parse(method->klass->image, token, &context, &count, &error) : NULL;
    mono_error_clear(&error);
    MonoArray *array = mono_array_new(klass, types ? count : 0);
    for (unsigned i = 0; array && types && i < count; i++) {
        LocalVariableObject *local = (LocalVariableObject *)mono_object_new(klass);
        if (!local)
            break;
        local->type = mono_type_object(&types[i]);
        local->is_pinned = types[i].pinned;
        local->position = (uint16_t)i;
        mono_array_set(array, void *, i, local);
    }
    g_free(types);
    return array;
}

static MonoArray *body_clauses(MonoMethod *method, const MonoMethodBody *body)
{
    MonoClass *klass = reflect_corlib_class("System.Reflection", "ExceptionHandlingClause");
    MonoGenericContext context = mono_method_context(method);
    MonoArray *array = mono_array_new(klass, body->clause_count);
    for (unsigned i = 0; array && i < body->clause_count; i++) {
        const MonoClauseInfo *info = &body->clauses[i];
        ClauseObject *clause = (ClauseObject *)mono_object_new(klass);
        if (!clause)
            break;
        mono_array_set(array, void *, i, clause);
        clause->flags = (int32_t)info->flags;
        clause->try_offset = (int32_t)info->try_offset;
        clause->try_length = (int32_t)info->try_length;
        clause->handler_offset = (int32_t)info->handler_offset;
        clause->handler_length = (int32_t)info->handler_length;
        if (info->flags == 1) {
            clause->filter_offset = (int32_t)info->token_or_filter;
        } else if (info->flags == 0) {
            MonoError error = MONO_ERROR_INIT;
            MonoClass *catch = mono_class_get_checked(method->klass->image, info->token_or_filter, &context, &error);
            mono_error_clear(&error);
            clause->catch_type = catch ? mono_class_type_object(catch) : NULL;
        }
    }
    return array;
}

static void get_method_body(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *method = args[0].p;
    ret->p = NULL;
    if (method->kind != MONO_METHOD_IL || MONO_TOKEN_TABLE(method->token) != MONO_TABLE_METHOD)
        return;
    MonoError error = MONO_ERROR_INIT;
    MonoMethodBody body;
    if (!mono_method_body_read(method->klass->image, MONO_TOKEN_ROW(method->token), &body, &error)) {
        reflect_failed(&error);
        return;
    }
    MethodBodyObject *object =
        (MethodBodyObject *)mono_object_new(reflect_corlib_class("System.Reflection", "MethodBody"));
    if (object) {
        object->init_locals = body.init_locals;
        object->max_stack = body.max_stack;
        object->sig_token = (int32_t)body.locals_token;
        object->il = mono_array_new(mono_defaults.byte_class, body.code_size_bytes);
        if (object->il)
            memcpy(object->il->data, body.code, body.code_size_bytes);
        object->locals = body_locals(method, body.locals_token);
        object->clauses = body_clauses(method, &body);
    }
    mono_method_body_clear(&body);
    ret->p = object;
}

/* ---- Odds and ends ----------------------------------------------------------------------------------------------- */

/* object InternalExecute(MethodBase method, object obj, object[] parameters, out object[] outArgs) */
static void internal_execute(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *exc = NULL;
    ret->o = reflect_invoke(this_method(&args[0]), args[1].o, args[2].p, &exc);
    if (exc)
        mono_set_pending_exception((MonoException *)exc);
    reflect_set_out(&args[3], mono_array_new(mono_defaults.object, 0));
}

static void function_pointer(MonoSlot *args, MonoSlot *ret)
{
    ret->p = args[0].p;
}

const MonoICallRow mono_icalls_member[] = {
    {"System.Reflection.MonoMethodInfo::get_method_info", get_method_info},
    {"System.Reflection.MonoMethodInfo::get_method_attributes", get_method_attributes},
    {"System.Reflection.MonoMethodInfo::get_parameter_info", get_parameter_info},
    {"System.Reflection.MonoMethodInfo::get_retval_marshal", icall_zero},
    {"System.Reflection.RuntimeMethodInfo::GetMethodFromHandleInternalType_native", get_method_from_handle},
    {"System.Reflection.RuntimeMethodInfo::GetMethodBodyInternal", get_method_body},
    {"System.Reflection.RuntimeMethodInfo::get_name", method_name},
    {"System.Reflection.RuntimeMethodInfo::get_base_method", get_base_method},
    {"System.Reflection.RuntimeMethodInfo::get_metadata_token", method_token},
    {"System.Reflection.RuntimeMethodInfo::InternalInvoke", icall_invoke_method},
    {"System.Reflection.RuntimeMethodInfo::GetPInvoke", get_pinvoke},
    {"System.Reflection.RuntimeMethodInfo::MakeGenericMethod_impl", make_generic_method},
    {"System.Reflection.RuntimeMethodInfo::GetGenericArguments", get_generic_arguments},
    {"System.Reflection.RuntimeMethodInfo::GetGenericMethodDefinition_impl", get_generic_definition},
    {"System.Reflection.RuntimeMethodInfo::get_IsGenericMethodDefinition", is_generic_definition},
    {"System.Reflection.RuntimeMethodInfo::get_IsGenericMethod", is_generic},
    {"System.Reflection.RuntimeMethodInfo::get_core_clr_security_level", icall_zero},
    {"System.Reflection.RuntimeConstructorInfo::InternalInvoke", icall_invoke_constructor},
    {"System.Reflection.RuntimeConstructorInfo::get_core_clr_security_level", icall_zero},
    {"System.Reflection.RuntimeConstructorInfo::get_metadata_token", method_token},
    {"System.Reflection.RuntimeParameterInfo::GetMetadataToken", parameter_token},
    {"System.Reflection.RuntimeParameterInfo::GetTypeModifiers", parameter_modifiers},
    {"System.Reflection.FieldInfo::internal_from_handle_type", icall_field_from_handle},
    {"System.Reflection.FieldInfo::get_marshal_info", icall_field_marshal_info},
    {"System.Reflection.RuntimeFieldInfo::UnsafeGetValue", icall_field_get_value},
    {"System.Reflection.RuntimeFieldInfo::ResolveType", icall_field_resolve_type},
    {"System.Reflection.RuntimeFieldInfo::GetParentType", icall_field_parent_type},
    {"System.Reflection.RuntimeFieldInfo::GetFieldOffset", icall_field_offset},
    {"System.Reflection.RuntimeFieldInfo::GetValueInternal", icall_field_get_value},
    {"System.Reflection.RuntimeFieldInfo::SetValueInternal", icall_field_set_value},
    {"System.Reflection.RuntimeFieldInfo::GetRawConstantValue", icall_field_raw_constant},
    {"System.Reflection.RuntimeFieldInfo::get_core_clr_security_level", icall_zero},
    {"System.Reflection.RuntimeFieldInfo::get_metadata_token", icall_field_token},
    {"System.Reflection.RuntimeFieldInfo::GetTypeModifiers", icall_field_modifiers},
    {"System.RuntimeFieldHandle::SetValueInternal", icall_field_set_value},
    {"System.RuntimeFieldHandle::GetValueDirect", icall_field_get_value_direct},
    {"System.RuntimeFieldHandle::SetValueDirect", icall_field_set_value_direct},
    {"System.TypedReference::InternalToObject", icall_typed_reference_to_object},
    {"System.TypedReference::InternalMakeTypedReference", icall_make_typed_reference},
    {"System.RuntimeMethodHandle::GetFunctionPointer", function_pointer},
    {"System.Reflection.RuntimePropertyInfo::get_property_info", icall_property_info},
    {"System.Reflection.RuntimePropertyInfo::GetTypeModifiers", icall_property_modifiers},
    {"System.Reflection.RuntimePropertyInfo::get_default_value", icall_property_default_value},
    {"System.Reflection.RuntimePropertyInfo::get_metadata_token", icall_property_token},
    {"System.Reflection.RuntimePropertyInfo::internal_from_handle_type", icall_property_from_handle},
    {"System.Reflection.EventInfo::internal_from_handle_type", icall_event_from_handle},
    {"System.Reflection.RuntimeEventInfo::get_event_info", icall_event_info},
    {"System.Reflection.RuntimeEventInfo::get_metadata_token", icall_event_token},
    {"System.Runtime.Remoting.RemotingServices::InternalExecute", internal_execute},
    {0},
};
