/*
 * invoke.c - calls and field accesses through reflection: objects to values and back.
 *
 * Values that are passed by value lie in boxes of their own (`keep` holds those that are made here), so that the target
 * cannot change the caller's boxes; by-reference parameters are written back into the caller's array.
 */
#include <string.h>

#include "interp/corlib/reflect.h"

enum { PARAMETER_MAX = 1024 };

MonoObject *reflect_load_boxed(const MonoType *type, const void *address, MonoError *error)
{
    MonoType value = {type->klass, type->type, false, false};
    if (mono_type_is_reference(&value))
        return *(MonoObject *const *)address;
    if (value.type == MONO_TYPE_PTR || value.type == MONO_TYPE_FNPTR) {
        MonoClass *pointer = reflect_corlib_class("System.Reflection", "Pointer");
        MonoMethod *box = mono_class_find_method(pointer, "Box", 2);
        MonoSlot args[2] = {{.p = *(void *const *)address}, {.o = mono_type_object(type)}}, result = {0};
        MonoException *exception = box ? mono_invoke_slots(box, args, &result) : NULL;
        if (exception)
            mono_set_pending_exception(exception);
        return result.o;
    }
    return mono_value_box(value.klass, address, error);
}

void reflect_store_boxed(const MonoType *type, void *address, MonoObject *value)
{
    if (mono_type_is_reference(type)) {
        *(MonoObject **)address = value;
        return;
    }
    MonoClass *klass = type->klass;
    uint32_t align, size = mono_type_size(type, &align);
    if (klass->is_nullable) {
        mono_nullable_init(klass, address, value);
    } else if (!value) {
        memset(address, 0, size);
    } else {
        MonoClass *from = mono_object_class(value);
        memcpy(address, mono_object_unbox(value), from->value_size < size ? from->value_size : size);
    }
}

/* A box holding a copy of value (NULL: zeros) in klass's layout, also for Nullable<T>. */
static MonoObject *copy_in_box(MonoClass *klass, MonoObject *value)
{
    MonoObject *box = mono_object_new(klass);
    if (box)
        reflect_store_boxed(&klass->byval_type, mono_object_unbox(box), value);
    return box;
}

typedef struct {
    const MonoMethodSignature *signature;
    MonoArray *parameters; /* object[] of the caller, may be NULL when there are none */
    MonoArray *keep;       /* object[]: boxes made here */
    void **values;
} Arguments;

static bool prepare_argument(Arguments *arguments, unsigned index)
{
    const MonoType *type = &arguments->signature->params[index];
    MonoType value_type = {type->klass, type->type, false, false};
    MonoObject **slot = &mono_array_get(arguments->parameters, MonoObject *, index);
    if (mono_type_is_reference(&value_type)) {
        arguments->values[index] = type->byref ? (void *)slot : (void *)*slot;
        return true;
    }
    if (type->type == MONO_TYPE_PTR || type->type == MONO_TYPE_FNPTR) {
        /* A boxed IntPtr or a System.Reflection.Pointer: both hold the address first. */
        arguments->values[index] = *slot ? mono_object_unbox(*slot) : &arguments->values[index];
        if (!*slot) {
            MonoObject *zero = mono_object_new(mono_defaults.intptr);
            mono_array_set(arguments->keep, MonoObject *, index, zero);
            arguments->values[index] = zero ? mono_object_unbox(zero) : NULL;
        }
        return arguments->values[index] != NULL;
    }
    MonoObject *box = copy_in_box(type->klass, *slot);
    if (!box)
        return false;
    mono_array_set(arguments->keep, MonoObject *, index, box);
    if (type->byref && !type->klass->is_nullable)
        *slot = box;
    arguments->values[index] = mono_object_unbox(box);
    return true;
}

