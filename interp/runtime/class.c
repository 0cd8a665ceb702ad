/*
 * class.c - a class's identity: from a TypeDef, TypeRef, TypeSpec or name to a MonoClass with name, flags and parent.
 *
 *   token -> cache of the image -> row -> new class, put in the cache at once -> parent -> finish (depth, value type)
 *
 * A class stands in its cache before its parent is looked up, since the parent's arguments may name the class itself
 * (class A : B<A>). Whoever is met on the way and needs the parent of a class that has none yet waits on that class's
 * list and is finished with it (class A : B<A.Inner> with Inner : A). Members, layout and vtable are later stages.
 */
#include "interp/runtime/types.h"

#include <string.h>

enum { ARENA_CHUNK_BYTES = 64 * 1024 };

uint64_t mono_type_substitutions;

/* ---- Memory and failures ----------------------------------------------------------------------------------------- */

void *mono_type_alloc(size_t size_bytes)
{
    static uint8_t *chunk;
    static size_t left;
    size_bytes = (size_bytes + 15) & ~(size_t)15;
    if (size_bytes > ARENA_CHUNK_BYTES / 4)
        return g_malloc0(size_bytes);
    if (size_bytes > left) {
        chunk = g_malloc0(ARENA_CHUNK_BYTES);
        left = ARENA_CHUNK_BYTES;
    }
    void *memory = chunk;
    chunk += size_bytes;
    left -= size_bytes;
    return memory;
}

char *mono_type_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(mono_type_alloc(size), text, size);
}

bool mono_class_report_failure(MonoClass *klass, MonoError *error)
{
    const MonoError *failure = &klass->failure;
    if (failure->message)
        mono_error_set(error, failure->code, failure->detail, "%s", failure->message);
    else
        mono_error_set(error, failure->code, failure->detail, "Could not load type '%s'", klass->name);
    return false;
}

bool mono_class_fail(MonoClass *klass, MonoErrorCode code, const char *format, ...)
{
    if (!mono_error_ok(&klass->failure))
        return false;
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    char *name = mono_class_full_name(klass);
    mono_error_set(&klass->failure, code, name, "%s", text);
    g_free(name);
    g_free(text);
    MONO_PROFILER_RAISE(class_failed, (NULL, klass));
    return false;
}

bool mono_class_fail_with(MonoClass *klass, MonoError *error)
{
    if (!mono_error_ok(&klass->failure)) {
        mono_error_clear(error);
        return false;
    }
    mono_error_move(&klass->failure, error);
    MONO_PROFILER_RAISE(class_failed, (NULL, klass));
    return false;
}

bool mono_class_check_finished(MonoClass *klass, MonoError *error)
{
    const MonoClass *definition = klass->definition ? klass->definition : klass;
    if (!definition->unfinished)
        return true;
    mono_error_set(error, MONO_ERROR_TYPE_LOAD, klass->name, "Type '%s' is used before TypeBuilder.CreateType() made it",
                   klass->name);
    return false;
}

/* ---- Caches of an image ------------------------------------------------------------------------------------------ */

MonoImageTypes *mono_image_types(MonoImage *image)
{
    if (image->runtime)
        return image->runtime;
    MonoImageTypes *types = g_new0(MonoImageTypes, 1);
    types->typedefs = g_new0(MonoClass *, mono_image_rows(image, MONO_TABLE_TYPEDEF) + 1);
    types->typerefs = g_new0(MonoClass *, mono_image_rows(image, MONO_TABLE_TYPEREF) + 1);
    types->typespecs = g_new0(MonoClass *, mono_image_rows(image, MONO_TABLE_TYPESPEC) + 1);
    types->methods = g_new0(MonoMethod *, mono_image_rows(image, MONO_TABLE_METHOD) + 1);
    types->memberref_methods = g_new0(MonoMethod *, mono_image_rows(image, MONO_TABLE_MEMBERREF) + 1);
    types->memberref_fields = g_new0(MonoClassField *, mono_image_rows(image, MONO_TABLE_MEMBERREF) + 1);
    types->methodspecs = g_new0(MonoMethod *, mono_image_rows(image, MONO_TABLE_METHODSPEC) + 1);
    image->runtime = types;
    return types;
}

