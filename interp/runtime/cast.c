/*
 * cast.c - which class may stand for which: isinst rules, variance, arrays.
 */
#include "interp/runtime/types.h"

enum { PARAM_COVARIANT = 1, PARAM_CONTRAVARIANT = 2, PARAM_VARIANCE = 3 };

bool mono_class_is_array_interface(const MonoClass *definition)
{
    return definition &&
           (definition == mono_defaults.ilist_generic || definition == mono_defaults.icollection_generic ||
            definition == mono_defaults.ienumerable_generic || definition == mono_defaults.ireadonlylist_generic ||
            definition == mono_defaults.ireadonlycollection_generic);
}

/* Integers of one size are one element type of arrays (int[] is uint[]), enums what they hold. */
static MonoClass *array_cast_class(MonoClass *element)
{
    if (element->enumtype)
        element = element->element_class;
    switch (element->byval_type.type) {
    case MONO_TYPE_I1:
        return mono_defaults.byte_class;
    case MONO_TYPE_U2:
        return mono_defaults.int16;
    case MONO_TYPE_U4:
        return mono_defaults.int32;
    case MONO_TYPE_U8:
        return mono_defaults.int64;
    case MONO_TYPE_I:
    case MONO_TYPE_U:
        return sizeof(void *) == 8 ? mono_defaults.int64 : mono_defaults.int32;
    default:
        return element;
    }
}

/* Elements of arrays: values must be of one kind, references assignable. */
static bool elements_assignable(MonoClass *target, MonoClass *source)
{
    if (target == source)
        return true;
    if (target->valuetype || source->valuetype)
        return target->valuetype && source->valuetype && array_cast_class(target) == array_cast_class(source);
    bool target_raw = target->kind == MONO_CLASS_POINTER || target->kind == MONO_CLASS_FNPTR;
    bool source_raw = source->kind == MONO_CLASS_POINTER || source->kind == MONO_CLASS_FNPTR;
    if (target_raw || source_raw)
        return false;
    return mono_class_is_assignable(target, source);
}

bool mono_class_variance_matches(MonoClass *target, MonoClass *source)
{
    MonoClass *definition = target->definition ? target->definition : target;
    if (definition != (source->definition ? source->definition : source) || !target->inst || !source->inst)
        return false;
    bool variant = false;
    for (uint32_t i = 0; i < target->inst->count; i++) {
        MonoClass *to = target->inst->args[i], *from = source->inst->args[i];
        if (to == from)
            continue;
        MonoClass *param = definition->inst->args[i];
        uint32_t variance = mono_image_row(param->image, MONO_TABLE_GENERICPARAM, MONO_TOKEN_ROW(param->param_token),
                                           MONO_GENERICPARAM_FLAGS) &
                            PARAM_VARIANCE;
        if (variance == 0 || to->valuetype || from->valuetype)
            return false;
        variant = true;
        if (variance == PARAM_COVARIANT ? !mono_class_is_assignable(to, from) : !mono_class_is_assignable(from, to))
            return false;
    }
    return variant || target == source;
}

/* As Mono has it: through the read-only interfaces an int[] is no uint[], yet an enum's array is one of integers. */
static bool array_has_interface(MonoClass *target, MonoClass *source)
{
    MonoClass *wanted = target->inst->args[0], *element = source->element_class;
    if (element->valuetype && (target->definition == mono_defaults.ireadonlylist_generic ||
                               target->definition == mono_defaults.ireadonlycollection_generic))
        return wanted == element || (element->enumtype && wanted == element->element_class);
    return elements_assignable(wanted, element);
}

static bool has_interface(MonoClass *target, MonoClass *source)
{
    if (source->is_szarray && target->definition && mono_class_is_array_interface(target->definition) &&
        array_has_interface(target, source))
        return true;
    MonoError error = MONO_ERROR_INIT;
    if (!mono_class_setup_vtable(source, &error)) {
        mono_error_clear(&error);
        return false;
    }
    for (uint32_t i = 0; i < source->interface_count; i++)
        if (source->interfaces[i] == target)
            return true;
    if (!target->inst)
        return false;
    for (uint32_t i = 0; i < source->interface_count; i++)
        if (mono_class_variance_matches(target, source->interfaces[i]))
            return true;
    return source->is_interface && mono_class_variance_matches(target, source);
}

/* A parameter is what its constraints are. */
static bool param_assignable(MonoClass *target, MonoClass *source)
{
    if (target == mono_defaults.object)
        return true;
    MonoError error = MONO_ERROR_INIT;
    unsigned count;
    static unsigned depth; /* constraints may form a loop */
    MonoClass **constraints = mono_class_param_constraints(source, &count, &error);
    mono_error_clear(&error);
    bool found = false;
    depth++;
    for (unsigned i = 0; !found && depth < 32 && i < count; i++)
        found = mono_class_is_assignable(target, constraints[i]);
    depth--;
    g_free(constraints);
    return found;
}

bool mono_class_is_assignable(MonoClass *target, MonoClass *source)
{
    if (target == source)
        return true;
    if (source->kind == MONO_CLASS_GPARAM)
        return param_assignable(target, source);
    if (target->is_nullable && target->kind == MONO_CLASS_GINST)
        return source == target->element_class;
    if (target->kind == MONO_CLASS_POINTER || source->kind == MONO_CLASS_POINTER || target->kind == MONO_CLASS_FNPTR ||
        source->kind == MONO_CLASS_FNPTR)
        return false;
    if (target->is_interface)
        return has_interface(target, source);
    if (target->kind == MONO_CLASS_ARRAY)
        return source->kind == MONO_CLASS_ARRAY && source->rank == target->rank &&
               source->is_szarray == target->is_szarray &&
               elements_assignable(target->element_class, source->element_class);
    if (source->is_interface)
        return target == mono_defaults.object;
    if (mono_class_is_subclass(source, target))
        return true;
    /* Generic delegates are variant too. */
    return target->is_delegate && source->is_delegate && target->definition &&
           target->definition == source->definition && mono_class_variance_matches(target, source);
}
