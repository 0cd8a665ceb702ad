/*
 * verify.c - type rules that keep code of foreign assemblies memory safe: see docs/hostile-input.md.
 *
 * The abstract stack knows of every value: an object's static class, a value type's class, what a managed pointer points
 * to. Where one is used these functions ask whether that fits. An object whose class is not known to fit is checked when
 * it gets there, by a castclass that C# had no need to write; everything else that does not fit is refused. Pointers that
 * are numbers (native int, unmanaged pointers, results of pointer arithmetic) are the program's own business.
 *
 * The class library, and code made by Reflection.Emit, is trusted: nothing is asked.
 */
#include "interp/ir/transform.h"

#include <string.h>

enum { MEMBER_ACCESS = 7, FAMILY = 4, FAMILY_OR_ASSEMBLY = 5, PUBLIC = 6 };                 /* II.23.1.5, II.23.1.10 */
enum { TYPE_PUBLIC = 1, TYPE_NESTED_PUBLIC = 2, TYPE_NESTED_FAMILY = 4, TYPE_NESTED_FAMORASSEM = 7 }; /* II.23.1.15 */

/* ---- Whom to trust ------------------------------------------------------------------------------------------------- */

static bool is_in_library(const MonoImage *image)
{
    const char *folder = mono_assembly_libdir(), *path = image->filename;
    size_t length = folder ? strlen(folder) : 0;
    return length && path && strncmp(path, folder, length) == 0 && path[length] == '/' && !strstr(path, "/../");
}

static bool trusts_image(MonoImage *image)
{
    static const MonoImage *last;
    static bool last_answer;
    if (image == mono_defaults.corlib)
        return true;
    if (image != last) {
        last_answer = mono_image_is_dynamic(image) || is_in_library(image);
        last = image;
    }
    return last_answer;
}

bool t_is_trusted(const Transform *t)
{
    if (trusts_image(t->image))
        return true;
    /* pointer operations by another name; NuGet's System.Memory is made of them */
    const MonoClass *klass = t->method->klass;
    return strcmp(klass->name, "Unsafe") == 0 && strcmp(klass->name_space, "System.Runtime.CompilerServices") == 0;
}

/* ---- Objects ------------------------------------------------------------------------------------------------------- */

static void emit_cast(Transform *t, StackEntry *entry, MonoClass *klass)
{
    uint32_t slot = t_use(t, entry);
    bool plain = !klass->is_interface && !klass->rank && !(klass->definition && klass->is_delegate);
    t_flush_slots(t, entry->home, 1);
    if (plain)
        t_emit(t, MINT_CASTCLASS_CLASS, entry->home, slot, t_data(t, klass));
    else
        t_emit(t, MINT_CASTCLASS_CACHED, entry->home, slot, t_data_new(t, klass, 3));
    entry->place = IN_HOME;
    entry->slot = entry->home;
    entry->aliased = false;
    entry->klass = klass;
}

static bool is_null(const StackEntry *entry)
{
    return entry->place == IS_CONST && entry->value.i == 0;
}

static bool fits(MonoClass *wanted, MonoClass *known)
{
    if (!known)
        return false;
    if (wanted == known)
        return true;
    if (!wanted->rank && !wanted->is_interface && !(wanted->definition && wanted->is_delegate))
        return mono_class_is_subclass(known, wanted);
    return mono_class_is_assignable(wanted, known);
}

/* Who calls through an interface asks the object for the method: any will do. */
static bool is_known(const StackEntry *entry, MonoClass *klass, bool interfaces_too)
{
    return is_null(entry) || klass == mono_defaults.object || (klass->is_interface && !interfaces_too) ||
           fits(klass, entry->klass);
}

/* An object that is used as one of `klass`. */
static bool accept_class(Transform *t, StackEntry *entry, MonoClass *klass, bool interfaces_too)
{
    if (entry->kind != KIND_REF)
        return t_invalid(t, "an object is expected on the stack");
    if (is_known(entry, klass, interfaces_too))
        return true;
    if (!mono_class_init_checked(klass, t->error))
        return false;
    emit_cast(t, entry, klass);
    return true;
}

/* ---- Memory -------------------------------------------------------------------------------------------------------- */

static bool is_reference(const MonoClass *klass)
{
    return mono_type_is_reference(&klass->byval_type);
}