typedef struct {
    MonoGenericInst *class_inst, *method_inst;
    uint32_t token;
} ContextKey;

static guint context_key_hash(gconstpointer pointer)
{
    const ContextKey *key = pointer;
    uint32_t hash = key->token * 2654435761u;
    if (key->class_inst)
        hash ^= key->class_inst->id * 40503u;
    if (key->method_inst)
        hash ^= key->method_inst->id * 97u << 7;
    return hash;
}

static gboolean context_key_equal(gconstpointer left, gconstpointer right)
{
    const ContextKey *a = left, *b = right;
    return a->token == b->token && a->class_inst == b->class_inst && a->method_inst == b->method_inst;
}

static ContextKey context_key(uint32_t token, const MonoGenericContext *context)
{
    return (ContextKey){context ? context->class_inst : NULL, context ? context->method_inst : NULL, token};
}

void *mono_context_cache_get(MonoImage *image, uint32_t token, const MonoGenericContext *context)
{
    MonoImageTypes *types = mono_image_types(image);
    ContextKey key = context_key(token, context);
    return types->by_context ? g_hash_table_lookup(types->by_context, &key) : NULL;
}

void mono_context_cache_put(MonoImage *image, uint32_t token, const MonoGenericContext *context, void *value)
{
    MonoImageTypes *types = mono_image_types(image);
    if (!types->by_context)
        types->by_context = g_hash_table_new(context_key_hash, context_key_equal);
    ContextKey *key = mono_type_alloc(sizeof *key);
    *key = context_key(token, context);
    g_hash_table_insert(types->by_context, key, value);
}

/* ---- New classes and their parents ------------------------------------------------------------------------------- */

static void set_canonical_types(MonoClass *klass, MonoTypeEnum type)
{
    klass->byval_type = (MonoType){klass, type, false, false};
    klass->byref_type = (MonoType){klass, type, true, false};
}

MonoClass *mono_class_new(MonoClassKind kind, MonoTypeEnum type)
{
    MonoClass *klass = mono_type_alloc(sizeof *klass);
    klass->kind = kind;
    klass->name = klass->name_space = "";
    klass->element_class = klass;
    set_canonical_types(klass, type);
    return klass;
}

bool mono_class_is_corlib(const MonoImage *image)
{
    return image == mono_defaults.corlib;
}

MonoGenericContext mono_class_context(const MonoClass *klass)
{
    return (MonoGenericContext){klass->inst, NULL};
}

static const struct {
    MonoTypeEnum type;
    const char *name;
    size_t field; /* offset in MonoDefaults */
} primitives[] = {
    {MONO_TYPE_VOID, "Void", offsetof(MonoDefaults, void_class)},
    {MONO_TYPE_BOOLEAN, "Boolean", offsetof(MonoDefaults, boolean)},
    {MONO_TYPE_CHAR, "Char", offsetof(MonoDefaults, char_class)},
    {MONO_TYPE_I1, "SByte", offsetof(MonoDefaults, sbyte)},
    {MONO_TYPE_U1, "Byte", offsetof(MonoDefaults, byte_class)},
    {MONO_TYPE_I2, "Int16", offsetof(MonoDefaults, int16)},
    {MONO_TYPE_U2, "UInt16", offsetof(MonoDefaults, uint16)},
    {MONO_TYPE_I4, "Int32", offsetof(MonoDefaults, int32)},
    {MONO_TYPE_U4, "UInt32", offsetof(MonoDefaults, uint32)},
    {MONO_TYPE_I8, "Int64", offsetof(MonoDefaults, int64)},
    {MONO_TYPE_U8, "UInt64", offsetof(MonoDefaults, uint64)},
    {MONO_TYPE_R4, "Single", offsetof(MonoDefaults, single_class)},
    {MONO_TYPE_R8, "Double", offsetof(MonoDefaults, double_class)},
    {MONO_TYPE_I, "IntPtr", offsetof(MonoDefaults, intptr)},
    {MONO_TYPE_U, "UIntPtr", offsetof(MonoDefaults, uintptr)},
    {MONO_TYPE_STRING, "String", offsetof(MonoDefaults, string)},
    {MONO_TYPE_OBJECT, "Object", offsetof(MonoDefaults, object)},
    {MONO_TYPE_TYPEDBYREF, "TypedReference", offsetof(MonoDefaults, typed_reference)},
};

