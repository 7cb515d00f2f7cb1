/* A hash table with open addressing, of a fixed size. */
#include <string.h>

#define SLOTS 8

enum state { EMPTY, USED, GONE };

struct slot {
    enum state state;
    char key[8];
    int value;
};

struct table {
    unsigned count;
    struct slot slots[SLOTS];
};

unsigned hash(const char *key)
{
    unsigned h = 5381;
    while (*key != '\0')
        h = h * 33 + (unsigned char)*key++;
    return h;
}

void table_clear(struct table *table)
{
    memset(table, 0, sizeof *table);
}

static struct slot *find(struct table *table, const char *key)
{
    unsigned i, start = hash(key) % SLOTS;
    for (i = 0; i < SLOTS; i++) {
        struct slot *slot = &table->slots[(start + i) % SLOTS];
        if (slot->state == EMPTY)
            return NULL;
        if (slot->state == USED && strncmp(slot->key, key, sizeof slot->key) == 0)
            return slot;
    }
    return NULL;
}

int table_get(struct table *table, const char *key, int *value)
{
    struct slot *slot = find(table, key);
    if (slot == NULL)
        return 0;
    *value = slot->value;
    return 1;
}

/* 1 if it is there now, 0 if the table is full, -1 if the key is too long. */
int table_put(struct table *table, const char *key, int value)
{
    struct slot *slot;
    unsigned i, start;
    if (strlen(key) >= sizeof slot->key)
        return -1;
    slot = find(table, key);
    if (slot != NULL) {
        slot->value = value;
        return 1;
    }
    if (table->count >= SLOTS - 1)
        return 0;
    start = hash(key) % SLOTS;
    for (i = 0; i < SLOTS; i++) {
        slot = &table->slots[(start + i) % SLOTS];
        if (slot->state != USED) {
            slot->state = USED;
            strcpy(slot->key, key);
            slot->value = value;
            table->count++;
            return 1;
        }
    }
    return 0;
}

int table_delete(struct table *table, const char *key)
{
    struct slot *slot = find(table, key);
    if (slot == NULL || table->count == 0)
        return 0;
    slot->state = GONE;
    table->count--;
    return 1;
}