static bool is_number(const MonoClass *klass)
{
    StackKind kind = t_kind(&klass->byval_type);
    return kind != KIND_VT && kind != KIND_REF;
}

/* Holds an address, perhaps of a frame: only in locals and arguments, as in C#. */
static bool is_typed_reference(const MonoClass *klass)
{
    return klass == mono_defaults.typed_reference;
}

static uint32_t size_of(MonoClass *klass)
{
    uint32_t align;
    MonoError error = MONO_ERROR_INIT;
    if (!klass->fields_ready && klass->valuetype && !mono_class_setup_fields(klass, &error)) /* an enum met first here */
        mono_error_clear(&error);
    return mono_type_size(&klass->byval_type, &align);
}

/* Memory that holds a `held`, seen as a `wanted`: the same, or numbers no longer than what is there. */
static bool same_memory(MonoClass *held, MonoClass *wanted)
{
    return held == wanted || (is_number(held) && is_number(wanted) && size_of(wanted) <= size_of(held));
}

static bool is_wild(Transform *t, const StackEntry *address)
{
    bool wild = address->kind == KIND_I4 || address->kind == KIND_I8 || (address->kind == KIND_PTR && !address->klass);
    t->imethod->uses_pointers |= wild;
    return wild;
}

static bool accept_pointer(Transform *t, const StackEntry *address, MonoClass *klass)
{
    if (is_wild(t, address))
        return true;
    if (address->kind != KIND_PTR)
        return t_invalid(t, "an address is expected on the stack");
    if (address->range & POINTER_READ_ONLY)
        return t_invalid(t, "the address of an element that may only be read goes elsewhere");
    return same_memory(address->klass, klass) || t_invalid(t, "the address of a %s is used as that of a %s",
                                                           address->klass->name, klass->name);
}

bool t_accept_address(Transform *t, const StackEntry *address, const MonoType *type, bool is_store)
{
    if (t_is_trusted(t) || is_wild(t, address))
        return true;
    if (address->kind != KIND_PTR)
        return t_invalid(t, "an address is expected on the stack");
    if (type->byref || (is_store && is_typed_reference(type->klass)))
        return t_invalid(t, "an address lies in memory");
    if (is_store && address->range & POINTER_READ_ONLY)
        return t_invalid(t, "a store to what may only be read");
    MonoClass *held = address->klass, *klass = type->klass;
    bool object = klass == mono_defaults.object && is_reference(held); /* ldind.ref, stind.ref */
    return object || same_memory(held, klass) ||
           t_invalid(t, "the address of a %s is used as that of a %s", held->name, klass->name);
}

MonoClass *t_pointee(Transform *t, const StackEntry *address, const MonoType *type)
{
    return type->klass == mono_defaults.object && address->kind == KIND_PTR && address->klass ? address->klass
                                                                                             : type->klass;
}

/* ---- Values -------------------------------------------------------------------------------------------------------- */

bool t_accept(Transform *t, StackEntry *entry, const MonoType *type)
{
    if (t_is_trusted(t))
        return true;
    switch (t_kind(type)) {
    case KIND_REF:
        return accept_class(t, entry, type->klass, false);
    case KIND_PTR:
        return accept_pointer(t, entry, type->klass);
    case KIND_VT:
        return entry->kind != KIND_VT || entry->klass == type->klass ||
               t_invalid(t, "a %s is used as a %s", entry->klass ? entry->klass->name : "value", type->klass->name);
    default:
        return entry->kind != KIND_REF || t_invalid(t, "an object is used as a number");
    }
}

bool t_is_known(const Transform *t, const StackEntry *entry, const MonoType *type)
{
    return t_kind(type) != KIND_REF || entry->kind != KIND_REF || is_known(entry, type->klass, false) || t_is_trusted(t);
}

bool t_accept_object(Transform *t, StackEntry *entry)
{
    return t_is_trusted(t) || entry->kind == KIND_REF || t_invalid(t, "an object is expected on the stack");
}

bool t_accept_owner(Transform *t, StackEntry *entry, MonoClass *klass)
{
    if (t_is_trusted(t))
        return true;
    if (!klass->valuetype)
        return accept_class(t, entry, klass, true);
    if (entry->kind == KIND_VT)
        return entry->klass == klass || t_invalid(t, "a value of another type");
    return is_wild(t, entry) || (entry->kind == KIND_PTR && same_memory(entry->klass, klass)) ||
           t_invalid(t, "no address of a %s", klass->name);
}