MonoClass *mono_class_primitive(MonoTypeEnum type)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(primitives); i++) {
        if (primitives[i].type != type)
            continue;
        /* The slot in mono_defaults serves as the cache; early in the start it is still empty. */
        MonoClass **slot = (MonoClass **)(void *)((uint8_t *)&mono_defaults + primitives[i].field);
        if (!*slot && mono_defaults.corlib)
            *slot = mono_class_from_name(mono_defaults.corlib, "System", primitives[i].name);
        return *slot;
    }
    return NULL;
}

static MonoTypeEnum corlib_type_code(const char *name)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(primitives); i++)
        if (strcmp(primitives[i].name, name) == 0)
            return primitives[i].type;
    return MONO_TYPE_CLASS;
}

/* Underlying type of an enum: that of its one instance field. Read here, since it belongs to the identity. */
static void find_enum_element(MonoClass *klass)
{
    uint32_t first, count;
    mono_image_list(klass->image, MONO_TABLE_TYPEDEF, MONO_TOKEN_ROW(klass->type_token), MONO_TYPEDEF_FIELD_LIST,
                    MONO_TABLE_FIELD, &first, &count);
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t row = mono_image_ptr(klass->image, MONO_TABLE_FIELD, i);
        if (mono_image_row(klass->image, MONO_TABLE_FIELD, row, MONO_FIELD_FLAGS) & MONO_FIELD_ATTR_STATIC)
            continue;
        MonoBlob blob;
        if (!mono_image_blob(klass->image, mono_image_row(klass->image, MONO_TABLE_FIELD, row, MONO_FIELD_SIGNATURE),
                             &blob))
            break;
        MonoBlobReader reader = mono_blob_reader(blob);
        mono_blob_u8(&reader);
        MonoTypeEnum type = mono_blob_peek(&reader);
        MonoClass *element = mono_class_primitive(type);
        if (element && element->valuetype && element != mono_defaults.void_class &&
            element != mono_defaults.typed_reference) {
            klass->element_class = element;
            return;
        }
        break;
    }
    mono_class_fail(klass, MONO_ERROR_TYPE_LOAD, "Enum type '%s' has no field of an integer type", klass->name);
}

static const char *attribute_name(MonoImage *image, uint32_t constructor)
{
    uint32_t row = MONO_TOKEN_ROW(constructor), owner = 0;
    if (MONO_TOKEN_TABLE(constructor) == MONO_TABLE_METHOD)
        owner = MONO_TOKEN(MONO_TABLE_TYPEDEF, mono_image_owner_typedef(image, MONO_TABLE_METHOD, row));
    else if (MONO_TOKEN_TABLE(constructor) == MONO_TABLE_MEMBERREF)
        owner = mono_coded_token(MONO_CODED_MEMBER_REF_PARENT,
                                 mono_image_row(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_CLASS));
    row = MONO_TOKEN_ROW(owner);
    if (MONO_TOKEN_TABLE(owner) == MONO_TABLE_TYPEDEF)
        return mono_row_string(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME);
    if (MONO_TOKEN_TABLE(owner) == MONO_TABLE_TYPEREF)
        return mono_row_string(image, MONO_TABLE_TYPEREF, row, MONO_TYPEREF_NAME);
    return "";
}

