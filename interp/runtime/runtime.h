/*
 * runtime.h - the door of interp/runtime: types, objects, heap, exceptions, profiler events.
 *
 *   token + generic context -> MonoClass / MonoMethod / MonoClassField   (class.c generic.c signature.c member.c)
 *   MonoClass -> layout -> vtable -> static data, class constructor      (layout.c vtable.c class-init.c)
 *   object = header + fields; array = object + bounds + length + data    (object.c array.c string.c)
 *   heap: non-moving mark-sweep, collected at safepoints only            (heap.c gc.c handles.c)
 *
 * One thread, one domain. Everything made from metadata (classes, methods, fields, signatures, vtables) lives until the
 * process ends; objects live in the collected heap.
 *
 * No shared generic code: every closed instantiation is a class of its own, so a MonoType met while a method is
 * transformed is always closed. Open types (members of generic definitions) exist for reflection only.
 */
#ifndef MONOSP_RUNTIME_H
#define MONOSP_RUNTIME_H

#include <glib.h>

#include "interp/metadata/metadata.h"
#include "interp/runtime/internal-names.h"

/* ---- Types ------------------------------------------------------------------------------------------------------- */

typedef struct _MonoClassField MonoClassField;
typedef struct _MonoString MonoString;
typedef struct _MonoArray MonoArray;
typedef struct _MonoException MonoException;
typedef struct _MonoDelegate MonoDelegate;

/* A type as it stands in a signature. By value; equal when klass and byref are. `type` is the element type: primitives,
 * STRING, OBJECT, CLASS (also generic instances and interfaces), VALUETYPE (also enums and generic instances), SZARRAY,
 * ARRAY, PTR, FNPTR, VAR, MVAR, TYPEDBYREF, VOID. Never GENERICINST, BYREF or a modifier. */
typedef struct _MonoType {
    MonoClass *klass;
    uint8_t type; /* MonoTypeEnum of klass */
    bool byref;
    bool pinned; /* locals only */
} MonoType;

/* Interned: the same arguments are the same pointer. */
typedef struct {
    uint32_t count;
    uint32_t id;  /* unique */
    bool is_open; /* an argument holds a VAR or MVAR */
    uint8_t depth; /* how deep instances nest in the arguments, 1 for List<int>; bounded */
    MonoClass *args[];
} MonoGenericInst;

typedef struct {
    MonoGenericInst *class_inst, *method_inst; /* either may be NULL */
} MonoGenericContext;

enum { MONO_SIGNATURE_VARARG = 5 }; /* a call convention, II.23.2.3 */

struct _MonoMethodSignature {
    bool hasthis, explicit_this;
    uint8_t call_convention; /* II.23.2.1, low 4 bits */
    uint16_t param_count;    /* without this */
    uint16_t generic_param_count;
    int16_t sentinel; /* position of the first vararg, -1 = none */
    MonoType ret;
    MonoType params[];
};

typedef enum { MONO_CLASS_DEF, MONO_CLASS_GTD, MONO_CLASS_GINST, MONO_CLASS_GPARAM, MONO_CLASS_ARRAY, MONO_CLASS_POINTER,
               MONO_CLASS_FNPTR } MonoClassKind;

/* What is ready in a class; each stage is made on demand by mono_class_setup_*() and fails once and for all with
 * `failure`. Identity (name, flags, parent, valuetype, enumtype, type) is there from the start. */
