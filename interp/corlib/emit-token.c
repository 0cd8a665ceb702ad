/*
 * emit-token.c - what code and signatures name: types, members, strings and signatures as tokens of a dynamic image.
 *
 * Builders have rows of their own, taken at the first mention, so that types and methods may name each other before
 * either is finished. What is finished stands in the image's caches (interp/runtime/dynamic.c). Members of generic
 * builders and of instances over them are MemberRefs with a TypeSpec, as a compiler would write them.
 */
#include "interp/corlib/emit.h"

#include <string.h>

uint32_t emit_refuse(const char *what)
{
    char *text = g_strdup_printf("System.Reflection.Emit: %s is not supported on this runtime.", what);
    mono_set_pending_exception(mono_exception_platform_not_supported(text));
    g_free(text);
    return 0;
}

static const struct {
    const char *name;
    EmitKind kind;
} kinds[] = {
    {"RuntimeType", EMIT_RUNTIME_TYPE},
    {"TypeBuilder", EMIT_TYPE_BUILDER},
    {"EnumBuilder", EMIT_ENUM_BUILDER},
    {"GenericTypeParameterBuilder", EMIT_TYPE_PARAMETER},
    {"ArrayType", EMIT_ARRAY_TYPE},
    {"ByRefType", EMIT_BYREF_TYPE},
    {"PointerType", EMIT_POINTER_TYPE},
    {"TypeBuilderInstantiation", EMIT_TYPE_INSTANCE},
    {"RuntimeMethodInfo", EMIT_RUNTIME_METHOD},
    {"RuntimeConstructorInfo", EMIT_RUNTIME_METHOD},
    {"RuntimeFieldInfo", EMIT_RUNTIME_FIELD},
    {"MethodBuilder", EMIT_METHOD_BUILDER},
    {"ConstructorBuilder", EMIT_CONSTRUCTOR_BUILDER},
    {"FieldBuilder", EMIT_FIELD_BUILDER},
    {"MethodOnTypeBuilderInst", EMIT_METHOD_ON_INSTANCE},
    {"ConstructorOnTypeBuilderInst", EMIT_CONSTRUCTOR_ON_INSTANCE},
    {"FieldOnTypeBuilderInst", EMIT_FIELD_ON_INSTANCE},
    {"MonoArrayMethod", EMIT_ARRAY_METHOD},
    {"DynamicMethod", EMIT_DYNAMIC_METHOD},
    {"SignatureHelper", EMIT_SIGNATURE},
    {"String", EMIT_STRING},
};

EmitKind emit_kind(const MonoObject *object)
{
    const MonoClass *klass = mono_object_class(object);
    if (klass->image == mono_defaults.corlib)
        for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++)
            if (strcmp(kinds[i].name, klass->name) == 0)
                return kinds[i].kind;
    return EMIT_OTHER;
}

uint32_t emit_blob(MonoImage *image, GByteArray *bytes)
{
    uint32_t index = mono_dynamic_blob(image, bytes->data, bytes->len);
    g_byte_array_free(bytes, TRUE);
    return index;
}

/* ---- Rows of builders -------------------------------------------------------------------------------------------- */

/* TypeBuilders are kept, and with them the builders of their members: addresses are not used again. */
static GHashTable *builder_rows;

static uint32_t known_row(MonoObject *builder)
{
    if (!builder_rows)
        builder_rows = g_hash_table_new(NULL, NULL);
    return GPOINTER_TO_UINT(g_hash_table_lookup(builder_rows, builder));
}

static uint32_t new_row(MonoObject *builder, MonoImage *image, MonoTableId table)
{
    uint32_t row = mono_dynamic_row(image, table);
    g_hash_table_insert(builder_rows, builder, GUINT_TO_POINTER(row));
    return row;
}

static MonoImage *image_of_type(MonoObject *type_builder)
{
    return emit_builder_image(emit_ref(type_builder, "pmodule"));
}

MonoObject *emit_enum_type(MonoObject *type)
{
    return type && emit_kind(type) == EMIT_ENUM_BUILDER ? emit_ref(type, "_tb") : type;
}

void emit_type_head(MonoObject *builder)
{
    MonoImage *image = image_of_type(builder);
    uint32_t row = known_row(builder);
    mono_dynamic_set(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_FLAGS, emit_int(builder, "attrs"));
    mono_dynamic_set(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME, emit_string(image, emit_ref(builder, "tname")));
    mono_dynamic_set(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE,
                     emit_string(image, emit_ref(builder, "nspace")));
    mono_dynamic_set(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_EXTENDS,
                     emit_type_def_or_ref(image, emit_ref(builder, "parent")));
}

