/*
 * vtable.c - slots: overriding, interfaces, explicit implementations; and what a virtual call reaches.
 *
 * Slots of a class: those of its parent, one area for each interface it adds, then its new virtual methods.
 *
 *   1. own virtual methods take the slot they override or a new one
 *   2. MethodImpl rows replace slots of classes and of interfaces
 *   3. open interface slots are filled by name and signature, from the class itself up its parents
 *   4. whatever an overridden method stood for, its successor stands for too (interface areas of parents)
 *
 * Decided once for a definition, in its own terms; an instance's slots are the definition's, inflated. So C<T>.F(T)
 * and C<T>.F(int) stay two even where T is int.
 */
#include "interp/runtime/types.h"

#include <string.h>

enum { NOT_IN_VTABLE = 0xffffffff, ACCESS_MASK = 7, ACCESS_PRIVATE = 1, ACCESS_PUBLIC = 6 };

/* ---- Interfaces of a class --------------------------------------------------------------------------------------- */

static bool is_virtual(const MonoMethod *method)
{
    return (method->flags & (MONO_METHOD_ATTR_VIRTUAL | MONO_METHOD_ATTR_STATIC)) == MONO_METHOD_ATTR_VIRTUAL;
}

/* Slots are found by name over all methods of all parents: most differ in the first letter. */
static inline bool same_name(const MonoMethod *a, const MonoMethod *b)
{
    return a->name == b->name || (a->name[0] == b->name[0] && strcmp(a->name, b->name) == 0);
}

static bool resolve_own_interfaces(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    if (klass->definition) {
        MonoClass *definition = klass->definition;
        MonoGenericContext context = mono_class_context(klass);
        klass->own_interfaces = mono_type_alloc(definition->own_interface_count * sizeof *klass->own_interfaces);
        for (uint32_t i = 0; i < definition->own_interface_count; i++)
            klass->own_interfaces[i] = mono_class_inflate(definition->own_interfaces[i], &context);
        klass->own_interface_count = definition->own_interface_count;
        return true;
    }
    uint32_t count;
    uint32_t first = mono_image_find_rows(klass->image, MONO_TABLE_INTERFACEIMPL, MONO_INTERFACEIMPL_CLASS,
                                          MONO_TOKEN_ROW(klass->type_token), &count);
    if (!first)
        return true;
    MonoClass **own = mono_type_alloc(count * sizeof *own);
    MonoGenericContext context = mono_class_context(klass);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t token =
            mono_coded_token(MONO_CODED_TYPE_DEF_OR_REF, mono_image_row(klass->image, MONO_TABLE_INTERFACEIMPL,
                                                                        first + i, MONO_INTERFACEIMPL_INTERFACE));
        own[i] = mono_class_get_checked(klass->image, token, &context, &error);
        if (!own[i])
            return mono_class_fail_with(klass, &error);
        if (!own[i]->is_interface)
            return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "Type '%s' implements '%s', which is no interface",
                                   klass->name, own[i]->name);
    }
    klass->own_interfaces = own;
    klass->own_interface_count = count;
    return true;
}

static int find_interface(const MonoClass *klass, const MonoClass *interface)
{
    for (uint32_t i = 0; i < klass->interface_count; i++)
        if (klass->interfaces[i] == interface)
            return (int)i;
    return -1;
}

typedef struct {
    GPtrArray *interfaces;
    GArray *offsets;
    uint32_t slot_count;
} Areas;

static bool add_interface(MonoClass *klass, MonoClass *interface, Areas *areas)
{
    MonoError error = MONO_ERROR_INIT;
    if (g_ptr_array_find(areas->interfaces, interface, NULL))
        return true;
    if (!mono_class_setup_vtable(interface, &error))
        return mono_class_fail_with(klass, &error);
    uint32_t offset = klass->is_interface ? 0 : areas->slot_count;
    g_ptr_array_add(areas->interfaces, interface);
    g_array_append_val(areas->offsets, offset);
    if (!klass->is_interface)
        areas->slot_count += interface->slot_count;
    for (uint32_t i = 0; i < interface->interface_count; i++)
        if (!add_interface(klass, interface->interfaces[i], areas))
            return false;
    return true;
}

