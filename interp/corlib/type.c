/*
 * type.c - System.RuntimeType and RuntimeTypeHandle: what a type says of itself, and types made from types.
 *
 * Lists of members stand in type_members.c. `this` and RuntimeType parameters are RuntimeType objects; handles are
 * canonical MonoType pointers.
 */
#include <string.h>

#include "interp/corlib/reflect.h"
#include "interp/corlib/type_members.h"

/* The MonoType of an argument that must be a RuntimeType; else ArgumentException, NULL. */
static const MonoType *type_arg(const MonoSlot *slot)
{
    const MonoType *type = mono_type_from_object(slot->o);
    if (!type)
        mono_set_pending_exception(slot->o ? mono_exception_argument("type", "Type must be a runtime type")
                                           : mono_exception_null_reference());
    return type;
}

static bool is_generic_parameter(const MonoType *type)
{
    return !type->byref && (type->type == MONO_TYPE_VAR || type->type == MONO_TYPE_MVAR);
}

static void internal_from_handle(MonoSlot *args, MonoSlot *ret)
{
    ret->o = args[0].p ? mono_type_object(args[0].p) : NULL;
}


/* ---- Questions --------------------------------------------------------------------------------------------------- */

enum { ARRAY_ATTRIBUTES = 0x2101 /* public sealed serializable */, VISIBILITY_MASK = 7 };

static void get_attributes(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->i4 = 0;
    if (!type)
        return;
    MonoClass *klass = type->klass; /* a byref says what its type says, as in mono */
    if (klass->kind == MONO_CLASS_ARRAY)
        ret->i4 = ARRAY_ATTRIBUTES;
    else if (klass->kind == MONO_CLASS_POINTER)
        ret->i4 = klass->element_class->kind == MONO_CLASS_ARRAY
                      ? 1
                      : (int32_t)(klass->element_class->flags & VISIBILITY_MASK);
    else if (klass->kind == MONO_CLASS_GPARAM)
        ret->i4 = 1;
    else
        ret->i4 = (int32_t)klass->flags;
}

static void get_metadata_token(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    if (!type)
        return;
    MonoClass *klass = type->klass;
    uint32_t token = klass->kind == MONO_CLASS_GPARAM ? klass->param_token : klass->type_token;
    ret->i4 = (int32_t)(token ? token : MONO_TOKEN(MONO_TABLE_TYPEDEF, 0));
}

static void get_generic_type_definition(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->o = NULL;
    if (!type || type->byref)
        return;
    if (type->klass->kind == MONO_CLASS_GTD)
        ret->o = args[0].o;
    else if (type->klass->kind == MONO_CLASS_GINST)
        ret->o = mono_class_type_object(type->klass->definition);
}

static void get_cor_element_type(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    if (!type)
        return;
    ret->i4 = type->byref                            ? MONO_TYPE_BYREF
              : type->klass->kind == MONO_CLASS_GINST ? MONO_TYPE_GENERICINST
                                                      : (int32_t)type->type;
}

static void has_instantiation(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->i4 = type && !type->byref && (type->klass->kind == MONO_CLASS_GINST || type->klass->kind == MONO_CLASS_GTD);
}

static void is_generic_type_definition(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->i4 = type && !type->byref && type->klass->kind == MONO_CLASS_GTD;
}

static void is_generic_variable(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->i4 = type && is_generic_parameter(type);
}

static void is_instance_of_type(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->i4 = type && !type->byref && args[1].o && mono_object_isinst(args[1].o, type->klass);
}

static void has_references(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    MonoError error = MONO_ERROR_INIT;
    ret->i4 = type && mono_class_setup_fields(type->klass, &error) && type->klass->has_references;
    mono_error_clear(&error);
}

static void get_array_rank(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    if (type && type->klass->kind != MONO_CLASS_ARRAY) {
        mono_set_pending_exception(mono_exception_argument("type", "Type must be an array type"));
        return;
    }
    ret->i4 = type ? type->klass->rank : 0;
}

static void get_assembly(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->o = type ? mono_assembly_object(reflect_class_image(type->klass)->assembly) : NULL;
}

static void get_module(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->o = type ? reflect_module_object(reflect_class_image(type->klass)) : NULL;
}

static void get_element_type(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->o = NULL;
    if (!type)
        return;
    if (type->byref)
        ret->o = mono_class_type_object(type->klass);
    else if (type->klass->kind == MONO_CLASS_ARRAY || type->klass->kind == MONO_CLASS_POINTER)
        ret->o = mono_class_type_object(type->klass->element_class);
}