uint32_t emit_type_row(MonoObject *builder)
{
    uint32_t row = known_row(builder);
    if (row)
        return row;
    MonoImage *image = image_of_type(builder);
    if (emit_int(builder, "table_idx") == 1) { /* <Module> */
        mono_gc_keep(builder);
        g_hash_table_insert(builder_rows, builder, GUINT_TO_POINTER(1));
        return 1;
    }
    mono_gc_keep(builder);
    row = new_row(builder, image, MONO_TABLE_TYPEDEF);
    MonoObject *outer = emit_enum_type(emit_ref(builder, "nesting_type"));
    if (outer && emit_kind(outer) == EMIT_TYPE_BUILDER) {
        uint32_t outer_row = emit_type_row(outer), nested = mono_dynamic_row(image, MONO_TABLE_NESTEDCLASS);
        mono_dynamic_set(image, MONO_TABLE_NESTEDCLASS, nested, MONO_NESTEDCLASS_NESTED, row);
        mono_dynamic_set(image, MONO_TABLE_NESTEDCLASS, nested, MONO_NESTEDCLASS_ENCLOSING, outer_row);
    }
    emit_type_head(builder); /* its class may be made before it is finished */
    return row;
}

uint32_t emit_method_row(MonoObject *builder)
{
    uint32_t row = known_row(builder);
    return row ? row : new_row(builder, image_of_type(emit_ref(builder, "type")), MONO_TABLE_METHOD);
}

uint32_t emit_field_row(MonoObject *builder)
{
    uint32_t row = known_row(builder);
    return row ? row : new_row(builder, image_of_type(emit_ref(builder, "typeb")), MONO_TABLE_FIELD);
}

/* ---- Types ------------------------------------------------------------------------------------------------------- */

static bool is_value_type(MonoObject *type)
{
    type = emit_enum_type(type);
    switch (emit_kind(type)) {
    case EMIT_RUNTIME_TYPE:
        return reflect_class_of(type)->valuetype;
    case EMIT_TYPE_INSTANCE:
        return is_value_type(emit_ref(type, "generic_type"));
    case EMIT_TYPE_BUILDER: {
        MonoClass *parent = reflect_class_of(emit_ref(type, "parent"));
        return parent == mono_defaults.valuetype || parent == mono_defaults.enum_class;
    }
    default:
        return false;
    }
}

/* A TypeBuilder as seen from an image: its own row, or its class if it is another module's. */
static uint32_t builder_token(MonoImage *image, MonoObject *builder)
{
    MonoImage *own = image_of_type(builder);
    uint32_t row = emit_type_row(builder);
    if (own == image)
        return MONO_TOKEN(MONO_TABLE_TYPEDEF, row);
    MonoError error = MONO_ERROR_INIT;
    MonoClass *klass = mono_class_from_typedef(own, row, &error);
    return glue_ok(&error) && klass ? mono_dynamic_class_token(image, klass) : 0;
}

static void put_byte(GByteArray *out, unsigned byte)
{
    uint8_t value = (uint8_t)byte;
    g_byte_array_append(out, &value, 1);
}

static void put_definition(MonoImage *image, GByteArray *out, MonoObject *type)
{
    put_byte(out, is_value_type(type) ? MONO_TYPE_VALUETYPE : MONO_TYPE_CLASS);
    mono_dynamic_put_token(out, emit_kind(type) == EMIT_TYPE_BUILDER
                                    ? builder_token(image, type)
                                    : mono_dynamic_class_token(image, reflect_class_of(type)));
}

static void put_instance(MonoImage *image, GByteArray *out, MonoObject *definition, MonoArray *arguments)
{
    put_byte(out, MONO_TYPE_GENERICINST);
    put_definition(image, out, definition);
    mono_dynamic_put(out, emit_length(arguments));
    for (uint32_t i = 0; i < emit_length(arguments); i++)
        emit_put_type(image, out, mono_array_get(arguments, MonoObject *, i));
}

static void put_array(MonoImage *image, GByteArray *out, MonoObject *type)
{
    uint32_t rank = (uint32_t)emit_int(type, "rank");
    put_byte(out, rank ? MONO_TYPE_ARRAY : MONO_TYPE_SZARRAY);
    emit_put_type(image, out, emit_ref(type, "m_baseType"));
    if (!rank)
        return;
    mono_dynamic_put(out, rank);
    mono_dynamic_put(out, 0); /* no sizes, no lower bounds */
    mono_dynamic_put(out, 0);
}

