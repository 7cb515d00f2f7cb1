/* A singly linked list of integers, the nodes in the hands of the caller. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

size_t list_length(const struct node *list)
{
    size_t length = 0;
    for (; list != NULL; list = list->next)
        length++;
    return length;
}

struct node *list_find(struct node *list, int value)
{
    while (list != NULL && list->value != value)
        list = list->next;
    return list;
}

/* Puts a node into a list that ascends. */
struct node *list_insert(struct node *list, struct node *fresh)
{
    struct node **place = &list;
    if (fresh == NULL)
        return list;
    while (*place != NULL && (*place)->value < fresh->value)
        place = &(*place)->next;
    if (*place != NULL && (*place)->value == fresh->value)
        return list;
    fresh->next = *place;
    *place = fresh;
    return list;
}

struct node *list_remove(struct node *list, int value, int *removed)
{
    struct node **place = &list;
    *removed = 0;
    while (*place != NULL) {
        if ((*place)->value == value) {
            *place = (*place)->next;
            ++*removed;
        } else
            place = &(*place)->next;
    }
    return list;
}

struct node *list_reverse(struct node *list)
{
    struct node *done = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int list_is_sorted(const struct node *list)
{
    for (; list != NULL && list->next != NULL; list = list->next)
        if (list->value > list->next->value)
            return 0;
    return 1;
}

struct node *list_merge(struct node *a, struct node *b)
{
    struct node *first = NULL, **place = &first;
    while (a != NULL && b != NULL) {
        struct node **from = a->value <= b->value ? &a : &b;
        *place = *from;
        place = &(*from)->next;
        *from = *place;
    }
    *place = a != NULL ? a : b;
    return first;
}

/* The value at an index from the end; the fallback if there is none. */
int list_from_end(const struct node *list, unsigned index, int fallback)
{
    const struct node *ahead = list;
    unsigned i;
    for (i = 0; i < index; i++) {
        if (ahead == NULL)
            return fallback;
        ahead = ahead->next;
    }
    if (ahead == NULL)
        return fallback;
    while (ahead->next != NULL) {
        ahead = ahead->next;
        list = list->next;
    }
    return list->value;
}
