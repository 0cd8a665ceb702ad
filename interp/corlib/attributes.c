/*
 * attributes.c - System.MonoCustomAttrs and CustomAttributeData: attributes of types, members, parameters, assemblies.
 *
 *   object -> image and token -> CustomAttribute rows -> constructor -> class (filter) -> blob -> instance
 */
#include <string.h>

#include "interp/corlib/attribute_blob.h"
#include "interp/corlib/member_data.h"
#include "interp/corlib/reflect.h"

/* Token of what has the attributes, 0 = nothing with attributes (arrays, for one). */
static uint32_t provider_token(MonoObject *object, MonoImage **image)
{
    MonoClass *klass = mono_object_class(object);
    if (klass == mono_defaults.runtime_type) {
        MonoClass *type = reflect_class_of(object);
        *image = reflect_class_image(type);
        return type->kind == MONO_CLASS_GPARAM ? type->param_token : type->type_token;
    }
    if (klass == mono_defaults.runtime_method || klass == mono_defaults.runtime_constructor) {
        MonoMethod *method = ((MonoReflectionMethod *)object)->method;
        *image = reflect_class_image(method->klass);
        return method->token;
    }
    if (klass == mono_defaults.runtime_field) {
        MonoClassField *field = ((MonoReflectionField *)object)->field;
        *image = reflect_class_image(field->parent);
        return field->token;
    }
    if (klass == mono_defaults.runtime_assembly) {
        *image = ((MonoReflectionAssembly *)object)->assembly->image;
        return MONO_TOKEN(MONO_TABLE_ASSEMBLY, 1);
    }
    if (klass == mono_defaults.runtime_module) {
        *image = ((MonoReflectionModule *)object)->image;
        return MONO_TOKEN(MONO_TABLE_MODULE, 1);
    }
    if (klass == reflect_corlib_class("System.Reflection", "RuntimePropertyInfo")) {
        MonoProperty *property = ((MonoReflectionProperty *)object)->property;
        *image = property->parent->image;
        return property->token;
    }
    if (klass == reflect_corlib_class("System.Reflection", "RuntimeEventInfo")) {
        MonoEvent *event = ((MonoReflectionEvent *)object)->event;
        *image = event->parent->image;
        return event->token;
    }
    if (mono_object_isinst(object, reflect_corlib_class("System.Reflection", "ParameterInfo"))) {
        MonoReflectionParameter *parameter = (MonoReflectionParameter *)object;
        MonoMethod *method = reflect_parameter_method(parameter);
        uint32_t row = method ? reflect_param_row(method, (unsigned)(parameter->position + 1)) : 0;
        *image = method ? reflect_class_image(method->klass) : NULL;
        return row ? MONO_TOKEN(MONO_TABLE_PARAM, row) : 0;
    }
    return 0;
}

/* The rows of a provider, one after the other. */
typedef struct {
    MonoImage *image;
    uint32_t key, row;
} Rows;

static bool rows_open(Rows *rows, MonoObject *provider)
{
    uint32_t token = provider ? provider_token(provider, &rows->image) : 0;
    rows->row = 0;
    rows->key = MONO_TOKEN_ROW(token) ? mono_coded_index(MONO_CODED_HAS_CUSTOM_ATTRIBUTE, token) : 0;
    return rows->key != 0;
}

/* The next attribute's constructor; NULL: no more, or error is set. */
static MonoMethod *rows_next(Rows *rows, MonoError *error)
{
    rows->row = mono_image_next_row(rows->image, MONO_TABLE_CUSTOMATTRIBUTE, MONO_CUSTOMATTRIBUTE_PARENT, rows->key,
                                    rows->row);
    if (!rows->row)
        return NULL;
    uint32_t token = mono_coded_token(
        MONO_CODED_CUSTOM_ATTRIBUTE_TYPE,
        mono_image_row(rows->image, MONO_TABLE_CUSTOMATTRIBUTE, rows->row, MONO_CUSTOMATTRIBUTE_TYPE));
    return mono_method_get_checked(rows->image, token, NULL, error);
}

static MonoBlob rows_blob(const Rows *rows)
{
    MonoBlob blob = {0};
    mono_image_blob(rows->image,
                    mono_image_row(rows->image, MONO_TABLE_CUSTOMATTRIBUTE, rows->row, MONO_CUSTOMATTRIBUTE_VALUE),
                    &blob);
    return blob;
}

/* ---- Instances --------------------------------------------------------------------------------------------------- */

