/*
 * assembly.h - the methods of a .NET assembly, by name: as much of ECMA-335 metadata as a callspec asks about.
 */
#ifndef SAMPLEPOINT_ASSEMBLY_H
#define SAMPLEPOINT_ASSEMBLY_H

#include "profiler/model/model.h"

#define SP_ASSEMBLY_MAX_FILE ((size_t)1 << 30)  /* bytes of a file */
#define SP_ASSEMBLY_MAX_NAMES ((size_t)1 << 28) /* bytes of type paths */

/* Strings are UTF-8, never NULL, and live as long as the assembly. */
typedef struct {
    const char *name_space; /* "" for a nested type, as metadata has it */
    const char *type_name;
    const char *outer_namespace; /* of the outermost enclosing type */
    const char *type_path;       /* "Outer/Inner" */
    const char *method;
    uint32_t token; /* 0x06000001 and up */
} SpAssemblyMethod;

typedef struct {
    const char *name; /* simple name; a module without manifest: the file's name */
    bool is_program;  /* has an entry point */
    GArray *methods;  /* of SpAssemblyMethod, by token */
    uint32_t types;
    GStringChunk *strings;
} SpAssembly;

SpAssembly *sp_assembly_read(const char *path, GError **error);
/* `name` stands for the file in messages. */
SpAssembly *sp_assembly_parse(const uint8_t *bytes, size_t size, const char *name, GError **error);
void sp_assembly_free(SpAssembly *assembly);

#endif
