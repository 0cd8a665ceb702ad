/*
 * reflect.h - what the reflection files of interp/corlib share: mirrors of managed classes, properties and events,
 * stack walks, argument helpers. The mirrors follow mscorlib 6.8's declaration order.
 */
#ifndef MONOSP_REFLECT_H
#define MONOSP_REFLECT_H

#include "interp/corlib/icalls.h"

/* ---- Mirrors ----------------------------------------------------------------------------------------------------- */

typedef struct {
    MonoObject object;
    const MonoType *impl; /* Type._impl: canonical */
    MonoObject *type_info, *generic_cache, *serialization_ctor;
} MonoReflectionType;

typedef struct {
    MonoObject object;
    MonoMethod *method;
    MonoString *name;
    MonoObject *reftype;
} MonoReflectionMethod; /* RuntimeMethodInfo and RuntimeConstructorInfo */

typedef struct {
    MonoObject object;
    MonoClass *klass; /* reflected */
    MonoClassField *field;
    MonoString *name;
    MonoObject *type;
    int32_t attrs;
} MonoReflectionField;

typedef struct {
    MonoObject object;
    MonoAssembly *assembly;
    MonoObject *evidence, *resolve_event_holder, *minimum, *optional, *refuse, *granted, *denied;
    uint8_t from_byte_array;
    MonoString *assembly_name;
} MonoReflectionAssembly;

typedef struct {
    MonoObject object;
    MonoImage *image;
    MonoObject *assembly;
    MonoString *fqname, *name, *scope_name;
    uint8_t is_resource;
    int32_t token;
} MonoReflectionModule;

/* A Property or Event row seen in a class (closed like the class). */
typedef struct _MonoProperty {
    MonoClass *parent;
    const char *name;
    uint32_t token;
    uint16_t flags;
    MonoMethod *get, *set;
} MonoProperty;

typedef struct {
    MonoClass *parent;
    const char *name;
    uint32_t token;
    uint16_t flags;
    MonoMethod *add, *remove, *raise;
    GPtrArray *others; /* MonoMethod*, NULL = none */
} MonoEvent;

typedef struct {
    MonoObject object;
    MonoClass *klass; /* reflected */
    MonoProperty *property;
    /* info and caches follow, only managed code uses them */
} MonoReflectionProperty;

typedef struct {
    MonoObject object;
    MonoObject *cached_add_event;
    MonoClass *klass; /* reflected */
    MonoEvent *event;
} MonoReflectionEvent;

typedef struct {
    MonoObject object;
    int32_t attrs;
    MonoObject *klass, *default_value, *member;
    MonoString *name;
    int32_t position;
    MonoObject *marshal_as;
} MonoReflectionParameter;

/* BindingFlags and RuntimeType.MemberListType. */
enum { BFLAGS_IGNORE_CASE = 1, BFLAGS_DECLARED_ONLY = 2, BFLAGS_INSTANCE = 4, BFLAGS_STATIC = 8, BFLAGS_PUBLIC = 0x10,
       BFLAGS_NON_PUBLIC = 0x20, BFLAGS_FLATTEN_HIERARCHY = 0x40 };
enum { MEMBER_LIST_ALL, MEMBER_LIST_CASE_SENSITIVE, MEMBER_LIST_CASE_INSENSITIVE };

enum { MEMBER_ACCESS_MASK = 7, MEMBER_ACCESS_PRIVATE = 1, MEMBER_ACCESS_PUBLIC = 6, METHOD_ATTR_STATIC = 0x10 };

/* ---- reflection.c ------------------------------------------------------------------------------------------------ */

