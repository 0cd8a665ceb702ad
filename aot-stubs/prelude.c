/*
 * prelude.c - what generated files begin with: types, offsets, the table of the runtime's functions, the macros that the
 * text of methods is written in.
 */
#include "aot-stubs/gen.h"

#include <stddef.h>

#include "interp/exec/tier.h"

static const char types[] =
    "#ifndef AOT_PRELUDE\n"
    "#define AOT_PRELUDE\n"
    "#include <stdint.h>\n"
    "\n"
    "/* A slot, and what managed code reads and writes; single bytes as such. Nothing here is a pointer, nor a Word. */\n"
    "typedef union __attribute__((packed, aligned(1))) {\n"
    "    int16_t i2;\n"
    "    uint16_t u2;\n"
    "    int32_t i4;\n"
    "    uint32_t u4;\n"
    "    int64_t i8;\n"
    "    uint64_t u8;\n"
    "    float r4;\n"
    "    double r8;\n"
    "} Slot;\n"
    "typedef unsigned long long Word; /* of the runtime's structures */\n"
    "_Static_assert(sizeof(Word) == 8 && sizeof(void *) == 8, \"64 bits\");\n"
    "typedef struct { uint64_t value, left; } AotResult;\n"
    "typedef struct { double value; uint64_t left; } AotRealResult; /* a float is the low half */\n"
    "/* What the loader says of a method: callable is its imethod once it may be called directly, for its class needs no\n"
    " * constructor to run before. */\n"
    "typedef struct { char *volatile callable; char *imethod; char *const *data; const uint16_t *code; } AotMethod;\n"
    "\n";

/* Mono looks for its own images under the same file name, and reads this table before it asks whether there is one. Of
 * strings alone it says that the format's version is wrong, and goes on without. */
static const char for_mono[] =
    "#define AOT_TEXTS_8 \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\",\n"
    "#define AOT_TEXTS_64 AOT_TEXTS_8 AOT_TEXTS_8 AOT_TEXTS_8 AOT_TEXTS_8 AOT_TEXTS_8 AOT_TEXTS_8 AOT_TEXTS_8 AOT_TEXTS_8\n"
    "#define AOT_OF_ANOTHER_KIND \\\n"
    "    extern const char *const mono_aot_file_info[] __attribute__((visibility(\"default\"))); \\\n"
    "    const char *const mono_aot_file_info[] = {AOT_TEXTS_64 AOT_TEXTS_64 AOT_TEXTS_64 AOT_TEXTS_64};\n\n";