static void get_base_type(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->o = NULL;
    if (!type || type->byref || !type->klass->parent || type->klass->is_interface ||
        type->klass->kind == MONO_CLASS_POINTER || type->klass->kind == MONO_CLASS_FNPTR)
        return;
    ret->o = mono_class_type_object(type->klass->parent);
}

/* bool type_is_assignable_from(Type a, Type b): may a variable of type a hold a b? */
static void type_is_assignable_from(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *a = mono_type_from_object(args[0].o), *b = mono_type_from_object(args[1].o);
    if (!a || !b || a->byref != b->byref)
        ret->i4 = 0;
    else if (a->byref && (a->klass->valuetype || b->klass->valuetype))
        ret->i4 = a->klass == b->klass ||
                  (a->klass->valuetype && b->klass->valuetype && a->klass->kind != MONO_CLASS_GPARAM &&
                   mono_type_reduced(&a->klass->byval_type) == mono_type_reduced(&b->klass->byval_type) &&
                   mono_type_reduced(&a->klass->byval_type) != MONO_TYPE_VALUETYPE);
    else
        ret->i4 = mono_class_is_assignable(a->klass, b->klass);
}

/* bool is_subclass_of(IntPtr child, IntPtr parent) */
static void is_subclass_of(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *child = args[0].p, *parent = args[1].p;
    ret->i4 = 0;
    if (child->byref) {
        ret->i4 = !parent->byref && parent->klass == mono_defaults.object;
        return;
    }
    if (parent->byref || child->klass == parent->klass)
        return;
    for (MonoClass *klass = child->klass->parent; klass && !ret->i4; klass = klass->parent)
        ret->i4 = klass == parent->klass;
    if (child->klass->is_interface)
        ret->i4 = parent->klass == mono_defaults.object;
}

static void is_by_ref_like(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->i4 = type && !type->byref && type->klass->is_byref_like;
}

/* TypeCode */
enum {
    CODE_OBJECT = 1,
    CODE_DBNULL,
    CODE_BOOLEAN,
    CODE_CHAR,
    CODE_SBYTE,
    CODE_BYTE,
    CODE_INT16,
    CODE_UINT16,
    CODE_INT32,
    CODE_UINT32,
    CODE_INT64,
    CODE_UINT64,
    CODE_SINGLE,
    CODE_DOUBLE,
    CODE_DECIMAL,
    CODE_DATETIME,
    CODE_STRING = 18
};

static int32_t type_code(const MonoType *type)
{
    if (type->byref || type->klass->kind == MONO_CLASS_GINST) /* enums in generic classes too, as mono's */
        return CODE_OBJECT;
    MonoClass *klass = type->klass;
    switch (mono_type_reduced(type)) {
    case MONO_TYPE_BOOLEAN: return CODE_BOOLEAN;
    case MONO_TYPE_CHAR: return CODE_CHAR;
    case MONO_TYPE_I1: return CODE_SBYTE;
    case MONO_TYPE_U1: return CODE_BYTE;
    case MONO_TYPE_I2: return CODE_INT16;
    case MONO_TYPE_U2: return CODE_UINT16;
    case MONO_TYPE_I4: return CODE_INT32;
    case MONO_TYPE_U4: return CODE_UINT32;
    case MONO_TYPE_I8: return CODE_INT64;
    case MONO_TYPE_U8: return CODE_UINT64;
    case MONO_TYPE_R4: return CODE_SINGLE;
    case MONO_TYPE_R8: return CODE_DOUBLE;
    case MONO_TYPE_STRING: return CODE_STRING;
    default: break;
    }
    if (klass->image != mono_defaults.corlib || strcmp(klass->name_space, "System") || klass->nested_in)
        return CODE_OBJECT;
    return !strcmp(klass->name, "Decimal")    ? CODE_DECIMAL
           : !strcmp(klass->name, "DateTime") ? CODE_DATETIME
           : !strcmp(klass->name, "DBNull")   ? CODE_DBNULL
                                              : CODE_OBJECT;
}

static void get_type_code(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->i4 = type ? type_code(type) : 0;
}