struct _MonoClass {
    MonoClassKind kind;
    const char *name, *name_space; /* metadata's: List`1, arrays Int32[] */
    MonoImage *image;
    uint32_t type_token; /* TypeDef token, also of instances; 0 for arrays, pointers, parameters */
    uint32_t flags;      /* TypeAttributes, II.23.1.15 */
    MonoClass *parent, *nested_in;
    /* arrays, pointers: element; enums: underlying type; Nullable<T>: T; else the class itself */
    MonoClass *element_class;
    MonoType byval_type, byref_type; /* canonical: RuntimeTypeHandle is a pointer to one of these */
    uint8_t rank;                    /* arrays; an SZARRAY has rank 1 */
    bool valuetype, enumtype, is_interface, is_delegate, is_nullable, is_byref_like, is_szarray;
    bool is_open; /* holds a VAR or MVAR (definitions too) */
    bool unfinished; /* a TypeBuilder's before CreateType: no stage can be reached yet */
    /* generics */
    MonoClass *definition;      /* GINST: its generic type definition, else NULL */
    MonoGenericInst *inst;      /* GINST: arguments; GTD: its own parameters; else NULL */
    uint32_t param_number;      /* GPARAM */
    uint32_t param_token;       /* GPARAM: GenericParam token */
    MonoClass *param_owner_class;   /* GPARAM of a type, else NULL */
    MonoMethod *param_owner_method; /* GPARAM of a method, else NULL */
    MonoMethodSignature *fnptr_signature;
    /* stage FIELDS: mono_class_setup_fields() */
    bool fields_ready;
    bool has_references;  /* instance fields (of a value type: when boxed) hold references */
    bool blittable;
    bool explicit_layout;
    uint32_t instance_size; /* bytes with the object header; of a value type: boxed */
    uint32_t value_size;    /* value types: bytes unboxed; else pointer size */
    uint8_t min_align;      /* bytes */
    uint32_t element_size;  /* arrays: bytes an element */
    uint32_t field_count;   /* own, static and literal ones included */
    MonoClassField *fields;
    uint32_t static_size; /* bytes of static data */
    uint32_t *reference_offsets; /* from the object's start, instance fields of all parents; reference_count of them */
    uint32_t reference_count;
    uint32_t *static_reference_offsets; /* the same in the vtable's static_data */
    uint32_t static_reference_count;
    /* stage METHODS: mono_class_setup_methods() */
    bool methods_ready;
    uint32_t method_count;
    MonoMethod **methods; /* own */
    MonoMethod *cctor, *finalizer; /* finalizer: also inherited, NULL for Object's empty one */
    /* stage VTABLE: mono_class_setup_vtable(): interfaces and slots */
    bool vtable_ready;
    uint32_t interface_count; /* all, inherited and inherited by interfaces included; each once */
    MonoClass **interfaces;
    uint32_t *interface_offsets; /* slot of each interface's first method in `slots` */
    uint32_t slot_count;
    MonoMethod **slots;
    uint32_t own_interface_count; /* direct InterfaceImpl rows, resolved */
    MonoClass **own_interfaces;
    bool init_ready;
    MonoError failure;
    /* owned by the type loader: progress of identity and stages, who waits for this class's parent */
    bool identity_ready, identity_failed, layout_ready, layout_busy, vtable_busy;
    GSList *waiting;
    /* made by mono_class_vtable() */
    MonoVTable *vtable;
    /* caches */
    MonoClass *szarray_class, *pointer_class;
    GSList *array_classes;
    MonoObject *reflection_type, *reflection_byref_type; /* RuntimeType objects, roots */
    void *marshal; /* owned by P/Invoke */
    MonoClass *stands_for; /* the class of an owner's DynamicMethods: the owner, which profilers see; else NULL */
    uint16_t depth;       /* Object 0 */
    MonoClass **ancestors; /* [0..depth], itself last: subclass test is one load */
};

struct _MonoClassField {
    MonoClass *parent;
    const char *name;
    MonoType type; /* closed when the class is */
    uint32_t token;
    uint16_t flags;  /* FieldAttributes, II.23.1.5 */
    uint32_t offset; /* instance: from the object's start, header included (also for value types: subtract
                        MONO_OBJECT_HEADER_SIZE for unboxed data); static: in the vtable's static_data; literal: 0 */
    MonoObject *reflection; /* FieldInfo made for it, root; may be NULL */
};

enum { MONO_FIELD_ATTR_STATIC = 0x10, MONO_FIELD_ATTR_INIT_ONLY = 0x20, MONO_FIELD_ATTR_LITERAL = 0x40,
       MONO_FIELD_ATTR_HAS_RVA = 0x100 };
enum { MONO_TYPE_ATTR_INTERFACE = 0x20, MONO_TYPE_ATTR_ABSTRACT = 0x80, MONO_TYPE_ATTR_SEALED = 0x100,
       MONO_TYPE_ATTR_SEQUENTIAL = 0x8, MONO_TYPE_ATTR_EXPLICIT = 0x10, MONO_TYPE_ATTR_BEFORE_FIELD_INIT = 0x100000 };
enum { MONO_METHOD_ATTR_FINAL = 0x20, MONO_METHOD_ATTR_VIRTUAL = 0x40, MONO_METHOD_ATTR_HIDEBYSIG = 0x80,
       MONO_METHOD_ATTR_NEWSLOT = 0x100, MONO_METHOD_ATTR_ABSTRACT = 0x400, MONO_METHOD_ATTR_SPECIALNAME = 0x800,
       MONO_METHOD_IMPL_ATTR_SYNCHRONIZED = 0x20, MONO_METHOD_IMPL_ATTR_AGGRESSIVE_INLINING = 0x100 };

/* How a method without IL of its own runs. */
typedef enum {
    MONO_METHOD_IL,
    MONO_METHOD_ABSTRACT,
    MONO_METHOD_ICALL,           /* InternalCall: see interp/corlib */
    MONO_METHOD_PINVOKE,
    MONO_METHOD_ARRAY_GET,       /* accessors of multi-dimensional arrays and their constructors */
    MONO_METHOD_ARRAY_SET,
    MONO_METHOD_ARRAY_ADDRESS,
    MONO_METHOD_ARRAY_CTOR,
    MONO_METHOD_DELEGATE_CTOR,
    MONO_METHOD_DELEGATE_INVOKE,
    MONO_METHOD_DELEGATE_BEGIN_INVOKE,
    MONO_METHOD_DELEGATE_END_INVOKE,
} MonoMethodKind;

struct _MonoMethod {
    MonoClass *klass; /* declaring; closed for inflated ones */
    const char *name;
    uint32_t token; /* MethodDef of klass->image, 0 for made ones (array accessors) */
    uint16_t flags, iflags;
    MonoMethodKind kind;
    uint16_t generic_param_count;
    int32_t slot; /* in the vtable, of an interface's method: position in the interface; -1 = not virtual. Of a class's
                     method valid after mono_class_setup_vtable(klass) */
    bool is_open; /* class or method parameters are not bound: cannot run */
    bool is_dynamic; /* a DynamicMethod: its class is a stand-in for the owner */
    MonoGenericInst *method_inst;     /* arguments of a generic method; of its definition: own parameters */
    MonoMethod *definition;           /* generic method definition this is an instance of (same klass), or NULL */
    MonoMethodSignature *signature_;  /* mono_method_signature_checked() */
    GHashTable *instances;            /* of a generic method definition: MonoGenericInst -> MonoMethod */
    void *interp;                     /* InterpMethod, owned by interp/ir; NULL until first needed */
    void *icall;                      /* MonoICall, found at first call */
    void *native;                     /* owned by P/Invoke */
    MonoObject *reflection;           /* MethodBase object, root; may be NULL */
    uint64_t call_count;              /* entries, only counted for --stats */
};

