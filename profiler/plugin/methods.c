/*
 * methods.c - MonoMethod -> selected?, frame, lines.
 *
 * One table under one lock, entered when a method is compiled (filter) or first sampled; samples go through the
 * per-thread caches of their threads first. Calls into the host are made outside the lock, because the host may hold
 * locks of its own while it raises events.
 */
#include "profiler/plugin/methods.h"

#include "profiler/sampling/sampling.h"

#include <pthread.h>
#include <string.h>

#define PROLOGUE_BYTES 128 /* longer ones exist only with huge frames */

typedef struct {
    bool selected, hidden, native; /* native: the wrapper of a P/Invoke of the program, shown as its target */
    signed char localloc;          /* 1 yes, 0 no, -1 not looked yet */
    bool has_frame[SP_TIER_COUNT]; /* atomic */
    uint32_t frame[SP_TIER_COUNT];
} MethodInfo;

uint32_t sp_methods_generation; /* atomic */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static GHashTable *table;      /* MonoMethod * -> MethodInfo * */
static GPtrArray *infos;       /* all infos ever: one may still be in use when its method goes */
static GHashTable *line_table; /* LineKey * -> frame + 1 */
static const SpOptions *options;
static bool off_limits; /* atomic */
static __thread bool off_limits_here __attribute__((tls_model("initial-exec")));
static int64_t asked_count, selected_count;

typedef struct {
    MonoMethod *method;
    int32_t native_offset;
    MonoFrameTier tier;
} LineKey;

_Static_assert((int)MONO_FRAME_TIER_INTERP == SP_TIER_INTERP && (int)MONO_FRAME_TIER_JITERP == SP_TIER_JITERP &&
                   (int)MONO_FRAME_TIER_JIT == SP_TIER_JIT && (int)MONO_FRAME_TIER_AOT == SP_TIER_AOT,
               "the host's tiers are the model's");

static guint line_hash(gconstpointer key)
{
    const LineKey *k = key;
    return g_direct_hash(k->method) * 31u + (guint)k->native_offset * SP_TIER_COUNT + k->tier;
}

static gboolean line_equal(gconstpointer a, gconstpointer b)
{
    const LineKey *x = a, *y = b;
    return x->method == y->method && x->native_offset == y->native_offset && x->tier == y->tier;
}

void sp_methods_init(const SpOptions *o)
{
    options = o;
    table = g_hash_table_new(NULL, NULL);
    infos = g_ptr_array_new();
    line_table = g_hash_table_new_full(line_hash, line_equal, g_free, NULL);
}

void sp_methods_off_limits_here(void)
{
    off_limits_here = true;
}

void sp_methods_off_limits(void)
{
    __atomic_store_n(&off_limits, true, __ATOMIC_RELEASE);
}

bool sp_methods_may_ask(void)
{
    return !off_limits_here && !__atomic_load_n(&off_limits, __ATOMIC_ACQUIRE);
}

static const char *not_null(const char *s)
{
    return s ? s : "";
}

static const char *assembly_name(MonoImage *image)
{
    return image ? not_null(sp_host.mono_image_get_name(image)) : "";
}

static bool is_main_image(MonoImage *image)
{
    MonoAssembly *main_assembly = sp_host.mono_assembly_get_main();
    return main_assembly && image && sp_host.mono_image_get_assembly(image) == main_assembly;
}

/* "Outer/Inner" and the outermost type. */
static char *type_path(MonoClass *klass, MonoClass **outermost)
{
    char *path = g_strdup(not_null(sp_host.mono_class_get_name(klass)));
    MonoClass *outer;
    while ((outer = sp_host.mono_class_get_nesting_type(klass))) {
        char *longer = g_strdup_printf("%s/%s", not_null(sp_host.mono_class_get_name(outer)), path);
        g_free(path);
        path = longer;
        klass = outer;
    }
    *outermost = klass;
    return path;
}

static SpWrapper wrapper_kind(const char *full_name)
{
    if (!sp_name_is_wrapper(full_name))
        return SP_WRAPPER_NONE;
    return strstr(full_name, "managed-to-native") || strstr(full_name, "native-to-managed") ? SP_WRAPPER_TRANSITION
                                                                                            : SP_WRAPPER_OTHER;
}

static bool spec_selects(MonoMethod *method, MonoClass *klass, MonoImage *image, SpWrapper wrapper)
{
    if (!options->callspec)
        return true;
    MonoClass *outermost = klass;
    char *path = type_path(klass, &outermost);
    SpMethodDescription d = {
        .assembly = assembly_name(image),
        .in_main_assembly = is_main_image(image),
        .name_space = not_null(sp_host.mono_class_get_namespace(klass)),
        .type_name = not_null(sp_host.mono_class_get_name(klass)),
        .outer_namespace = not_null(sp_host.mono_class_get_namespace(outermost)),
        .type_path = path,
        .method = not_null(sp_host.mono_method_get_name(method)),
        .wrapper = wrapper,
    };
    bool selected = sp_callspec_selects(options->callspec, &d);
    g_free(path);
    return selected;
}