/* `ref struct` is an attribute. By its simple name, so that no class is loaded for it. */
static bool is_ref_struct(const MonoClass *klass)
{
    MonoImage *image = klass->image;
    uint32_t count;
    uint32_t first = mono_image_find_rows(image, MONO_TABLE_CUSTOMATTRIBUTE, MONO_CUSTOMATTRIBUTE_PARENT,
                                          mono_coded_index(MONO_CODED_HAS_CUSTOM_ATTRIBUTE, klass->type_token), &count);
    for (uint32_t i = 0; first && i < count; i++) {
        uint32_t constructor =
            mono_coded_token(MONO_CODED_CUSTOM_ATTRIBUTE_TYPE,
                             mono_image_row(image, MONO_TABLE_CUSTOMATTRIBUTE, first + i, MONO_CUSTOMATTRIBUTE_TYPE));
        if (strcmp(attribute_name(image, constructor), "IsByRefLikeAttribute") == 0)
            return true;
    }
    return false;
}

/* What follows from the parent: value type, enum, delegate, the element type code. */
static void derive_flags(MonoClass *klass)
{
    MonoClass *parent = klass->parent, *definition = klass->definition;
    if (definition) {
        klass->valuetype = definition->valuetype;
        klass->enumtype = definition->enumtype;
        klass->is_delegate = definition->is_delegate;
        klass->is_nullable = definition->is_nullable;
        klass->is_byref_like = definition->is_byref_like;
        if (klass->is_nullable)
            klass->element_class = klass->inst->args[0];
        else if (klass->enumtype)
            klass->element_class = definition->element_class;
        set_canonical_types(klass, definition->byval_type.type);
        return;
    }
    if (klass->kind != MONO_CLASS_DEF && klass->kind != MONO_CLASS_GTD)
        return;
    bool corlib = mono_class_is_corlib(klass->image);
    bool in_system = corlib && !klass->nested_in && strcmp(klass->name_space, "System") == 0;
    if (parent && mono_class_is_corlib(parent->image) && !parent->nested_in &&
        strcmp(parent->name_space, "System") == 0) {
        if (strcmp(parent->name, "ValueType") == 0)
            klass->valuetype = !(in_system && strcmp(klass->name, "Enum") == 0);
        else if (strcmp(parent->name, "Enum") == 0)
            klass->valuetype = klass->enumtype = true;
        else if (strcmp(parent->name, "MulticastDelegate") == 0)
            klass->is_delegate = true;
    }
    MonoTypeEnum type = klass->valuetype ? MONO_TYPE_VALUETYPE : MONO_TYPE_CLASS;
    if (in_system) {
        MonoTypeEnum code = corlib_type_code(klass->name);
        if (code != MONO_TYPE_CLASS)
            type = code;
        klass->is_nullable = strcmp(klass->name, "Nullable`1") == 0;
        klass->is_byref_like = type == MONO_TYPE_TYPEDBYREF || strcmp(klass->name, "ArgIterator") == 0 ||
                               strcmp(klass->name, "RuntimeArgumentHandle") == 0;
    }
    set_canonical_types(klass, type);
    if (klass->valuetype && !klass->enumtype && !klass->is_byref_like)
        klass->is_byref_like = is_ref_struct(klass);
    if (klass->enumtype)
        find_enum_element(klass);
    if (klass->is_nullable)
        klass->element_class = klass->inst ? klass->inst->args[0] : klass;
}

static void finish_waiting(MonoClass *klass)
{
    GSList *waiting = g_slist_reverse(klass->waiting);
    klass->waiting = NULL;
    for (GSList *item = waiting; item; item = item->next) {
        MonoClass *other = item->data;
        if (other->identity_ready)
            continue;
        if (other->parent == klass)
            mono_class_set_parent(other, klass);
        else
            mono_class_definition_ready(other);
    }
    g_slist_free(waiting);
}

unsigned mono_class_loaded_count;

