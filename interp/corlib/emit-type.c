/*
 * emit-type.c - TypeBuilder.CreateType: everything of a builder as rows of its image, then the class of its TypeDef row
 * as with any file. Rows that belong to one owner are added one after the other, so they are found as a run.
 */
#include "interp/corlib/emit.h"

#include <string.h>

/* ---- Generic parameters ------------------------------------------------------------------------------------------ */

static void add_constraint(MonoImage *image, uint32_t param_row, MonoObject *type)
{
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_GENERICPARAMCONSTRAINT);
    mono_dynamic_set(image, MONO_TABLE_GENERICPARAMCONSTRAINT, row, MONO_GENERICPARAMCONSTRAINT_OWNER, param_row);
    mono_dynamic_set(image, MONO_TABLE_GENERICPARAMCONSTRAINT, row, MONO_GENERICPARAMCONSTRAINT_CONSTRAINT,
                     emit_type_def_or_ref(image, type));
}

static void add_generic_params(MonoImage *image, uint32_t owner, MonoArray *params)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < emit_length(params); i++) {
        MonoObject *param = mono_array_get(params, MonoObject *, i);
        uint32_t row = mono_dynamic_row(image, MONO_TABLE_GENERICPARAM);
        first = first ? first : row;
        mono_dynamic_set(image, MONO_TABLE_GENERICPARAM, row, MONO_GENERICPARAM_NUMBER, i);
        mono_dynamic_set(image, MONO_TABLE_GENERICPARAM, row, MONO_GENERICPARAM_FLAGS, emit_int(param, "attrs"));
        mono_dynamic_set(image, MONO_TABLE_GENERICPARAM, row, MONO_GENERICPARAM_OWNER,
                         mono_coded_index(MONO_CODED_TYPE_OR_METHOD_DEF, owner));
        mono_dynamic_set(image, MONO_TABLE_GENERICPARAM, row, MONO_GENERICPARAM_NAME,
                         emit_string(image, emit_ref(param, "name")));
    }
    for (uint32_t i = 0; i < emit_length(params); i++) {
        MonoObject *param = mono_array_get(params, MonoObject *, i);
        MonoArray *interfaces = emit_array(param, "iface_constraints");
        if (emit_ref(param, "base_type"))
            add_constraint(image, first + i, emit_ref(param, "base_type"));
        for (uint32_t j = 0; j < emit_length(interfaces); j++)
            add_constraint(image, first + i, mono_array_get(interfaces, MonoObject *, j));
        emit_attributes(image, MONO_TOKEN(MONO_TABLE_GENERICPARAM, first + i), emit_array(param, "cattrs"));
    }
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static uint32_t add_field(MonoImage *image, MonoObject *field)
{
    enum { HAS_DEFAULT = 0x8000 };
    uint32_t row = emit_field_row(field), token = MONO_TOKEN(MONO_TABLE_FIELD, row);
    uint32_t flags = (uint32_t)emit_int(field, "attrs");
    MonoArray *data = emit_array(field, "rva_data");
    GByteArray *signature = g_byte_array_new();
    mono_dynamic_put(signature, 6);
    emit_put_type(image, signature, emit_ref(field, "type"));
    mono_dynamic_set(image, MONO_TABLE_FIELD, row, MONO_FIELD_NAME, emit_string(image, emit_ref(field, "name")));
    mono_dynamic_set(image, MONO_TABLE_FIELD, row, MONO_FIELD_SIGNATURE, emit_blob(image, signature));
    if (emit_int(field, "offset") >= 0) {
        uint32_t layout = mono_dynamic_row(image, MONO_TABLE_FIELDLAYOUT);
        mono_dynamic_set(image, MONO_TABLE_FIELDLAYOUT, layout, MONO_FIELDLAYOUT_OFFSET, emit_int(field, "offset"));
        mono_dynamic_set(image, MONO_TABLE_FIELDLAYOUT, layout, MONO_FIELDLAYOUT_FIELD, row);
    }
    if (data) {
        flags |= MONO_FIELD_ATTR_HAS_RVA;
        uint32_t rva = mono_dynamic_row(image, MONO_TABLE_FIELDRVA);
        mono_dynamic_set(image, MONO_TABLE_FIELDRVA, rva, MONO_FIELDRVA_RVA,
                         mono_dynamic_data(image, data->data, emit_length(data)));
        mono_dynamic_set(image, MONO_TABLE_FIELDRVA, rva, MONO_FIELDRVA_FIELD, row);
    }
    if (emit_ref(field, "def_value") || flags & HAS_DEFAULT)
        emit_constant(image, token, emit_ref(field, "def_value"));
    mono_dynamic_set(image, MONO_TABLE_FIELD, row, MONO_FIELD_FLAGS, flags);
    emit_attributes(image, token, emit_array(field, "cattrs"));
    return row;
}