/* T[]: the generic collection interfaces; their methods are found when called. */
static void add_array_interfaces(MonoClass *klass, Areas *areas)
{
    MonoClass *definitions[] = {mono_defaults.ilist_generic, mono_defaults.icollection_generic,
                                mono_defaults.ienumerable_generic, mono_defaults.ireadonlylist_generic,
                                mono_defaults.ireadonlycollection_generic};
    if (!klass->is_szarray || klass->element_class->kind == MONO_CLASS_POINTER ||
        klass->element_class->kind == MONO_CLASS_FNPTR)
        return;
    MonoGenericInst *inst = mono_generic_inst(&klass->element_class, 1);
    for (unsigned i = 0; i < G_N_ELEMENTS(definitions); i++) {
        if (!definitions[i])
            continue;
        uint32_t offset = NOT_IN_VTABLE;
        g_ptr_array_add(areas->interfaces, mono_class_instantiate(definitions[i], inst));
        g_array_append_val(areas->offsets, offset);
    }
}

static bool collect_interfaces(MonoClass *klass)
{
    MonoClass *parent = klass->parent;
    Areas areas = {g_ptr_array_new(), g_array_new(FALSE, FALSE, sizeof(uint32_t)), parent ? parent->slot_count : 0};
    bool ok = resolve_own_interfaces(klass);
    for (uint32_t i = 0; ok && parent && i < parent->interface_count; i++) {
        g_ptr_array_add(areas.interfaces, parent->interfaces[i]);
        g_array_append_val(areas.offsets, parent->interface_offsets[i]);
    }
    for (uint32_t i = 0; ok && i < klass->own_interface_count; i++)
        ok = add_interface(klass, klass->own_interfaces[i], &areas);
    if (ok && klass->kind == MONO_CLASS_ARRAY)
        add_array_interfaces(klass, &areas);
    if (ok && areas.interfaces->len) {
        klass->interface_count = areas.interfaces->len;
        klass->interfaces = mono_type_alloc(klass->interface_count * sizeof *klass->interfaces);
        klass->interface_offsets = mono_type_alloc(klass->interface_count * sizeof *klass->interface_offsets);
        memcpy(klass->interfaces, areas.interfaces->pdata, klass->interface_count * sizeof *klass->interfaces);
        memcpy(klass->interface_offsets, areas.offsets->data, klass->interface_count * sizeof(uint32_t));
    }
    if (ok && !klass->is_interface)
        klass->slot_count = areas.slot_count;
    g_ptr_array_free(areas.interfaces, TRUE);
    g_array_free(areas.offsets, TRUE);
    return ok;
}

/* ---- Building a definition's slots ------------------------------------------------------------------------------- */

typedef struct {
    MonoClass *klass;
    MonoMethod **slots;
    uint32_t count;
    GHashTable *successors; /* overridden MonoMethod -> its successor; NULL until needed */
} Builder;

static void add_successor(Builder *builder, MonoMethod *old, MonoMethod *new)
{
    if (!old || old == new || old->klass->is_interface)
        return;
    if (!builder->successors)
        builder->successors = g_hash_table_new(NULL, NULL);
    g_hash_table_insert(builder->successors, old, new);
}

static bool same_signature(MonoMethod *a, MonoMethod *b, bool *same, MonoError *error)
{
    *same = false;
    if (a->generic_param_count != b->generic_param_count)
        return true;
    MonoMethodSignature *left = mono_method_signature_checked(a, error);
    MonoMethodSignature *right = left ? mono_method_signature_checked(b, error) : NULL;
    *same = right && mono_signature_matches(left, right);
    return right != NULL;
}