static void finish_identity(MonoClass *klass)
{
    MonoClass *parent = klass->parent;
    klass->depth = parent ? parent->depth + 1 : 0;
    klass->ancestors = mono_type_alloc((klass->depth + 1u) * sizeof *klass->ancestors);
    if (parent)
        memcpy(klass->ancestors, parent->ancestors, klass->depth * sizeof *klass->ancestors);
    klass->ancestors[klass->depth] = klass;
    derive_flags(klass);
    klass->identity_ready = true;
    if (klass->identity_failed)
        MONO_PROFILER_RAISE(class_failed, (NULL, klass));
    else
        MONO_PROFILER_RAISE(class_loaded, (NULL, klass));
    mono_class_loaded_count += !klass->identity_failed;
    finish_waiting(klass);
}

void mono_class_wait_for(MonoClass *klass, MonoClass *other)
{
    other->waiting = g_slist_prepend(other->waiting, klass);
}

void mono_class_set_parent_failed(MonoClass *klass, MonoError *error)
{
    if (mono_error_ok(&klass->failure))
        mono_error_move(&klass->failure, error);
    else
        mono_error_clear(error);
    klass->identity_failed = true;
    klass->parent = klass->is_interface ? NULL : mono_defaults.object;
    finish_identity(klass);
}

/* Whether klass stands among the parents of `parent`; only unfinished chains can hold a loop. */
static bool parents_loop(const MonoClass *klass, const MonoClass *parent)
{
    for (const MonoClass *above = parent; above && !above->identity_ready; above = above->parent)
        if (above == klass)
            return true;
    return false;
}

void mono_class_set_parent(MonoClass *klass, MonoClass *parent)
{
    MonoError error = MONO_ERROR_INIT;
    if (parent && parent->identity_ready) {
        if (parent->identity_failed) {
            mono_class_report_failure(parent, &error);
            mono_class_set_parent_failed(klass, &error);
        } else if (parent->depth >= 1000 || parent->is_interface || (parent->flags & MONO_TYPE_ATTR_SEALED)) {
            mono_error_set(&error, MONO_ERROR_TYPE_LOAD, klass->name, "Type '%s' cannot have '%s' as its parent",
                           klass->name, parent->name);
            mono_class_set_parent_failed(klass, &error);
        } else {
            klass->parent = parent;
            finish_identity(klass);
        }
    } else if (!parent) {
        klass->parent = NULL;
        finish_identity(klass);
    } else if (parents_loop(klass, parent)) {
        mono_error_set(&error, MONO_ERROR_TYPE_LOAD, klass->name, "Type '%s' is among its own parents", klass->name);
        mono_class_set_parent_failed(klass, &error);
    } else {
        klass->parent = parent;
        mono_class_wait_for(klass, parent);
    }
}

/* ---- TypeDef ----------------------------------------------------------------------------------------------------- */

static void resolve_parent(MonoClass *klass, uint32_t extends)
{
    MonoError error = MONO_ERROR_INIT;
    uint32_t token = mono_coded_token(MONO_CODED_TYPE_DEF_OR_REF, extends);
    if (klass->is_interface || MONO_TOKEN_ROW(token) == 0) {
        /* Only Object, interfaces and <Module> have no parent. */
        bool is_root =
            klass->is_interface || mono_class_is_corlib(klass->image) || MONO_TOKEN_ROW(klass->type_token) == 1;
        mono_class_set_parent(klass, is_root ? NULL : mono_defaults.object);
        return;
    }
    MonoGenericContext context = mono_class_context(klass);
    MonoClass *parent = mono_class_get_checked(klass->image, token, &context, &error);
    if (!parent)
        mono_class_set_parent_failed(klass, &error);
    else
        mono_class_set_parent(klass, parent);
}