/* Wrappers are the runtime's own business, except the one around a P/Invoke of the program: that is the call the
 * program wrote. */
static MethodInfo describe(MonoMethod *method)
{
    MethodInfo info = {.localloc = -1};
    char *full_name = sp_host.mono_method_full_name(method, 0);
    SpWrapper wrapper = wrapper_kind(not_null(full_name));
    MonoClass *klass = sp_host.mono_method_get_class(method);
    MonoImage *image = klass ? sp_host.mono_class_get_image(klass) : NULL;
    if (wrapper != SP_WRAPPER_NONE && !options->raw_names) {
        info.native = strstr(full_name, "managed-to-native") && strcmp(assembly_name(image), "mscorlib") != 0 &&
                      strcmp(assembly_name(image), "System.Private.CoreLib") != 0;
        info.hidden = !info.native;
        if (info.native)
            wrapper = SP_WRAPPER_NONE;
    }
    info.selected = !info.hidden && klass && spec_selects(method, klass, image, wrapper);
    if (full_name)
        sp_host.mono_free(full_name);
    return info;
}

static MethodInfo *find_or_add(MonoMethod *method)
{
    pthread_mutex_lock(&lock);
    MethodInfo *info = g_hash_table_lookup(table, method);
    pthread_mutex_unlock(&lock);
    static MethodInfo unknown;
    if (info || !sp_methods_may_ask())
        return info ? info : &unknown;
    MethodInfo fresh = describe(method);
    pthread_mutex_lock(&lock);
    info = g_hash_table_lookup(table, method);
    if (!info) {
        info = g_memdup2(&fresh, sizeof fresh);
        g_ptr_array_add(infos, info);
        g_hash_table_insert(table, method, info);
        asked_count++;
        selected_count += info->selected;
    }
    pthread_mutex_unlock(&lock);
    return info;
}

bool sp_method_selected(MonoMethod *method)
{
    return find_or_add(method)->selected;
}

static MonoDebugSourceLocation *lookup_line(MonoMethod *method, MonoDomain *domain, int32_t native_offset)
{
    if (!sp_host.mono_debug_lookup_source_location || native_offset < 0 || !domain)
        return NULL;
    return sp_host.mono_debug_lookup_source_location(method, (uint32_t)native_offset, domain);
}

/* Where the method begins in its source: the first native offset that Mono has a line for, behind the prologue. */
static MonoDebugSourceLocation *lookup_start(MonoMethod *method, MonoDomain *domain)
{
    if (sp_host_interprets() || (sp_host.mono_debug_enabled && !sp_host.mono_debug_enabled()))
        return NULL;
    for (int32_t offset = 0; offset < PROLOGUE_BYTES; offset++) {
        MonoDebugSourceLocation *at = lookup_line(method, domain, offset);
        if (at && at->source_file && *at->source_file)
            return at;
        if (at)
            sp_host.mono_debug_free_source_location(at);
    }
    return NULL;
}

static uint32_t add_frame(MonoMethod *method, MethodInfo *info, MonoDomain *domain, MonoFrameTier tier)
{
    char *full_name = sp_host.mono_method_full_name(method, 1);
    const char *raw = not_null(full_name);
    const char *shown = info->native && strchr(raw, ')') ? strchr(raw, ')') + 1 : raw;
    char *pretty = options->raw_names ? g_strdup(raw) : sp_pretty_name(g_str_has_prefix(shown, " ") ? shown + 1 : shown);
    MonoDebugSourceLocation *start = lookup_start(method, domain);
    SpFunction f = {
        .name = pretty,
        .raw_name = raw,
        .module = assembly_name(sp_host.mono_class_get_image(sp_host.mono_method_get_class(method))),
        .file = start ? not_null(start->source_file) : "",
        .start_line = start ? start->row : 0,
        .kind = info->native ? SP_FUNCTION_NATIVE
                : sp_name_is_wrapper(raw) ? SP_FUNCTION_WRAPPER
                                          : SP_FUNCTION_MANAGED,
    };
    uint32_t frame = sp_recording_frame(&f, 0, (SpTier)tier);
    if (start)
        sp_host.mono_debug_free_source_location(start);
    g_free(pretty);
    if (full_name)
        sp_host.mono_free(full_name);
    return frame;
}