static const char macros[] =
    "#define LIKELY(condition) __builtin_expect(!!(condition), 1)\n"
    "#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)\n"
    "#define AT(type, base, offset) (*(type *)((char *)(base) + (offset)))\n"
    "#define MEM(address, member) (((Slot *)(address))->member)\n"
    "#define CLASS_OF(object) AT(char *, AT(char *, object, OBJECT_VTABLE), VTABLE_KLASS)\n"
    "#define IS_SUBCLASS(object, klass, depth) \\\n"
    "    (AT(uint16_t, CLASS_OF(object), CLASS_DEPTH) >= (depth) && \\\n"
    "     AT(char **, CLASS_OF(object), CLASS_ANCESTORS)[depth] == (klass))\n"
    "#define CANNOT_STORE(array, object) \\\n"
    "    ((object) && CLASS_OF(object) != AT(char *, CLASS_OF(array), CLASS_ELEMENT) && \\\n"
    "     !aot_store_allowed(array, object))\n"
    "#define BOUND_LOWER(bounds, k) ((uint32_t)(AT(Word, bounds, (k) * BOUNDS_SIZE) >> 8 * BOUNDS_LOWER))\n"
    "#define BOUND_LENGTH(bounds, k) ((uint32_t)(AT(Word, bounds, (k) * BOUNDS_SIZE) >> 8 * BOUNDS_LENGTH))\n"
    "/* Of the method whose text it is: THIS. */\n"
    "#define DATA (THIS.data)\n"
    "#define CODE (THIS.code)\n"
    "#define STATE (aot_host.state)\n"
    "#define SAVE_STATE(unit) \\\n"
    "    (AT(const uint16_t *, frame, FRAME_IP) = CODE + (unit), AT(char *, STATE, STATE_FRAMES_TOP) = frame)\n"
    "#define CALL_METHOD(callee, first) \\\n"
    "    ((AotResult (*)(char *, Slot *, char *))AT(void *, callee, IMETHOD_AOT_ENTRY))(frame + FRAME_SIZE, first, callee)\n"
    "#define CALL_REAL(callee, first) \\\n"
    "    ((AotRealResult (*)(char *, Slot *, char *))AT(void *, callee, IMETHOD_AOT_ENTRY))(frame + FRAME_SIZE, first, "
    "callee)\n"
    "#if defined(__x86_64__)\n"
    "register char *aot_stack_pointer __asm__(\"rsp\");\n"
    "#else\n"
    "#define aot_stack_pointer ((char *)__builtin_frame_address(0))\n"
    "#endif\n"
    "/* limit: of the C stack; by methods that answer requests of samplepoints, the one that a request closes. */\n"
    "#define AT_LIMIT(limit) (aot_stack_pointer < AT(char *volatile, host.stacks, limit))\n"
    "/* Of methods with many slots, too. */\n"
    "#define AT_SLOT_LIMIT(slots) ((char *)(fp + (slots)) > AT(char *, host.stacks, STACKS_SLOT_LIMIT))\n"
    "/* Of a method that calls no managed code: before anybody looks at its frame. */\n"
    "#define LEAF_FRAME() (AT(char *, frame, FRAME_IMETHOD) = THIS.imethod, AT(Slot *, frame, FRAME_FP) = fp)\n"
    "#define MAKE_FRAME() \\\n"
    "    (AT(char *, frame, FRAME_IMETHOD) = THIS.imethod, AT(Slot *, frame, FRAME_FP) = fp, \\\n"
    "     AT(uint32_t, frame, FRAME_FLAGS) = FLAG_AOT)\n"
    "\n"
    "static inline uint32_t bits_of_r4(float value) { union { float value; uint32_t bits; } u = {value}; return u.bits; }\n"
    "static inline uint64_t bits_of_r8(double value) { union { double value; uint64_t bits; } u = {value}; return u.bits; }\n"
    "static inline float r4_of_bits(uint32_t bits) { union { uint32_t bits; float value; } u = {bits}; return u.value; }\n"
    "static inline double r8_of_bits(uint64_t bits) { union { uint64_t bits; double value; } u = {bits}; return u.value; }\n"
    "\n"
    "/* entry: class, last vtable that is one, last that is not */\n"
    "static inline uint32_t is_cached_instance(uint64_t object, char *const *entry)\n"
    "{\n"
    "    char *vtable = AT(char *, object, OBJECT_VTABLE);\n"
    "    return vtable == entry[1] || (vtable != entry[2] && host.is_instance((void *)object, (void *)entry));\n"
    "}\n"
    "\n"
    "/* mono_vtable_resolve()'s cache of an interface's methods; NULL: it does not know. */\n"
    "static __attribute__((noinline, unused)) char *aot_search(char *vtable, char *method)\n"
    "{\n"
    "    char *entry = vtable + VTABLE_CACHE + ((Word)method >> 4) % VTABLE_CACHE_COUNT * 16;\n"
    "    return AT(char *, entry, 0) == method ? AT(char *, AT(char *, entry, 8), METHOD_INTERP) : 0;\n"
    "}\n"
    "\n"
    "/* The object's class is not the array's element class: is it derived from that one, or does C know more? */\n"
    "static __attribute__((noinline, unused)) uint32_t aot_store_allowed(uint64_t array, uint64_t object)\n"
    "{\n"
    "    char *wanted = AT(char *, CLASS_OF(array), CLASS_ELEMENT);\n"
    "    return IS_SUBCLASS(object, wanted, AT(uint16_t, wanted, CLASS_DEPTH)) || host.store_allowed((void *)array, (void *)object);\n"
    "}\n"
    "\n"
    "#define AOT_COLD static __attribute__((noinline, cold, unused))\n"
    "#define EXITS int32_t exit_unit = -1, result_slot = -1;\n"
    "/* Leaves compiled code; the frame's webs are in its slots. unit: the interpreter runs the instruction there. slot: the callee\n"
    " * has left, and its value goes there. Neither: an exception is pending, and the frame's ip is saved. */\n"
    "AOT_COLD AotResult aot_leave(char *frame, Slot *fp, const uint16_t *code, int32_t unit, int32_t slot)\n"
    "{\n"
    "    if (slot >= 0) {\n"
    "        AT(Slot *, frame, FRAME_SIZE + FRAME_RET) = fp + slot;\n"
    "    } else if (unit >= 0) {\n"
    "        AT(const uint16_t *, frame, FRAME_IP) = code + unit;\n"
    "        AT(char *, host.state, STATE_FRAMES_TOP) = frame;\n"
    "        *host.status = STATUS_EXIT;\n"
    "    } else {\n"
    "        *host.status = STATUS_PENDING;\n"
    "    }\n"
    "    AT(uint32_t, frame, FRAME_FLAGS) &= ~FLAG_AOT;\n"
    "    return (AotResult){0, 1};\n"
    "}\n"
    "AOT_COLD AotRealResult aot_leave_real(char *frame, Slot *fp, const uint16_t *code, int32_t unit, int32_t slot)\n"
    "{\n"
    "    return (AotRealResult){0, aot_leave(frame, fp, code, unit, slot).left};\n"
    "}\n"
    "/* A callee that was not bound when the image's code first called it, or whose class was not initialised; 0: an exception\n"
    " * is pending. It may be called directly from now on when it is a method of an image. */\n"
    "AOT_COLD uint32_t aot_ready(char *frame, char *callee)\n"
    "{\n"
    "    if (AT(uint8_t, callee, IMETHOD_NEEDS_CLASS_INIT)) {\n"
    "        AT(char *, host.state, STATE_FRAMES_TOP) = frame;\n"
    "        if (host.class_init(callee)) return 0;\n"
    "    }\n"
    "    if (AT(char **, callee, IMETHOD_AOT_SELF) && !AT(uint8_t, callee, IMETHOD_NEEDS_CLASS_INIT))\n"
    "        *AT(char **, callee, IMETHOD_AOT_SELF) = callee;\n"
    "    return 1;\n"
    "}\n"
    "/* A method that others name, and that has no code after all. */\n"
    "#define AOT_MISSING(name) AotMethod name##_m; void name##_direct(void) { __builtin_trap(); }\n"
    "#pragma GCC visibility push(hidden)\n"
    "#endif\n"
    "\n";

