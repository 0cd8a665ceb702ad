/*
 * marshal_icalls.c - System.Runtime.InteropServices.Marshal: native memory, strings, structures, function pointers.
 */
#include <stdlib.h>

#include "interp/corlib/marshal.h"

/* ---- Memory ---------------------------------------------------------------------------------------------------------
 */

static void *allocate(size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory)
        mono_set_pending_exception(mono_exception_out_of_memory());
    return memory;
}

ICALL(alloc_co_task)
{
    ret->p = allocate((size_t)(uint32_t)args[0].i4);
}

ICALL(alloc_pointer_size)
{
    intptr_t size = (intptr_t)args[0].p;
    if (size < 0)
        mono_set_pending_exception(mono_exception_out_of_memory());
    else
        ret->p = allocate((size_t)size);
}

ICALL(free_memory)
{
    free(args[0].p);
}

static void reallocate(void *old, size_t size, MonoSlot *ret)
{
    void *memory = realloc(old, size ? size : 1);
    if (!memory)
        mono_set_pending_exception(mono_exception_out_of_memory());
    ret->p = memory;
}

ICALL(realloc_co_task)
{
    reallocate(args[0].p, (size_t)(uint32_t)args[1].i4, ret);
}

ICALL(realloc_hglobal)
{
    reallocate(args[0].p, (size_t)args[1].p, ret);
}

/* ---- Strings --------------------------------------------------------------------------------------------------------
 */

/* (char* chars, int length) */
ICALL(string_to_utf8)
{
    ret->p = args[0].p ? glue_utf8(args[0].p, args[1].i4) : NULL;
}

ICALL(string_to_wide)
{
    const uint16_t *chars = args[0].p;
    int32_t length = args[1].i4;
    uint16_t *copy = chars ? allocate(((size_t)length + 1) * 2) : NULL;
    if (copy) {
        memcpy(copy, chars, (size_t)length * 2);
        copy[length] = 0;
    }
    ret->p = copy;
}

ICALL(buffer_to_bstr)
{
    ret->p = args[0].p ? marshal_bstr(args[0].p, args[1].u4) : NULL;
}

ICALL(free_bstr)
{
    marshal_free_bstr(args[0].p);
}

ICALL(utf8_to_string)
{
    ret->p = args[0].p ? mono_string_new(args[0].p) : NULL;
}

static bool check_text(const void *text)
{
    if (text)
        return true;
    mono_set_pending_exception(mono_exception_argument_null("ptr"));
    return false;
}

ICALL(utf8_to_string_length)
{
    if (check_text(args[0].p))
        ret->p = mono_string_new_len(args[0].p, args[1].u4);
}

ICALL(wide_to_string)
{
    ret->p = marshal_string_from_wide(args[0].p);
}

ICALL(wide_to_string_length)
{
    if (check_text(args[0].p))
        ret->p = mono_string_new_utf16(args[0].p, args[1].i4);
}

ICALL(bstr_to_string)
{
    const uint16_t *chars = args[0].p;
    if (check_text(chars))
        ret->p = mono_string_new_utf16(chars, ((const int32_t *)(const void *)chars)[-1] / 2);
}

/* ---- Arrays ---------------------------------------------------------------------------------------------------------
 */

static bool check_copy(const MonoArray *array, int32_t start, const void *memory, int32_t length)
{
    if (!array || !memory)
        mono_set_pending_exception(mono_exception_argument_null(array ? "destination" : "source"));
    else if (start < 0 || length < 0 || (uint64_t)start + (uint64_t)length > array->length)
        mono_set_pending_exception(mono_exception_argument("length", "start_index + length > array length"));
    else
        return true;
    return false;
}

/* (Array source, start, IntPtr destination, length, void* fixed) */
ICALL(copy_to_unmanaged)
{
    MonoArray *array = args[0].p;
    void *memory = args[2].p;
    int32_t start = args[1].i4, length = args[3].i4;
    if (!check_copy(array, start, memory, length))
        return;
    uint32_t size = mono_object_class(&array->object)->element_size;
    memcpy(memory, mono_array_address(array, size, (uint32_t)start), (size_t)length * size);
}

/* (IntPtr source, start, Array destination, length, void* fixed) */
ICALL(copy_from_unmanaged)
{
    MonoArray *array = args[2].p;
    const void *memory = args[0].p;
    int32_t start = args[1].i4, length = args[3].i4;
    if (!check_copy(array, start, memory, length))
        return;
    uint32_t size = mono_object_class(&array->object)->element_size;
    memcpy(mono_array_address(array, size, (uint32_t)start), memory, (size_t)length * size);
}

ICALL(array_element_address)
{
    MonoArray *array = args[0].p;
    ret->p =
        array ? mono_array_address(array, mono_object_class(&array->object)->element_size, (uint32_t)args[1].i4) : NULL;
}

/* ---- Structures -----------------------------------------------------------------------------------------------------
 */