static inline MonoGenericContext mono_method_context(const MonoMethod *method)
{
    return (MonoGenericContext){method->klass->inst, method->method_inst};
}

/* Tokens in the context of a method or class; NULL with an error when unresolvable. Results are interned. */
MonoClass *mono_class_get_checked(MonoImage *image, uint32_t token, const MonoGenericContext *context, MonoError *error);
MonoMethod *mono_method_get_checked(MonoImage *image, uint32_t token, const MonoGenericContext *context,
                                    MonoError *error);
MonoClassField *mono_field_get_checked(MonoImage *image, uint32_t token, const MonoGenericContext *context,
                                       MonoError *error);
/* One type of a blob (advances the reader). PINNED and modifiers are swallowed into *type. */
bool mono_type_parse(MonoImage *image, MonoBlobReader *reader, const MonoGenericContext *context, MonoType *type,
                     MonoError *error);
/* Method signatures (MethodDef, MemberRef, StandAloneSig for calli); made per call, owned by the caller (g_free). */
MonoMethodSignature *mono_signature_parse(MonoImage *image, MonoBlob blob, const MonoGenericContext *context,
                                          MonoError *error);
/* Locals of a StandAloneSig token: array of *count, g_free it. */
MonoType *mono_locals_parse(MonoImage *image, uint32_t token, const MonoGenericContext *context, unsigned *count,
                            MonoError *error);
/* For a vararg call site: the MemberRef's own signature with what stands after the sentinel. Rare. */
MonoMethodSignature *mono_method_signature_checked(MonoMethod *method, MonoError *error); /* cached in the method */

MonoClass *mono_class_from_name(MonoImage *image, const char *name_space, const char *name); /* NULL = not there;
                                     follows type forwarders; nested types: "Outer/Inner" in name */
MonoClass *mono_class_from_typedef(MonoImage *image, uint32_t typedef_row, MonoError *error);
MonoClass *mono_class_array(MonoClass *element, unsigned rank, bool szarray); /* szarray only with rank 1 */
MonoClass *mono_class_pointer(MonoClass *element);
MonoGenericInst *mono_generic_inst(MonoClass *const *args, unsigned count);
/* Instance of a generic type definition; with the definition's own parameters the definition itself. */
MonoClass *mono_class_instantiate(MonoClass *definition, MonoGenericInst *inst);
MonoMethod *mono_method_instantiate(MonoMethod *definition, MonoGenericInst *inst, MonoError *error);
/* Replaces VAR and MVAR; same pointer when nothing was open. */
MonoClass *mono_class_inflate(MonoClass *klass, const MonoGenericContext *context);
/* The method of closed class `klass` (an instance of method->klass's definition) that stands for `method`. */
MonoMethod *mono_class_method_for(MonoClass *klass, MonoMethod *method);
/* Interfaces of a parameter, its constraints: for reflection. */
MonoClass **mono_class_param_constraints(MonoClass *param, unsigned *count, MonoError *error); /* g_free */
MonoClass **mono_class_generic_params(MonoClass *definition, unsigned *count);   /* owned by the definition */
MonoClass **mono_method_generic_params(MonoMethod *definition, unsigned *count); /* owned by the method */

/* Images that are written at run time (dynamic.c). A new row of a table, with its places in the image's caches. */
uint32_t mono_dynamic_row(MonoImage *image, MonoTableId table);
/* Tokens that stand for what is given, whatever image that is of; the same again gives the same. */
uint32_t mono_dynamic_class_token(MonoImage *image, MonoClass *klass);
uint32_t mono_dynamic_method_token(MonoImage *image, MonoMethod *method);
uint32_t mono_dynamic_field_token(MonoImage *image, MonoClassField *field);
uint32_t mono_dynamic_typespec(MonoImage *image, const GByteArray *signature);
/* All rows of a class of such an image are there; what was not known when it was first named is looked up. */
void mono_dynamic_finish_class(MonoClass *klass);
/* What a MethodDef row stands for, of a method that is made by hand. */
void mono_dynamic_set_method(MonoImage *image, uint32_t row, MonoMethod *method);
/* Appends to a signature blob: a number, a TypeDefOrRef, a type, a method's signature. */
void mono_dynamic_put(GByteArray *out, uint32_t value);
void mono_dynamic_put_token(GByteArray *out, uint32_t token);
void mono_dynamic_put_type(MonoImage *image, GByteArray *out, const MonoType *type);
void mono_dynamic_put_signature(MonoImage *image, GByteArray *out, const MonoMethodSignature *signature);