/* The nearest virtual method of the parents that `method` overrides; NULL = none. */
static bool find_overridden(MonoClass *klass, MonoMethod *method, MonoMethod **overridden, MonoError *error)
{
    *overridden = NULL;
    for (MonoClass *above = klass->parent; above; above = above->parent) {
        if (!mono_class_setup_methods(above, error))
            return false;
        for (uint32_t i = 0; i < above->method_count; i++) {
            MonoMethod *candidate = above->methods[i];
            if (!is_virtual(candidate) || !same_name(candidate, method) || candidate->slot < 0 ||
                (candidate->flags & ACCESS_MASK) <= ACCESS_PRIVATE)
                continue;
            bool same;
            if (!same_signature(method, candidate, &same, error))
                return false;
            if (same) {
                *overridden = candidate;
                return true;
            }
        }
    }
    return true;
}

static bool place_method(Builder *builder, MonoMethod *method)
{
    MonoClass *klass = builder->klass;
    MonoError error = MONO_ERROR_INIT;
    MonoMethod *overridden = NULL;
    if (!(method->flags & MONO_METHOD_ATTR_NEWSLOT) && !find_overridden(klass, method, &overridden, &error))
        return mono_class_fail_with(klass, &error);
    if (overridden) {
        MonoMethod *current = builder->slots[overridden->slot];
        /* Final in the parent that overrode last; in this class a slot may be taken twice only by broken metadata. */
        if (current && current->klass != klass && current->flags & MONO_METHOD_ATTR_FINAL)
            return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "Method '%s' of type '%s' overrides a final method",
                                   method->name, klass->name);
        method->slot = overridden->slot;
        add_successor(builder, current, method);
    } else {
        method->slot = builder->count++;
    }
    builder->slots[method->slot] = method;
    return true;
}

/* Slot that a MethodImpl's declaration has in this class, -1 = none. */
static int32_t declaration_slot(MonoClass *klass, MonoMethod *declaration)
{
    MonoClass *owner = declaration->klass;
    if (owner->is_interface) {
        int index = find_interface(klass, owner);
        return index >= 0 && declaration->slot >= 0 ? (int32_t)klass->interface_offsets[index] + declaration->slot : -1;
    }
    return declaration->slot >= 0 && mono_class_is_subclass(klass, owner) ? declaration->slot : -1;
}

/* explicit_slots: set of the slots that a MethodImpl filled. */
static bool apply_method_impls(Builder *builder, uint8_t *explicit_slots)
{
    MonoClass *klass = builder->klass;
    MonoGenericContext context = mono_class_context(klass);
    uint32_t count;
    uint32_t first = mono_image_find_rows(klass->image, MONO_TABLE_METHODIMPL, MONO_METHODIMPL_CLASS,
                                          MONO_TOKEN_ROW(klass->type_token), &count);
    for (uint32_t i = 0; first && i < count; i++) {
        MonoError error = MONO_ERROR_INIT;
        uint32_t body_token =
            mono_coded_token(MONO_CODED_METHOD_DEF_OR_REF,
                             mono_image_row(klass->image, MONO_TABLE_METHODIMPL, first + i, MONO_METHODIMPL_BODY));
        uint32_t declaration_token =
            mono_coded_token(MONO_CODED_METHOD_DEF_OR_REF, mono_image_row(klass->image, MONO_TABLE_METHODIMPL,
                                                                          first + i, MONO_METHODIMPL_DECLARATION));
        MonoMethod *body = mono_method_get_checked(klass->image, body_token, &context, &error);
        MonoMethod *declaration =
            body ? mono_method_get_checked(klass->image, declaration_token, &context, &error) : NULL;
        if (!declaration)
            return mono_class_fail_with(klass, &error);
        int32_t slot = declaration_slot(klass, declaration);
        if (slot < 0)
            continue;
        if ((uint32_t)slot >= builder->count || !is_virtual(body) || !mono_class_is_subclass(klass, body->klass))
            return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "Method '%s' of type '%s' cannot implement '%s'",
                                   body->name, klass->name, declaration->name);
        bool same;
        if (!same_signature(body, declaration, &same, &error))
            return mono_class_fail_with(klass, &error);
        if (!same)
            return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD,
                                   "Method '%s' of type '%s' and '%s', which it implements, have different signatures",
                                   body->name, klass->name, declaration->name);
        if (!declaration->klass->is_interface)
            add_successor(builder, builder->slots[slot], body);
        builder->slots[slot] = body;
        explicit_slots[slot] = 1;
    }
    return true;
}

