/*
 * check-types.c - classes, generics, layouts, slots, resolving of virtual calls, names, failures: on types.cs and
 * mscorlib. What mono says of the same types is compared in check-types-mono.c.
 */
#include "tests/runtime/types-host.h"

#include <string.h>

static MonoImage *types;

static void setup(void)
{
    start();
    types = open_image(TYPES_EXE);
}

static MonoClass *get(const char *name)
{
    MonoClass *klass = mono_class_from_name(types, "", name);
    ck_assert_msg(klass != NULL, "%s", name);
    return klass;
}

static MonoClass *system_class(const char *name_space, const char *name)
{
    MonoClass *klass = mono_class_from_name(mono_defaults.corlib, name_space, name);
    ck_assert_msg(klass != NULL, "%s", name);
    return klass;
}

static MonoClass *instance(MonoClass *definition, MonoClass *a, MonoClass *b)
{
    MonoClass *args[] = {a, b};
    return mono_class_instantiate(definition, mono_generic_inst(args, b ? 2 : 1));
}

static MonoClass *ready(MonoClass *klass)
{
    bool ok = mono_class_init_checked(klass, &error);
    ck_assert_msg(ok, "%s: %s", klass->name, error.message);
    return klass;
}

static uint32_t offset_of(MonoClass *klass, const char *field)
{
    MonoClassField *found = mono_class_find_field(ready(klass), field);
    ck_assert_msg(found != NULL, "%s", field);
    return found->offset;
}

static MonoMethod *method_of(MonoClass *klass, const char *name, int params)
{
    MonoMethod *method = mono_class_find_method(ready(klass), name, params);
    ck_assert_msg(method != NULL, "%s.%s", klass->name, name);
    return method;
}

static MonoVTable *vtable_of(MonoClass *klass)
{
    MonoVTable *vtable = mono_class_vtable_checked(klass, &error);
    ck_assert_msg(vtable != NULL, "%s: %s", klass->name, error.message);
    return vtable;
}

/* "Class.Method" that a virtual call of `method` reaches on an object of klass. */
static void check_reaches(MonoClass *klass, MonoMethod *method, const char *expected)
{
    MonoVTable *vtable = vtable_of(klass);
    for (unsigned pass = 0; pass < 2; pass++) { /* found, then from the cache */
        MonoMethod *target = mono_vtable_resolve(vtable, method, &error);
        ck_assert_msg(target != NULL, "%s.%s: %s", klass->name, method->name, error.message);
        char *owner = mono_class_full_name(target->klass), *text = g_strdup_printf("%s.%s", owner, target->name);
        ck_assert_str_eq(text, expected);
        g_free(owner);
        g_free(text);
    }
}

static void check_fails(MonoClass *klass, const char *message)
{
    ck_assert(!mono_class_init_checked(klass, &error));
    ck_assert_int_eq(error.code, MONO_ERROR_TYPE_LOAD);
    ck_assert_str_eq(error.message, message);
    mono_error_clear(&error);
}

/* ---- Identity ---------------------------------------------------------------------------------------------------- */

START_TEST(one_pointer_a_type)
{
    setup();
    MonoClass *list = system_class("System.Collections.Generic", "List`1");
    ck_assert_ptr_eq(instance(list, mono_defaults.int32, NULL), instance(list, mono_defaults.int32, NULL));
    ck_assert_ptr_ne(instance(list, mono_defaults.int32, NULL), instance(list, mono_defaults.uint32, NULL));
    ck_assert_ptr_eq(instance(list, list->inst->args[0], NULL), list);
    ck_assert_ptr_eq(mono_class_array(mono_defaults.int32, 1, true), mono_class_array(mono_defaults.int32, 1, true));
    ck_assert_ptr_ne(mono_class_array(mono_defaults.int32, 1, true), mono_class_array(mono_defaults.int32, 1, false));
    ck_assert_ptr_eq(mono_class_array(mono_defaults.int32, 2, false), mono_class_array(mono_defaults.int32, 2, false));
    ck_assert_ptr_eq(mono_class_pointer(mono_defaults.int32), mono_class_pointer(mono_defaults.int32));
    MonoGenericContext context = {instance(list, mono_defaults.string, NULL)->inst, NULL};
    ck_assert_ptr_eq(mono_class_inflate(mono_class_array(list, 1, true), &context),
                     mono_class_array(instance(list, mono_defaults.string, NULL), 1, true));
}
END_TEST

