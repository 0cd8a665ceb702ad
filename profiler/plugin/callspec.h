/*
 * callspec.h - which methods are profiled: Mono's callspec grammar and evaluation, checked by ourselves so that no
 * malformed text ever reaches the runtime's own parser, plus two extensions stock specs cannot collide with.
 */
#ifndef SAMPLEPOINT_CALLSPEC_H
#define SAMPLEPOINT_CALLSPEC_H

#include <glib.h>
#include <stdbool.h>

typedef struct SpCallspec SpCallspec;

typedef enum {
    SP_WRAPPER_NONE = 0,
    SP_WRAPPER_TRANSITION = 1, /* managed-to-native and native-to-managed: what the term `wrapper` selects */
    SP_WRAPPER_OTHER = 2,      /* runtime-invoke, alloc, stelemref, ...: only `all` selects these */
} SpWrapper;

/* What a spec may ask of a method. Strings are metadata names (UTF-8), never NULL. */
typedef struct {
    const char *assembly;        /* simple name, "mscorlib" */
    bool in_main_assembly;       /* the term `program` */
    const char *name_space;      /* of the declaring type itself; "" for nested types, as metadata has it */
    const char *type_name;       /* declaring type's simple name with arity suffix, "List`1" */
    const char *outer_namespace; /* namespace of the outermost enclosing type; = name_space when not nested */
    const char *type_path;       /* "Outer/Inner`1"; = type_name when not nested */
    const char *method;          /* "Add", ".ctor" */
    SpWrapper wrapper;
} SpMethodDescription;

/* NULL and an error that marks the position when text is no callspec. Free with sp_callspec_free(). */
SpCallspec *sp_callspec_parse(const char *text, GError **error);
void sp_callspec_free(SpCallspec *spec);

bool sp_callspec_selects(const SpCallspec *spec, const SpMethodDescription *method);

/* True if the spec holds no including term, so that it selects nothing whatever the program (worth a warning). */
bool sp_callspec_only_excludes(const SpCallspec *spec);

#endif