static MonoClass *make_typedef(MonoImage *image, uint32_t row, MonoError *error)
{
    MonoImageTypes *types = mono_image_types(image);
    uint32_t enclosing = mono_image_enclosing_typedef(image, row);
    MonoClass *outer = NULL;
    if (enclosing) {
        static unsigned depth; /* a loop of enclosing types would recurse for ever */
        if (depth > 64) {
            mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: nested types form a loop at row %u",
                           image->filename, row);
            return NULL;
        }
        depth++;
        outer = mono_class_from_typedef(image, enclosing, error);
        depth--;
        if (!outer && mono_error_ok(error))
            mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: enclosing type of row %u",
                           image->filename, row);
        if (!outer)
            return NULL;
        if (types->typedefs[row])
            return types->typedefs[row];
    }
    MonoClass *klass = mono_class_new(MONO_CLASS_DEF, MONO_TYPE_CLASS);
    types->typedefs[row] = klass;
    klass->image = image;
    klass->type_token = MONO_TOKEN(MONO_TABLE_TYPEDEF, row);
    klass->name = mono_row_string(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME);
    klass->name_space = mono_row_string(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAMESPACE);
    klass->flags = mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_FLAGS);
    klass->is_interface = klass->flags & MONO_TYPE_ATTR_INTERFACE;
    klass->nested_in = outer;
    klass->unfinished = mono_dynamic_is_image(image);
    MONO_PROFILER_RAISE(class_loading, (NULL, klass));
    klass->inst = mono_generic_params_new(image, klass->type_token, klass, NULL);
    if (klass->inst) {
        klass->kind = MONO_CLASS_GTD;
        klass->is_open = true;
    }
    resolve_parent(klass, mono_image_row(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_EXTENDS));
    return klass;
}

MonoClass *mono_class_from_typedef(MonoImage *image, uint32_t typedef_row, MonoError *error)
{
    if (typedef_row == 0 || typedef_row > mono_image_rows(image, MONO_TABLE_TYPEDEF)) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: TypeDef row %u does not exist",
                       image->filename, typedef_row);
        return NULL;
    }
    MonoClass *klass = mono_image_types(image)->typedefs[typedef_row];
    if (!klass)
        klass = make_typedef(image, typedef_row, error);
    if (klass && klass->identity_failed) {
        mono_class_report_failure(klass, error);
        return NULL;
    }
    return klass;
}

/* ---- By name, TypeRef -------------------------------------------------------------------------------------------- */

MonoClass *mono_class_nested(MonoImage *image, uint32_t enclosing_row, const char *name, MonoError *error)
{
    MonoImageTypes *types = mono_image_types(image);
    uint32_t rows = mono_image_rows(image, MONO_TABLE_TYPEDEF);
    if (!types->nested_first) {
        types->nested_first = g_new0(uint32_t, rows + 1);
        types->nested_next = g_new0(uint32_t, rows + 1);
        for (uint32_t i = mono_image_rows(image, MONO_TABLE_NESTEDCLASS); i > 0; i--) {
            uint32_t nested = mono_image_row(image, MONO_TABLE_NESTEDCLASS, i, MONO_NESTEDCLASS_NESTED);
            uint32_t outer = mono_image_row(image, MONO_TABLE_NESTEDCLASS, i, MONO_NESTEDCLASS_ENCLOSING);
            /* A type nested twice would make the list a loop. */
            if (nested == 0 || nested > rows || outer == 0 || outer > rows || types->nested_next[nested] ||
                types->nested_first[outer] == nested)
                continue;
            types->nested_next[nested] = types->nested_first[outer];
            types->nested_first[outer] = nested;
        }
    }
    if (enclosing_row == 0 || enclosing_row > rows)
        return NULL;
    uint32_t steps = 0;
    for (uint32_t row = types->nested_first[enclosing_row]; row && steps++ <= rows; row = types->nested_next[row]) {
        const char *its = mono_row_string(image, MONO_TABLE_TYPEDEF, row, MONO_TYPEDEF_NAME);
        if (strcmp(its, name) == 0)
            return mono_class_from_typedef(image, row, error);
    }
    return NULL;
}

static MonoClass *find_in_image(MonoImage *image, const char *name_space, const char *name, unsigned depth,
                                MonoError *error);

