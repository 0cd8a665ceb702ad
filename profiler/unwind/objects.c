/*
 * objects.c - the ELF objects of the process and copies of their call frame information.
 *
 * The loader's list is walked under the loader's own lock, which unloading takes too, so what is copied during the walk
 * is there. Tables are copied when a pc first falls into their object; a program touches few of its libraries' frames.
 */
#include "profiler/unwind/unwind.h"

#include <glib.h>
#include <link.h>
#include <string.h>

#define CACHE 2048                   /* rules remembered by pc; a power of two */
#define MAX_TABLES_BYTES (64u << 20) /* larger ones are not copied: native frames of that object end the stack */

typedef struct {
    uintptr_t low, high; /* its executable segments */
    uintptr_t load;      /* tells it from another object at the same place */
    uintptr_t header, tables_end;
    bool asked; /* for its tables */
    SpEhTables tables;
} Object;

struct SpObjects {
    GArray *list; /* of Object */
    unsigned long long added, removed;
    struct {
        uintptr_t pc;             /* 0 = free */
        const SpEhTables *tables; /* NULL: no rule there */
        SpEhRule rule;
    } cache[CACHE];
};

static void drop_all(SpObjects *o)
{
    for (guint i = 0; i < o->list->len; i++)
        g_free((void *)g_array_index(o->list, Object, i).tables.bytes);
    g_array_set_size(o->list, 0);
    for (size_t i = 0; i < CACHE; i++)
        o->cache[i].pc = 0;
}

SpObjects *sp_objects_new(void)
{
    SpObjects *o = g_new0(SpObjects, 1);
    o->list = g_array_new(FALSE, TRUE, sizeof(Object));
    return o;
}

void sp_objects_free(SpObjects *o)
{
    drop_all(o);
    g_array_free(o->list, TRUE);
    g_free(o);
}

static Object describe(const struct dl_phdr_info *info)
{
    Object object = {.low = UINTPTR_MAX, .load = info->dlpi_addr};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && p->p_flags & PF_X) {
            object.low = MIN(object.low, start);
            object.high = MAX(object.high, start + p->p_memsz);
        } else if (p->p_type == PT_GNU_EH_FRAME) {
            object.header = start;
        }
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && p->p_flags & PF_R && object.header - start < p->p_filesz)
            object.tables_end = start + p->p_filesz;
    }
    return object;
}

static int add_object(struct dl_phdr_info *info, size_t size, void *data)
{
    SpObjects *o = data;
    o->added = info->dlpi_adds;
    o->removed = info->dlpi_subs;
    Object object = describe(info);
    if (object.low < object.high)
        g_array_append_val(o->list, object);
    return 0;
}

static int look_for_change(struct dl_phdr_info *info, size_t size, void *data)
{
    const SpObjects *o = data;
    return info->dlpi_adds == o->added && info->dlpi_subs == o->removed ? 1 : 2;
}

void sp_objects_refresh(SpObjects *o)
{
    if (dl_iterate_phdr(look_for_change, o) == 1)
        return;
    drop_all(o);
    dl_iterate_phdr(add_object, o);
}

/* .eh_frame usually lies behind its header, in the same segment, up to its end. */
static int copy_tables(struct dl_phdr_info *info, size_t size, void *data)
{
    Object *object = data, now = describe(info);
    if (now.load != object->load || now.header != object->header || now.tables_end != object->tables_end)
        return 0;
    size_t bytes = object->tables_end - object->header;
    if (bytes <= MAX_TABLES_BYTES)
        object->tables = (SpEhTables){.at = object->header,
                                      .bytes = g_memdup2((const void *)object->header, bytes),
                                      .size = bytes,
                                      .header = object->header};
    return 1;
}

static Object *object_at(SpObjects *o, uintptr_t pc)
{
    for (guint i = 0; i < o->list->len; i++) {
        Object *object = &g_array_index(o->list, Object, i);
        if (pc >= object->low && pc < object->high)
            return object;
    }
    return NULL;
}

const SpEhRule *sp_objects_rule(SpObjects *o, uintptr_t pc, const SpEhTables **tables)
{
    size_t slot = (pc * 0x9E3779B97F4A7C15u) >> 53;
    _Static_assert(CACHE == 1 << (64 - 53), "the hash's bits are the cache's size");
    if (o->cache[slot].pc != pc || pc == 0) {
        o->cache[slot].pc = pc;
        o->cache[slot].tables = NULL;
        Object *object = object_at(o, pc);
        if (object && !object->asked) {
            object->asked = true;
            if (object->tables_end)
                dl_iterate_phdr(copy_tables, object);
        }
        if (object && object->tables.bytes && sp_eh_rule(&object->tables, pc, &o->cache[slot].rule))
            o->cache[slot].tables = &object->tables;
    }
    *tables = o->cache[slot].tables;
    return *tables ? &o->cache[slot].rule : NULL;
}

bool sp_objects_bare(SpObjects *o, uintptr_t pc)
{
    const Object *object = object_at(o, pc);
    return object && !object->header;
}