START_TEST(element_types)
{
    setup();
    ck_assert_int_eq(mono_defaults.int32->byval_type.type, MONO_TYPE_I4);
    ck_assert_int_eq(mono_defaults.intptr->byval_type.type, MONO_TYPE_I);
    ck_assert_int_eq(mono_defaults.string->byval_type.type, MONO_TYPE_STRING);
    ck_assert_int_eq(mono_defaults.object->byval_type.type, MONO_TYPE_OBJECT);
    ck_assert_int_eq(mono_defaults.typed_reference->byval_type.type, MONO_TYPE_TYPEDBYREF);
    ck_assert_int_eq(get("Mixed")->byval_type.type, MONO_TYPE_VALUETYPE);
    ck_assert_int_eq(get("Plain")->byval_type.type, MONO_TYPE_CLASS);
    ck_assert(!mono_defaults.valuetype->valuetype && !mono_defaults.enum_class->valuetype);
    MonoClass *small = get("Small");
    ck_assert(small->enumtype && small->valuetype && small->element_class == mono_defaults.byte_class);
    ck_assert_int_eq(mono_type_reduced(&small->byval_type), MONO_TYPE_U1);
    MonoClass *nullable = instance(mono_defaults.nullable, mono_defaults.int32, NULL);
    ck_assert(nullable->is_nullable && nullable->valuetype && nullable->element_class == mono_defaults.int32);
    ck_assert(get("Convert`2")->is_delegate);
    ck_assert(!mono_defaults.multicast_delegate->is_delegate);
    ck_assert(system_class("System", "Span`1")->is_byref_like && !get("Mixed")->is_byref_like);
}
END_TEST

START_TEST(types_that_name_themselves)
{
    setup();
    MonoClass *user = ready(get("SelfTypedUser"));
    ck_assert_ptr_eq(user->parent, instance(get("SelfTyped`1"), user, NULL));
    ck_assert(mono_class_is_subclass(user, user->parent) && user->depth == 2);
    check_reaches(user, method_of(user->parent, "Get", 0), "SelfTypedUser.Get");
    MonoClass *outer = ready(get("Outer")), *inner = ready(get("Outer/Inner"));
    ck_assert_ptr_eq(outer->parent->inst->args[0], inner);
    ck_assert(inner->parent == outer && inner->nested_in == outer && inner->depth == outer->depth + 1);
    ready(get("TwoLevels/N/NN"));
    MonoClass *expanding = ready(instance(get("Expanding`1"), mono_defaults.int32, NULL));
    ck_assert_uint_eq(expanding->fields[0].type.klass->inst->depth, 1);
}
END_TEST

START_TEST(names_of_types)
{
    setup();
    MonoClass *map = instance(system_class("System.Collections.Generic", "Dictionary`2"), mono_defaults.int32,
                              mono_class_array(mono_defaults.string, 2, false));
    MonoClass *nested = instance(get("Holder`1/Nested/Deep`1"), mono_defaults.int32, map);
    char *text = mono_class_full_name(nested);
    ck_assert_str_eq(text, "Holder`1/Nested/Deep`1<System.Int32,System.Collections.Generic.Dictionary`2<System.Int32,"
                           "System.String[,]>>");
    g_free(text);
    text = mono_class_dotted_name(nested);
    ck_assert_str_eq(text, "Holder`1+Nested+Deep`1[T,U]");
    g_free(text);
    MonoType byref = mono_class_pointer(map)->byref_type;
    text = mono_type_name_reflection(&byref, false, false);
    ck_assert_str_eq(text, "System.Collections.Generic.Dictionary`2[System.Int32,System.String[,]]*&");
    g_free(text);
    ck_assert_str_eq(mono_class_array(mono_defaults.int32, 1, false)->name, "Int32[*]");
}
END_TEST