/* A type that the image exports for another: forwarded to an assembly, or of another module. */
static MonoClass *find_exported(MonoImage *image, const char *name_space, const char *name, unsigned depth,
                                MonoError *error)
{
    uint32_t rows = mono_image_rows(image, MONO_TABLE_EXPORTEDTYPE);
    for (uint32_t row = 1; row <= rows; row++) {
        const char *its = mono_row_string(image, MONO_TABLE_EXPORTEDTYPE, row, MONO_EXPORTEDTYPE_NAME);
        if (strcmp(its, name) != 0)
            continue;
        its = mono_row_string(image, MONO_TABLE_EXPORTEDTYPE, row, MONO_EXPORTEDTYPE_NAMESPACE);
        if (strcmp(its, name_space) != 0)
            continue;
        uint32_t token = mono_coded_token(MONO_CODED_IMPLEMENTATION, mono_image_row(image, MONO_TABLE_EXPORTEDTYPE, row,
                                                                                    MONO_EXPORTEDTYPE_IMPLEMENTATION));
        if (MONO_TOKEN_TABLE(token) == MONO_TABLE_ASSEMBLYREF) {
            MonoAssembly *assembly = mono_assembly_load_reference(image, MONO_TOKEN_ROW(token), error);
            return assembly ? find_in_image(assembly->image, name_space, name, depth + 1, error) : NULL;
        }
        if (MONO_TOKEN_TABLE(token) == MONO_TABLE_FILE && image->assembly) {
            const char *file = mono_row_string(image, MONO_TABLE_FILE, MONO_TOKEN_ROW(token), MONO_FILE_NAME);
            MonoImage *module = mono_assembly_load_module(image->assembly, file, error);
            return module ? find_in_image(module, name_space, name, depth + 1, error) : NULL;
        }
    }
    return NULL;
}

/* NULL without an error: not there. depth bounds chains of forwarders. */
static MonoClass *find_in_image(MonoImage *image, const char *name_space, const char *name, unsigned depth,
                                MonoError *error)
{
    if (depth > 16)
        return NULL;
    uint32_t row = mono_image_find_typedef(image, name_space, name);
    if (row)
        return mono_class_from_typedef(image, row, error);
    return find_exported(image, name_space, name, depth, error);
}

MonoClass *mono_class_from_name(MonoImage *image, const char *name_space, const char *name)
{
    MonoError error = MONO_ERROR_INIT;
    char **parts = strchr(name, '/') ? g_strsplit(name, "/", -1) : NULL;
    MonoClass *klass = find_in_image(image, name_space, parts ? parts[0] : name, 0, &error);
    for (char **part = parts ? parts + 1 : NULL; klass && part && *part; part++)
        klass = mono_class_nested(klass->image, MONO_TOKEN_ROW(klass->type_token), *part, &error);
    g_strfreev(parts);
    mono_error_clear(&error);
    return klass;
}

/* The image that a TypeRef's scope names; NULL with an error when it does not load. */
static MonoImage *scope_image(MonoImage *image, uint32_t scope, MonoError *error)
{
    uint32_t row = MONO_TOKEN_ROW(scope);
    switch (MONO_TOKEN_TABLE(scope)) {
    case MONO_TABLE_ASSEMBLYREF: {
        MonoAssembly *assembly = mono_assembly_load_reference(image, row, error);
        return assembly ? assembly->image : NULL;
    }
    case MONO_TABLE_MODULEREF: {
        const char *file = mono_row_string(image, MONO_TABLE_MODULEREF, row, MONO_MODULEREF_NAME);
        if (!image->assembly) {
            mono_error_set(error, MONO_ERROR_FILE_NOT_FOUND, file, "Module '%s' of no assembly", file);
            return NULL;
        }
        return mono_assembly_load_module(image->assembly, file, error);
    }
    default: /* the module itself, or an exported type of the assembly */
        return image;
    }
}

static void typeref_not_found(MonoImage *image, uint32_t row, uint32_t scope, const char *name_space, const char *name,
                              MonoError *error)
{
    char *assembly = NULL;
    if (MONO_TOKEN_TABLE(scope) == MONO_TABLE_ASSEMBLYREF) {
        MonoAssemblyName reference;
        mono_image_assembly_ref(image, MONO_TOKEN_ROW(scope), &reference);
        assembly = mono_assembly_name_text(&reference);
    } else {
        assembly = g_strdup(image->name);
    }
    char *full = *name_space ? g_strdup_printf("%s.%s", name_space, name) : g_strdup(name);
    mono_error_set(error, MONO_ERROR_TYPE_LOAD, full,
                   "Could not resolve type with token %08x from typeref (expected class '%s' in assembly '%s')",
                   MONO_TOKEN(MONO_TABLE_TYPEREF, row), full, assembly);
    g_free(full);
    g_free(assembly);
}