/* ---- Filling interface areas ------------------------------------------------------------------------------------- */

/* A public virtual method of `klass` itself that answers the interface's method. flags: what else it must have. */
static bool find_public(MonoClass *klass, MonoMethod *wanted, unsigned flags, MonoMethod **found, MonoError *error)
{
    *found = NULL;
    if (!mono_class_setup_methods(klass, error))
        return false;
    for (uint32_t i = 0; i < klass->method_count; i++) {
        MonoMethod *candidate = klass->methods[i];
        if (!is_virtual(candidate) || (candidate->flags & ACCESS_MASK) != ACCESS_PUBLIC ||
            (candidate->flags & flags) != flags || !same_name(candidate, wanted))
            continue;
        bool same;
        if (!same_signature(candidate, wanted, &same, error))
            return false;
        if (same) {
            *found = candidate;
            return true;
        }
    }
    return true;
}

/* From the class up its parents; what stands in the slot now, which may be an override. */
static bool find_implementation(Builder *builder, MonoMethod *wanted, MonoMethod **found, MonoError *error)
{
    *found = NULL;
    for (MonoClass *above = builder->klass; above; above = above->parent) {
        MonoMethod *method;
        if (!find_public(above, wanted, 0, &method, error))
            return false;
        if (method) {
            *found = method->slot >= 0 ? builder->slots[method->slot] : method;
            return true;
        }
    }
    return true;
}

static bool lists_interface(const MonoClass *klass, const MonoClass *interface)
{
    for (uint32_t i = 0; i < klass->own_interface_count; i++)
        if (klass->own_interfaces[i] == interface)
            return true;
    return false;
}

/* A slot that a parent filled changes only when the class lists the interface again and has a new method for it, as
 * Mono does it; overrides of the parent's method follow by apply_successors(). */
static bool fill_interface(Builder *builder, uint32_t index, const uint8_t *explicit_slots)
{
    MonoClass *klass = builder->klass, *interface = klass->interfaces[index];
    MonoError error = MONO_ERROR_INIT;
    uint32_t offset = klass->interface_offsets[index];
    bool listed = lists_interface(klass, interface);
    if (offset == NOT_IN_VTABLE)
        return true;
    if (!mono_class_setup_methods(interface, &error))
        return mono_class_fail_with(klass, &error);
    for (uint32_t i = 0; i < interface->method_count; i++) {
        MonoMethod *wanted = interface->methods[i], *found = NULL;
        if (wanted->slot < 0 || explicit_slots[offset + wanted->slot])
            continue;
        MonoMethod **slot = &builder->slots[offset + wanted->slot];
        bool ok = true;
        if (!*slot)
            ok = find_implementation(builder, wanted, &found, &error);
        else if (listed)
            ok = find_public(klass, wanted, MONO_METHOD_ATTR_NEWSLOT, &found, &error);
        if (!ok)
            return mono_class_fail_with(klass, &error);
        if (found)
            *slot = found;
        else if (!*slot && !(wanted->flags & MONO_METHOD_ATTR_ABSTRACT))
            *slot = wanted; /* a default method */
    }
    return true;
}

static void apply_successors(Builder *builder, const uint8_t *explicit_slots)
{
    if (!builder->successors)
        return;
    for (uint32_t i = 0; i < builder->count; i++) {
        MonoMethod *successor = builder->slots[i] && !explicit_slots[i]
                                    ? g_hash_table_lookup(builder->successors, builder->slots[i])
                                    : NULL;
        if (successor)
            builder->slots[i] = successor;
    }
}

