/*
 * reflection.c - managed objects that stand for types, methods, fields, properties, events, assemblies and modules.
 *
 * One object a thing and reflected class, so that == on reflection objects holds. The first is cached in the thing
 * itself (reflected by its own class), others in a table. All are kept alive for ever, like what they stand for.
 */
#include <string.h>

#include "interp/corlib/reflect.h"

typedef struct {
    const void *thing;
    const MonoClass *reflected;
} PairKey;

static guint pair_hash(gconstpointer p)
{
    const PairKey *key = p;
    return g_direct_hash(key->thing) * 31u ^ g_direct_hash(key->reflected);
}

static gboolean pair_equal(gconstpointer a, gconstpointer b)
{
    return !memcmp(a, b, sizeof(PairKey));
}

static GHashTable *pair_table(void)
{
    static GHashTable *table;
    if (!table)
        table = g_hash_table_new(pair_hash, pair_equal);
    return table;
}

static MonoObject *pair_get(const void *thing, const MonoClass *reflected)
{
    PairKey key = {thing, reflected};
    return g_hash_table_lookup(pair_table(), &key);
}

static void pair_put(const void *thing, const MonoClass *reflected, MonoObject *object)
{
    PairKey *key = g_new0(PairKey, 1);
    *key = (PairKey){thing, reflected};
    mono_gc_keep(object);
    g_hash_table_insert(pair_table(), key, object);
}

/* own: where the thing itself keeps it; NULL: it is reflected by another class. */
static void remember(MonoObject **own, const void *thing, const MonoClass *reflected, MonoObject *object)
{
    if (!own) {
        pair_put(thing, reflected, object);
        return;
    }
    mono_gc_keep(object);
    *own = object;
}

bool reflect_failed(MonoError *error)
{
    if (mono_error_ok(error))
        return false;
    mono_set_pending_exception(mono_error_exception(error));
    return true;
}

void reflect_throw(const char *name_space, const char *name, const char *message)
{
    mono_set_pending_exception(mono_exception_new(name_space, name, message));
}

MonoClass *reflect_corlib_class(const char *name_space, const char *name)
{
    static GHashTable *cache;
    if (!cache)
        cache = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    char *key = g_strdup_printf("%s.%s", name_space, name);
    MonoClass *klass = g_hash_table_lookup(cache, key);
    if (klass) {
        g_free(key);
        return klass;
    }
    klass = mono_class_from_name(mono_defaults.corlib, name_space, name);
    if (!klass)
        g_error("mscorlib has no class %s", key);
    g_hash_table_insert(cache, key, klass);
    return klass;
}

MonoImage *reflect_class_image(MonoClass *klass)
{
    while (!klass->image) {
        if (klass->kind == MONO_CLASS_ARRAY || klass->kind == MONO_CLASS_POINTER)
            klass = klass->element_class;
        else if (klass->param_owner_class)
            klass = klass->param_owner_class;
        else if (klass->param_owner_method)
            klass = klass->param_owner_method->klass;
        else
            return mono_defaults.corlib;
    }
    return klass->image;
}

MonoObject *mono_type_object(const MonoType *type)
{
    MonoClass *klass = type->klass;
    MonoObject **cache = type->byref ? &klass->reflection_byref_type : &klass->reflection_type;
    if (*cache)
        return *cache;
    MonoReflectionType *object = (MonoReflectionType *)mono_object_new(mono_defaults.runtime_type);
    if (!object)
        return NULL;
    object->impl = type->byref ? &klass->byref_type : &klass->byval_type;
    mono_gc_keep(&object->object);
    return *cache = &object->object;
}

MonoObject *mono_class_type_object(MonoClass *klass)
{
    return mono_type_object(&klass->byval_type);
}

const MonoType *mono_type_from_object(MonoObject *runtime_type)
{
    if (!runtime_type || mono_object_class(runtime_type) != mono_defaults.runtime_type)
        return NULL;
    return ((MonoReflectionType *)runtime_type)->impl;
}

MonoClass *reflect_class_of(MonoObject *runtime_type)
{
    const MonoType *type = mono_type_from_object(runtime_type);
    return type ? type->klass : NULL;
}

MonoObject *mono_method_object(MonoMethod *method, MonoClass *reflected)
{
    if (!reflected)
        reflected = method->klass;
    MonoObject **own = reflected == method->klass ? &method->reflection : NULL;
    MonoObject *known = own ? *own : pair_get(method, reflected);
    if (known)
        return known;
    MonoClass *klass = reflect_is_ctor(method) ? mono_defaults.runtime_constructor : mono_defaults.runtime_method;
    MonoReflectionMethod *object = (MonoReflectionMethod *)mono_object_new(klass);
    if (!object)
        return NULL;
    object->method = method;
    object->name = mono_string_new(method->name);
    object->reftype = mono_class_type_object(reflected);
    remember(own, method, reflected, &object->object);
    return &object->object;
}