static void get_packing(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    int32_t *packing = args[1].p, *size = args[2].p;
    *packing = *size = 0;
    if (!type || !type->klass->type_token)
        return;
    MonoImage *image = type->klass->image;
    uint32_t row = mono_image_next_row(image, MONO_TABLE_CLASSLAYOUT, MONO_CLASSLAYOUT_PARENT,
                                       MONO_TOKEN_ROW(type->klass->type_token), 0);
    if (!row)
        return;
    *packing = (int32_t)mono_image_row(image, MONO_TABLE_CLASSLAYOUT, row, MONO_CLASSLAYOUT_PACKING_SIZE);
    *size = (int32_t)mono_image_row(image, MONO_TABLE_CLASSLAYOUT, row, MONO_CLASSLAYOUT_CLASS_SIZE);
}

static void get_declaring_type(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->o = NULL;
    if (!type || type->byref)
        return;
    MonoClass *klass = type->klass, *declaring = klass->nested_in;
    if (klass->kind == MONO_CLASS_GPARAM)
        declaring = klass->param_owner_method ? klass->param_owner_method->klass : klass->param_owner_class;
    ret->o = declaring ? mono_class_type_object(declaring) : NULL;
}

static void get_declaring_method(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    MonoMethod *method =
        type && !type->byref && type->klass->kind == MONO_CLASS_GPARAM ? type->klass->param_owner_method : NULL;
    ret->o = method ? mono_method_object(method, NULL) : NULL;
}

static void get_name(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    if (!type)
        return;
    char *name = g_strconcat(type->klass->name, type->byref ? "&" : NULL, NULL);
    ret->p = mono_string_new(name);
    g_free(name);
}

static void get_namespace(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    if (!type)
        return;
    MonoClass *klass = type->klass;
    for (;;) {
        if (klass->kind == MONO_CLASS_ARRAY || klass->kind == MONO_CLASS_POINTER)
            klass = klass->element_class;
        else if (klass->kind == MONO_CLASS_GPARAM && klass->param_owner_method)
            klass = klass->param_owner_method->klass;
        else if (klass->kind == MONO_CLASS_GPARAM && klass->param_owner_class)
            klass = klass->param_owner_class;
        else if (klass->nested_in)
            klass = klass->nested_in;
        else
            break;
    }
    ret->p = klass->name_space && *klass->name_space ? mono_string_new(klass->name_space) : NULL;
}

static void get_full_name(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->p = NULL;
    if (!type || (args[1].i4 && is_generic_parameter(type)))
        return;
    char *name = mono_type_name_format(type, args[1].i4 & 1, args[2].i4 & 1);
    ret->p = mono_string_new(name);
    g_free(name);
}

static void get_generic_arguments(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    if (!type)
        return;
    MonoClass *klass = type->klass;
    bool generic = !type->byref && klass->inst && (klass->kind == MONO_CLASS_GINST || klass->kind == MONO_CLASS_GTD);
    unsigned count = generic ? klass->inst->count : 0;
    MonoArray *array = mono_array_new(args[1].i4 ? mono_defaults.runtime_type : mono_defaults.type, count);
    ret->p = array;
    for (unsigned i = 0; array && i < count; i++)
        mono_array_set(array, MonoObject *, i, mono_class_type_object(klass->inst->args[i]));
}

static void get_generic_parameter_position(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->i4 = type && is_generic_parameter(type) ? (int32_t)type->klass->param_number : -1;
}

/* Mono.RuntimeStructs.GenericParamInfo; lives for ever, as the runtime's own. */
typedef struct {
    MonoClass *klass;
    const char *name;
    uint16_t flags;
    uint32_t token;
    MonoClass **constraints; /* NULL-terminated */
} GenericParamInfo;

static void get_generic_parameter_info(MonoSlot *args, MonoSlot *ret)
{
    static GHashTable *known;
    const MonoType *type = type_arg(&args[0]);
    ret->p = NULL;
    if (!type || type->klass->kind != MONO_CLASS_GPARAM)
        return;
    MonoClass *klass = type->klass;
    if (!known)
        known = g_hash_table_new(NULL, NULL);
    GenericParamInfo *info = g_hash_table_lookup(known, klass);
    if (!info) {
        MonoError error = MONO_ERROR_INIT;
        unsigned count = 0;
        MonoClass **constraints = mono_class_param_constraints(klass, &count, &error);
        if (reflect_failed(&error))
            return;
        info = g_new0(GenericParamInfo, 1);
        info->klass = klass;
        info->name = klass->name;
        info->token = klass->param_token;
        info->flags = (uint16_t)mono_image_row(reflect_class_image(klass), MONO_TABLE_GENERICPARAM,
                                               MONO_TOKEN_ROW(klass->param_token), MONO_GENERICPARAM_FLAGS);
        info->constraints = g_new0(MonoClass *, count + 1);
        if (count)
            memcpy(info->constraints, constraints, count * sizeof(*constraints));
        g_free(constraints);
        g_hash_table_insert(known, klass, info);
    }
    ret->p = info;
}