/* ---- Methods ----------------------------------------------------------------------------------------------------- */

static void add_parameters(MonoImage *image, uint32_t method_row, MonoArray *builders)
{
    enum { HAS_DEFAULT = 0x1000 };
    uint32_t *rows = g_new(uint32_t, emit_length(builders) + 1), count = 0;
    for (uint32_t i = 0; i < emit_length(builders); i++) {
        MonoObject *param = mono_array_get(builders, MonoObject *, i);
        if (!param)
            continue;
        uint32_t row = rows[count++] = mono_dynamic_row(image, MONO_TABLE_PARAM);
        uint32_t token = MONO_TOKEN(MONO_TABLE_PARAM, row), flags = (uint32_t)emit_int(param, "attrs");
        mono_dynamic_set(image, MONO_TABLE_PARAM, row, MONO_PARAM_FLAGS, flags);
        mono_dynamic_set(image, MONO_TABLE_PARAM, row, MONO_PARAM_SEQUENCE, i);
        mono_dynamic_set(image, MONO_TABLE_PARAM, row, MONO_PARAM_NAME, emit_string(image, emit_ref(param, "name")));
        if (flags & HAS_DEFAULT)
            emit_constant(image, token, emit_ref(param, "def_value"));
        emit_attributes(image, token, emit_array(param, "cattrs"));
    }
    mono_dynamic_set_list(image, MONO_TABLE_METHOD, method_row, MONO_METHOD_PARAM_LIST, MONO_TABLE_PARAM, rows, count);
    g_free(rows);
}

static void add_native_import(MonoImage *image, MonoObject *method, uint32_t row)
{
    uint32_t scope = mono_dynamic_row(image, MONO_TABLE_MODULEREF), map = mono_dynamic_row(image, MONO_TABLE_IMPLMAP);
    int32_t charset = emit_int(method, "charset"), convention = emit_int(method, "native_cc");
    uint32_t flags = (uint32_t)(charset > 0 ? (charset - 1) * 2 : 0) | (uint32_t)convention << 8;
    MonoObject *entry = emit_ref(method, "pi_entry");
    mono_dynamic_set(image, MONO_TABLE_MODULEREF, scope, MONO_MODULEREF_NAME,
                     emit_string(image, emit_ref(method, "pi_dll")));
    mono_dynamic_set(image, MONO_TABLE_IMPLMAP, map, MONO_IMPLMAP_FLAGS,
                     flags | (uint32_t)emit_int(method, "extra_flags"));
    mono_dynamic_set(image, MONO_TABLE_IMPLMAP, map, MONO_IMPLMAP_MEMBER,
                     mono_coded_index(MONO_CODED_MEMBER_FORWARDED, MONO_TOKEN(MONO_TABLE_METHOD, row)));
    mono_dynamic_set(image, MONO_TABLE_IMPLMAP, map, MONO_IMPLMAP_NAME,
                     emit_string(image, entry ? entry : emit_ref(method, "name")));
    mono_dynamic_set(image, MONO_TABLE_IMPLMAP, map, MONO_IMPLMAP_SCOPE, scope);
}

static uint32_t method_body(MonoImage *image, MonoObject *method, bool is_ctor)
{
    MonoObject *generator = emit_ref(method, "ilgen");
    MonoArray *code = is_ctor ? NULL : emit_array(method, "code");
    if (generator)
        return emit_body(image, generator, NULL, emit_bool(method, "init_locals"));
    return code ? emit_raw_body(image, code) : 0;
}