MonoObject *mono_field_object(MonoClassField *field, MonoClass *reflected)
{
    if (!reflected)
        reflected = field->parent;
    MonoObject **own = reflected == field->parent ? &field->reflection : NULL;
    MonoObject *known = own ? *own : pair_get(field, reflected);
    if (known)
        return known;
    MonoReflectionField *object = (MonoReflectionField *)mono_object_new(mono_defaults.runtime_field);
    if (!object)
        return NULL;
    object->klass = reflected;
    object->field = field;
    object->name = mono_string_new(field->name);
    object->type = mono_type_object(&field->type);
    object->attrs = field->flags;
    remember(own, field, reflected, &object->object);
    return &object->object;
}

MonoObject *mono_assembly_object(MonoAssembly *assembly)
{
    if (assembly->reflection)
        return assembly->reflection;
    MonoReflectionAssembly *object = (MonoReflectionAssembly *)mono_object_new(mono_defaults.runtime_assembly);
    if (!object)
        return NULL;
    object->assembly = assembly;
    mono_gc_keep(&object->object);
    assembly->reflection = object;
    return &object->object;
}

MonoObject *reflect_module_object(MonoImage *image)
{
    MonoObject *known = pair_get(image, NULL);
    if (known)
        return known;
    MonoReflectionModule *object = (MonoReflectionModule *)mono_object_new(mono_defaults.runtime_module);
    if (!object)
        return NULL;
    object->image = image;
    object->assembly = image->assembly ? mono_assembly_object(image->assembly) : NULL;
    object->fqname = mono_string_new(image->filename ? image->filename : image->module_name);
    char *base = g_path_get_basename(image->filename ? image->filename : image->module_name);
    object->name = mono_string_new(base);
    g_free(base);
    object->scope_name = mono_string_new(image->module_name);
    object->token = MONO_TOKEN(MONO_TABLE_MODULE, 1);
    pair_put(image, NULL, &object->object);
    return &object->object;
}

void reflect_set_module_object(MonoImage *image, MonoObject *module)
{
    pair_put(image, NULL, module);
}

/* The one object, of a class of System.Reflection, for a thing and its reflected class; the caller fills it in. */
static void *pair_object(const void *thing, const MonoClass *reflected, const char *class_name)
{
    MonoObject *object = pair_get(thing, reflected);
    if (!object && (object = mono_object_new(reflect_corlib_class("System.Reflection", class_name))))
        pair_put(thing, reflected, object);
    return object;
}

MonoObject *reflect_property_object(MonoProperty *property, MonoClass *reflected)
{
    MonoReflectionProperty *object = pair_object(property, reflected, "RuntimePropertyInfo");
    if (!object)
        return NULL;
    object->klass = reflected;
    object->property = property;
    return &object->object;
}

MonoObject *reflect_event_object(MonoEvent *event, MonoClass *reflected)
{
    MonoReflectionEvent *object = pair_object(event, reflected, "RuntimeEventInfo");
    if (!object)
        return NULL;
    object->klass = reflected;
    object->event = event;
    return &object->object;
}

/* ---- Properties and events of a class, made once ----------------------------------------------------------------- */

MonoMethod *reflect_method_by_token(MonoClass *klass, uint32_t token)
{
    MonoError error = MONO_ERROR_INIT;
    if (!mono_class_setup_methods(klass, &error)) {
        mono_error_clear(&error);
        return NULL;
    }
    for (uint32_t i = 0; i < klass->method_count; i++)
        if (klass->methods[i]->token == token)
            return klass->methods[i];
    return NULL;
}

/* MethodSemantics (II.23.1.12) of a Property or Event token. */
enum { SEMANTICS_SETTER = 1, SEMANTICS_GETTER = 2, SEMANTICS_OTHER = 4, SEMANTICS_ADD = 8, SEMANTICS_REMOVE = 16,
       SEMANTICS_FIRE = 32 };

typedef void (*SemanticsVisit)(void *thing, uint32_t semantics, MonoMethod *method);

static void visit_semantics(MonoClass *klass, uint32_t token, SemanticsVisit visit, void *thing)
{
    MonoImage *image = klass->image;
    uint32_t key = mono_coded_index(MONO_CODED_HAS_SEMANTICS, token);
    uint32_t row = 0;
    while ((row = mono_image_next_row(image, MONO_TABLE_METHODSEMANTICS, MONO_METHODSEMANTICS_ASSOCIATION, key, row))) {
        uint32_t method_row = mono_image_row(image, MONO_TABLE_METHODSEMANTICS, row, MONO_METHODSEMANTICS_METHOD);
        MonoMethod *method = reflect_method_by_token(klass, MONO_TOKEN(MONO_TABLE_METHOD, method_row));
        if (method)
            visit(thing, mono_image_row(image, MONO_TABLE_METHODSEMANTICS, row, MONO_METHODSEMANTICS_SEMANTICS),
                  method);
    }
}