/* Nullable by-reference parameters go back as T's box or null. */
static void write_back(const Arguments *arguments)
{
    MonoError error = MONO_ERROR_INIT;
    for (unsigned i = 0; i < arguments->signature->param_count; i++) {
        const MonoType *type = &arguments->signature->params[i];
        if (!type->byref || !type->klass->is_nullable)
            continue;
        MonoObject *box = mono_array_get(arguments->keep, MonoObject *, i);
        mono_array_set(arguments->parameters, MonoObject *, i,
                       mono_value_box(type->klass, mono_object_unbox(box), &error));
    }
    mono_error_clear(&error);
}

static MonoObject *fail(MonoObject **exc, const char *name, const char *message)
{
    *exc = (MonoObject *)mono_exception_new("System.Reflection", name, message);
    return NULL;
}

/* new T[...] through a constructor of an array class: lengths, or lower bounds and lengths. */
static MonoObject *construct_array(MonoMethod *method, MonoArray *parameters)
{
    MonoClass *klass = method->klass;
    uintptr_t lengths[32];
    intptr_t bounds[32];
    unsigned count = parameters ? (unsigned)parameters->length : 0;
    bool with_bounds = count == klass->rank * 2u;
    if (klass->rank > G_N_ELEMENTS(lengths) || (count != klass->rank && !with_bounds)) {
        mono_set_pending_exception(mono_exception_argument(NULL, "Invalid number of array dimensions"));
        return NULL;
    }
    for (unsigned i = 0; i < count; i++) {
        MonoObject *boxed = mono_array_get(parameters, MonoObject *, i);
        int32_t value = boxed ? *(int32_t *)mono_object_unbox(boxed) : 0;
        unsigned dimension = with_bounds ? i / 2 : i;
        if (with_bounds && !(i & 1)) {
            bounds[dimension] = value;
        } else if (value < 0) {
            mono_set_pending_exception(mono_exception_overflow());
            return NULL;
        } else {
            lengths[dimension] = (uintptr_t)value;
        }
    }
    MonoError error = MONO_ERROR_INIT;
    MonoArray *array = mono_array_new_full(klass, lengths, with_bounds ? bounds : NULL, &error);
    reflect_failed(&error);
    return (MonoObject *)array;
}

/* The object a constructor runs on: allocated here, its class initialised. */
static MonoObject *new_for_constructor(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    MonoVTable *vtable = mono_class_vtable_checked(klass, &error);
    MonoObject *object = NULL;
    if (vtable && mono_runtime_class_init_checked(vtable, &error))
        object = mono_object_new_checked(vtable, &error);
    reflect_failed(&error);
    return object;
}

/* String's constructors make the string themselves: String.CreateString with the same parameters, this being null. */
static MonoMethod *string_maker(const MonoMethodSignature *wanted)
{
    MonoError error = MONO_ERROR_INIT;
    for (uint32_t i = 0; i < mono_defaults.string->method_count; i++) {
        MonoMethod *method = mono_defaults.string->methods[i];
        if (strcmp(method->name, "CreateString") != 0)
            continue;
        const MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
        bool same = signature && signature->param_count == wanted->param_count;
        for (unsigned j = 0; same && j < wanted->param_count; j++)
            same = signature->params[j].klass == wanted->params[j].klass;
        if (same)
            return method;
    }
    mono_error_clear(&error);
    return NULL;
}

/* `this` as mono_runtime_invoke_checked wants it; *keep holds what is made. false: an exception is pending or in exc.
 */
