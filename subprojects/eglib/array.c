/*
 * array.c - GArray, GByteArray (a GArray of bytes), GPtrArray: lengths in public, room and owner's wishes behind them.
 */
#include "glib.h"

typedef struct {
    GArray array; /* first: callers see this */
    guint room, element_bytes, references;
    bool zero_terminated, clear;
    GDestroyNotify clear_function; /* of elements that go; NULL: nothing to do */
} Array;

typedef struct {
    GPtrArray array;
    guint room;
    GDestroyNotify free_function;
} PtrArray;

static guint next_room(guint room, guint wanted)
{
    if (wanted > INT32_MAX)
        g_error("an array of %u elements", wanted);
    while (room < wanted)
        room = room ? room * 2 : 16;
    return room;
}

/* ---- Sorting: by merging, so that equal elements keep their order ---- */

typedef struct {
    gsize bytes;
    GCompareDataFunc compare;
    gpointer data;
} Order;

static void merge_sort(char *elements, char *spare, gsize count, const Order *order)
{
    if (count < 2)
        return;
    gsize half = count / 2, bytes = order->bytes;
    char *right = elements + half * bytes, *end = elements + count * bytes;
    merge_sort(elements, spare, half, order);
    merge_sort(right, spare, count - half, order);
    memcpy(spare, elements, half * bytes);
    char *left = spare, *left_end = spare + half * bytes;
    for (char *to = elements; left < left_end; to += bytes) {
        char **from = right == end || order->compare(left, right, order->data) <= 0 ? &left : &right;
        memmove(to, *from, bytes);
        *from += bytes;
    }
}

void g_qsort_with_data(gconstpointer elements, gint count, gsize bytes, GCompareDataFunc compare, gpointer data)
{
    gsize n = (gsize)count;
    char *spare = g_malloc_n(n / 2 + 1, bytes);
    merge_sort((char *)elements, spare, n, &(Order){bytes, compare, data});
    g_free(spare);
}

/* ---- GArray ---- */

static char *place(Array *a, guint index)
{
    return a->array.data + (gsize)index * a->element_bytes;
}

static void make_room(Array *a, guint length)
{
    guint wanted = length + a->zero_terminated;
    if (wanted <= a->room)
        return;
    guint room = next_room(a->room, wanted);
    a->array.data = g_realloc_n(a->array.data, room, a->element_bytes);
    if (a->clear)
        memset(place(a, a->room), 0, (gsize)(room - a->room) * a->element_bytes);
    a->room = room;
}

static void terminate(Array *a)
{
    if (a->zero_terminated)
        memset(place(a, a->array.len), 0, a->element_bytes);
}

GArray *g_array_new(gboolean zero_terminated, gboolean clear, guint element_bytes)
{
    Array *a = g_new0(Array, 1);
    a->element_bytes = element_bytes;
    a->references = 1;
    a->zero_terminated = zero_terminated;
    a->clear = clear;
    if (zero_terminated) {
        make_room(a, 0);
        terminate(a);
    }
    return &a->array;
}

GArray *g_array_insert_vals(GArray *array, guint index, gconstpointer values, guint count)
{
    Array *a = (Array *)array;
    if (!count)
        return array;
    if (index > array->len)
        g_array_set_size(array, index);
    make_room(a, array->len + count);
    memmove(place(a, index + count), place(a, index), (gsize)(array->len - index) * a->element_bytes);
    memcpy(place(a, index), values, (gsize)count * a->element_bytes);
    array->len += count;
    terminate(a);
    return array;
}

GArray *g_array_append_vals(GArray *array, gconstpointer values, guint count)
{
    return g_array_insert_vals(array, array->len, values, count);
}

static void clear_from(Array *a, guint index, guint count)
{
    for (guint i = index; a->clear_function && i < index + count; i++)
        a->clear_function(place(a, i));
}

GArray *g_array_set_size(GArray *array, guint length)
{
    Array *a = (Array *)array;
    if (length < array->len)
        clear_from(a, length, array->len - length);
    make_room(a, length);
    if (a->clear && length > array->len)
        memset(place(a, array->len), 0, (gsize)(length - array->len) * a->element_bytes);
    array->len = length;
    terminate(a);
    return array;
}

GArray *g_array_remove_index(GArray *array, guint index)
{
    Array *a = (Array *)array;
    g_assert(index < array->len);
    clear_from(a, index, 1);
    memmove(place(a, index), place(a, index + 1), (gsize)(array->len - index - 1) * a->element_bytes);
    array->len--;
    terminate(a);
    return array;
}

GArray *g_array_remove_index_fast(GArray *array, guint index)
{
    Array *a = (Array *)array;
    g_assert(index < array->len);
    clear_from(a, index, 1);
    if (index != array->len - 1)
        memcpy(place(a, index), place(a, array->len - 1), a->element_bytes);
    array->len--;
    terminate(a);
    return array;
}

static gint compare_alone(gconstpointer a, gconstpointer b, gpointer compare)
{
    return (*(GCompareFunc *)compare)(a, b);
}

void g_array_sort(GArray *array, GCompareFunc compare)
{
    g_qsort_with_data(array->data, (gint)array->len, ((Array *)array)->element_bytes, compare_alone, &compare);
}