static void property_semantics(void *thing, uint32_t semantics, MonoMethod *method)
{
    MonoProperty *property = thing;
    if (semantics & SEMANTICS_GETTER)
        property->get = method;
    else if (semantics & SEMANTICS_SETTER)
        property->set = method;
}

static void event_semantics(void *thing, uint32_t semantics, MonoMethod *method)
{
    MonoEvent *event = thing;
    if (semantics & SEMANTICS_ADD)
        event->add = method;
    else if (semantics & SEMANTICS_REMOVE)
        event->remove = method;
    else if (semantics & SEMANTICS_FIRE)
        event->raise = method;
    else if (semantics & SEMANTICS_OTHER) {
        if (!event->others)
            event->others = g_ptr_array_new();
        g_ptr_array_add(event->others, method);
    }
}

/* How MonoProperty and MonoEvent begin. */
typedef struct {
    MonoClass *parent;
    const char *name;
    uint32_t token;
    uint16_t flags;
} MemberHead;
#define SAME_HEAD(Type)                                                                                                \
    _Static_assert(offsetof(Type, parent) == offsetof(MemberHead, parent) &&                                           \
                       offsetof(Type, name) == offsetof(MemberHead, name) &&                                           \
                       offsetof(Type, token) == offsetof(MemberHead, token) &&                                         \
                       offsetof(Type, flags) == offsetof(MemberHead, flags),                                           \
                   #Type " begins otherwise")
SAME_HEAD(MonoProperty);
SAME_HEAD(MonoEvent);

typedef struct {
    MonoTableId map, owned;
    unsigned parent_column, list_column; /* of map */
    unsigned flags_column, name_column;  /* of owned */
    size_t size_bytes;
    SemanticsVisit semantics;
    GHashTable *cache; /* class -> GPtrArray of members */
} MemberKind;

/* Rows of Property or Event that belong to the class's TypeDef, through the map table. */
static void member_rows(const MonoClass *klass, const MemberKind *kind, uint32_t *first, uint32_t *count)
{
    *first = *count = 0;
    if (!klass->type_token || !klass->image)
        return;
    uint32_t owner = MONO_TOKEN_ROW(klass->type_token);
    uint32_t row = mono_image_next_row(klass->image, kind->map, kind->parent_column, owner, 0);
    if (row)
        mono_image_list(klass->image, kind->map, row, kind->list_column, kind->owned, first, count);
}

static GPtrArray *members_of(MonoClass *klass, MemberKind *kind)
{
    if (!kind->cache)
        kind->cache = g_hash_table_new(NULL, NULL);
    GPtrArray *list = g_hash_table_lookup(kind->cache, klass);
    if (list)
        return list;
    uint32_t first, rows;
    list = g_ptr_array_new();
    member_rows(klass, kind, &first, &rows);
    for (uint32_t i = 0; i < rows; i++) {
        MemberHead *member = g_malloc0(kind->size_bytes);
        uint32_t row = mono_image_ptr(klass->image, kind->owned, first + i);
        member->parent = klass;
        member->token = MONO_TOKEN(kind->owned, row);
        member->flags = (uint16_t)mono_image_row(klass->image, kind->owned, row, kind->flags_column);
        member->name = mono_image_string(klass->image, mono_image_row(klass->image, kind->owned, row, kind->name_column));
        visit_semantics(klass, member->token, kind->semantics, member);
        g_ptr_array_add(list, member);
    }
    g_hash_table_insert(kind->cache, klass, list);
    return list;
}

MonoProperty *const *reflect_properties(MonoClass *klass, unsigned *count)
{
    static MemberKind kind = {.map = MONO_TABLE_PROPERTYMAP,
                              .parent_column = MONO_PROPERTYMAP_PARENT,
                              .list_column = MONO_PROPERTYMAP_PROPERTY_LIST,
                              .owned = MONO_TABLE_PROPERTY,
                              .flags_column = MONO_PROPERTY_FLAGS,
                              .name_column = MONO_PROPERTY_NAME,
                              .size_bytes = sizeof(MonoProperty),
                              .semantics = property_semantics};
    GPtrArray *list = members_of(klass, &kind);
    *count = list->len;
    return (MonoProperty *const *)list->pdata;
}

MonoEvent *const *reflect_events(MonoClass *klass, unsigned *count)
{
    static MemberKind kind = {.map = MONO_TABLE_EVENTMAP,
                              .parent_column = MONO_EVENTMAP_PARENT,
                              .list_column = MONO_EVENTMAP_EVENT_LIST,
                              .owned = MONO_TABLE_EVENT,
                              .flags_column = MONO_EVENT_FLAGS,
                              .name_column = MONO_EVENT_NAME,
                              .size_bytes = sizeof(MonoEvent),
                              .semantics = event_semantics};
    GPtrArray *list = members_of(klass, &kind);
    *count = list->len;
    return (MonoEvent *const *)list->pdata;
}