static MarshalLayout *layout_of_type(MonoObject *type_object, const char *param)
{
    const MonoType *type = mono_type_from_object(type_object);
    MonoError error = MONO_ERROR_INIT;
    if (!type || type->byref) {
        mono_set_pending_exception(mono_exception_argument(param, "Type must be a type provided by the runtime."));
        return NULL;
    }
    MarshalLayout *layout = mono_class_init_checked(type->klass, &error) ? marshal_layout(type->klass, &error) : NULL;
    if (!layout && error.code == MONO_ERROR_ARGUMENT) {
        mono_set_pending_exception(mono_exception_argument(param, error.message));
        mono_error_clear(&error);
    }
    glue_ok(&error);
    return layout;
}

ICALL(size_of)
{
    const MonoType *type = mono_type_from_object(args[0].o);
    MarshalSpec spec;
    MonoError error = MONO_ERROR_INIT;
    bool primitive = type && !type->byref && !type->klass->enumtype &&
                     ((type->type >= MONO_TYPE_BOOLEAN && type->type <= MONO_TYPE_R8) || type->type == MONO_TYPE_I ||
                      type->type == MONO_TYPE_U || type->type == MONO_TYPE_PTR || type->type == MONO_TYPE_FNPTR);
    if (primitive) {
        if (marshal_spec(type, (MonoBlob){0}, false, true, &spec, &error))
            ret->i4 = (int32_t)spec.size;
        glue_ok(&error);
        return;
    }
    MarshalLayout *layout = layout_of_type(args[0].o, "t");
    if (layout)
        ret->i4 = (int32_t)layout->size;
}

/* (Type, field name) */
ICALL(offset_of)
{
    MarshalLayout *layout = layout_of_type(args[0].o, "t");
    char *name = mono_string_to_utf8(args[1].p);
    if (!layout || !name) {
        if (!name)
            mono_set_pending_exception(mono_exception_argument_null("fieldName"));
        g_free(name);
        return;
    }
    for (uint32_t i = 0; i < layout->field_count; i++)
        if (strcmp(layout->fields[i].field->name, name) == 0) {
            ret->i8 = layout->fields[i].offset;
            g_free(name);
            return;
        }
    char *text = g_strdup_printf("Field passed in is not a marshaled member of the type %s", layout->klass->name);
    mono_set_pending_exception(mono_exception_argument("fieldName", text));
    g_free(text);
    g_free(name);
}

static MarshalLayout *layout_of_object(MonoObject *object)
{
    MonoError error = MONO_ERROR_INIT;
    MarshalLayout *layout = marshal_layout(mono_object_class(object), &error);
    glue_ok(&error);
    return layout;
}

/* (object, IntPtr, delete old) */
ICALL(structure_to_ptr)
{
    MonoObject *object = args[0].o;
    void *memory = args[1].p;
    bool delete_old = args[2].i4 & 1;
    if (!object || !memory) {
        mono_set_pending_exception(mono_exception_argument_null(object ? "ptr" : "structure"));
        return;
    }
    MarshalLayout *layout = layout_of_object(object);
    if (!layout)
        return;
    if (delete_old)
        marshal_struct_release(layout, memory);
    marshal_struct_to_native(layout, mono_object_unbox(object), memory);
}

ICALL(ptr_to_existing)
{
    const void *memory = args[0].p;
    MonoObject *object = args[1].o;
    if (!object || !memory) {
        mono_set_pending_exception(mono_exception_argument_null(object ? "ptr" : "structure"));
        return;
    }
    MarshalLayout *layout = layout_of_object(object);
    if (layout)
        marshal_struct_to_managed(layout, memory, mono_object_unbox(object));
}

/* Enums and primitives have no layout of their own: their bytes are read. */
ICALL(ptr_to_structure)
{
    const void *memory = args[0].p;
    MonoObject *type_object = args[1].o;
    const MonoType *type = mono_type_from_object(type_object);
    MonoError error = MONO_ERROR_INIT;
    ret->o = NULL;
    if (!memory || !type)
        return;
    MonoVTable *vtable = mono_class_vtable_checked(type->klass, &error);
    MonoObject *object = vtable ? mono_object_new_checked(vtable, &error) : NULL;
    if (!glue_ok(&error))
        return;
    MarshalSpec spec;
    if (type->type != MONO_TYPE_VALUETYPE && type->type != MONO_TYPE_CLASS) {
        if (marshal_spec(type, (MonoBlob){0}, false, true, &spec, &error) &&
            marshal_to_managed(&spec, memory, mono_object_unbox(object)))
            ret->o = object;
        glue_ok(&error);
        return;
    }
    if (type->klass->enumtype) {
        memcpy(mono_object_unbox(object), memory, type->klass->value_size);
        ret->o = object;
        return;
    }
    MarshalLayout *layout = layout_of_type(type_object, "structureType");
    if (layout && marshal_struct_to_managed(layout, memory, mono_object_unbox(object)))
        ret->o = object;
}