/* Stages; each does the ones before. false: klass->failure is copied into error. */
bool mono_class_setup_fields(MonoClass *klass, MonoError *error);
bool mono_class_setup_methods(MonoClass *klass, MonoError *error);
bool mono_class_setup_vtable(MonoClass *klass, MonoError *error);
bool mono_class_init_checked(MonoClass *klass, MonoError *error); /* all three: ready to be used in code */

/* Classes met so far, arrays and instances included, for --stats. */
extern unsigned mono_class_loaded_count;

/* By name in the class itself and (methods: fields too) its parents. param_count -1 = any. NULL = none. */
MonoMethod *mono_class_find_method(MonoClass *klass, const char *name, int param_count);
MonoClassField *mono_class_find_field(MonoClass *klass, const char *name);

/* isinst rules (III.4.3, I.8.7.3): inheritance, interfaces, variance, arrays, nullable. */
bool mono_class_is_assignable(MonoClass *target, MonoClass *source);
static inline bool mono_class_is_subclass(const MonoClass *klass, const MonoClass *parent) /* classes only */
{
    return klass->depth >= parent->depth && klass->ancestors[parent->depth] == parent;
}
/* Element type with enums reduced to what they hold. */
MonoTypeEnum mono_type_reduced(const MonoType *type);
static inline bool mono_type_is_reference(const MonoType *type)
{
    return !type->byref && (type->type == MONO_TYPE_STRING || type->type == MONO_TYPE_CLASS ||
                            type->type == MONO_TYPE_OBJECT || type->type == MONO_TYPE_SZARRAY ||
                            type->type == MONO_TYPE_ARRAY || type->type == MONO_TYPE_VAR || type->type == MONO_TYPE_MVAR);
}
/* Bytes of a value of this type in a field, array element or behind a pointer. The class's fields are set up. */
uint32_t mono_type_size(const MonoType *type, uint32_t *align);

/* Names. full: Mono's mono_type_full_name / mono_method_full_name, with generics as List`1<int>; g_free. */
/* full_name false: Type.ToString, List`1[System.Int32]; true: Type.FullName, arguments with their assemblies; both:
 * Type.AssemblyQualifiedName. */
char *mono_type_name_reflection(const MonoType *type, bool full_name, bool assembly_qualified);
char *mono_class_full_name(const MonoClass *klass);   /* Ns.Outer/Inner<System.Int32> for messages */
char *mono_class_dotted_name(const MonoClass *klass); /* as mono's stack traces: Ns.Outer+Inner`1[T] */

/* Classes the runtime itself names; all set by mono_runtime_init_classes(). `defaults` as in Mono. */
#define MONO_DEFAULT_CLASSES(X)                                                                                        \
    X(object, "System", "Object") X(void_class, "System", "Void") X(boolean, "System", "Boolean")                     \
    X(char_class, "System", "Char") X(sbyte, "System", "SByte") X(byte_class, "System", "Byte")                        \
    X(int16, "System", "Int16") X(uint16, "System", "UInt16") X(int32, "System", "Int32")                              \
    X(uint32, "System", "UInt32") X(int64, "System", "Int64") X(uint64, "System", "UInt64")                            \
    X(single_class, "System", "Single") X(double_class, "System", "Double") X(intptr, "System", "IntPtr")              \
    X(uintptr, "System", "UIntPtr") X(string, "System", "String") X(array, "System", "Array")                          \
    X(valuetype, "System", "ValueType") X(enum_class, "System", "Enum") X(delegate, "System", "Delegate")              \
    X(multicast_delegate, "System", "MulticastDelegate") X(nullable, "System", "Nullable`1")                           \
    X(typed_reference, "System", "TypedReference") X(type, "System", "Type")                                           \
    X(runtime_type, "System", "RuntimeType") X(exception, "System", "Exception")                                       \
    X(type_handle, "System", "RuntimeTypeHandle") X(method_handle, "System", "RuntimeMethodHandle")                    \
    X(field_handle, "System", "RuntimeFieldHandle") X(argument_handle, "System", "RuntimeArgumentHandle")              \
    X(ienumerable_generic, "System.Collections.Generic", "IEnumerable`1")                                              \
    X(icollection_generic, "System.Collections.Generic", "ICollection`1")                                              \
    X(ilist_generic, "System.Collections.Generic", "IList`1")                                                          \
    X(ireadonlylist_generic, "System.Collections.Generic", "IReadOnlyList`1")                                          \
    X(ireadonlycollection_generic, "System.Collections.Generic", "IReadOnlyCollection`1")                              \
    X(thread, "System.Threading", "Thread") X(internal_thread, "System.Threading", "InternalThread")                   \
    X(appdomain, "System", "AppDomain") X(stack_frame, "System.Diagnostics", "StackFrame")                             \
    X(runtime_assembly, "System.Reflection", "RuntimeAssembly") X(runtime_module, "System.Reflection", "RuntimeModule") \
    X(runtime_method, "System.Reflection", "RuntimeMethodInfo")                                                        \
    X(runtime_constructor, "System.Reflection", "RuntimeConstructorInfo")                                              \
    X(runtime_field, "System.Reflection", "RuntimeFieldInfo")

typedef struct {
    MonoImage *corlib;
#define MONO_DEFAULT_FIELD(field, name_space, name) MonoClass *field;
    MONO_DEFAULT_CLASSES(MONO_DEFAULT_FIELD)
#undef MONO_DEFAULT_FIELD
} MonoDefaults;
extern MonoDefaults mono_defaults;