static bool check_complete(MonoClass *klass)
{
    if (klass->flags & MONO_TYPE_ATTR_ABSTRACT || klass->is_interface)
        return true;
    for (uint32_t i = 0; i < klass->interface_count; i++) {
        if (klass->interface_offsets[i] == NOT_IN_VTABLE)
            continue;
        for (uint32_t slot = 0; slot < klass->interfaces[i]->slot_count; slot++)
            if (!klass->slots[klass->interface_offsets[i] + slot])
                return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "VTable setup of type %s failed", klass->name);
    }
    for (uint32_t slot = 0; slot < klass->slot_count; slot++)
        if (!klass->slots[slot] || klass->slots[slot]->flags & MONO_METHOD_ATTR_ABSTRACT)
            return mono_class_fail(klass, MONO_ERROR_TYPE_LOAD,
                                   "Type %s has invalid vtable method slot %u with method none", klass->name, slot);
    return true;
}

static bool build_slots(MonoClass *klass)
{
    uint32_t own = 0;
    for (uint32_t i = 0; i < klass->method_count; i++)
        own += is_virtual(klass->methods[i]);
    Builder builder = {klass, g_new0(MonoMethod *, klass->slot_count + own + 1u), klass->slot_count, NULL};
    uint8_t *explicit_slots = g_malloc0(klass->slot_count + own + 1u);
    if (klass->parent && klass->parent->slot_count)
        memcpy(builder.slots, klass->parent->slots, klass->parent->slot_count * sizeof *builder.slots);
    bool ok = true;
    for (uint32_t i = 0; ok && i < klass->method_count; i++)
        if (is_virtual(klass->methods[i]))
            ok = place_method(&builder, klass->methods[i]);
    ok = ok && apply_method_impls(&builder, explicit_slots);
    for (uint32_t i = 0; ok && i < klass->interface_count; i++)
        ok = fill_interface(&builder, i, explicit_slots);
    if (ok) {
        apply_successors(&builder, explicit_slots);
        klass->slot_count = builder.count;
        klass->slots = mono_type_alloc(builder.count * sizeof *klass->slots);
        memcpy(klass->slots, builder.slots, builder.count * sizeof *klass->slots);
        ok = check_complete(klass);
    }
    if (builder.successors)
        g_hash_table_destroy(builder.successors);
    g_free(builder.slots);
    g_free(explicit_slots);
    return ok;
}

/* ---- Instances and arrays ---------------------------------------------------------------------------------------- */

/* Interface areas keep the definition's places, also where two interfaces became one: then the first counts. */
static bool inflate_interfaces(MonoClass *klass)
{
    MonoClass *definition = klass->definition;
    MonoError error = MONO_ERROR_INIT;
    MonoGenericContext context = mono_class_context(klass);
    if (!resolve_own_interfaces(klass))
        return false;
    klass->interfaces = mono_type_alloc(definition->interface_count * sizeof *klass->interfaces);
    klass->interface_offsets = mono_type_alloc(definition->interface_count * sizeof *klass->interface_offsets);
    for (uint32_t i = 0; i < definition->interface_count; i++) {
        MonoClass *interface = mono_class_inflate(definition->interfaces[i], &context);
        if (find_interface(klass, interface) >= 0)
            continue;
        if (!mono_class_setup_vtable(interface, &error))
            return mono_class_fail_with(klass, &error);
        klass->interfaces[klass->interface_count] = interface;
        klass->interface_offsets[klass->interface_count++] = definition->interface_offsets[i];
    }
    return true;
}

static bool inflate_slots(MonoClass *klass)
{
    MonoClass *definition = klass->definition, *parent = klass->parent;
    MonoError error = MONO_ERROR_INIT;
    MonoGenericContext context = mono_class_context(klass);
    if (!mono_class_setup_vtable(definition, &error))
        return mono_class_fail_with(klass, &error);
    for (uint32_t i = 0; i < klass->method_count; i++)
        klass->methods[i]->slot = definition->methods[i]->slot;
    if (!inflate_interfaces(klass))
        return false;
    klass->slot_count = definition->slot_count;
    if (klass->is_interface)
        return true;
    klass->slots = mono_type_alloc(klass->slot_count * sizeof *klass->slots);
    for (uint32_t i = 0; i < klass->slot_count; i++) {
        MonoMethod *method = definition->slots[i];
        if (!method) {
            continue;
        } else if (method->klass == definition) {
            klass->slots[i] = mono_class_method_by_token(klass, method->token);
        } else if (parent && i < parent->slot_count && definition->parent->slots[i] == method) {
            klass->slots[i] = parent->slots[i];
        } else {
            klass->slots[i] = mono_class_inflate_method(method, &context, &error);
            if (!klass->slots[i])
                return mono_class_fail_with(klass, &error);
        }
    }
    return true;
}

