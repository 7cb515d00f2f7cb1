/* Objects that are freed were made by malloc, and memory may run out. */
#include <stdlib.h>

struct vector {
    size_t size, capacity;
    int *items;
};

struct vector *vector_new(size_t capacity)
{
    struct vector *v = malloc(sizeof *v);
    if (v == NULL)
        return NULL;
    v->items = malloc(capacity * sizeof *v->items);
    if (v->items == NULL) {
        free(v);
        return NULL;
    }
    v->size = 0;
    v->capacity = capacity;
    return v;
}

int vector_grow(struct vector *v)
{
    size_t wanted;
    int *items;
    if (v == NULL || v->capacity > 1000)
        return -2;
    wanted = v->capacity == 0 ? 4 : 2 * v->capacity;
    items = realloc(v->items, wanted * sizeof *items);
    if (items == NULL)
        return -1;
    v->items = items;
    v->capacity = wanted;
    return 0;
}

int vector_free(struct vector *v)
{
    if (v == NULL)
        return 0;
    free(v->items);
    free(v);
    return 1;
}