/* ---- Objects ------------------------------------------------------------------------------------------------------- */

/*
 *   MonoObject   | vtable | sync: lock, hash |                          16 bytes on 64-bit hosts
 *   MonoArray    | MonoObject | bounds* (NULL = szarray) | length | elements...
 *   MonoString   | MonoObject | int32 length | UTF-16 ... NUL
 * Reference types lay fields out in declaration order, parents first, each naturally aligned; so a C struct with the
 * same fields mirrors a class (auto layout is not reordered).
 */
struct _MonoObject {
    MonoVTable *vtable;
    uintptr_t sync; /* owned by monitor.c: 0 = never locked nor hashed */
};
enum { MONO_OBJECT_HEADER_SIZE = sizeof(struct _MonoObject) };

typedef struct {
    uint32_t length;
    int32_t lower_bound;
} MonoArrayBounds;

struct _MonoArray {
    MonoObject object;
    MonoArrayBounds *bounds; /* inside the array's own memory, after the elements; NULL for szarrays */
    uintptr_t length;        /* all dimensions multiplied */
    uint8_t data[] __attribute__((aligned(8)));
};

struct _MonoString {
    MonoObject object;
    int32_t length; /* chars */
    uint16_t chars[]; /* NUL after the last */
};

/* System.Delegate, MulticastDelegate as in mscorlib 6.8; checked against metadata at start. */
struct _MonoDelegate {
    MonoObject object;
    void *method_ptr;  /* the MonoMethod that is called: function pointers are MonoMethod* here (ldftn too) */
    void *invoke_impl;
    MonoObject *target;
    MonoMethod *method;
    void *delegate_trampoline;
    void *extra_arg;
    void *method_code;
    void *interp_method;
    void *interp_invoke_impl;
    MonoObject *method_info, *original_method_info, *data;
    uint8_t method_is_virtual;
};
typedef struct {
    MonoDelegate delegate;
    MonoArray *delegates; /* NULL = one target */
} MonoMulticastDelegate;

/* One a class: what an object's header points to. */
struct MonoVTable {
    MonoClass *klass;
    uint8_t *static_data; /* klass->static_size bytes, scanned exactly by the collector */
    uint32_t instance_size_bytes; /* of plain objects; arrays and strings compute theirs */
    uint8_t kind;         /* MonoGcKind: how the collector scans an object */
    uint8_t rank;
    bool initialized;     /* class constructor done, or none */
    bool initializing;    /* running now (on this one thread): accesses go through */
    bool has_finalizer;
    bool weak_ephemeron;  /* Ephemeron[] arrays */
    MonoObject *init_exception; /* TypeInitializationException, thrown again at each access; root */
    struct { MonoMethod *key; MonoMethod *target; } interface_cache[8]; /* by hash of the interface method */
    MonoMethod *slots[];
};
typedef enum { MONO_GC_KIND_PLAIN, MONO_GC_KIND_NO_REFERENCES, MONO_GC_KIND_REFERENCE_ARRAY, MONO_GC_KIND_VALUE_ARRAY,
               MONO_GC_KIND_STRING, MONO_GC_KIND_EPHEMERON_ARRAY } MonoGcKind;

static inline MonoClass *mono_object_class(const MonoObject *object)
{
    return object->vtable->klass;
}

MonoVTable *mono_class_vtable_checked(MonoClass *klass, MonoError *error);
/* Every MonoVTable made so far, for the collector: static_data and init_exception are roots. */
extern GPtrArray *mono_runtime_vtables;
/* Runs the class constructor if it must and has not; error: MONO_ERROR_EXCEPTION with TypeInitializationException. */
bool mono_runtime_class_init_checked(MonoVTable *vtable, MonoError *error);
/* The method that a callvirt of `method` reaches on an object of vtable: virtual, interface (variance, default IList<T>
 * methods of arrays included), generic virtual. NULL with an error when abstract or absent. */
MonoMethod *mono_vtable_resolve(MonoVTable *vtable, MonoMethod *method, MonoError *error);

/* Allocation: zeroed, never collects (collections happen at safepoints). NULL with OutOfMemory in error at the heap
 * limit. The _nocheck forms abort on an impossible error; only for classes that are known to be fine. */
MonoObject *mono_object_new_checked(MonoVTable *vtable, MonoError *error);
MonoObject *mono_object_new(MonoClass *klass); /* of a class known to load; NULL only when out of memory */
MonoArray *mono_array_new_checked(MonoVTable *array_vtable, uintptr_t length, MonoError *error);
MonoArray *mono_array_new(MonoClass *element, uintptr_t length);
MonoArray *mono_array_new_full(MonoClass *array_class, const uintptr_t *lengths, const intptr_t *lower_bounds,
                               MonoError *error);