bool t_accept_this(Transform *t, StackEntry *entry, MonoClass *klass, bool lookup)
{
    if (t_is_trusted(t))
        return true;
    if (klass->valuetype)
        return t_accept_owner(t, entry, klass);
    return accept_class(t, entry, klass, !lookup);
}

bool t_accept_array(Transform *t, StackEntry *entry, MonoClass *element)
{
    if (t_is_trusted(t))
        return true;
    if (entry->kind != KIND_REF || (element && is_typed_reference(element)))
        return t_invalid(t, "an array is expected on the stack");
    if (is_null(entry))
        return true;
    MonoClass *known = entry->klass;
    if (!element) /* ldlen */
        return accept_class(t, entry, mono_defaults.array, true);
    if (known && known->rank) { /* mcs takes the first element's address of arrays of any rank */
        MonoClass *held = known->element_class;
        if (held == element || (is_reference(held) && is_reference(element)))
            return true;
        if (is_number(held) && is_number(element) && size_of(held) == size_of(element))
            return true;
        return t_invalid(t, "an array of %s is used as one of %s", held->name, element->name);
    }
    MonoClass *wanted = is_reference(element) ? mono_defaults.object : element;
    return accept_class(t, entry, mono_class_array(wanted, 1, true), true);
}

/* ---- Joins --------------------------------------------------------------------------------------------------------- */

static MonoClass *common_class(MonoClass *a, MonoClass *b)
{
    if (!a || !b || a->is_interface || b->is_interface)
        return NULL;
    while (a && !mono_class_is_subclass(b, a))
        a = a->parent;
    return a;
}

bool t_accept_join(Transform *t, const StackEntry *entry, StackShape *shape, uint32_t i, bool backward)
{
    unsigned kind = shape->entries[i].kind;
    MonoClass *klass = shape->entries[i].klass;
    if (kind == KIND_REF && entry->kind == KIND_REF) {
        if (shape->entries[i].pointer & SHAPE_NULL)
            shape->entries[i].klass = entry->klass;
        else if (!is_null(entry) && klass != entry->klass)
            shape->entries[i].klass = common_class(klass, entry->klass);
        if (!is_null(entry))
            shape->entries[i].pointer = 0;
        return true;
    }
    if (t_is_trusted(t)) {
        if (kind == KIND_PTR && klass != entry->klass)
            shape->entries[i].klass = NULL;
        return true;
    }
    if (kind == KIND_REF || entry->kind == KIND_REF)
        return t_invalid(t, "an object and something else meet");
    if (kind == KIND_VT)
        return entry->klass == klass || t_invalid(t, "value types differ where branches meet");
    if (kind != KIND_PTR)
        return true;
    uint8_t bits = entry->kind == KIND_PTR ? entry->range : 0;
    MonoClass *theirs = entry->kind == KIND_PTR ? entry->klass : NULL;
    if (klass && theirs && klass != theirs)
        return t_invalid(t, "addresses of a %s and of a %s meet", klass->name, theirs->name);
    if (backward && ((klass && !theirs) || (bits & ~shape->entries[i].pointer)))
        return t_invalid(t, "addresses of two kinds meet");
    if (!theirs)
        shape->entries[i].klass = NULL;
    shape->entries[i].pointer |= bits;
    return true;
}

/* ---- Members ------------------------------------------------------------------------------------------------------- */

static bool is_visible_type(const MonoClass *klass)
{
    for (; klass; klass = klass->nested_in) {
        unsigned visibility = klass->flags & MEMBER_ACCESS;
        if (visibility != TYPE_PUBLIC && visibility != TYPE_NESTED_PUBLIC && visibility != TYPE_NESTED_FAMILY &&
            visibility != TYPE_NESTED_FAMORASSEM)
            return false;
    }
    return true;
}

/* The class library's own members: its methods trust each other and its objects' fields. */
static bool is_visible(const MonoClass *klass, unsigned flags)
{
    unsigned access = flags & MEMBER_ACCESS;
    if (!trusts_image(klass->image) || mono_image_is_dynamic(klass->image) || klass->kind == MONO_CLASS_ARRAY)
        return true;
    return (access == FAMILY || access == FAMILY_OR_ASSEMBLY || access == PUBLIC) && is_visible_type(klass);
}

