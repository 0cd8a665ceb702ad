/*
 * list.c - GSList, GList, GQueue.
 */
#include "glib.h"

GSList *g_slist_prepend(GSList *list, gpointer data)
{
    GSList *first = g_new(GSList, 1);
    *first = (GSList){data, list};
    return first;
}

GSList *g_slist_reverse(GSList *list)
{
    GSList *reversed = NULL;
    while (list) {
        GSList *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

void g_slist_free_full(GSList *list, GDestroyNotify free_function)
{
    while (list) {
        GSList *next = list->next;
        if (free_function)
            free_function(list->data);
        g_free(list);
        list = next;
    }
}

void g_slist_free(GSList *list)
{
    g_slist_free_full(list, NULL);
}

void g_list_free(GList *list)
{
    while (list) {
        GList *next = list->next;
        g_free(list);
        list = next;
    }
}

void g_queue_push_tail(GQueue *queue, gpointer data)
{
    GList *last = g_new(GList, 1);
    *last = (GList){data, NULL, queue->tail};
    *(queue->tail ? &queue->tail->next : &queue->head) = last;
    queue->tail = last;
    queue->length++;
}

gpointer g_queue_pop_head(GQueue *queue)
{
    GList *first = queue->head;
    if (!first)
        return NULL;
    gpointer data = first->data;
    queue->head = first->next;
    *(first->next ? &first->next->prev : &queue->tail) = NULL;
    queue->length--;
    g_free(first);
    return data;
}

gboolean g_queue_is_empty(GQueue *queue)
{
    return !queue->head;
}