static uint32_t add_method(MonoImage *image, MonoObject *method)
{
    bool is_ctor = emit_kind(method) == EMIT_CONSTRUCTOR_BUILDER;
    uint32_t row = emit_method_row(method), token = MONO_TOKEN(MONO_TABLE_METHOD, row);
    uint32_t flags = (uint32_t)emit_int(method, "attrs"), name;
    GByteArray *signature = g_byte_array_new();
    if (is_ctor)
        name = mono_dynamic_string(image, flags & METHOD_ATTR_STATIC ? ".cctor" : ".ctor");
    else
        name = emit_string(image, emit_ref(method, "name"));
    emit_put_method(image, signature, method);
    mono_dynamic_set(image, MONO_TABLE_METHOD, row, MONO_METHOD_RVA, method_body(image, method, is_ctor));
    mono_dynamic_set(image, MONO_TABLE_METHOD, row, MONO_METHOD_IMPLFLAGS, emit_int(method, "iattrs"));
    mono_dynamic_set(image, MONO_TABLE_METHOD, row, MONO_METHOD_FLAGS, flags);
    mono_dynamic_set(image, MONO_TABLE_METHOD, row, MONO_METHOD_NAME, name);
    mono_dynamic_set(image, MONO_TABLE_METHOD, row, MONO_METHOD_SIGNATURE, emit_blob(image, signature));
    add_parameters(image, row, emit_array(method, "pinfo"));
    if (!is_ctor) {
        add_generic_params(image, token, emit_array(method, "generic_params"));
        if (emit_ref(method, "pi_dll"))
            add_native_import(image, method, row);
    }
    emit_attributes(image, token, emit_array(method, "cattrs"));
    return row;
}

static void add_overrides(MonoImage *image, uint32_t type_row, MonoObject *method)
{
    MonoArray *overridden = emit_array(method, "override_methods");
    for (uint32_t i = 0; i < emit_length(overridden); i++) {
        uint32_t declaration = emit_token(image, mono_array_get(overridden, MonoObject *, i), true);
        uint32_t row = mono_dynamic_row(image, MONO_TABLE_METHODIMPL);
        mono_dynamic_set(image, MONO_TABLE_METHODIMPL, row, MONO_METHODIMPL_CLASS, type_row);
        mono_dynamic_set(
            image, MONO_TABLE_METHODIMPL, row, MONO_METHODIMPL_BODY,
            mono_coded_index(MONO_CODED_METHOD_DEF_OR_REF, MONO_TOKEN(MONO_TABLE_METHOD, emit_method_row(method))));
        mono_dynamic_set(image, MONO_TABLE_METHODIMPL, row, MONO_METHODIMPL_DECLARATION,
                         mono_coded_index(MONO_CODED_METHOD_DEF_OR_REF, declaration));
    }
}

/* ---- Properties and events --------------------------------------------------------------------------------------- */

static void add_semantics(MonoImage *image, uint32_t association, unsigned semantics, MonoObject *method)
{
    if (!method)
        return;
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_METHODSEMANTICS);
    mono_dynamic_set(image, MONO_TABLE_METHODSEMANTICS, row, MONO_METHODSEMANTICS_SEMANTICS, semantics);
    mono_dynamic_set(image, MONO_TABLE_METHODSEMANTICS, row, MONO_METHODSEMANTICS_METHOD, emit_method_row(method));
    mono_dynamic_set(image, MONO_TABLE_METHODSEMANTICS, row, MONO_METHODSEMANTICS_ASSOCIATION,
                     mono_coded_index(MONO_CODED_HAS_SEMANTICS, association));
}