/* Sets the exception when error holds one; true when it did. */
bool reflect_failed(MonoError *error);
void reflect_throw(const char *name_space, const char *name, const char *message);
MonoClass *reflect_corlib_class(const char *name_space, const char *name); /* cached */
MonoClass *reflect_class_of(MonoObject *runtime_type);                     /* NULL for none and foreign types */
MonoImage *reflect_class_image(MonoClass *klass);                          /* of an array's element */
MonoObject *reflect_module_object(MonoImage *image);
void reflect_set_module_object(MonoImage *image, MonoObject *module); /* a ModuleBuilder */
MonoObject *reflect_property_object(MonoProperty *property, MonoClass *reflected);
MonoObject *reflect_event_object(MonoEvent *event, MonoClass *reflected);
/* Members of the class itself. */
MonoProperty *const *reflect_properties(MonoClass *klass, unsigned *count);
MonoEvent *const *reflect_events(MonoClass *klass, unsigned *count);
MonoMethod *reflect_method_by_token(MonoClass *klass, uint32_t token);
/* Out parameter of reference type. */
static inline void reflect_set_out(const MonoSlot *slot, void *object)
{
    if (slot->p)
        *(void **)slot->p = object;
}
static inline MonoArray *reflect_empty_types(void)
{
    return mono_array_new(mono_defaults.type, 0);
}
static inline bool reflect_is_ctor(const MonoMethod *method)
{
    return method->name[0] == '.' && (!strcmp(method->name, ".ctor") || !strcmp(method->name, ".cctor"));
}

/* ---- stacktrace.c ------------------------------------------------------------------------------------------------ */

/* Managed methods on the stack, internal calls not counted; skip 0 = the method that called the icall. */
MonoMethod *reflect_caller(unsigned skip);
/* The first one that is outside of corlib's System and System.Reflection; NULL = none. */
MonoMethod *reflect_caller_no_reflection(void);

/* ---- domain.c ---------------------------------------------------------------------------------------------------- */

MonoObject *mono_domain_object(void); /* System.AppDomain, made at the first call */

/* ---- typename.c -------------------------------------------------------------------------------------------------- */

/* A parsed type name: Ns.Outer+Inner[[args]]suffixes, Assembly. */
typedef struct MonoTypeNameSpec MonoTypeNameSpec;
typedef enum { TYPE_SUFFIX_POINTER = '*', TYPE_SUFFIX_BYREF = '&', TYPE_SUFFIX_SZARRAY = 'v', TYPE_SUFFIX_ARRAY = '[' }
    MonoTypeSuffixKind;
typedef struct {
    MonoTypeSuffixKind kind;
    uint32_t rank;
} MonoTypeSuffix;
struct MonoTypeNameSpec {
    char *name_space, *name; /* of the outermost type, escapes removed */
    GPtrArray *nested;       /* char*: names of inner types */
    GPtrArray *arguments;    /* MonoTypeNameSpec* */
    GArray *suffixes;        /* MonoTypeSuffix, in order of application */
    char *assembly;          /* text after the comma, NULL = none */
};
/* NULL when malformed. allow_assembly: at the top level only Type.GetType may name one. */
MonoTypeNameSpec *mono_type_name_parse(const char *text, bool allow_assembly);
void mono_type_name_free(MonoTypeNameSpec *spec);
/* The canonical type. Looked for in spec's own assembly, else in `image`, else in corlib (search_corlib). NULL when
 * there is none; errors of loading in error. */
const MonoType *mono_type_name_resolve(const MonoTypeNameSpec *spec, MonoImage *image, bool search_corlib,
                                       bool ignore_case, MonoError *error);
/* Both at once; the name of an attribute blob or Type.GetType. */
const MonoType *mono_type_from_name(const char *text, MonoImage *image, bool ignore_case, MonoError *error);
/* As Type.ToString (full_name false), FullName, AssemblyQualifiedName print it; g_free. */
char *mono_type_name_format(const MonoType *type, bool full_name, bool assembly_qualified);

/* ---- invoke.c ---------------------------------------------------------------------------------------------------- */

/* InternalInvoke of methods and constructors: obj, parameters as MethodBase.Invoke has checked them. Exceptions of the
 * target are set pending; those of the call itself (wrong target and so on) go to *exc. */
MonoObject *reflect_invoke(MonoMethod *method, MonoObject *obj, MonoArray *parameters, MonoObject **exc);
/* Value of a field at an address, boxed; and back. */
MonoObject *reflect_load_boxed(const MonoType *type, const void *address, MonoError *error);
void reflect_store_boxed(const MonoType *type, void *address, MonoObject *value);
void icall_invoke_method(MonoSlot *args, MonoSlot *ret);
void icall_invoke_constructor(MonoSlot *args, MonoSlot *ret);

#endif