static void share_parent_slots(MonoClass *klass)
{
    if (klass->parent) {
        klass->slots = klass->parent->slots;
        klass->slot_count = klass->parent->slot_count;
    }
}

/* Object's own Finalize is empty and counts as none. */
static void find_finalizer(MonoClass *klass)
{
    static int32_t slot = -1;
    if (klass->is_interface || klass->valuetype)
        return;
    if (slot < 0) {
        MonoMethod *method = mono_class_find_method(mono_defaults.object, "Finalize", 0);
        slot = method ? method->slot : -1;
    }
    if (slot >= 0 && (uint32_t)slot < klass->slot_count && klass->slots[slot] &&
        klass->slots[slot]->klass != mono_defaults.object)
        klass->finalizer = klass->slots[slot];
}

static bool setup_vtable(MonoClass *klass)
{
    MonoError error = MONO_ERROR_INIT;
    if (!mono_class_setup_methods(klass, &error) || (klass->parent && !mono_class_setup_vtable(klass->parent, &error)))
        return mono_class_fail_with(klass, &error);
    if (klass->definition)
        return inflate_slots(klass);
    if (klass->kind == MONO_CLASS_ARRAY) {
        share_parent_slots(klass);
        return collect_interfaces(klass);
    }
    if (!klass->type_token) {
        share_parent_slots(klass);
        return true;
    }
    return collect_interfaces(klass) && (klass->is_interface || build_slots(klass));
}

/* Instances of generic methods that were made before the slots were known get them now. */
static void tell_instances(MonoClass *klass)
{
    for (uint32_t i = 0; i < klass->method_count; i++) {
        GHashTableIter all;
        void *instance;
        if (!klass->methods[i]->instances)
            continue;
        g_hash_table_iter_init(&all, klass->methods[i]->instances);
        while (g_hash_table_iter_next(&all, NULL, &instance))
            ((MonoMethod *)instance)->slot = klass->methods[i]->slot;
    }
}

bool mono_class_setup_vtable(MonoClass *klass, MonoError *error)
{
    if (klass->vtable_ready)
        return true;
    if (!mono_error_ok(&klass->failure))
        return mono_class_report_failure(klass, error);
    if (!mono_class_check_finished(klass, error))
        return false;
    if (klass->vtable_busy || !klass->identity_ready) {
        mono_error_set(error, MONO_ERROR_TYPE_LOAD, klass->name, "Type '%s' needs itself to be set up", klass->name);
        return false;
    }
    klass->vtable_busy = true;
    bool ok = setup_vtable(klass);
    klass->vtable_busy = false;
    if (!ok)
        return mono_class_report_failure(klass, error);
    find_finalizer(klass);
    tell_instances(klass);
    klass->vtable_ready = true;
    return true;
}

bool mono_class_init_checked(MonoClass *klass, MonoError *error)
{
    if (klass->init_ready)
        return true;
    if (!mono_class_setup_fields(klass, error) || !mono_class_setup_vtable(klass, error))
        return false;
    klass->init_ready = true;
    return true;
}

/* ---- Virtual calls ----------------------------------------------------------------------------------------------- */

static MonoMethod *no_implementation(MonoClass *klass, MonoMethod *method, MonoError *error)
{
    char *class_name = mono_class_full_name(klass), *declaring = mono_class_full_name(method->klass);
    mono_error_set(error, MONO_ERROR_MISSING_METHOD, method->name, "Type '%s' has no implementation of '%s.%s'",
                   class_name, declaring, method->name);
    g_free(class_name);
    g_free(declaring);
    return NULL;
}