bool t_accept_method(Transform *t, const MonoMethod *method)
{
    if (t_is_trusted(t) || is_visible(method->klass, method->flags))
        return true;
    char *klass = mono_class_dotted_name(method->klass), *from = mono_class_dotted_name(t->method->klass);
    MonoErrorCode code = MONO_ERROR_METHOD_ACCESS;
    mono_error_set(t->error, code, NULL, "Method `%s:%s' is inaccessible from method `%s:%s'", klass, method->name, from,
                   t->method->name);
    g_free(klass);
    g_free(from);
    return false;
}

bool t_accept_field(Transform *t, const MonoClassField *field)
{
    if (t_is_trusted(t))
        return true;
    if (field->type.byref || is_typed_reference(field->type.klass))
        return t_invalid(t, "field %s is an address", field->name);
    if (is_visible(field->parent, field->flags))
        return true;
    char *klass = mono_class_dotted_name(field->parent), *from = mono_class_dotted_name(t->method->klass);
    mono_error_set(t->error, MONO_ERROR_FIELD_ACCESS, NULL, "Field `%s:%s' is inaccessible from method `%s:%s'", klass,
                   field->name, from, t->method->name);
    g_free(klass);
    g_free(from);
    return false;
}

/* ---- Delegates ----------------------------------------------------------------------------------------------------- */

static bool same_kind_of_number(const MonoType *a, const MonoType *b)
{
    return !a->byref && !b->byref && is_number(a->klass) && is_number(b->klass) && t_kind(a) == t_kind(b);
}

/* May a `from` be handed over where a `to` is taken? */
static bool passes(const MonoType *from, const MonoType *to)
{
    if (from->type == MONO_TYPE_VOID || to->type == MONO_TYPE_VOID)
        return from->type == to->type && from->byref == to->byref;
    if (from->byref || to->byref)
        return from->byref && to->byref && same_memory(from->klass, to->klass) && same_memory(to->klass, from->klass);
    if (from->klass == to->klass || same_kind_of_number(from, to))
        return true;
    return is_reference(from->klass) && is_reference(to->klass) &&
           (to->klass->is_interface || mono_class_is_assignable(to->klass, from->klass));
}

static const MonoType *type_of_this(const MonoMethod *method)
{
    return method->klass->valuetype ? &method->klass->byref_type : &method->klass->byval_type;
}

/* The method's arguments are: the target, when there is one, then Invoke's. */
static bool signatures_match(const MonoMethodSignature *invoke, const MonoMethod *method,
                             const MonoMethodSignature *signature, bool closed)
{
    const MonoType *wanted[256];
    unsigned count = 0, skip = closed;
    if (signature->param_count > 250 || !passes(&signature->ret, &invoke->ret))
        return false;
    if (signature->hasthis)
        wanted[count++] = type_of_this(method);
    for (unsigned i = 0; i < signature->param_count; i++)
        wanted[count++] = &signature->params[i];
    if (count != skip + invoke->param_count)
        return false;
    for (unsigned i = skip; i < count; i++)
        if (!passes(&invoke->params[i - skip], wanted[i]))
            return false;
    return true;
}

bool t_accept_delegate(Transform *t, MonoClass *klass, StackEntry *target, const StackEntry *pointer)
{
    if (t_is_trusted(t))
        return true;
    MonoMethod *method = pointer->function, *invoke = mono_class_find_method(klass, "Invoke", -1);
    if (!method || !invoke || pointer->kind != KIND_NATIVE)
        return t_invalid(t, "a delegate of what no ldftn gave");
    MonoMethodSignature *theirs = mono_method_signature_checked(method, t->error);
    MonoMethodSignature *ours = theirs ? mono_method_signature_checked(invoke, t->error) : NULL;
    if (!ours)
        return false;
    unsigned count = theirs->param_count + theirs->hasthis;
    bool closed = count == ours->param_count + 1u;
    if (!signatures_match(ours, method, theirs, closed))
        return t_invalid(t, "%s does not have the delegate's shape", method->name);
    if (!closed)
        return t_accept_object(t, target);
    const MonoType *first = theirs->hasthis ? &method->klass->byval_type : &theirs->params[0];
    if (first->byref || (!theirs->hasthis && !is_reference(first->klass)))
        return t_invalid(t, "a delegate's target must be an object");
    return accept_class(t, target, first->klass, true);
}