static bool set_members(MonoObject *attribute, const MonoAttributeArguments *arguments)
{
    for (uintptr_t i = 0; i < arguments->values->length; i++) {
        const MonoAttributeMember *member = &arguments->members[i];
        MonoObject *value = mono_array_get(arguments->values, MonoObject *, i), *exc = NULL;
        if (member->is_field) {
            reflect_store_boxed(&member->field->type, mono_field_ptr(attribute, member->field), value);
            continue;
        }
        MonoArray *parameters = mono_array_new(mono_defaults.object, 1);
        if (!parameters || !member->property->set)
            return false;
        mono_array_set(parameters, MonoObject *, 0, value);
        reflect_invoke(member->property->set, attribute, parameters, &exc);
        if (exc)
            mono_set_pending_exception((MonoException *)exc);
        if (mono_thread_state.pending_exception)
            return false;
    }
    return true;
}

static MonoObject *instantiate(MonoMethod *ctor, const Rows *rows)
{
    MonoAttributeArguments arguments;
    MonoError error = MONO_ERROR_INIT;
    MonoObject *attribute = NULL, *exc = NULL;
    if (mono_attribute_decode(ctor, rows->image, rows_blob(rows), &arguments, &error)) {
        attribute = reflect_invoke(ctor, NULL, arguments.arguments, &exc);
        if (exc)
            mono_set_pending_exception((MonoException *)exc);
        if (!attribute || mono_thread_state.pending_exception || !set_members(attribute, &arguments))
            attribute = NULL;
    }
    mono_attribute_clear(&arguments);
    reflect_failed(&error);
    return attribute;
}

/* A growing object array: everything in it is seen by the collector. */
typedef struct {
    MonoArray *array;
    uintptr_t count;
} List;

static void list_add(List *list, MonoClass *element, MonoObject *object)
{
    if (!list->array || list->count == list->array->length) {
        MonoArray *larger = mono_array_new(element, list->count ? list->count * 2 : 8);
        if (!larger)
            return;
        if (list->array)
            memcpy(larger->data, list->array->data, list->count * sizeof(MonoObject *));
        list->array = larger;
    }
    mono_array_set(list->array, MonoObject *, list->count++, object);
}

static MonoArray *list_cut(const List *list, MonoClass *element)
{
    MonoArray *array = mono_array_new(element, list->count);
    if (array && list->count)
        memcpy(array->data, list->array->data, list->count * sizeof(MonoObject *));
    return array;
}

/* static object[] GetCustomAttributesInternal(ICustomAttributeProvider, Type attributeType, bool pseudoAttributes) */
static void get_custom_attributes(MonoSlot *args, MonoSlot *ret)
{
    MonoClass *wanted = reflect_class_of(args[1].o);
    MonoClass *attribute_class = reflect_corlib_class("System", "Attribute");
    List list = {0};
    Rows rows;
    MonoMethod *ctor;
    MonoError error = MONO_ERROR_INIT;
    ret->p = NULL;
    if (rows_open(&rows, args[0].o))
        while ((ctor = rows_next(&rows, &error))) {
            if (wanted && !mono_class_is_assignable(wanted, ctor->klass))
                continue;
            MonoObject *attribute = instantiate(ctor, &rows);
            if (!attribute)
                return;
            list_add(&list, attribute_class, attribute);
        }
    if (!reflect_failed(&error))
        ret->p = list_cut(&list, attribute_class);
}

static void is_defined(MonoSlot *args, MonoSlot *ret)
{
    MonoClass *wanted = reflect_class_of(args[1].o);
    Rows rows;
    ret->i4 = 0;
    if (!rows_open(&rows, args[0].o))
        return;
    do {
        MonoError error = MONO_ERROR_INIT;
        MonoMethod *ctor = rows_next(&rows, &error); /* what cannot be loaded is not what is asked for */
        mono_error_clear(&error);
        ret->i4 = ctor && (!wanted || mono_class_is_assignable(wanted, ctor->klass));
    } while (!ret->i4 && rows.row);
}

/* ---- CustomAttributeData ----------------------------------------------------------------------------------------- */

/* static CustomAttributeData[] GetCustomAttributesDataInternal(ICustomAttributeProvider) */
static void get_custom_attributes_data(MonoSlot *args, MonoSlot *ret)
{
    MonoClass *klass = reflect_corlib_class("System.Reflection", "CustomAttributeData");
    MonoMethod *constructor = mono_class_find_method(klass, ".ctor", 4), *ctor;
    List list = {0};
    Rows rows;
    MonoError error = MONO_ERROR_INIT;
    ret->p = NULL;
    if (rows_open(&rows, args[0].o))
        while ((ctor = rows_next(&rows, &error))) {
            MonoBlob blob = rows_blob(&rows);
            MonoObject *data = mono_object_new(klass);
            MonoSlot arguments[5] = {{.o = data},
                                     {.o = mono_method_object(ctor, NULL)},
                                     {.o = mono_assembly_object(rows.image->assembly)},
                                     {.p = (void *)blob.data},
                                     {.u4 = blob.size_bytes}};
            MonoException *exception = data ? mono_invoke_slots(constructor, arguments, NULL) : NULL;
            if (exception) {
                mono_set_pending_exception(exception);
                return;
            }
            list_add(&list, klass, data);
        }
    if (!reflect_failed(&error))
        ret->p = list_cut(&list, klass);
}