MonoString *mono_string_new_length(int32_t length, MonoError *error); /* zeroed chars */
MonoString *mono_string_new_utf16(const uint16_t *chars, int32_t length);
MonoString *mono_string_new(const char *utf8); /* invalid bytes become U+FFFD */
MonoString *mono_string_new_len(const char *utf8, size_t size_bytes);
MonoString *mono_string_intern(MonoString *string);       /* the interned one */
MonoString *mono_string_is_interned(MonoString *string);  /* or NULL */
MonoString *mono_ldstr(MonoImage *image, uint32_t token_row, MonoError *error); /* interned, cached by token */
char *mono_string_to_utf8(const MonoString *string); /* g_free; lone surrogates as U+FFFD; NULL gives NULL */
bool mono_string_equal(const MonoString *a, const MonoString *b);
uint32_t mono_string_hash_code(const MonoString *string);
/* Value <-> object. value points to klass->value_size bytes. Nullable: NULL or the boxed T. */
MonoObject *mono_value_box(MonoClass *klass, const void *value, MonoError *error);
static inline void *mono_object_unbox(MonoObject *object) { return (uint8_t *)object + MONO_OBJECT_HEADER_SIZE; }
/* Writes a Nullable<T> (of klass) from a boxed T or NULL; false: wrong type. */
bool mono_nullable_init(MonoClass *klass, void *nullable, MonoObject *boxed);
MonoObject *mono_object_clone(MonoObject *object, MonoError *error);
bool mono_object_isinst(MonoObject *object, MonoClass *klass); /* object not NULL */
int32_t mono_object_hash(MonoObject *object);                  /* RuntimeHelpers.GetHashCode, stable */
static inline void *mono_array_address(MonoArray *array, uint32_t element_size, uintptr_t index)
{
    return array->data + index * element_size;
}
#define mono_array_get(array, Type, index) (((Type *)(void *)(array)->data)[index])
#define mono_array_set(array, Type, index, value) (((Type *)(void *)(array)->data)[index] = (value))
/* Field access for C code that knows the class (offsets from metadata). */
#define mono_field_ptr(object, field) ((void *)((uint8_t *)(object) + (field)->offset))
void *mono_static_field_address(MonoClassField *field, MonoError *error); /* does not run the class constructor */
/* Bytes of a HAS_RVA field's data, NULL = none. */
const uint8_t *mono_field_rva_data(MonoClassField *field, uint32_t *available_bytes);
/* Boxed value of a Constant row's literal (II.22.9), for a field, parameter or property token. */
MonoObject *mono_constant_object(MonoImage *image, uint32_t parent_token, MonoClass *klass, MonoError *error);

/* Delegates: fills a new delegate. method_ptr is a MonoMethod. */
void mono_delegate_init(MonoDelegate *delegate, MonoObject *target, MonoMethod *method);

/* ---- Heap ------------------------------------------------------------------------------------------------------------ */

/* Zeroed memory for an object of vtable, size_bytes in all; NULL at the heap limit. Sets safepoint_pending when a
 * collection is due. */
void *mono_gc_alloc(MonoVTable *vtable, size_t size_bytes);
/* For compiled code, which takes small objects itself: the bin that plain objects of vtable come from; NULL: not small.
 * The next object lies at cursor, zeroed, and cursor grows by slot_bytes; nothing is left when it equals limit. */
typedef struct {
    uint8_t *cursor, *limit;
} MonoGCBin;
MonoGCBin *mono_gc_bin(const MonoVTable *vtable, uint32_t *slot_bytes);
/* Where all bins lie, one behind the other, in the same order in every process; size_bytes may be NULL. */
MonoGCBin *mono_gc_bins(size_t *size_bytes);
/* Collects now. Only at a safepoint, or from an icall (C frames are scanned conservatively on native hosts). */
void mono_gc_collect(void);
void mono_gc_collect_for(const char *why); /* the reason that mono_gc_verbose prints */
/* 0 = no limit. Reads MONOSP_GC_STRESS=N (collect at every N-th safepoint) and MONOSP_GC_POISON=1 (overwrite what is
 * freed, check every reference that is followed). */
void mono_gc_init(uint64_t heap_limit_bytes);
uint64_t mono_gc_used_bytes(void);
uint64_t mono_gc_allocated_bytes(void);
unsigned mono_gc_collection_count(void);
typedef struct {
    unsigned collections;
    int64_t pause_max_us, pause_max_cpu_us, pause_total_us;
    uint64_t heap_bytes; /* mapped for objects now */
} MonoGCStats;
MonoGCStats mono_gc_stats(void);
/* One line on stderr a collection. */
extern bool mono_gc_verbose;
/* Roots: a range of pointer-sized slots, scanned conservatively; never removed unless unregistered. */
void mono_gc_register_root(void *start, size_t size_bytes, MonoGCRootSource source, const char *name);
void mono_gc_unregister_root(void *start);
/* Keeps an object alive for ever (interned strings, reflection objects, exceptions made at start). */
void mono_gc_keep(MonoObject *object);
/* The interpreter's stack: called during a collection; it reports ranges with mono_gc_scan_conservative(). */
void mono_gc_set_stack_scanner(void (*scan)(void));
void mono_gc_scan_conservative(const void *start, const void *end);
/* Is this address an object of the heap (start of one)? For checks and tests. */
bool mono_gc_is_object(const void *address);
/* Finalizers: objects whose class has one are registered at allocation; runs those that are due. True if any ran. */
bool mono_gc_run_finalizers(void);
void mono_gc_suppress_finalize(MonoObject *object);
void mono_gc_reregister_finalize(MonoObject *object);
/* At exit, as mono does: finalizes every object that has a finalizer, reachable or not. */
void mono_gc_finalize_all(void);
/* Told what a finalizer or pool work threw; the program must die of it as of any unhandled exception. NULL = one line on
 * stderr. */