ICALL(destroy_structure)
{
    void *memory = args[0].p;
    MarshalLayout *layout = layout_of_type(args[1].o, "structureType");
    if (layout && memory)
        marshal_struct_release(layout, memory);
}

/* ---- Function pointers, errors --------------------------------------------------------------------------------------
 */

ICALL(function_to_delegate)
{
    const MonoType *type = mono_type_from_object(args[1].o);
    MonoError error = MONO_ERROR_INIT;
    ret->o = type ? marshal_function_delegate(args[0].p, type->klass, &error) : NULL;
    glue_ok(&error);
}

ICALL(delegate_to_function)
{
    ret->p = marshal_delegate_function(args[0].p);
}

ICALL(get_last_error)
{
    ret->i4 = glue_last_error;
}

ICALL(set_last_error)
{
    glue_last_error = args[0].i4;
}

ICALL(prelink)
{
    MonoMethod *method = glue_method_of(args[0].o);
    MonoError error = MONO_ERROR_INIT;
    if (method && method->kind == MONO_METHOD_PINVOKE)
        pinvoke_resolve(method, &error);
    glue_ok(&error);
}

ICALL(prelink_all)
{
    const MonoType *type = mono_type_from_object(args[0].o);
    MonoError error = MONO_ERROR_INIT;
    if (type && mono_class_setup_methods(type->klass, &error))
        for (uint32_t i = 0; i < type->klass->method_count; i++)
            if (type->klass->methods[i]->kind == MONO_METHOD_PINVOKE &&
                !pinvoke_resolve(type->klass->methods[i], &error))
                break;
    glue_ok(&error);
}

ICALL(no_com)
{
    mono_set_pending_exception(mono_exception_platform_not_supported("COM is not supported."));
}

#define MARSHAL "System.Runtime.InteropServices.Marshal::"

const MonoICallRow mono_icalls_marshal_icalls[] = {
    {MARSHAL "AddRefInternal", no_com},
    {MARSHAL "AllocCoTaskMem", alloc_co_task},
    {MARSHAL "AllocCoTaskMemSize", alloc_pointer_size},
    {MARSHAL "AllocHGlobal", alloc_pointer_size},
    {MARSHAL "BufferToBSTR", buffer_to_bstr},
    {MARSHAL "DestroyStructure", destroy_structure},
    {MARSHAL "FreeBSTR", free_bstr},
    {MARSHAL "FreeCoTaskMem", free_memory},
    {MARSHAL "FreeHGlobal", free_memory},
    {MARSHAL "GetCCW", no_com},
    {MARSHAL "GetComSlotForMethodInfoInternal", no_com},
    {MARSHAL "GetDelegateForFunctionPointerInternal", function_to_delegate},
    {MARSHAL "GetFunctionPointerForDelegateInternal", delegate_to_function},
    {MARSHAL "GetIDispatchForObjectInternal", no_com},
    {MARSHAL "GetIUnknownForObjectInternal", no_com},
    {MARSHAL "GetLastWin32Error", get_last_error},
    {MARSHAL "GetObjectForCCW", no_com},
    {MARSHAL "GetRawIUnknownForComObjectNoAddRef", no_com},
    {MARSHAL "IsComObject", icall_zero},
    {MARSHAL "OffsetOf", offset_of},
    {MARSHAL "Prelink", prelink},
    {MARSHAL "PrelinkAll", prelink_all},
    {MARSHAL "PtrToStringAnsi(intptr)", utf8_to_string},
    {MARSHAL "PtrToStringAnsi(intptr,int)", utf8_to_string_length},
    {MARSHAL "PtrToStringBSTR", bstr_to_string},
    {MARSHAL "PtrToStringUni(intptr)", wide_to_string},
    {MARSHAL "PtrToStringUni(intptr,int)", wide_to_string_length},
    {MARSHAL "PtrToStructure(intptr,object)", ptr_to_existing},
    {MARSHAL "PtrToStructure(intptr,System.Type)", ptr_to_structure},
    {MARSHAL "QueryInterfaceInternal", no_com},
    {MARSHAL "ReAllocCoTaskMem", realloc_co_task},
    {MARSHAL "ReAllocHGlobal", realloc_hglobal},
    {MARSHAL "ReleaseComObjectInternal", no_com},
    {MARSHAL "ReleaseInternal", no_com},
    {MARSHAL "SetLastWin32Error", set_last_error},
    {MARSHAL "SizeOf", size_of},
    {MARSHAL "StringToHGlobalAnsi", string_to_utf8},
    {MARSHAL "StringToHGlobalUni", string_to_wide},
    {MARSHAL "StructureToPtr", structure_to_ptr},
    {MARSHAL "UnsafeAddrOfPinnedArrayElement", array_element_address},
    {MARSHAL "copy_from_unmanaged_fixed", copy_from_unmanaged},
    {MARSHAL "copy_to_unmanaged_fixed", copy_to_unmanaged},
    {0},
};