static uint32_t frame_of(MonoMethod *method, MonoDomain *domain, MonoFrameTier tier)
{
    MethodInfo *info = find_or_add(method);
    if (!info->selected)
        return SP_NONE;
    if (!__atomic_load_n(&info->has_frame[tier], __ATOMIC_ACQUIRE)) {
        if (!sp_methods_may_ask())
            return SP_NONE;
        info->frame[tier] = add_frame(method, info, domain, tier); /* interned: a race gives the same frame twice */
        __atomic_store_n(&info->has_frame[tier], true, __ATOMIC_RELEASE);
    }
    return info->frame[tier];
}

uint32_t sp_method_frame(MonoMethod *method)
{
    return frame_of(method, sp_host.mono_domain_get ? sp_host.mono_domain_get() : NULL, sp_host_tier());
}

uint32_t sp_method_frame_at(MonoMethod *method, MonoDomain *domain, int32_t native_offset)
{
    LineKey key = {method, native_offset, sp_host_tier()};
    uint32_t plain = frame_of(method, domain, key.tier);
    if (plain == SP_NONE || !options->lines)
        return plain;
    pthread_mutex_lock(&lock);
    uint32_t known = GPOINTER_TO_UINT(g_hash_table_lookup(line_table, &key));
    pthread_mutex_unlock(&lock);
    if (known || !sp_methods_may_ask())
        return known ? known - 1 : plain;
    MonoDebugSourceLocation *at = lookup_line(method, domain, native_offset);
    uint32_t frame = at ? sp_recording_frame_at_line(plain, at->row) : plain;
    if (at)
        sp_host.mono_debug_free_source_location(at);
    pthread_mutex_lock(&lock);
    g_hash_table_insert(line_table, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(frame + 1));
    pthread_mutex_unlock(&lock);
    return frame;
}

MonoMethod *sp_method_entry_point(void)
{
    if (!sp_methods_may_ask() || !sp_host.mono_assembly_get_image || !sp_host.mono_image_get_entry_point ||
        !sp_host.mono_get_method)
        return NULL;
    MonoAssembly *program = sp_host.mono_assembly_get_main();
    MonoImage *image = program ? sp_host.mono_assembly_get_image(program) : NULL;
    uint32_t token = image ? sp_host.mono_image_get_entry_point(image) : 0;
    return token ? sp_host.mono_get_method(image, token, NULL) : NULL;
}

static bool il_has_localloc(MonoMethod *method)
{
    if (!sp_host.mono_method_get_header || !sp_host.mono_method_header_get_code || !sp_host.mono_metadata_free_mh)
        return true; /* better an activation popped early than one that stays for ever */
    MonoMethodHeader *header = sp_host.mono_method_get_header(method);
    if (!header)
        return false;
    uint32_t size = 0;
    const unsigned char *code = sp_host.mono_method_header_get_code(header, &size, NULL);
    bool found = false;
    for (uint32_t i = 0; code && i + 1 < size && !found; i++) /* localloc is FE 0F, ECMA-335 III.3.47 */
        found = code[i] == 0xFE && code[i + 1] == 0x0F;
    sp_host.mono_metadata_free_mh(header);
    return found;
}

bool sp_method_has_localloc(MonoMethod *method)
{
    MethodInfo *info = find_or_add(method);
    if (info->localloc < 0)
        info->localloc = il_has_localloc(method);
    return info->localloc == 1;
}

static gboolean line_is_of(gpointer key, gpointer value, gpointer method)
{
    return ((LineKey *)key)->method == method;
}

void sp_method_freed(MonoMethod *method)
{
    pthread_mutex_lock(&lock);
    if (g_hash_table_remove(table, method)) {
        if (options->lines)
            g_hash_table_foreach_remove(line_table, line_is_of, method);
        __atomic_add_fetch(&sp_methods_generation, 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}

bool sp_method_is_gone(const void *method, uint32_t frame)
{
    pthread_mutex_lock(&lock);
    const MethodInfo *info = g_hash_table_lookup(table, method);
    bool gone = true;
    for (unsigned tier = 0; info && tier < SP_TIER_COUNT; tier++)
        gone &= !info->has_frame[tier] || info->frame[tier] != frame;
    pthread_mutex_unlock(&lock);
    return gone;
}

void sp_methods_forget_all(void)
{
    pthread_mutex_lock(&lock);
    g_hash_table_remove_all(table);
    g_hash_table_remove_all(line_table);
    __atomic_add_fetch(&sp_methods_generation, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

void sp_methods_counts(int64_t *asked, int64_t *selected)
{
    pthread_mutex_lock(&lock);
    *asked = asked_count;
    *selected = selected_count;
    pthread_mutex_unlock(&lock);
}
