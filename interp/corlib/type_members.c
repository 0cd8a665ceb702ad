/*
 * type_members.c - lists of a type's members, as RuntimeType asks for them: raw pointers in a GPtrArray that managed
 * code frees. Filters and order are Mono's: own members first, then each parent's; a virtual method hides the one it
 * overrides.
 */
#include <string.h>

#include "interp/corlib/reflect.h"
#include "interp/corlib/type_members.h"

typedef struct {
    const char *name; /* NULL = all */
    int32_t flags;    /* BindingFlags */
    bool ignore_case;
} Filter;

static Filter filter_of(const MonoSlot *name, int32_t flags, int32_t list_type)
{
    Filter filter = {list_type == MEMBER_LIST_ALL ? NULL : name->p, flags, false};
    filter.ignore_case = list_type == MEMBER_LIST_CASE_INSENSITIVE;
    return filter;
}

static bool name_matches(const Filter *filter, const char *name)
{
    if (!filter->name)
        return true;
    return filter->ignore_case ? !g_ascii_strcasecmp(name, filter->name) : !strcmp(name, filter->name);
}

/* Visibility and static or instance, against the flags; own: the member's class is the one that is asked. */
static bool access_matches(const Filter *filter, unsigned access, bool own)
{
    if (access == MEMBER_ACCESS_PUBLIC)
        return filter->flags & BFLAGS_PUBLIC;
    return (filter->flags & BFLAGS_NON_PUBLIC) && (own || access > MEMBER_ACCESS_PRIVATE);
}

static bool binding_matches(const Filter *filter, bool is_static, bool own)
{
    if (is_static)
        return (filter->flags & BFLAGS_STATIC) && (own || (filter->flags & BFLAGS_FLATTEN_HIERARCHY));
    return filter->flags & BFLAGS_INSTANCE;
}

/* The class of `this`, its members set up; NULL: nothing to list or an exception is pending. */
static MonoClass *class_with_members(const MonoSlot *slot)
{
    const MonoType *type = mono_type_from_object(slot->o);
    if (!type || type->byref)
        return NULL;
    MonoError error = MONO_ERROR_INIT;
    bool good = type->klass->is_open ? mono_class_setup_methods(type->klass, &error)
                                     : mono_class_init_checked(type->klass, &error);
    if (!good) {
        reflect_failed(&error);
        return NULL;
    }
    return type->klass;
}

static bool next_class(MonoClass **klass, const Filter *filter)
{
    if ((filter->flags & BFLAGS_DECLARED_ONLY) || !(*klass)->parent)
        return false;
    *klass = (*klass)->parent;
    MonoError error = MONO_ERROR_INIT;
    bool good = mono_class_setup_methods(*klass, &error);
    mono_error_clear(&error);
    return good;
}

/* ---- Methods ----------------------------------------------------------------------------------------------------- */

void icall_get_methods_by_name(MonoSlot *args, MonoSlot *ret)
{
    GPtrArray *result = g_ptr_array_new();
    ret->p = result;
    MonoClass *start = class_with_members(&args[0]);
    if (!start)
        return;
    Filter filter = filter_of(&args[1], args[2].i4, args[3].i4);
    GHashTable *seen_slots = g_hash_table_new(NULL, NULL);
    MonoClass *klass = start;
    do {
        for (uint32_t i = 0; i < klass->method_count; i++) {
            MonoMethod *method = klass->methods[i];
            if (reflect_is_ctor(method))
                continue;
            if (method->slot >= 0 && (method->flags & MONO_METHOD_ATTR_VIRTUAL)) {
                gpointer slot = GINT_TO_POINTER(method->slot + 1);
                if (g_hash_table_contains(seen_slots, slot))
                    continue;
                if (!(method->flags & MONO_METHOD_ATTR_NEWSLOT))
                    g_hash_table_add(seen_slots, slot);
            }
            if (access_matches(&filter, method->flags & MEMBER_ACCESS_MASK, klass == start) &&
                binding_matches(&filter, method->flags & METHOD_ATTR_STATIC, klass == start) &&
                name_matches(&filter, method->name))
                g_ptr_array_add(result, method);
        }
    } while (next_class(&klass, &filter));
    g_hash_table_destroy(seen_slots);
}

void icall_get_constructors(MonoSlot *args, MonoSlot *ret)
{
    GPtrArray *result = g_ptr_array_new();
    ret->p = result;
    MonoClass *klass = class_with_members(&args[0]);
    if (!klass)
        return;
    Filter filter = {NULL, args[1].i4, false};
    for (uint32_t i = 0; i < klass->method_count; i++) {
        MonoMethod *method = klass->methods[i];
        if (reflect_is_ctor(method) && access_matches(&filter, method->flags & MEMBER_ACCESS_MASK, true) &&
            binding_matches(&filter, method->flags & METHOD_ATTR_STATIC, true))
            g_ptr_array_add(result, method);
    }
}