/* ---- Types from types -------------------------------------------------------------------------------------------- */

static void make_array_type(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    if (!type)
        return;
    if (type->byref) {
        char *name = mono_type_name_format(type, false, false);
        char *text = g_strdup_printf("Could not create array type '%s[]'.", name);
        reflect_throw("System", "TypeLoadException", text);
        g_free(text);
        g_free(name);
        return;
    }
    unsigned rank = (unsigned)args[1].i4;
    ret->o = mono_class_type_object(mono_class_array(type->klass, rank ? rank : 1, rank == 0));
}

static void make_byref_type(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    if (type && type->byref)
        reflect_throw("System", "TypeLoadException", "Can not create a byref of a byref type");
    else if (type)
        ret->o = mono_type_object(&type->klass->byref_type);
}

static void make_pointer_type(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    if (type && type->byref)
        reflect_throw("System", "TypeLoadException", "Can not create a pointer to a byref type");
    else if (type)
        ret->o = mono_class_type_object(mono_class_pointer(type->klass));
}

static bool has_default_constructor(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    if (klass->valuetype)
        return true;
    if ((klass->flags & MONO_TYPE_ATTR_ABSTRACT) || !mono_class_setup_methods(klass, &error)) {
        mono_error_clear(&error);
        return false;
    }
    for (uint32_t i = 0; i < klass->method_count; i++) {
        MonoMethod *method = klass->methods[i];
        if (strcmp(method->name, ".ctor") || (method->flags & MEMBER_ACCESS_MASK) != MEMBER_ACCESS_PUBLIC)
            continue;
        const MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
        if (signature && !signature->param_count)
            return true;
    }
    mono_error_clear(&error);
    return false;
}

/* Does `argument` keep what `param` demands (II.10.1.7)? Open arguments are not looked at. */
static bool constraints_hold(MonoClass *param, MonoClass *argument, MonoGenericInst *inst)
{
    enum { REFERENCE_TYPE = 4, VALUE_TYPE = 8, CONSTRUCTOR = 16 };
    if (argument->is_open)
        return true;
    uint32_t flags = mono_image_row(reflect_class_image(param), MONO_TABLE_GENERICPARAM,
                                    MONO_TOKEN_ROW(param->param_token), MONO_GENERICPARAM_FLAGS);
    if ((flags & REFERENCE_TYPE) && argument->valuetype)
        return false;
    if ((flags & VALUE_TYPE) && (!argument->valuetype || argument->is_nullable))
        return false;
    if ((flags & CONSTRUCTOR) && !(flags & VALUE_TYPE) && !has_default_constructor(argument))
        return false;
    MonoError error = MONO_ERROR_INIT;
    unsigned count = 0;
    MonoClass **constraints = mono_class_param_constraints(param, &count, &error);
    MonoGenericContext context = {inst, NULL};
    bool good = true;
    for (unsigned i = 0; constraints && good && i < count; i++)
        good = mono_class_is_assignable(mono_class_inflate(constraints[i], &context), argument);
    g_free(constraints);
    mono_error_clear(&error);
    return good;
}

/* static Type MakeGenericType(Type definition, Type[] arguments) */
static void make_generic_type(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *definition = type_arg(&args[0]);
    MonoArray *types = args[1].p;
    ret->o = NULL;
    if (!definition)
        return;
    unsigned wanted = 0;
    if (definition->klass->kind == MONO_CLASS_GTD)
        mono_class_generic_params(definition->klass, &wanted);
    if (!wanted || wanted != types->length) {
        mono_set_pending_exception(mono_exception_argument(
            NULL, "The number of generic arguments provided doesn't equal the arity of the generic type definition."));
        return;
    }
    MonoClass **classes = g_new0(MonoClass *, wanted);
    bool good = true;
    for (unsigned i = 0; i < wanted; i++) {
        const MonoType *type = mono_type_from_object(mono_array_get(types, MonoObject *, i));
        good = good && type && !type->byref && type->type != MONO_TYPE_VOID && type->type != MONO_TYPE_PTR;
        classes[i] = type ? type->klass : NULL;
    }
    MonoGenericInst *inst = good ? mono_generic_inst(classes, wanted) : NULL;
    for (unsigned i = 0; good && i < wanted; i++)
        good = constraints_hold(definition->klass->inst->args[i], classes[i], inst);
    if (good)
        ret->o = mono_class_type_object(mono_class_instantiate(definition->klass, inst));
    else
        mono_set_pending_exception(mono_exception_argument("typeArguments", "Invalid generic arguments"));
    g_free(classes);
}