/* ---- Layout ------------------------------------------------------------------------------------------------------ */

static void check_value(const char *name, uint32_t size, uint32_t align)
{
    MonoClass *klass = ready(get(name));
    ck_assert_msg(klass->value_size == size && klass->min_align == align, "%s: %u bytes, alignment %u", name,
                  klass->value_size, klass->min_align);
    ck_assert_uint_eq(klass->instance_size, MONO_OBJECT_HEADER_SIZE + size);
}

START_TEST(value_layouts)
{
    setup();
    check_value("Empty", 1, 1);
    check_value("Mixed", 24, 8);
    check_value("Packed", 15, 1);
    check_value("PackedText", 24, 8);
    check_value("Union", 16, 8);
    check_value("UnionText", 40, 8);
    check_value("Sized", 16, 4);
    check_value("Enums", 24, 8);
    check_value("Small", 1, 1);
    check_value("SelfStatic", 4, 4);
    ck_assert_uint_eq(ready(instance(get("Pair`1"), mono_defaults.int16, NULL))->value_size, 4);
    ck_assert_uint_eq(ready(instance(mono_defaults.nullable, mono_defaults.int64, NULL))->value_size, 16);
    ck_assert_uint_eq(ready(mono_class_array(get("Mixed"), 1, true))->element_size, 24);
    ck_assert(get("Mixed")->blittable && !get("PackedText")->blittable);
}
END_TEST

START_TEST(reference_maps)
{
    setup();
    MonoClass *value = ready(get("References"));
    uint32_t head = MONO_OBJECT_HEADER_SIZE;
    /* int, object, Pair<string> {byte, string}, int, int[] */
    uint32_t expected[] = {head + 8, head + 24, head + 40};
    ck_assert_uint_eq(value->reference_count, 3);
    ck_assert_mem_eq(value->reference_offsets, expected, sizeof expected);
    MonoClass *derived = ready(get("ReferencesDerived"));
    uint32_t inside = offset_of(derived, "inside");
    ck_assert_uint_eq(inside, ready(get("ReferencesBase"))->instance_size);
    uint32_t all[] = {offset_of(derived, "first"), inside + 8, inside + 24, inside + 40, offset_of(derived, "last")};
    ck_assert_uint_eq(derived->reference_count, 5);
    ck_assert_mem_eq(derived->reference_offsets, all, sizeof all);
    uint32_t statics = offset_of(derived, "shared");
    uint32_t static_words[] = {statics + 8, statics + 24, statics + 40};
    ck_assert_uint_eq(derived->static_reference_count, 3);
    ck_assert_mem_eq(derived->static_reference_offsets, static_words, sizeof static_words);
    ck_assert_uint_eq(derived->static_size, 52);
    ck_assert_uint_eq(mono_class_find_field(derived, "Constant")->offset, 0);
    /* Overlapping references count once. */
    ck_assert_uint_eq(ready(get("UnionText"))->reference_count, 1);
    ck_assert_int_eq(vtable_of(derived)->kind, MONO_GC_KIND_PLAIN);
    ck_assert_int_eq(vtable_of(get("Plain"))->kind, MONO_GC_KIND_NO_REFERENCES);
    ck_assert_int_eq(vtable_of(mono_class_array(value, 1, true))->kind, MONO_GC_KIND_VALUE_ARRAY);
    ck_assert_int_eq(vtable_of(mono_class_array(derived, 2, false))->kind, MONO_GC_KIND_REFERENCE_ARRAY);
    ck_assert_int_eq(vtable_of(mono_class_array(mono_defaults.int32, 1, true))->kind, MONO_GC_KIND_NO_REFERENCES);
}
END_TEST