/* ---- Fields, properties, events ---------------------------------------------------------------------------------- */

void icall_get_fields(MonoSlot *args, MonoSlot *ret)
{
    GPtrArray *result = g_ptr_array_new();
    ret->p = result;
    const MonoType *type = mono_type_from_object(args[0].o);
    if (!type || type->byref)
        return;
    Filter filter = filter_of(&args[1], args[2].i4, args[3].i4);
    MonoClass *start = type->klass;
    for (MonoClass *klass = start; klass; klass = klass->parent) {
        MonoError error = MONO_ERROR_INIT;
        if (!mono_class_setup_fields(klass, &error)) {
            reflect_failed(&error);
            return;
        }
        for (uint32_t i = 0; i < klass->field_count; i++) {
            MonoClassField *field = &klass->fields[i];
            if (access_matches(&filter, field->flags & MEMBER_ACCESS_MASK, klass == start) &&
                binding_matches(&filter, field->flags & MONO_FIELD_ATTR_STATIC, klass == start) &&
                name_matches(&filter, field->name))
                g_ptr_array_add(result, field);
        }
        if (filter.flags & BFLAGS_DECLARED_ONLY)
            break;
    }
}

static bool same_parameters(MonoMethod *a, MonoMethod *b)
{
    if (!a || !b)
        return true;
    MonoError error = MONO_ERROR_INIT;
    const MonoMethodSignature *x = mono_method_signature_checked(a, &error);
    const MonoMethodSignature *y = x ? mono_method_signature_checked(b, &error) : NULL;
    mono_error_clear(&error);
    if (!x || !y || x->param_count != y->param_count)
        return false;
    if (x->ret.klass != y->ret.klass || x->ret.byref != y->ret.byref)
        return false;
    for (unsigned i = 0; i < x->param_count; i++)
        if (x->params[i].klass != y->params[i].klass || x->params[i].byref != y->params[i].byref)
            return false;
    return true;
}

static bool property_seen(const GPtrArray *result, const MonoProperty *property)
{
    for (unsigned i = 0; i < result->len; i++) {
        const MonoProperty *other = result->pdata[i];
        if (!strcmp(other->name, property->name) && same_parameters(other->get, property->get) &&
            same_parameters(other->set, property->set))
            return true;
    }
    return false;
}

static bool accessor_matches(const Filter *filter, const MonoMethod *method, bool own)
{
    return method && access_matches(filter, method->flags & MEMBER_ACCESS_MASK, own);
}

void icall_get_properties_by_name(MonoSlot *args, MonoSlot *ret)
{
    GPtrArray *result = g_ptr_array_new();
    ret->p = result;
    MonoClass *start = class_with_members(&args[0]);
    if (!start)
        return;
    Filter filter = filter_of(&args[1], args[2].i4, args[3].i4);
    MonoClass *klass = start;
    do {
        unsigned count;
        MonoProperty *const *properties = reflect_properties(klass, &count);
        for (unsigned i = 0; i < count; i++) {
            MonoProperty *property = properties[i];
            const MonoMethod *method = property->get ? property->get : property->set;
            if (!name_matches(&filter, property->name) ||
                !(accessor_matches(&filter, property->get, klass == start) ||
                  accessor_matches(&filter, property->set, klass == start)) ||
                !binding_matches(&filter, method->flags & METHOD_ATTR_STATIC, klass == start) ||
                property_seen(result, property))
                continue;
            g_ptr_array_add(result, property);
        }
    } while (next_class(&klass, &filter));
}

/* Managed code filters events by visibility itself. */
void icall_get_events(MonoSlot *args, MonoSlot *ret)
{
    GPtrArray *result = g_ptr_array_new();
    ret->p = result;
    MonoClass *klass = class_with_members(&args[0]);
    if (!klass)
        return;
    Filter filter = filter_of(&args[1], 0, args[2].i4);
    do {
        unsigned count;
        MonoEvent *const *events = reflect_events(klass, &count);
        for (unsigned i = 0; i < count; i++) {
            bool seen = false;
            for (unsigned j = 0; !seen && j < result->len; j++)
                seen = !strcmp(((MonoEvent *)result->pdata[j])->name, events[i]->name);
            if (!seen && name_matches(&filter, events[i]->name))
                g_ptr_array_add(result, events[i]);
        }
    } while (next_class(&klass, &filter));
}