static void add_property(MonoImage *image, MonoObject *property)
{
    enum { HAS_DEFAULT = 0x1000 };
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_PROPERTY), token = MONO_TOKEN(MONO_TABLE_PROPERTY, row);
    uint32_t flags = (uint32_t)emit_int(property, "attrs");
    MonoObject *get = emit_ref(property, "get_method"), *set = emit_ref(property, "set_method");
    MonoObject *accessor = get ? get : set;
    bool is_static = accessor && emit_int(accessor, "attrs") & METHOD_ATTR_STATIC;
    MonoArray *parameters = emit_array(property, "parameters");
    GByteArray *signature = g_byte_array_new();
    mono_dynamic_put(signature, 0x08 | (is_static ? 0 : 0x20));
    mono_dynamic_put(signature, emit_length(parameters));
    emit_put_type(image, signature, emit_ref(property, "type"));
    for (uint32_t i = 0; i < emit_length(parameters); i++)
        emit_put_type(image, signature, mono_array_get(parameters, MonoObject *, i));
    mono_dynamic_set(image, MONO_TABLE_PROPERTY, row, MONO_PROPERTY_FLAGS, flags);
    mono_dynamic_set(image, MONO_TABLE_PROPERTY, row, MONO_PROPERTY_NAME,
                     emit_string(image, emit_ref(property, "name")));
    mono_dynamic_set(image, MONO_TABLE_PROPERTY, row, MONO_PROPERTY_SIGNATURE, emit_blob(image, signature));
    add_semantics(image, token, 1, set);
    add_semantics(image, token, 2, get);
    if (flags & HAS_DEFAULT)
        emit_constant(image, token, emit_ref(property, "def_value"));
    emit_attributes(image, token, emit_array(property, "cattrs"));
}

static void add_event(MonoImage *image, MonoObject *event)
{
    enum { OTHER = 4, ADD_ON = 8, REMOVE_ON = 16, FIRE = 32 };
    uint32_t row = mono_dynamic_row(image, MONO_TABLE_EVENT), token = MONO_TOKEN(MONO_TABLE_EVENT, row);
    MonoArray *others = emit_array(event, "other_methods");
    mono_dynamic_set(image, MONO_TABLE_EVENT, row, MONO_EVENT_FLAGS, emit_int(event, "attrs"));
    mono_dynamic_set(image, MONO_TABLE_EVENT, row, MONO_EVENT_NAME, emit_string(image, emit_ref(event, "name")));
    mono_dynamic_set(image, MONO_TABLE_EVENT, row, MONO_EVENT_TYPE,
                     emit_type_def_or_ref(image, emit_ref(event, "type")));
    add_semantics(image, token, ADD_ON, emit_ref(event, "add_method"));
    add_semantics(image, token, REMOVE_ON, emit_ref(event, "remove_method"));
    add_semantics(image, token, FIRE, emit_ref(event, "raise_method"));
    for (uint32_t i = 0; i < emit_length(others); i++)
        add_semantics(image, token, OTHER, mono_array_get(others, MonoObject *, i));
    emit_attributes(image, token, emit_array(event, "cattrs"));
}

/* PropertyMap and EventMap have the same two columns. */
_Static_assert((int)MONO_PROPERTYMAP_PARENT == (int)MONO_EVENTMAP_PARENT, "the type's row");
_Static_assert((int)MONO_PROPERTYMAP_PROPERTY_LIST == (int)MONO_EVENTMAP_EVENT_LIST, "the first member's row");

static void add_members(MonoImage *image, uint32_t type_row, MonoArray *members, MonoTableId map_table,
                        MonoTableId owned, void (*add)(MonoImage *image, MonoObject *member))
{
    if (!emit_length(members))
        return;
    uint32_t map = mono_dynamic_row(image, map_table);
    mono_dynamic_set(image, map_table, map, MONO_PROPERTYMAP_PARENT, type_row);
    mono_dynamic_set(image, map_table, map, MONO_PROPERTYMAP_PROPERTY_LIST, mono_image_rows(image, owned) + 1);
    for (uint32_t i = 0; i < emit_length(members); i++)
        add(image, mono_array_get(members, MonoObject *, i));
}

/* ---- The type ---------------------------------------------------------------------------------------------------- */