START_TEST(static_data_from_the_file)
{
    setup();
    /* Some array initialiser of mscorlib: what stands in the file stands in static data. */
    unsigned seen = 0;
    MonoImage *corlib = mono_defaults.corlib;
    for (uint32_t row = 1; row <= mono_image_rows(corlib, MONO_TABLE_FIELDRVA) && seen < 20; row++) {
        uint32_t token =
            MONO_TOKEN(MONO_TABLE_FIELD, mono_image_row(corlib, MONO_TABLE_FIELDRVA, row, MONO_FIELDRVA_FIELD));
        MonoClassField *field = mono_field_get_checked(corlib, token, NULL, &error);
        uint32_t available;
        const uint8_t *data = mono_field_rva_data(field, &available);
        uint32_t size = mono_type_size(&field->type, NULL);
        ck_assert(data && available >= size);
        ck_assert_mem_eq(mono_static_field_address(field, &error), data, size);
        seen++;
    }
    ck_assert_uint_eq(seen, 20);
}
END_TEST

/* ---- Virtual calls ----------------------------------------------------------------------------------------------- */

START_TEST(overriding)
{
    setup();
    check_reaches(get("HidingOverride"), method_of(get("Hidden"), "V", 0), "Hidden.V");
    check_reaches(get("HidingOverride"), method_of(get("Hiding"), "V", 0), "HidingOverride.V");
    MonoClass *parent = instance(get("Overloads`1"), mono_defaults.int32, NULL);
    MonoMethod *of_t = method_of(parent, "F", 1), *of_int = mono_class_method_by_token(parent, of_t->token + 1);
    check_reaches(get("OverloadsInt"), of_t, "OverloadsT`1<System.Int32>.F");
    check_reaches(get("OverloadsInt"), of_int, "Overloads`1<System.Int32>.F");
    ck_assert_str_eq(method_of(get("FinalizedDerived"), "Finalize", 0)->klass->name, "Finalized");
    ck_assert_ptr_eq(get("FinalizedDerived")->finalizer, method_of(get("Finalized"), "Finalize", 0));
    ck_assert_ptr_null(ready(get("Plain"))->finalizer);
    ck_assert(vtable_of(get("FinalizedDerived"))->has_finalizer);
}
END_TEST

START_TEST(interfaces)
{
    setup();
    MonoMethod *a = method_of(get("IBase"), "A", 0), *b = method_of(get("IDerived"), "B", 0);
    check_reaches(get("Explicit"), a, "Explicit.IBase.A");
    check_reaches(get("NamedAgain"), a, "Explicit.IBase.A");
    check_reaches(get("NamedAgainNew"), a, "NamedAgainNew.A");
    check_reaches(get("OverB"), b, "OverB.B");
    check_reaches(get("Concrete"), a, "Concrete.A");
    check_reaches(get("PlainOverride"), b, "PlainOverride.B");
    MonoClass *of_string = instance(get("IGen`1"), mono_defaults.string, NULL);
    check_reaches(get("Twice"), method_of(of_string, "M", 1), "Twice.M");
    check_reaches(get("Twice"), method_of(instance(get("IGen`1"), mono_defaults.int32, NULL), "M", 1),
                  "Twice.IGen<int>.M");
    check_reaches(get("TwiceAgain"), method_of(of_string, "M", 1), "TwiceAgain.M");
    check_reaches(get("TwiceAgain"), method_of(of_string, "get_P", 0), "TwiceAgain.get_P");
    /* Not implemented at all. */
    ck_assert_ptr_null(mono_vtable_resolve(vtable_of(get("Plain")), a, &error));
    mono_error_clear(&error);
}
END_TEST