static MonoClass *resolve_typeref(MonoImage *image, uint32_t row, MonoError *error)
{
    static unsigned depth; /* nested references may form a loop */
    uint32_t scope = mono_coded_token(MONO_CODED_RESOLUTION_SCOPE,
                                      mono_image_row(image, MONO_TABLE_TYPEREF, row, MONO_TYPEREF_SCOPE));
    const char *name = mono_row_string(image, MONO_TABLE_TYPEREF, row, MONO_TYPEREF_NAME);
    const char *name_space = mono_row_string(image, MONO_TABLE_TYPEREF, row, MONO_TYPEREF_NAMESPACE);
    MonoClass *klass = NULL;
    if (MONO_TOKEN_TABLE(scope) == MONO_TABLE_TYPEREF && MONO_TOKEN_ROW(scope)) {
        MonoClass *outer = NULL;
        if (depth < 64) {
            depth++;
            outer = mono_class_get_checked(image, scope, NULL, error);
            depth--;
        }
        if (outer)
            klass = mono_class_nested(outer->image, MONO_TOKEN_ROW(outer->type_token), name, error);
    } else {
        MonoImage *target = scope_image(image, scope, error);
        if (target)
            klass = find_in_image(target, name_space, name, 0, error);
    }
    if (!klass && mono_error_ok(error))
        typeref_not_found(image, row, scope, name_space, name, error);
    return klass;
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

static MonoClass *typespec_class(MonoImage *image, uint32_t token, const MonoGenericContext *context, MonoError *error)
{
    uint32_t row = MONO_TOKEN_ROW(token);
    MonoImageTypes *types = mono_image_types(image);
    if (types->typespecs[row])
        return types->typespecs[row];
    MonoClass *klass = mono_context_cache_get(image, token, context);
    if (klass) {
        mono_type_substitutions++; /* when it was made; whoever holds it depends on the context too */
        return klass;
    }
    MonoBlob blob;
    if (!mono_image_blob(image, mono_image_row(image, MONO_TABLE_TYPESPEC, row, MONO_TYPESPEC_SIGNATURE), &blob)) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: TypeSpec row %u has no signature",
                       image->filename, row);
        return NULL;
    }
    uint64_t before = mono_type_substitutions;
    MonoBlobReader reader = mono_blob_reader(blob);
    MonoType type;
    if (!mono_type_parse(image, &reader, context, &type, error))
        return NULL;
    if (before == mono_type_substitutions)
        types->typespecs[row] = type.klass;
    else
        mono_context_cache_put(image, token, context, type.klass);
    return type.klass;
}

MonoClass *mono_class_get_checked(MonoImage *image, uint32_t token, const MonoGenericContext *context, MonoError *error)
{
    uint32_t table = MONO_TOKEN_TABLE(token), row = MONO_TOKEN_ROW(token);
    if (table == MONO_TABLE_TYPEDEF)
        return mono_class_from_typedef(image, row, error);
    if ((table != MONO_TABLE_TYPEREF && table != MONO_TABLE_TYPESPEC) || row == 0 ||
        row > mono_image_rows(image, table)) {
        mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: token %08x is no type", image->filename,
                       token);
        return NULL;
    }
    MonoClass *klass;
    if (table == MONO_TABLE_TYPEREF) {
        MonoImageTypes *types = mono_image_types(image);
        klass = types->typerefs[row];
        if (!klass)
            klass = types->typerefs[row] = resolve_typeref(image, row, error);
    } else {
        klass = typespec_class(image, token, context, error);
    }
    if (klass && klass->identity_failed) {
        mono_class_report_failure(klass, error);
        return NULL;
    }
    return klass;
}