/* interp/ir/arith.h as a string. */
static const char arithmetic[] =
#include "aot-stubs/arith-text.inc"
    ;

void aot_prelude(GString *out)
{
    g_string_append(out, types);
#define OFFSET(NAME, Type, member) g_string_append_printf(out, "#define " #NAME " %zu\n", offsetof(Type, member));
#define NUMBER(NAME, value) g_string_append_printf(out, "#define " #NAME " %u\n", (unsigned)(value));
#include "aot-stubs/offsets.def"
#undef OFFSET
#undef NUMBER
    g_string_append(out, "\ntypedef struct {\n    char *state, *stacks;\n    int32_t *status;\n    char *bins;\n");
#define HOST(returns, name, parameters) g_string_append(out, "    " #returns " (*" #name ")" #parameters ";\n");
#include "aot-stubs/host.def"
#undef HOST
    g_string_append(out, "} AotHost;\n"
                         "/* Filled before any code runs: nothing reads it twice. */\n"
                         "#ifdef AOT_DEFINES_HOST\n"
                         "extern AotHost aot_host __attribute__((visibility(\"hidden\")));\n"
                         "#else\n"
                         "extern const AotHost aot_host __attribute__((visibility(\"hidden\")));\n"
                         "#endif\n"
                         "#define host aot_host\n"
                         "#define AOT_DEFINE_HOST \\\n"
                         "    AotHost aot_host; \\\n"
                         "    extern AotHost *const mono_aot_host __attribute__((visibility(\"default\"))); \\\n"
                         "    AotHost *const mono_aot_host = &aot_host; \\\n"
                         "    AOT_OF_ANOTHER_KIND\n\n");
    g_string_append(out, for_mono);
    g_string_append(out, arithmetic);
    g_string_append(out, macros);
}