void icall_get_nested_types(MonoSlot *args, MonoSlot *ret)
{
    GPtrArray *result = g_ptr_array_new();
    ret->p = result;
    const MonoType *type = mono_type_from_object(args[0].o);
    if (!type || type->byref || !type->klass->type_token)
        return;
    MonoClass *klass = type->klass->definition ? type->klass->definition : type->klass;
    Filter filter = filter_of(&args[1], args[2].i4, args[3].i4);
    MonoImage *image = klass->image;
    uint32_t row = 0;
    while ((row = mono_image_next_row(image, MONO_TABLE_NESTEDCLASS, MONO_NESTEDCLASS_ENCLOSING,
                                      MONO_TOKEN_ROW(klass->type_token), row))) {
        MonoError error = MONO_ERROR_INIT;
        uint32_t nested_row = mono_image_row(image, MONO_TABLE_NESTEDCLASS, row, MONO_NESTEDCLASS_NESTED);
        MonoClass *nested = mono_class_from_typedef(image, nested_row, &error);
        if (!nested) {
            reflect_failed(&error);
            return;
        }
        enum { NESTED_PUBLIC = 2 };
        bool is_public = (nested->flags & MEMBER_ACCESS_MASK) == NESTED_PUBLIC;
        if ((filter.flags & (is_public ? BFLAGS_PUBLIC : BFLAGS_NON_PUBLIC)) && name_matches(&filter, nested->name))
            g_ptr_array_add(result, &nested->byval_type);
    }
}

/* ---- Interfaces -------------------------------------------------------------------------------------------------- */

static void add_interfaces(GPtrArray *list, MonoClass *klass, unsigned depth)
{
    MonoError error = MONO_ERROR_INIT;
    if (depth > 64)
        return;
    if (klass->kind == MONO_CLASS_GPARAM) {
        unsigned count;
        MonoClass **constraints = mono_class_param_constraints(klass, &count, &error);
        for (unsigned i = 0; constraints && i < count; i++)
            if (constraints[i]->is_interface) {
                if (!g_ptr_array_find(list, constraints[i], NULL))
                    g_ptr_array_add(list, constraints[i]);
                add_interfaces(list, constraints[i], depth + 1);
            }
        g_free(constraints);
    } else if (mono_class_setup_vtable(klass, &error)) {
        for (uint32_t i = 0; i < klass->interface_count; i++)
            if (klass->interfaces[i] != klass && !g_ptr_array_find(list, klass->interfaces[i], NULL))
                g_ptr_array_add(list, klass->interfaces[i]);
    }
    mono_error_clear(&error);
}

void icall_get_interfaces(MonoSlot *args, MonoSlot *ret)
{
    const MonoType *type = mono_type_from_object(args[0].o);
    GPtrArray *list = g_ptr_array_new();
    if (type) /* of a byref too, as in mono */
        add_interfaces(list, type->klass, 0);
    MonoArray *array = mono_array_new(mono_defaults.type, list->len);
    for (unsigned i = 0; array && i < list->len; i++)
        mono_array_set(array, MonoObject *, i, mono_class_type_object(list->pdata[i]));
    g_ptr_array_free(list, TRUE);
    ret->p = array;
}

/* static void GetInterfaceMapData(Type t, Type iface, out MethodInfo[] targets, out MethodInfo[] methods) */
void icall_get_interface_map(MonoSlot *args, MonoSlot *ret)
{
    MonoClass *klass = reflect_class_of(args[0].o), *interface = reflect_class_of(args[1].o);
    MonoError error = MONO_ERROR_INIT;
    if (!klass || !interface || !mono_class_setup_vtable(klass, &error) ||
        !mono_class_setup_methods(interface, &error)) {
        reflect_failed(&error);
        return;
    }
    uint32_t index = 0;
    while (index < klass->interface_count && klass->interfaces[index] != interface)
        index++;
    if (index == klass->interface_count) {
        mono_set_pending_exception(mono_exception_argument(NULL, "Interface not found"));
        return;
    }
    MonoClass *method_info = reflect_corlib_class("System.Reflection", "MethodInfo");
    uint32_t count = 0;
    for (uint32_t i = 0; i < interface->method_count; i++)
        count += interface->methods[i]->slot >= 0;
    MonoArray *targets = mono_array_new(method_info, count), *methods = mono_array_new(method_info, count);
    reflect_set_out(&args[2], targets);
    reflect_set_out(&args[3], methods);
    for (uint32_t i = 0, at = 0; targets && methods && i < interface->method_count; i++) {
        MonoMethod *method = interface->methods[i];
        if (method->slot < 0)
            continue;
        uint32_t slot = klass->interface_offsets[index] + (uint32_t)method->slot;
        MonoMethod *target = slot < klass->slot_count ? klass->slots[slot] : NULL;
        mono_array_set(methods, MonoObject *, at, mono_method_object(method, interface));
        if (target)
            mono_array_set(targets, MonoObject *, at, mono_method_object(target, target->klass));
        at++;
    }
}