static MonoObject *new_uninitialized(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    if (klass->is_interface || klass->is_open || (klass->flags & MONO_TYPE_ATTR_ABSTRACT)) {
        mono_set_pending_exception(mono_exception_argument("type", "Type cannot be instantiated"));
        return NULL;
    }
    MonoVTable *vtable = mono_class_vtable_checked(klass, &error);
    MonoObject *object = NULL;
    if (vtable && mono_runtime_class_init_checked(vtable, &error))
        object = klass->kind == MONO_CLASS_ARRAY ? &mono_array_new_checked(vtable, 0, &error)->object
                                                 : mono_object_new_checked(vtable, &error);
    reflect_failed(&error);
    return object;
}

static void create_instance_internal(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    ret->o = type && !type->klass->is_nullable ? new_uninitialized(type->klass) : NULL;
}

/* mono's words; its parser has cut the name to the namespace, or what stands before the first mark, by then. */
static void throw_malformed(const char *text)
{
    size_t length = strcspn(text, "+,[]&*");
    const char *dot = memrchr(text, '.', length);
    char *message = g_strdup_printf("failed parse: %.*s", dot ? (int)(dot - text) : (int)length, text);
    mono_set_pending_exception(mono_exception_argument("typeName", message));
    g_free(message);
}

/* mono's words: the outermost type's name, and the assembly as it was named, versions left out. */
static void throw_type_not_found(const MonoTypeNameSpec *spec, const MonoImage *image)
{
    MonoError error = MONO_ERROR_INIT;
    char *name = g_strdup_printf("%s.%s", spec->name_space, spec->name);
    MonoAssemblyName named = {0};
    char *assembly;
    if (spec->assembly && mono_assembly_name_parse_text(spec->assembly, &named)) {
        assembly = mono_assembly_name_text(&named);
        g_free((char *)named.name);
        g_free((char *)named.culture);
    } else {
        assembly = mono_assembly_name_text(&image->assembly->name);
    }
    mono_error_set(&error, MONO_ERROR_TYPE_LOAD, name, "Could not load type '%s' from assembly '%s'.", name, assembly);
    reflect_failed(&error);
    g_free(assembly);
    g_free(name);
}

/* RuntimeType internal_from_name(string name, ref StackCrawlMark, Assembly caller, bool throwOnError, bool ignoreCase,
 * bool reflectionOnly) */
static void internal_from_name(MonoSlot *args, MonoSlot *ret)
{
    ret->o = NULL;
    char *text = mono_string_to_utf8(args[0].p);
    MonoImage *image = NULL;
    if (args[2].p) {
        image = ((MonoReflectionAssembly *)args[2].p)->assembly->image;
    } else {
        MonoMethod *caller = reflect_caller_no_reflection();
        image = caller ? reflect_class_image(caller->klass) : mono_defaults.corlib;
    }
    bool throw_on_error = args[3].i4 & 1;
    MonoError error = MONO_ERROR_INIT;
    MonoTypeNameSpec *spec = mono_type_name_parse(text, true);
    const MonoType *type = spec ? mono_type_name_resolve(spec, image, true, args[4].i4 & 1, &error) : NULL;
    if (type) {
        ret->o = mono_type_object(type);
    } else if (!spec && throw_on_error) {
        throw_malformed(text);
    } else if (!mono_error_ok(&error) && error.code != MONO_ERROR_FILE_NOT_FOUND &&
               error.code != MONO_ERROR_TYPE_LOAD) {
        reflect_failed(&error);
    } else if (throw_on_error) {
        throw_type_not_found(spec, image);
    }
    mono_error_clear(&error);
    mono_type_name_free(spec);
    g_free(text);
}

/* ---- Members of instances ---------------------------------------------------------------------------------------- */

/* MethodInfo GetCorrespondingInflatedMethod(MethodInfo generic): the same method in this instance. */
static void get_corresponding_method(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = type_arg(&args[0]);
    MonoReflectionMethod *generic = args[1].p;
    MonoMethod *method = type && generic ? reflect_method_by_token(type->klass, generic->method->token) : NULL;
    ret->o = method ? mono_method_object(method, type->klass) : NULL;
}