extern void (*mono_worker_exception_hook)(MonoException *exception);
/* Ephemeron[] of ConditionalWeakTable: an entry whose key dies gets the tombstone as key and NULL as value. */
void mono_gc_register_ephemeron_array(MonoArray *array);
MonoObject *mono_gc_ephemeron_tombstone(void);
/* Bytes an object takes, header, elements and bounds included. */
size_t mono_object_size(const MonoObject *object);
/* Handles, MonoGCHandleType. 0 is no handle. */
uint32_t mono_gchandle_new_kind(MonoObject *object, MonoGCHandleType type);
MonoObject *mono_gchandle_target(uint32_t handle);
void mono_gchandle_set_target(uint32_t handle, MonoObject *object);
MonoGCHandleType mono_gchandle_type(uint32_t handle);
bool mono_gchandle_is_valid(uint32_t handle);
void mono_gchandle_release(uint32_t handle);

/* Monitor on one thread: counts. A wait that could never end throws SynchronizationLockException or returns false. */
void mono_monitor_enter_object(MonoObject *object);
bool mono_monitor_exit_object(MonoObject *object); /* false: not locked */
bool mono_monitor_is_entered(MonoObject *object);
unsigned mono_monitor_held_count(void); /* objects locked now; finalizers wait until there is none */

/* ---- Thread state ------------------------------------------------------------------------------------------------------ */

/* The one thread's state; the interpreter keeps a pointer to it in a register. */
typedef struct {
    int32_t profiler_skip_counter; /* mono_profiler_get_skip_counter() */
    union { /* what a safepoint tests; one that is a samplepoint as well tests both at once */
        struct {
            int32_t safepoint_pending;     /* non-zero: MINT_SAFEPOINT and method entry call mono_safepoint() */
            int32_t samplepoint_requested; /* mono_profiler_request_samplepoint(): 0, or all bits */
        };
        int64_t safepoint_or_request;
    };
    MonoProfilerCallNode *call_cursor; /* mono_profiler_get_call_cursor() */
    MonoException *pending_exception; /* set by C code called from managed code; the caller throws it on return */
    MonoObject *thread_object;        /* System.Threading.Thread, root */
    void *frames_top;                 /* InterpFrame*, owned by interp/exec */
} MonoThreadState;
extern MonoThreadState mono_thread_state;
/* Slow path of a safepoint: collection, finalizers (when allowed), requests of signal handlers. */
void mono_safepoint(void);
/* Other parts may hang work on the safepoint: called (once) at the next one. */
void mono_safepoint_request(void);
/* What mono_safepoint_request() asks for; up to four hooks, which look for themselves whether they are meant. */
void mono_safepoint_set_hook(void (*hook)(void));

/* ---- Exceptions ---------------------------------------------------------------------------------------------------------- */

/* System.Exception of mscorlib 6.8; checked against metadata at start. */
struct _MonoException {
    MonoObject object;
    MonoString *class_name, *message;
    MonoObject *data;
    MonoException *inner_exception;
    MonoString *help_url;
    MonoObject *trace_ips; /* here: int64[] of frames, owned by interp/exec */
    MonoString *stack_trace_string, *remote_stack_trace_string;
    int32_t remote_stack_index;
    MonoObject *dynamic_methods;
    int32_t hresult;
    MonoString *source;
    MonoObject *safe_serialization_manager;
    MonoArray *captured_traces;
    MonoArray *native_trace_ips;
    int32_t caught_in_unmanaged;
};

/* New exception object of corlib; runs its constructor (message) when message is not NULL, the default one else. */
MonoException *mono_exception_new(const char *name_space, const char *name, const char *message);
MonoException *mono_exception_null_reference(void);
MonoException *mono_exception_index_out_of_range(void);
MonoException *mono_exception_invalid_cast(MonoClass *from, MonoClass *to);
MonoException *mono_exception_divide_by_zero(void);
MonoException *mono_exception_overflow(void);
MonoException *mono_exception_arithmetic(void);
MonoException *mono_exception_array_type_mismatch(void);
MonoException *mono_exception_out_of_memory(void);  /* made at start, needs no memory */
MonoException *mono_exception_stack_overflow(void); /* made at start */
MonoException *mono_exception_argument(const char *param, const char *message);
MonoException *mono_exception_argument_null(const char *param);
MonoException *mono_exception_argument_out_of_range(const char *param);
MonoException *mono_exception_not_supported(const char *message);
MonoException *mono_exception_platform_not_supported(const char *message);
MonoException *mono_exception_type_initialization(MonoClass *klass, MonoException *inner);
/* The one place where errors become exceptions; clears the error. */
MonoException *mono_error_exception(MonoError *error);
/* For icalls: the exception is thrown when the icall returns. */
static inline void mono_set_pending_exception(MonoException *exception)
{
    if (!mono_thread_state.pending_exception)
        mono_thread_state.pending_exception = exception;
}

/* ---- Calling managed code from C: implemented by interp/exec ---------------------------------------------------------- */

typedef union {
    int32_t i4; /* upper half undefined */
    uint32_t u4;
    int64_t i8;
    uint64_t u8;
    float r4;
    double r8;
    void *p;
    MonoObject *o;
} MonoSlot;