void emit_put_type(MonoImage *image, GByteArray *out, MonoObject *type)
{
    type = emit_enum_type(type);
    if (!type) {
        put_byte(out, MONO_TYPE_VOID);
        return;
    }
    switch (emit_kind(type)) {
    case EMIT_RUNTIME_TYPE:
        mono_dynamic_put_type(image, out, mono_type_from_object(type));
        break;
    case EMIT_TYPE_BUILDER:
        if (emit_length(emit_array(type, "generic_params")))
            put_instance(image, out, type, emit_array(type, "generic_params"));
        else
            put_definition(image, out, type);
        break;
    case EMIT_TYPE_PARAMETER:
        put_byte(out, emit_ref(type, "mbuilder") ? MONO_TYPE_MVAR : MONO_TYPE_VAR);
        mono_dynamic_put(out, (uint32_t)emit_int(type, "index"));
        break;
    case EMIT_ARRAY_TYPE:
        put_array(image, out, type);
        break;
    case EMIT_BYREF_TYPE:
        put_byte(out, MONO_TYPE_BYREF);
        emit_put_type(image, out, emit_ref(type, "m_baseType"));
        break;
    case EMIT_POINTER_TYPE:
        put_byte(out, MONO_TYPE_PTR);
        emit_put_type(image, out, emit_ref(type, "m_baseType"));
        break;
    case EMIT_TYPE_INSTANCE:
        put_instance(image, out, emit_ref(type, "generic_type"), emit_array(type, "type_arguments"));
        break;
    default:
        put_byte(out, MONO_TYPE_OBJECT);
        emit_refuse("a type that is no runtime type and no builder");
    }
}

static uint32_t typespec(MonoImage *image, MonoObject *type)
{
    GByteArray *signature = g_byte_array_new();
    emit_put_type(image, signature, type);
    uint32_t token = mono_dynamic_typespec(image, signature);
    g_byte_array_free(signature, TRUE);
    return token;
}

static uint32_t type_token(MonoImage *image, MonoObject *type, bool open)
{
    type = emit_enum_type(type);
    switch (emit_kind(type)) {
    case EMIT_RUNTIME_TYPE:
        return mono_dynamic_class_token(image, reflect_class_of(type));
    case EMIT_TYPE_BUILDER:
        if (!open || !emit_length(emit_array(type, "generic_params")))
            return builder_token(image, type);
        return typespec(image, type);
    default:
        return typespec(image, type);
    }
}

uint32_t emit_type_def_or_ref(MonoImage *image, MonoObject *type)
{
    return type ? mono_coded_index(MONO_CODED_TYPE_DEF_OR_REF, type_token(image, type, true)) : 0;
}

/* ---- Members ----------------------------------------------------------------------------------------------------- */

static uint32_t memberref(MonoImage *image, uint32_t parent, MonoObject *name, GByteArray *signature)
{
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_MEMBERREF);
    mono_dynamic_set(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_CLASS,
                     mono_coded_index(MONO_CODED_MEMBER_REF_PARENT, parent));
    mono_dynamic_set(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_NAME, emit_string(image, name));
    mono_dynamic_set(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_SIGNATURE, emit_blob(image, signature));
    return MONO_TOKEN(MONO_TABLE_MEMBERREF, row);
}

static void put_method_signature(MonoImage *image, GByteArray *out, unsigned convention, uint32_t generic_count,
                                 MonoObject *result, MonoArray *parameters)
{
    put_byte(out, convention | (generic_count ? 0x10 : 0));
    if (generic_count)
        mono_dynamic_put(out, generic_count);
    mono_dynamic_put(out, emit_length(parameters));
    emit_put_type(image, out, result);
    for (uint32_t i = 0; i < emit_length(parameters); i++)
        emit_put_type(image, out, mono_array_get(parameters, MonoObject *, i));
}

/* CallingConventions of managed code -> II.23.2.1 */
static unsigned convention_bits(int32_t conventions, bool is_static)
{
    return ((conventions & 2) ? 5 : 0) | (is_static ? 0 : 0x20) | (conventions & 0x40);
}

void emit_put_method(MonoImage *image, GByteArray *out, MonoObject *builder)
{
    bool is_ctor = emit_kind(builder) == EMIT_CONSTRUCTOR_BUILDER;
    bool is_static = emit_int(builder, "attrs") & METHOD_ATTR_STATIC;
    put_method_signature(image, out, convention_bits(emit_int(builder, "call_conv"), is_static),
                         is_ctor ? 0 : emit_length(emit_array(builder, "generic_params")),
                         is_ctor ? NULL : emit_ref(builder, "rtype"), emit_array(builder, "parameters"));
}