START_TEST(variance_and_generic_methods)
{
    setup();
    MonoClass *animal = get("Animal"), *puppy = get("Puppy");
    check_reaches(get("OfDog"), method_of(instance(get("ICo`1"), animal, NULL), "G", 0), "OfDog.G");
    check_reaches(get("OfDog"), method_of(instance(get("ICon`1"), puppy, NULL), "S", 1), "OfDog.S");
    ck_assert_ptr_null(
        mono_vtable_resolve(vtable_of(get("OfDog")), method_of(instance(get("ICo`1"), puppy, NULL), "G", 0), &error));
    mono_error_clear(&error);
    MonoMethod *id = method_of(get("IGenericMethods"), "Id", 1);
    MonoMethod *id_int = mono_method_instantiate(id, mono_generic_inst(&mono_defaults.int32, 1), &error);
    check_reaches(get("GenericMethods"), id_int, "GenericMethods.Id");
    check_reaches(get("GenericOverride"), id_int, "GenericOverride.Id");
    MonoMethod *target = mono_vtable_resolve(vtable_of(get("GenericOverride")), id_int, &error);
    ck_assert(!target->is_open && target->method_inst == id_int->method_inst);
    ck_assert_ptr_eq(mono_method_signature_checked(target, &error)->ret.klass, mono_defaults.int32);
    MonoMethod *convert = method_of(instance(get("GenericBoth`1"), mono_defaults.int32, NULL), "Convert", 2);
    convert = mono_method_instantiate(convert, mono_generic_inst(&mono_defaults.string, 1), &error);
    check_reaches(get("GenericBothInt"), convert, "GenericBothInt.Convert");
}
END_TEST

