/*
 * image.h - what an image file is, for who writes it (compile.c) and who reads it (load.c, bind.c).
 *
 *   ELF shared object made by the C compiler; its one exported symbol mono_aot_table is an AotTable
 *   AotTrailer, the last bytes of the file
 *
 * The trailer's checksum is over all bytes before it, the trailer's own too, so a file that was cut or changed is refused before any of it runs.
 */
#ifndef AOT_STUBS_IMAGE_H
#define AOT_STUBS_IMAGE_H

#include <stddef.h>

#include "interp/ir/ir.h"

#define AOT_MAGIC "MONOSAOT"
enum {
    AOT_FORMAT = 1,     /* of trailer, table and keys */
    AOT_TRAILER_BYTES = 80,
};

typedef struct {
    char guid[40];         /* module version id of the assembly, text, zeros behind it */
    uint32_t prof_flags;   /* MonoProfilerCallInstrumentationFlags of all its methods */
    uint8_t by_request;    /* samplepoints are requested, not counted */
    uint8_t reserved[3];
    uint64_t cpu_features; /* AOT_CPU_* that the code needs */
    uint64_t abi;          /* aot_abi() of the runtime that made it */
    uint64_t checksum;     /* aot_checksum() of all bytes of the file before this field */
    char magic[8];         /* AOT_MAGIC, the last bytes of the file */
} AotTrailer;
_Static_assert(sizeof(AotTrailer) == AOT_TRAILER_BYTES, "no holes");
#define AOT_UNCHECKED_BYTES (sizeof(AotTrailer) - offsetof(AotTrailer, checksum))

/* What code of an image knows of a method of the same image, filled by the loader. */
typedef struct {
    void *callable; /* its InterpMethod, once it may be called directly: its class needs no constructor to run before */
    void *imethod;
    void **data;
    const uint16_t *code;
} AotSelf;

/* Distances are from the field's own address: nothing in an image is relocated. */
typedef struct {
    uint64_t key;     /* aot_key(); the table is sorted by it */
    uint64_t ir_hash; /* aot_ir_hash() of the IR the code was made from */
    int32_t entry, body, self; /* self: an AotSelf of zeros */
    int32_t reserved;
} AotEntry;

typedef struct {
    uint32_t count;
    uint32_t host_bytes; /* sizeof(struct AotHost) of the compiling runtime */
    int32_t host;        /* struct AotHost, filled by the loader */
    uint32_t reserved;
    AotEntry entries[];
} AotTable;

static inline void *aot_at(const int32_t *distance)
{
    return (char *)distance + *distance;
}

/* Of a generic type or method. */
static inline bool aot_is_instance(const MonoMethod *method)
{
    return method->klass->inst || method->method_inst;
}

/* ---- hash.c ---- */
/* Same runtime structures, ops and helpers. */
uint64_t aot_abi(void);
uint64_t aot_checksum(const void *bytes, size_t count);
/* A method, the same in every process: module, token, type arguments. */
uint64_t aot_key(MonoMethod *method);
/* All of a method's stable IR that generated code relies on. */
uint64_t aot_ir_hash(const InterpMethod *imethod);
/* Features of this machine's CPU that images may ask for; name: NULL-terminated list in aot_cpu_names. */
uint64_t aot_cpu_features(void);
char *aot_cpu_names(uint64_t features); /* "avx2, bmi2"; g_free */

/* ---- load.c ---- */
typedef struct {
    char *path;
    const AotTrailer *trailer;
    const AotTable *table;
} AotImage;
/* The image of an assembly, found and checked once. NULL: none, or refused; then --verbose says why. */
const AotImage *aot_image_of(MonoImage *image);
/* Of those accepted so far. NULL past the end. */
const AotImage *aot_image_at(unsigned index);
extern char **aot_path; /* --aot-path: more folders with images, NULL-terminated; may be NULL */
/* Would aot_image_of() find a file? Said of a program before it is opened. */
bool aot_image_exists(const char *assembly_file);

/* ---- enter.c ---- */
/* Calls between images, other tiers and the interpreter; see its head. */
void aot_enter_init(void);


/* The method has code now. */
void aot_enter_bind(InterpMethod *imethod, void *entry, void *body, AotSelf *self);

/* ---- bind.c ---- */
void aot_bind_init(void);
typedef struct {
    uint64_t bound, absent, different; /* methods: with code; not in an image; IR is not what was compiled */
} AotBindStats;
extern AotBindStats aot_bind_stats;

#endif