/* The generic method of System.Array that stands for a method of T[]'s collection interfaces. */
static MonoMethod *array_interface_method(MonoMethod *method, MonoError *error)
{
    const char *prefixes[] = {"", NULL};
    MonoClass *definition = method->klass->definition;
    if (definition == mono_defaults.icollection_generic)
        prefixes[1] = "ICollection_";
    else if (definition == mono_defaults.ienumerable_generic)
        prefixes[1] = "IEnumerable_";
    else if (definition == mono_defaults.ireadonlylist_generic)
        prefixes[1] = "IReadOnlyList_";
    else if (definition == mono_defaults.ireadonlycollection_generic)
        prefixes[1] = "IReadOnlyCollection_";
    char name[128];
    MonoMethod *found = NULL;
    for (int i = 1; i >= 0 && !found; i--) {
        if (!prefixes[i])
            continue;
        g_snprintf(name, sizeof name, "InternalArray__%s%s", prefixes[i], method->name);
        found = mono_class_find_method(mono_defaults.array, name, -1);
    }
    if (found && found->method_inst)
        found = mono_method_instantiate(found, method->klass->inst, error);
    return found;
}

static MonoMethod *resolve_interface(MonoClass *klass, MonoMethod *method, MonoError *error)
{
    MonoClass *interface = method->klass;
    if (!mono_class_setup_vtable(interface, error))
        return NULL;
    int index = find_interface(klass, interface);
    if (index < 0 || klass->interface_offsets[index] == NOT_IN_VTABLE) {
        if (klass->is_szarray && mono_class_is_array_interface(interface->definition)) {
            MonoMethod *found = array_interface_method(method, error);
            return found || !mono_error_ok(error) ? found : no_implementation(klass, method, error);
        }
        for (uint32_t i = 0; index < 0 && interface->inst && i < klass->interface_count; i++)
            if (klass->interface_offsets[i] != NOT_IN_VTABLE &&
                mono_class_variance_matches(interface, klass->interfaces[i]))
                index = (int)i;
    }
    if (index < 0 || method->slot < 0 || klass->is_interface)
        return no_implementation(klass, method, error);
    return klass->slots[klass->interface_offsets[index] + method->slot];
}

static MonoMethod *resolve(MonoVTable *vtable, MonoMethod *method, MonoError *error)
{
    MonoClass *klass = vtable->klass;
    if (method->definition) {
        MonoMethod *target = resolve(vtable, method->definition, error);
        return target ? mono_method_instantiate(target, method->method_inst, error) : NULL;
    }
    MonoMethod *target;
    if (method->klass->is_interface) {
        target = resolve_interface(klass, method, error);
        if (!target && !mono_error_ok(error))
            return NULL;
    } else {
        if (!mono_class_setup_vtable(method->klass, error))
            return NULL;
        if (method->slot < 0)
            return method;
        target = (uint32_t)method->slot < klass->slot_count ? vtable->slots[method->slot] : NULL;
    }
    if (!target || target->flags & MONO_METHOD_ATTR_ABSTRACT)
        return no_implementation(klass, method, error);
    return target;
}

MonoMethod *mono_vtable_resolve(MonoVTable *vtable, MonoMethod *method, MonoError *error)
{
    if (!is_virtual(method))
        return method;
    if (!method->definition && !method->klass->is_interface && method->slot >= 0 &&
        (uint32_t)method->slot < vtable->klass->slot_count) {
        MonoMethod *target = vtable->slots[method->slot];
        if (target && !(target->flags & MONO_METHOD_ATTR_ABSTRACT))
            return target;
    }
    unsigned index = ((uintptr_t)method >> 4) % G_N_ELEMENTS(vtable->interface_cache);
    if (vtable->interface_cache[index].key == method)
        return vtable->interface_cache[index].target;
    MonoMethod *target = resolve(vtable, method, error);
    if (target) {
        vtable->interface_cache[index].key = method;
        vtable->interface_cache[index].target = target;
    }
    return target;
}