static void get_transparent_proxy(MonoSlot *args, MonoSlot *ret)
{
    ret->o = NULL;
    mono_set_pending_exception(
        mono_exception_platform_not_supported("Transparent proxies are not supported: calls are not turned into messages."));
}

const MonoICallRow mono_icalls_type[] = {
    {"System.Type::internal_from_handle", internal_from_handle},
    {"System.RuntimeTypeHandle::GetAttributes", get_attributes},
    {"System.RuntimeTypeHandle::GetMetadataToken", get_metadata_token},
    {"System.RuntimeTypeHandle::GetGenericTypeDefinition_impl", get_generic_type_definition},
    {"System.RuntimeTypeHandle::GetCorElementType", get_cor_element_type},
    {"System.RuntimeTypeHandle::HasInstantiation", has_instantiation},
    {"System.RuntimeTypeHandle::IsComObject", icall_zero},
    {"System.RuntimeTypeHandle::IsInstanceOfType", is_instance_of_type},
    {"System.RuntimeTypeHandle::HasReferences", has_references},
    {"System.RuntimeTypeHandle::GetArrayRank", get_array_rank},
    {"System.RuntimeTypeHandle::GetAssembly", get_assembly},
    {"System.RuntimeTypeHandle::GetElementType", get_element_type},
    {"System.RuntimeTypeHandle::GetModule", get_module},
    {"System.RuntimeTypeHandle::IsGenericVariable", is_generic_variable},
    {"System.RuntimeTypeHandle::GetBaseType", get_base_type},
    {"System.RuntimeTypeHandle::type_is_assignable_from", type_is_assignable_from},
    {"System.RuntimeTypeHandle::IsGenericTypeDefinition", is_generic_type_definition},
    {"System.RuntimeTypeHandle::GetGenericParameterInfo", get_generic_parameter_info},
    {"System.RuntimeTypeHandle::is_subclass_of", is_subclass_of},
    {"System.RuntimeTypeHandle::IsByRefLike", is_by_ref_like},
    {"System.RuntimeTypeHandle::internal_from_name", internal_from_name},
    {"System.RuntimeType::IsWindowsRuntimeObjectType", icall_zero},
    {"System.RuntimeType::IsTypeExportedToWindowsRuntime", icall_zero},
    {"System.RuntimeType::GetCorrespondingInflatedMethod", get_corresponding_method},
    {"System.RuntimeType::GetCorrespondingInflatedConstructor", get_corresponding_method},
    {"System.RuntimeType::make_array_type", make_array_type},
    {"System.RuntimeType::make_byref_type", make_byref_type},
    {"System.RuntimeType::MakePointerType", make_pointer_type},
    {"System.RuntimeType::MakeGenericType", make_generic_type},
    {"System.RuntimeType::GetMethodsByName_native", icall_get_methods_by_name},
    {"System.RuntimeType::GetPropertiesByName_native", icall_get_properties_by_name},
    {"System.RuntimeType::GetConstructors_native", icall_get_constructors},
    {"System.RuntimeType::GetEvents_native", icall_get_events},
    {"System.RuntimeType::GetFields_native", icall_get_fields},
    {"System.RuntimeType::GetNestedTypes_native", icall_get_nested_types},
    {"System.RuntimeType::GetInterfaces", icall_get_interfaces},
    {"System.RuntimeType::GetInterfaceMapData", icall_get_interface_map},
    {"System.RuntimeType::GetPacking", get_packing},
    {"System.RuntimeType::GetTypeCodeImplInternal", get_type_code},
    {"System.RuntimeType::CreateInstanceInternal", create_instance_internal},
    {"System.RuntimeType::get_DeclaringMethod", get_declaring_method},
    {"System.RuntimeType::getFullName", get_full_name},
    {"System.RuntimeType::GetGenericArgumentsInternal", get_generic_arguments},
    {"System.RuntimeType::GetGenericParameterPosition", get_generic_parameter_position},
    {"System.RuntimeType::get_DeclaringType", get_declaring_type},
    {"System.RuntimeType::get_Name", get_name},
    {"System.RuntimeType::get_Namespace", get_namespace},
    {"System.RuntimeType::get_core_clr_security_level", icall_zero},
    {"System.Runtime.Remoting.Proxies.RealProxy::InternalGetTransparentProxy", get_transparent_proxy},
    {0},
};