void g_array_set_clear_func(GArray *array, GDestroyNotify clear)
{
    ((Array *)array)->clear_function = clear;
}

guint g_array_get_element_size(GArray *array)
{
    return ((Array *)array)->element_bytes;
}

GArray *g_array_ref(GArray *array)
{
    ((Array *)array)->references++;
    return array;
}

void g_array_unref(GArray *array)
{
    if (--((Array *)array)->references)
        return;
    clear_from((Array *)array, 0, array->len);
    g_free(array->data);
    g_free(array);
}

/* Others may hold a reference to it: they keep an empty one. */
char *g_array_free(GArray *array, gboolean with_data)
{
    Array *a = (Array *)array;
    char *data = array->data;
    if (with_data) {
        clear_from(a, 0, array->len);
        g_free(data);
        data = NULL;
    }
    array->data = NULL;
    array->len = a->room = 0;
    g_array_unref(array);
    return data;
}

/* ---- GByteArray ---- */

GByteArray *g_byte_array_new(void)
{
    return (GByteArray *)(void *)g_array_new(FALSE, FALSE, 1);
}

GByteArray *g_byte_array_append(GByteArray *array, const guint8 *bytes, guint count)
{
    g_array_append_vals((GArray *)(void *)array, bytes, count);
    return array;
}

GByteArray *g_byte_array_set_size(GByteArray *array, guint length)
{
    g_array_set_size((GArray *)(void *)array, length);
    return array;
}

guint8 *g_byte_array_free(GByteArray *array, gboolean with_data)
{
    return (guint8 *)g_array_free((GArray *)(void *)array, with_data);
}

void g_byte_array_unref(GByteArray *array)
{
    g_array_unref((GArray *)(void *)array);
}

/* ---- GPtrArray ---- */

GPtrArray *g_ptr_array_new_with_free_func(GDestroyNotify free_function)
{
    PtrArray *a = g_new0(PtrArray, 1);
    a->free_function = free_function;
    return &a->array;
}

GPtrArray *g_ptr_array_new(void)
{
    return g_ptr_array_new_with_free_func(NULL);
}

static void make_ptr_room(GPtrArray *array, guint length)
{
    PtrArray *a = (PtrArray *)array;
    if (length <= a->room)
        return;
    a->room = next_room(a->room, length);
    array->pdata = g_renew(gpointer, array->pdata, a->room);
}

static void free_element(GPtrArray *array, gpointer pointer)
{
    PtrArray *a = (PtrArray *)array;
    if (a->free_function && pointer)
        a->free_function(pointer);
}

void g_ptr_array_add(GPtrArray *array, gpointer pointer)
{
    make_ptr_room(array, array->len + 1);
    array->pdata[array->len++] = pointer;
}

void g_ptr_array_insert(GPtrArray *array, gint index, gpointer pointer)
{
    guint at = index < 0 ? array->len : (guint)index;
    make_ptr_room(array, array->len + 1);
    memmove(array->pdata + at + 1, array->pdata + at, (array->len - at) * sizeof(gpointer));
    array->pdata[at] = pointer;
    array->len++;
}

void g_ptr_array_set_size(GPtrArray *array, gint length)
{
    guint wanted = (guint)length;
    make_ptr_room(array, wanted);
    while (array->len > wanted)
        free_element(array, array->pdata[--array->len]);
    while (array->len < wanted)
        array->pdata[array->len++] = NULL;
}

gpointer g_ptr_array_remove_index_fast(GPtrArray *array, guint index)
{
    g_assert(index < array->len);
    gpointer removed = array->pdata[index];
    array->pdata[index] = array->pdata[--array->len];
    free_element(array, removed);
    return removed;
}

GPtrArray *g_ptr_array_remove_range(GPtrArray *array, guint index, guint count)
{
    g_assert(index <= array->len && count <= array->len - index);
    for (guint i = 0; i < count; i++)
        free_element(array, array->pdata[index + i]);
    if (count)
        memmove(array->pdata + index, array->pdata + index + count, (array->len - index - count) * sizeof(gpointer));
    array->len -= count;
    return array;
}

gboolean g_ptr_array_find(GPtrArray *array, gconstpointer pointer, guint *index)
{
    for (guint i = 0; i < array->len; i++) {
        if (array->pdata[i] != pointer)
            continue;
        if (index)
            *index = i;
        return TRUE;
    }
    return FALSE;
}

gboolean g_ptr_array_remove(GPtrArray *array, gpointer pointer)
{
    guint index;
    if (!g_ptr_array_find(array, pointer, &index))
        return FALSE;
    g_ptr_array_remove_range(array, index, 1);
    return TRUE;
}

void g_ptr_array_sort(GPtrArray *array, GCompareFunc compare)
{
    if (array->len)
        qsort(array->pdata, array->len, sizeof(gpointer), compare);
}

void g_ptr_array_unref(GPtrArray *array)
{
    g_ptr_array_free(array, TRUE);
}

gpointer *g_ptr_array_free(GPtrArray *array, gboolean with_data)
{
    gpointer *data = array->pdata;
    if (with_data) {
        for (guint i = 0; i < array->len; i++)
            free_element(array, data[i]);
        g_free(data);
        data = NULL;
    }
    g_free(array);
    return data;
}