static MonoObject *constructor_name(MonoObject *builder)
{
    return (MonoObject *)mono_string_new(emit_int(builder, "attrs") & METHOD_ATTR_STATIC ? ".cctor" : ".ctor");
}

static MonoObject *member_name(MonoObject *builder)
{
    return emit_kind(builder) == EMIT_CONSTRUCTOR_BUILDER ? constructor_name(builder) : emit_ref(builder, "name");
}

/* MemberRef to a member (builder or runtime's, in the terms of the generic definition) of an instance. */
static uint32_t method_on(MonoImage *image, uint32_t parent, MonoObject *base)
{
    GByteArray *signature = g_byte_array_new();
    EmitKind kind = emit_kind(base);
    if (kind == EMIT_METHOD_BUILDER || kind == EMIT_CONSTRUCTOR_BUILDER) {
        emit_put_method(image, signature, base);
        return memberref(image, parent, member_name(base), signature);
    }
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *method = glue_method_of(base);
    if (method && method->klass->definition && method->token)
        method = reflect_method_by_token(method->klass->definition, method->token);
    MonoMethodSignature *its = method ? mono_method_signature_checked(method, &error) : NULL;
    if (its)
        mono_dynamic_put_signature(image, signature, its);
    else if (glue_ok(&error))
        emit_refuse("a method of a type instance that is no method of the type");
    return memberref(image, parent, (MonoObject *)mono_string_new(method ? method->name : ""), signature);
}

static uint32_t field_on(MonoImage *image, uint32_t parent, MonoObject *base)
{
    GByteArray *signature = g_byte_array_new();
    put_byte(signature, 6);
    if (emit_kind(base) == EMIT_FIELD_BUILDER) {
        emit_put_type(image, signature, emit_ref(base, "type"));
        return memberref(image, parent, emit_ref(base, "name"), signature);
    }
    MonoClassField *field = ((MonoReflectionField *)base)->field;
    if (field->parent->definition) { /* the same place in the definition */
        MonoClass *definition = field->parent->definition;
        MonoError error = MONO_ERROR_INIT;
        if (mono_class_setup_fields(definition, &error))
            field = &definition->fields[field - field->parent->fields];
        mono_error_clear(&error);
    }
    mono_dynamic_put_type(image, signature, &field->type);
    return memberref(image, parent, (MonoObject *)mono_string_new(field->name), signature);
}

/* A builder's member as seen from another image: the type must be there. */
static MonoClass *created_class(MonoObject *type_builder)
{
    MonoObject *created = emit_ref(type_builder, "created");
    if (!created)
        emit_refuse("using a member of another module's type before the type is created");
    return created ? reflect_class_of(created) : NULL;
}

static uint32_t method_builder_token(MonoImage *image, MonoObject *builder)
{
    MonoObject *type = emit_ref(builder, "type");
    if (emit_length(emit_array(type, "generic_params")))
        return method_on(image, typespec(image, type), builder);
    uint32_t token = MONO_TOKEN(MONO_TABLE_METHOD, emit_method_row(builder));
    if (image_of_type(type) == image)
        return token;
    MonoClass *klass = created_class(type);
    MonoMethod *method = klass ? reflect_method_by_token(klass, token) : NULL;
    return method ? mono_dynamic_method_token(image, method) : 0;
}

static uint32_t field_builder_token(MonoImage *image, MonoObject *builder)
{
    MonoObject *type = emit_ref(builder, "typeb");
    if (emit_length(emit_array(type, "generic_params")))
        return field_on(image, typespec(image, type), builder);
    uint32_t token = MONO_TOKEN(MONO_TABLE_FIELD, emit_field_row(builder));
    if (image_of_type(type) == image)
        return token;
    MonoClass *klass = created_class(type);
    MonoError error = MONO_ERROR_INIT;
    if (!klass || !mono_class_setup_fields(klass, &error)) {
        glue_ok(&error);
        return 0;
    }
    for (uint32_t i = 0; i < klass->field_count; i++)
        if (klass->fields[i].token == token)
            return mono_dynamic_field_token(image, &klass->fields[i]);
    return 0;
}

