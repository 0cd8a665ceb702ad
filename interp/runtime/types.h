/*
 * types.h - what the files of the type loader share: caches of an image, failure helpers, stages.
 */
#ifndef MONOSP_RUNTIME_TYPES_H
#define MONOSP_RUNTIME_TYPES_H

#include "interp/runtime/runtime.h"

/* image->runtime. Arrays are indexed by row (1-based), NULL entries not met yet; what depends on the generic context
 * stands in by_context instead. */
typedef struct {
    MonoClass **typedefs, **typerefs, **typespecs;
    MonoMethod **methods, **memberref_methods, **methodspecs;
    MonoClassField **memberref_fields;
    uint32_t *nested_first, *nested_next; /* TypeDef rows: nested types of a row as a list; NULL until needed */
    GHashTable *tokens; /* dynamic.c: MonoClass, MonoMethod, MonoClassField -> token; NULL until needed */
    GHashTable *by_context;               /* MonoContextKey -> MonoClass, MonoMethod or MonoClassField */
    MonoString **literals;                /* owned by string.c: by token_row of mono_ldstr(), NULL until needed */
} MonoImageTypes;

MonoImageTypes *mono_image_types(MonoImage *image);
/* A result that depends on the context; kind of result follows from the token. */
void *mono_context_cache_get(MonoImage *image, uint32_t token, const MonoGenericContext *context);
void mono_context_cache_put(MonoImage *image, uint32_t token, const MonoGenericContext *context, void *value);
/* Grows by one whenever mono_type_parse() replaces a VAR or MVAR: unchanged means independent of the context. */
extern uint64_t mono_type_substitutions;

/* The one row of a sorted table whose column equals value, 0 = none. */
static inline uint32_t mono_find_row(const MonoImage *image, MonoTableId table, unsigned column, uint32_t value)
{
    uint32_t count;
    return mono_image_find_rows(image, table, column, value, &count);
}

static inline const char *mono_row_string(const MonoImage *image, MonoTableId table, uint32_t row, unsigned column)
{
    return mono_image_string(image, mono_image_row(image, table, row, column));
}

/* Zeroed memory for what lives until the process ends. */
void *mono_type_alloc(size_t size_bytes);
char *mono_type_strdup(const char *text);

/* klass->failure into error, false. */
bool mono_class_report_failure(MonoClass *klass, MonoError *error);
/* False with an error that is not recorded: a TypeBuilder's class that is still unfinished. */
bool mono_class_check_finished(MonoClass *klass, MonoError *error);
/* Records the failure (the first wins), raises class_failed; false. */
bool mono_class_fail(MonoClass *klass, MonoErrorCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool mono_class_fail_with(MonoClass *klass, MonoError *error);

/* A class of one of the made kinds (array, pointer, instance): zeroed, kind and canonical types set. */
MonoClass *mono_class_new(MonoClassKind kind, MonoTypeEnum type);
/* Takes `parent` as klass's parent, now or when the parent is known itself, then finishes klass and those that wait. */
void mono_class_set_parent(MonoClass *klass, MonoClass *parent);
/* The parent failed to load: klass fails with it. */
void mono_class_set_parent_failed(MonoClass *klass, MonoError *error);
/* Puts klass on definition's list; mono_class_definition_ready() is called when the definition has its parent. */
void mono_class_wait_for(MonoClass *klass, MonoClass *other);
void mono_class_definition_ready(MonoClass *instance);

/* Makes the parameters of a TypeDef or MethodDef token; NULL = not generic. */
MonoGenericInst *mono_generic_params_new(MonoImage *image, uint32_t owner_token, MonoClass *owner_class,
                                         MonoMethod *owner_method);
MonoGenericInst *mono_generic_inst_inflate(MonoGenericInst *inst, const MonoGenericContext *context);
MonoType mono_type_inflate(const MonoType *type, const MonoGenericContext *context);
MonoMethodSignature *mono_signature_inflate(const MonoMethodSignature *signature, const MonoGenericContext *context);
MonoClass *mono_class_fnptr(MonoMethodSignature *signature); /* takes the signature over */
MonoMethodSignature *mono_signature_alloc(unsigned param_count);
/* Equal when parameters of methods count as equal by number: a virtual method against what it overrides. */
bool mono_type_matches(const MonoType *a, const MonoType *b);
bool mono_class_matches(const MonoClass *a, const MonoClass *b);
bool mono_signature_matches(const MonoMethodSignature *a, const MonoMethodSignature *b);

MonoClass *mono_class_nested(MonoImage *image, uint32_t enclosing_row, const char *name, MonoError *error);
MonoClass *mono_class_primitive(MonoTypeEnum type); /* also STRING, OBJECT, TYPEDBYREF, VOID; NULL = none */
bool mono_class_is_corlib(const MonoImage *image);
MonoGenericContext mono_class_context(const MonoClass *klass);
bool mono_class_layout_instance(MonoClass *klass, MonoError *error); /* fields and instance layout, not statics */
/* Method of a class by MethodDef row; methods are set up. NULL = none. */
MonoMethod *mono_class_method_by_token(MonoClass *klass, uint32_t token);
MonoMethod *mono_class_inflate_method(MonoMethod *method, const MonoGenericContext *context, MonoError *error);
/* Types as Mono's messages about members name them: int, System.Foo, List`1<int>. Method: "int Ns.C.M(int)". */
void mono_type_append_desc(GString *text, const MonoType *type);
void mono_class_append_desc(GString *text, const MonoClass *klass);
/* Is it one of the generic interfaces that T[] has? */
bool mono_class_is_array_interface(const MonoClass *definition);
/* Interfaces only: target's arguments accept source's by the definition's variance. */
bool mono_class_variance_matches(MonoClass *target, MonoClass *source);

#endif