/* A boxed CustomAttributeTypedArgument. */
static MonoObject *typed_argument(const MonoType *type, MonoObject *value)
{
    MonoClass *klass = reflect_corlib_class("System.Reflection", "CustomAttributeTypedArgument");
    MonoMethod *constructor = mono_class_find_method(klass, ".ctor", 2);
    MonoObject *box = mono_object_new(klass);
    if (!box || !constructor)
        return NULL;
    MonoSlot args[3] = {{.p = mono_object_unbox(box)}, {.o = mono_type_object(type)}, {.o = value}};
    MonoException *exception = mono_invoke_slots(constructor, args, NULL);
    if (exception)
        mono_set_pending_exception(exception);
    return exception ? NULL : box;
}

/* A boxed CustomAttributeNamedArgument, by its constructor (MemberInfo, CustomAttributeTypedArgument). */
static MonoObject *named_argument(MonoClass *attribute, const MonoAttributeMember *member, MonoObject *value)
{
    MonoClass *klass = reflect_corlib_class("System.Reflection", "CustomAttributeNamedArgument");
    MonoObject *box = mono_object_new(klass), *typed = typed_argument(&member->type, value);
    MonoError error = MONO_ERROR_INIT;
    if (!box || !typed || !mono_class_setup_methods(klass, &error))
        return NULL;
    for (uint32_t i = 0; i < klass->method_count; i++) {
        MonoMethod *method = klass->methods[i];
        const MonoMethodSignature *signature =
            strcmp(method->name, ".ctor") ? NULL : mono_method_signature_checked(method, &error);
        if (!signature || signature->param_count != 2 || signature->params[1].type != MONO_TYPE_VALUETYPE)
            continue;
        MonoSlot args[4] = {{.p = mono_object_unbox(box)}};
        args[1].o = member->is_field ? mono_field_object(member->field, attribute)
                                     : reflect_property_object(member->property, attribute);
        mono_slot_load(&signature->params[1], mono_object_unbox(typed), &args[2]);
        MonoException *exception = mono_invoke_slots(method, args, NULL);
        if (exception)
            mono_set_pending_exception(exception);
        return exception ? NULL : box;
    }
    return NULL;
}

/* static void ResolveArgumentsInternal(ConstructorInfo, Assembly, IntPtr data, uint length, out object[] ctorArgs,
 * out object[] namedArgs) */
static void resolve_arguments(MonoSlot *args, MonoSlot *ret)
{
    MonoMethod *ctor = ((MonoReflectionMethod *)args[0].p)->method;
    MonoImage *image = ((MonoReflectionAssembly *)args[1].p)->assembly->image;
    MonoBlob blob = {args[2].p, args[3].u4};
    MonoAttributeArguments decoded;
    MonoError error = MONO_ERROR_INIT;
    reflect_set_out(&args[4], NULL);
    reflect_set_out(&args[5], NULL);
    if (mono_attribute_decode(ctor, image, blob, &decoded, &error)) {
        const MonoMethodSignature *signature = mono_method_signature_checked(ctor, &error);
        MonoArray *fixed = mono_array_new(mono_defaults.object, decoded.arguments->length);
        MonoArray *named = mono_array_new(mono_defaults.object, decoded.values->length);
        for (uintptr_t i = 0; fixed && i < fixed->length; i++) {
            MonoObject *value = mono_array_get(decoded.arguments, MonoObject *, i);
            const MonoType *type = &signature->params[i]; /* of an object parameter: what the value is */
            if (value && type->klass == mono_defaults.object)
                type = &mono_object_class(value)->byval_type;
            mono_array_set(fixed, MonoObject *, i, typed_argument(type, value));
        }
        for (uintptr_t i = 0; named && i < named->length; i++)
            mono_array_set(named, MonoObject *, i,
                           named_argument(ctor->klass, &decoded.members[i],
                                          mono_array_get(decoded.values, MonoObject *, i)));
        reflect_set_out(&args[4], fixed);
        reflect_set_out(&args[5], named);
    }
    mono_attribute_clear(&decoded);
    reflect_failed(&error);
}

const MonoICallRow mono_icalls_attributes[] = {
    {"System.MonoCustomAttrs::GetCustomAttributesInternal", get_custom_attributes},
    {"System.MonoCustomAttrs::GetCustomAttributesDataInternal", get_custom_attributes_data},
    {"System.MonoCustomAttrs::IsDefinedInternal", is_defined},
    {"System.Reflection.CustomAttributeData::ResolveArgumentsInternal", resolve_arguments},
    {0},
};