static uint32_t method_spec(MonoImage *image, uint32_t method, MonoArray *arguments)
{
    GByteArray *signature = g_byte_array_new();
    put_byte(signature, 0x0a);
    mono_dynamic_put(signature, emit_length(arguments));
    for (uint32_t i = 0; i < emit_length(arguments); i++)
        emit_put_type(image, signature, mono_array_get(arguments, MonoObject *, i));
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_METHODSPEC);
    mono_dynamic_set(image, MONO_TABLE_METHODSPEC, row, MONO_METHODSPEC_METHOD,
                     mono_coded_index(MONO_CODED_METHOD_DEF_OR_REF, method));
    mono_dynamic_set(image, MONO_TABLE_METHODSPEC, row, MONO_METHODSPEC_INSTANTIATION, emit_blob(image, signature));
    return MONO_TOKEN(MONO_TABLE_METHODSPEC, row);
}

static uint32_t method_on_instance(MonoImage *image, MonoObject *object)
{
    MonoObject *instance = emit_ref(object, "instantiation"), *base = emit_ref(object, "base_method");
    MonoArray *arguments = emit_array(object, "method_arguments");
    uint32_t token = emit_kind(instance) == EMIT_TYPE_INSTANCE ? method_on(image, typespec(image, instance), base)
                                                               : emit_token(image, base, true);
    return arguments && token ? method_spec(image, token, arguments) : token;
}

static uint32_t array_method(MonoImage *image, MonoObject *object)
{
    GByteArray *signature = g_byte_array_new();
    put_method_signature(image, signature, convention_bits(emit_int(object, "call_conv"), false), 0,
                         emit_ref(object, "ret"), emit_array(object, "parameters"));
    return memberref(image, type_token(image, emit_ref(object, "parent"), true), emit_ref(object, "name"), signature);
}

static uint32_t signature_token(MonoImage *image, MonoObject *helper)
{
    enum { HELPER_METHOD = 2, UNMANAGED_STANDARD = 3 };
    GByteArray *signature = g_byte_array_new();
    int32_t conventions = emit_int(helper, "callConv"), unmanaged = emit_int(helper, "unmanagedCallConv");
    unsigned convention = convention_bits(conventions, !(conventions & 0x20));
    if (unmanaged > 1) /* CallingConvention: Cdecl 2, StdCall 3, ThisCall 4, FastCall 5 */
        convention = (unsigned)unmanaged - 1;
    put_method_signature(image, signature, convention, 0, emit_ref(helper, "returnType"),
                         emit_array(helper, "arguments"));
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_STANDALONESIG);
    mono_dynamic_set(image, MONO_TABLE_STANDALONESIG, row, MONO_STANDALONESIG_SIGNATURE, emit_blob(image, signature));
    return MONO_TOKEN(MONO_TABLE_STANDALONESIG, row);
}

uint32_t emit_token(MonoImage *image, MonoObject *object, bool open)
{
    MonoMethod *method;
    switch (emit_kind(object)) {
    case EMIT_RUNTIME_TYPE:
    case EMIT_TYPE_BUILDER:
    case EMIT_ENUM_BUILDER:
    case EMIT_TYPE_PARAMETER:
    case EMIT_ARRAY_TYPE:
    case EMIT_BYREF_TYPE:
    case EMIT_POINTER_TYPE:
    case EMIT_TYPE_INSTANCE:
        return type_token(image, object, open);
    case EMIT_RUNTIME_METHOD:
        method = glue_method_of(object);
        return method ? mono_dynamic_method_token(image, method) : 0;
    case EMIT_RUNTIME_FIELD:
        return mono_dynamic_field_token(image, ((MonoReflectionField *)object)->field);
    case EMIT_METHOD_BUILDER:
    case EMIT_CONSTRUCTOR_BUILDER:
        return method_builder_token(image, object);
    case EMIT_FIELD_BUILDER:
        return field_builder_token(image, object);
    case EMIT_METHOD_ON_INSTANCE:
        return method_on_instance(image, object);
    case EMIT_CONSTRUCTOR_ON_INSTANCE:
        return method_on(image, typespec(image, emit_ref(object, "instantiation")), emit_ref(object, "cb"));
    case EMIT_FIELD_ON_INSTANCE:
        return field_on(image, typespec(image, emit_ref(object, "instantiation")), emit_ref(object, "fb"));
    case EMIT_ARRAY_METHOD:
        return array_method(image, object);
    case EMIT_DYNAMIC_METHOD:
        method = emit_dynamic_method(object);
        return method ? mono_dynamic_method_token(image, method) : 0;
    case EMIT_SIGNATURE:
        return signature_token(image, object);
    case EMIT_STRING: {
        const MonoString *string = (const MonoString *)object;
        return 0x70000000 | mono_dynamic_user_string(image, string->chars, (uint32_t)string->length);
    }
    default:
        return emit_refuse("a token for a member of an unknown kind");
    }
}
