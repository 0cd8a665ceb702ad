/*
 * compile.h - inside of --aot: options, methods to C text, C text to an image file.
 *
 *   options.c   --aot=OPTIONS and what else the command line says
 *   compile.c   an assembly's methods, and the instances they need, to chunks of C
 *   profile.c   which methods, when a profile says so
 *   build.c     chunks to object files (in parallel, kept in a cache), to the image
 */
#ifndef AOT_STUBS_COMPILE_H
#define AOT_STUBS_COMPILE_H

#include "aot-stubs/image.h"

typedef struct {
    bool compiles; /* --aot */
    bool off;      /* --no-aot */
    const char *dump_spec;
    char *out;     /* file, or folder; NULL: beside the assembly */
    char *cc;
    char *cflags;  /* more, as a shell would split them; may be NULL */
    char *cache;   /* folder of object files; NULL: none kept */
    char *temps;   /* save-temps: folder that keeps the C; NULL: none */
    char *profile; /* only methods that it names; NULL: all */
    bool native_cpu, debug;
    unsigned jobs;
    unsigned depth; /* see Wanted in compile.c */
    MonoProfilerCallInstrumentationFlags prof_flags;
    bool by_request;
} AotOptions;
extern AotOptions aot_options;

typedef struct {
    uint64_t key, ir_hash;
    char *symbol;
} AotMethod;

/* One C file. */
typedef struct {
    char *name; /* of the file, without folder and ending */
    GString *text;
} AotChunk;

/* Object files of chunks, index, image file at `path`. Messages go to stderr. */
bool aot_build(const char *path, const char *guid, GPtrArray *chunks, GArray *methods);

/* ---- profile.c ---- */
/* Methods that a profile names, as people write them. NULL after a line on stderr. */
GHashTable *aot_profile_read(const char *path);
bool aot_profile_names(GHashTable *names, MonoMethod *method);

/* ---- shared-name.c ---- */
/* As mono_method_full_name(), where all reference types share code; g_free. */
char *aot_shared_name(MonoMethod *method);

#endif