static inline uint32_t mono_slots(uint32_t size_bytes) { return (size_bytes + 7) / 8; }

/* Raw call. args: this first (if any), then the parameters, each from a new 8-byte slot; small integers are extended to
 * 32 bits; value types lie inline over mono_slots(size) slots. ret receives the value the same way, may be NULL for
 * void. Not virtual. Returns NULL or the exception that came out (then ret is untouched). */
MonoException *mono_invoke_slots(MonoMethod *method, const MonoSlot *args, MonoSlot *ret);
/* Mono's convention: obj is this (pointer to unboxed data for value types), params point to values (references
 * themselves for reference types). Boxed result, NULL for void. *exc NULL: an exception is left in *exc or, when exc is NULL, set pending. */
MonoObject *mono_runtime_invoke_checked(MonoMethod *method, void *obj, void **params, MonoObject **exc);
/* Slots a parameter takes. */
uint32_t mono_type_slots(const MonoType *type);
/* Copies a value between memory (its natural size) and slots. */
void mono_slot_load(const MonoType *type, const void *memory, MonoSlot *slots);
void mono_slot_store(const MonoType *type, void *memory, const MonoSlot *slots);
/* Appends the frames between throw and catch; text as Exception.StackTrace prints it. */
MonoString *mono_exception_stack_trace_text(MonoException *exception);

/* ---- Profiler events (runtime/profiler.c) -------------------------------------------------------------------------- */

/* Table of callback counts, one an event: raising costs one test while nobody listens.
 * MONO_PROFILER_RAISE(method_enter, (NULL, method, NULL)): the first argument is always NULL, the dispatcher fills it */
typedef struct {
#define MONO_PROFILER_COUNT_FIELD(C, name, Type, parameters, need) uint32_t name##_count;
    MONO_PROFILER_EVENTS(MONO_PROFILER_COUNT_FIELD, )
#undef MONO_PROFILER_COUNT_FIELD
    bool started;           /* events before this are dropped */
    bool raises_by_request; /* visits are not counted: all listeners hear of requested ones only */
    bool moves_call_cursor; /* who listens to enter and leave, one alone, has a call cursor */
} MonoProfilerState;
extern MonoProfilerState mono_profiler_state;

#define MONO_PROFILER_ENABLED(name) G_UNLIKELY(mono_profiler_state.name##_count != 0 && mono_profiler_state.started)
#define MONO_PROFILER_RAISE(name, args)                                                                                \
    do {                                                                                                               \
        if (MONO_PROFILER_ENABLED(name))                                                                               \
            mono_profiler_dispatch_##name args;                                                                         \
    } while (0)
#include "interp/runtime/profiler-raise.h"
/* What ENTER_CONTEXT and friends hand to callbacks: made by the interpreter on its C stack, valid in the callback. */
struct _MonoProfilerCallContext {
    MonoMethod *method;
    const MonoSlot *args;    /* this first, then parameters; value types inline */
    const MonoSlot *result;  /* NULL except in method_leave of a method that returns something */
    const MonoSlot *const *locals; /* local_count pointers, each NULL when that local has no place; may be NULL */
    const MonoType *local_types;
    uint32_t local_count;
};
/* exception_clause is only raised when a profiler asked for it. */
bool mono_profiler_clauses_enabled(void);
/* The program: what mono_assembly_get_main() answers. */
void mono_assembly_set_main(MonoAssembly *assembly);
/* IL offset of a native offset as mono_stack_walk reports it; set by interp/exec, NULL = unknown. */
extern int32_t (*mono_debug_il_offset_hook)(MonoMethod *method, uint32_t native_offset);
/* OR of all filters' answers; 0 without a profiler. */
MonoProfilerCallInstrumentationFlags mono_profiler_method_flags(MonoMethod *method);
/* After the start, what methods are to raise may have become another: asks for a safepoint, whose hook in interp/exec
 * finds the methods and has them made anew. From any thread. */
void mono_profiler_note_change(void);
/* Was there a change since the last call? */
bool mono_profiler_take_change(void);
unsigned mono_profiler_change_count(void);
/* A profiler may listen to allocations, now or later. Fixed at start. */
bool mono_profiler_allocations_enabled(void);
/* --profile=NAME:ARGS. false after one clear line on stderr. search_dirs: NULL-terminated; NULL = the folders around
 * this runtime's own file. */
bool mono_profiler_load_module(const char *descriptor, const char *const *search_dirs);
/* Before Main: raises what is loaded already and the main thread, then runtime_initialized; load events from now on. */
void mono_profiler_runtime_started(void);
void mono_profiler_runtime_ending(void);   /* runtime_shutdown_begin */
void mono_profiler_runtime_ended(void);    /* runtime_shutdown_end, cleanup callbacks */

/* ---- Start ------------------------------------------------------------------------------------------------------------ */

/* Loads mscorlib, fills mono_defaults, checks mirrored layouts against metadata. */
bool mono_runtime_init_classes(MonoError *error);
/* Compares every mirrored C struct with the metadata's offsets; for mono_runtime_init_classes(). */
bool mono_layout_check(MonoError *error);
/* Makes what must exist before memory or stack run out. After mono_runtime_init_classes(), before Main. */
void mono_exceptions_init(void);
extern bool mono_runtime_shutting_down;
extern int32_t mono_environment_exitcode;

#endif