static void add_fields(MonoImage *image, uint32_t row, MonoObject *builder)
{
    MonoArray *fields = emit_array(builder, "fields");
    uint32_t count = fields ? (uint32_t)emit_int(builder, "num_fields") : 0;
    uint32_t *rows = g_new(uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = add_field(image, mono_array_get(fields, MonoObject *, i));
    mono_dynamic_set_list(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_FIELD_LIST, MONO_TABLE_FIELD, rows, count);
    g_free(rows);
}

/* Constructors first, as mono has them. */
static void add_methods(MonoImage *image, uint32_t row, MonoObject *builder)
{
    MonoArray *constructors = emit_array(builder, "ctors"), *methods = emit_array(builder, "methods");
    uint32_t first = emit_length(constructors), count = methods ? (uint32_t)emit_int(builder, "num_methods") : 0;
    uint32_t *rows = g_new(uint32_t, first + count + 1);
    for (uint32_t i = 0; i < first; i++)
        rows[i] = add_method(image, mono_array_get(constructors, MonoObject *, i));
    for (uint32_t i = 0; i < count; i++)
        rows[first + i] = add_method(image, mono_array_get(methods, MonoObject *, i));
    for (uint32_t i = 0; i < count; i++)
        add_overrides(image, row, mono_array_get(methods, MonoObject *, i));
    mono_dynamic_set_list(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_METHOD_LIST, MONO_TABLE_METHOD, rows,
                          first + count);
    g_free(rows);
}

static void add_rows(MonoImage *image, uint32_t row, MonoObject *builder)
{
    MonoArray *interfaces = emit_array(builder, "interfaces");
    int32_t size = emit_int(builder, "class_size"), pack = emit_int(builder, "packing_size");
    emit_type_head(builder);
    add_generic_params(image, MONO_TOKEN(MONO_TABLE_TYPEDEF, row), emit_array(builder, "generic_params"));
    if (size > 0 || pack > 0) {
        uint32_t layout = mono_dynamic_row(image, MONO_TABLE_CLASSLAYOUT);
        mono_dynamic_set(image, MONO_TABLE_CLASSLAYOUT, layout, MONO_CLASSLAYOUT_PACKING_SIZE, (uint32_t)pack);
        mono_dynamic_set(image, MONO_TABLE_CLASSLAYOUT, layout, MONO_CLASSLAYOUT_CLASS_SIZE, (uint32_t)size);
        mono_dynamic_set(image, MONO_TABLE_CLASSLAYOUT, layout, MONO_CLASSLAYOUT_PARENT, row);
    }
    for (uint32_t i = 0; i < emit_length(interfaces); i++) {
        uint32_t interface = emit_type_def_or_ref(image, mono_array_get(interfaces, MonoObject *, i));
        uint32_t impl = mono_dynamic_row(image, MONO_TABLE_INTERFACEIMPL);
        mono_dynamic_set(image, MONO_TABLE_INTERFACEIMPL, impl, MONO_INTERFACEIMPL_CLASS, row);
        mono_dynamic_set(image, MONO_TABLE_INTERFACEIMPL, impl, MONO_INTERFACEIMPL_INTERFACE, interface);
    }
    add_fields(image, row, builder);
    add_methods(image, row, builder);
    add_members(image, row, emit_array(builder, "properties"), MONO_TABLE_PROPERTYMAP, MONO_TABLE_PROPERTY,
                add_property);
    add_members(image, row, emit_array(builder, "events"), MONO_TABLE_EVENTMAP, MONO_TABLE_EVENT, add_event);
    emit_attributes(image, MONO_TOKEN(MONO_TABLE_TYPEDEF, row), emit_array(builder, "cattrs"));
}

/* TypeInfo create_runtime_class() */
void emit_create_type(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *builder = args[0].o;
    MonoImage *image = emit_builder_image(emit_ref(builder, "pmodule"));
    MonoError error = MONO_ERROR_INIT;
    uint32_t row = emit_type_row(builder);
    ret->o = NULL;
    add_rows(image, row, builder);
    if (mono_thread_state.pending_exception)
        return;
    /* Members and layout are set up when they are needed: types it refers to may still be unfinished. */
    MonoClass *klass = mono_class_from_typedef(image, row, &error);
    if (glue_ok(&error)) {
        mono_dynamic_finish_class(klass);
        ret->o = mono_class_type_object(klass);
    }
}