static bool prepare_target(MonoMethod **method, MonoObject *obj, void **target, MonoObject **keep, MonoObject **exc)
{
    *target = NULL;
    if ((*method)->flags & METHOD_ATTR_STATIC)
        return true;
    if (!obj) {
        fail(exc, "TargetException", "Non-static method requires a target.");
        return false;
    }
    if (!mono_object_isinst(obj, (*method)->klass)) {
        fail(exc, "TargetException", "Object does not match target type.");
        return false;
    }
    if ((*method)->klass->is_nullable) {
        *keep = copy_in_box((*method)->klass, obj);
        *target = *keep ? mono_object_unbox(*keep) : NULL;
        return *keep != NULL;
    }
    if ((*method)->flags & MONO_METHOD_ATTR_VIRTUAL) {
        MonoError error = MONO_ERROR_INIT;
        *method = mono_vtable_resolve(obj->vtable, *method, &error);
        if (reflect_failed(&error))
            return false;
    }
    *target = (*method)->klass->valuetype ? mono_object_unbox(obj) : (void *)obj;
    return true;
}

MonoObject *reflect_invoke(MonoMethod *method, MonoObject *obj, MonoArray *parameters, MonoObject **exc)
{
    MonoError error = MONO_ERROR_INIT;
    const MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
    if (!signature) {
        reflect_failed(&error);
        return NULL;
    }
    bool constructor = reflect_is_ctor(method) && !(method->flags & METHOD_ATTR_STATIC);
    unsigned count = parameters ? (unsigned)parameters->length : 0;
    if (constructor && !obj && method->klass->kind == MONO_CLASS_ARRAY)
        return construct_array(method, parameters);
    if (count != signature->param_count || count > PARAMETER_MAX)
        return fail(exc, "TargetParameterCountException",
                    "Number of parameters specified does not match the expected number.");
    if (method->is_open) {
        reflect_throw(
            "System", "InvalidOperationException",
            "Late bound operations cannot be performed on types or methods for which ContainsGenericParameters "
            "is true.");
        return NULL;
    }
    if (method->flags & METHOD_ATTR_STATIC) {
        MonoVTable *vtable = mono_class_vtable_checked(method->klass, &error);
        if (!vtable || !mono_runtime_class_init_checked(vtable, &error)) {
            reflect_failed(&error);
            return NULL;
        }
    }
    Arguments arguments = {signature, parameters, NULL, NULL};
    if (count) {
        arguments.values = g_alloca(count * sizeof(void *));
        arguments.keep = mono_array_new(mono_defaults.object, count);
        for (unsigned i = 0; i < count; i++)
            if (!arguments.keep || !prepare_argument(&arguments, i))
                return NULL;
    }
    MonoObject *keep = NULL, *result = NULL;
    void *target;
    if (constructor && !obj) {
        if (method->klass == mono_defaults.string) {
            MonoMethod *maker = string_maker(signature);
            return maker ? mono_runtime_invoke_checked(maker, NULL, arguments.values, NULL) : NULL;
        }
        if (!(result = new_for_constructor(method->klass)))
            return NULL;
        mono_runtime_invoke_checked(method, method->klass->valuetype ? mono_object_unbox(result) : (void *)result,
                                    arguments.values, NULL);
        if (method->klass->is_nullable) /* no object is a Nullable<T>: it is its value's box */
            result = mono_value_box(method->klass, mono_object_unbox(result), &error);
        reflect_failed(&error);
    } else {
        if (!prepare_target(&method, obj, &target, &keep, exc))
            return NULL;
        result = mono_runtime_invoke_checked(method, target, arguments.values, NULL);
    }
    if (count)
        write_back(&arguments);
    return result;
}

/* object InternalInvoke(object obj, object[] parameters, out Exception exc) */
static void internal_invoke(MonoSlot *args, MonoSlot *ret)
{
    MonoReflectionMethod *self = args[0].p;
    MonoObject *exc = NULL;
    reflect_set_out(&args[3], NULL);
    MonoObject *result = reflect_invoke(self->method, args[1].o, args[2].p, &exc);
    reflect_set_out(&args[3], exc);
    ret->o = result;
}

void icall_invoke_method(MonoSlot *args, MonoSlot *ret)
{
    internal_invoke(args, ret);
}

void icall_invoke_constructor(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *obj = args[1].o;
    internal_invoke(args, ret);
    if (obj)
        ret->o = NULL;
}