START_TEST(collection_interfaces_of_arrays)
{
    setup();
    MonoClass *ints = mono_class_array(mono_defaults.int32, 1, true);
    struct {
        MonoClass *definition;
        const char *method;
        int params;
        const char *expected;
    } rows[] = {
        {mono_defaults.ilist_generic, "get_Item", 1, "System.Array.InternalArray__get_Item"},
        {mono_defaults.ilist_generic, "set_Item", 2, "System.Array.InternalArray__set_Item"},
        {mono_defaults.ilist_generic, "IndexOf", 1, "System.Array.InternalArray__IndexOf"},
        {mono_defaults.ilist_generic, "Insert", 2, "System.Array.InternalArray__Insert"},
        {mono_defaults.ilist_generic, "RemoveAt", 1, "System.Array.InternalArray__RemoveAt"},
        {mono_defaults.icollection_generic, "get_Count", 0, "System.Array.InternalArray__ICollection_get_Count"},
        {mono_defaults.icollection_generic, "CopyTo", 2, "System.Array.InternalArray__ICollection_CopyTo"},
        {mono_defaults.icollection_generic, "Add", 1, "System.Array.InternalArray__ICollection_Add"},
        {mono_defaults.ienumerable_generic, "GetEnumerator", 0,
         "System.Array.InternalArray__IEnumerable_GetEnumerator"},
        {mono_defaults.ireadonlylist_generic, "get_Item", 1, "System.Array.InternalArray__IReadOnlyList_get_Item"},
        {mono_defaults.ireadonlycollection_generic, "get_Count", 0,
         "System.Array.InternalArray__IReadOnlyCollection_get_Count"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        MonoMethod *method =
            method_of(instance(rows[i].definition, mono_defaults.int32, NULL), rows[i].method, rows[i].params);
        check_reaches(ints, method, rows[i].expected);
        MonoMethod *target = mono_vtable_resolve(vtable_of(ints), method, &error);
        ck_assert(!target->method_inst || target->method_inst->args[0] == mono_defaults.int32);
    }
    MonoMethod *object_item =
        method_of(instance(mono_defaults.ilist_generic, mono_defaults.object, NULL), "get_Item", 1);
    check_reaches(mono_class_array(mono_defaults.string, 1, true), object_item, "System.Array.InternalArray__get_Item");
    MonoMethod *count = method_of(system_class("System.Collections", "ICollection"), "get_Count", 0);
    check_reaches(ints, count, "System.Array.System.Collections.ICollection.get_Count");
}
END_TEST

START_TEST(accessors_of_arrays)
{
    setup();
    MonoClass *matrix = ready(mono_class_array(mono_defaults.int32, 2, false));
    MonoMethod *get_method = method_of(matrix, "Get", 2), *set_method = method_of(matrix, "Set", 3);
    ck_assert_int_eq(get_method->kind, MONO_METHOD_ARRAY_GET);
    ck_assert_int_eq(set_method->kind, MONO_METHOD_ARRAY_SET);
    ck_assert_int_eq(method_of(matrix, ".ctor", 2)->kind, MONO_METHOD_ARRAY_CTOR);
    ck_assert_int_eq(method_of(matrix, ".ctor", 4)->kind, MONO_METHOD_ARRAY_CTOR);
    ck_assert(method_of(matrix, "Address", 2)->signature_->ret.byref);
    /* As code names them: Main of types.cs makes an int[2,3] and stores into it. */
    unsigned ctors = 0, setters = 0;
    for (uint32_t row = 1; row <= mono_image_rows(types, MONO_TABLE_MEMBERREF); row++) {
        const char *name = mono_row_string(types, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_NAME);
        MonoMethod *method = strcmp(name, "Set") == 0 || strcmp(name, ".ctor") == 0
                                 ? mono_method_get_checked(types, MONO_TOKEN(MONO_TABLE_MEMBERREF, row), NULL, &error)
                                 : NULL;
        mono_error_clear(&error); /* constructors of open parents */
        ctors += method && method == method_of(matrix, ".ctor", 2);
        setters += method && method == set_method;
    }
    ck_assert(ctors == 1 && setters == 1);
}
END_TEST

/* ---- Class constructors ------------------------------------------------------------------------------------------ */

START_TEST(class_constructors_run_once)
{
    setup();
    MonoVTable *vtable = vtable_of(get("Failing"));
    ck_assert(!vtable->initialized && vtable_of(get("Plain"))->initialized);
    ck_assert(mono_runtime_class_init_checked(vtable, &error));
    ck_assert_ptr_eq(last_invoked, get("Failing")->cctor);
    unsigned before = invoke_count;
    ck_assert(mono_runtime_class_init_checked(vtable, &error) && vtable->initialized);
    ck_assert_uint_eq(invoke_count, before);
}
END_TEST

START_TEST(class_constructors_that_fail)
{
    setup();
    MonoVTable *vtable = vtable_of(get("Failing"));
    MonoException *thrown = mono_exception_null_reference();
    invoke_answer = thrown;
    ck_assert(!mono_runtime_class_init_checked(vtable, &error));
    invoke_answer = NULL;
    ck_assert_int_eq(error.code, MONO_ERROR_EXCEPTION);
    MonoObject *first = error.exception;
    ck_assert_str_eq(mono_object_class(first)->name, "TypeInitializationException");
    error = MONO_ERROR_INIT;
    unsigned before = invoke_count;
    ck_assert(!mono_runtime_class_init_checked(vtable, &error));
    ck_assert_ptr_eq(error.exception, first);
    ck_assert_uint_eq(invoke_count, before);
    error = MONO_ERROR_INIT;
    /* While it runs, accesses from inside go through. */
    vtable = vtable_of(ready(system_class("System", "String")));
    vtable->initialized = false;
    vtable->initializing = true;
    ck_assert(mono_runtime_class_init_checked(vtable, &error));
}
END_TEST

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

/* types.exe with the parent of `name` replaced by `parent`, as a new assembly. */
static MonoImage *with_parent(const char *name, const char *parent)
{
    char *data;
    gsize size;
    ck_assert(g_file_get_contents(TYPES_EXE, &data, &size, NULL));
    uint32_t row = mono_image_find_typedef(types, "", name), parent_row = mono_image_find_typedef(types, "", parent);
    ck_assert(row && parent_row);
    const MonoTableInfo *table = &types->tables[MONO_TABLE_TYPEDEF];
    size_t at = (size_t)(table->base - types->data) + (row - 1) * (size_t)table->row_size +
                table->column_offset[MONO_TYPEDEF_EXTENDS];
    uint32_t coded = mono_coded_index(MONO_CODED_TYPE_DEF_OR_REF, MONO_TOKEN(MONO_TABLE_TYPEDEF, parent_row));
    memcpy(data + at, &coded, table->column_size[MONO_TYPEDEF_EXTENDS]);
    MonoImage *image = mono_image_open_from_memory((uint8_t *)data, size, "broken", &error);
    ck_assert_msg(image && mono_assembly_from_image(image, &error), "%s", error.message);
    return image;
}

static void check_broken(const char *name, const char *parent, const char *message)
{
    MonoImage *image = with_parent(name, parent);
    ck_assert_ptr_null(mono_class_from_typedef(image, mono_image_find_typedef(image, "", name), &error));
    ck_assert_int_eq(error.code, MONO_ERROR_TYPE_LOAD);
    ck_assert_str_eq(error.message, message);
    mono_error_clear(&error);
}

START_TEST(impossible_parents)
{
    setup();
    check_broken("Plain", "Plain", "Type 'Plain' is among its own parents");
    check_broken("Animal", "Puppy", "Type 'Animal' is among its own parents");
    check_broken("Plain", "Mixed", "Type 'Plain' cannot have 'Mixed' as its parent");
    check_broken("Plain", "IBase", "Type 'Plain' cannot have 'IBase' as its parent");
}
END_TEST

START_TEST(expansion_without_end)
{
    setup();
    MonoClass *klass = get("Expanding`1");
    MonoClass *argument = mono_defaults.int32;
    for (unsigned i = 0; i < 100; i++)
        argument = instance(klass, argument, NULL);
    check_fails(argument, "Generic type 'Expanding`1' expands without end");
    MonoClass *wrong = mono_class_instantiate(klass, mono_generic_inst((MonoClass *[]){klass, klass}, 2));
    check_fails(wrong, "Generic type 'Expanding`1' needs 1 arguments, not 2");
    ck_assert_ptr_null(mono_class_vtable_checked(klass, &error));
    mono_error_clear(&error);
}
END_TEST

START_TEST(missing_implementations)
{
    setup();
    /* Concrete without its parent's promises: an interface's method stays empty, an abstract one too. */
    MonoImage *image = with_parent("PlainWithInterface", "Animal");
    MonoClass *klass = mono_class_from_name(image, "", "PlainWithInterface");
    ck_assert_ptr_nonnull(klass);
    check_fails(klass, "VTable setup of type PlainWithInterface failed");
    image = with_parent("Animal", "Abstract");
    klass = mono_class_from_name(image, "", "Animal");
    ck_assert_ptr_nonnull(klass);
    ck_assert(!mono_class_init_checked(klass, &error));
    mono_error_clear(&error);
    /* Once and for all: the same failure again. */
    ck_assert(!mono_class_init_checked(klass, &error));
    ck_assert_int_eq(error.code, MONO_ERROR_TYPE_LOAD);
    mono_error_clear(&error);
}
END_TEST

START_TEST(tokens_that_name_nothing)
{
    setup();
    static const uint32_t tokens[] = {0,          0x01000000, 0x02ffffff, 0x06ffffff,
                                      0x0a000000, 0x1bffffff, 0x70000001, 0xff000001};
    for (unsigned i = 0; i < G_N_ELEMENTS(tokens); i++) {
        ck_assert_ptr_null(mono_class_get_checked(types, tokens[i], NULL, &error));
        ck_assert_int_eq(error.code, MONO_ERROR_BAD_IMAGE);
        mono_error_clear(&error);
        ck_assert_ptr_null(mono_method_get_checked(types, tokens[i], NULL, &error));
        mono_error_clear(&error);
        ck_assert_ptr_null(mono_field_get_checked(types, tokens[i], NULL, &error));
        mono_error_clear(&error);
    }
}
END_TEST

SUITE("types", 60, one_pointer_a_type, element_types, types_that_name_themselves, names_of_types, value_layouts,
      reference_maps, static_data_from_the_file, overriding, interfaces, variance_and_generic_methods,
      collection_interfaces_of_arrays, accessors_of_arrays, class_constructors_run_once, class_constructors_that_fail,
      impossible_parents, expansion_without_end, missing_implementations, tokens_that_name_nothing)
