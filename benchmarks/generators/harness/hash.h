#undef BYTES
#define BYTES 64
static void harness(struct bytes *in)
{
    static struct table table;
    char key[10];
    unsigned char which = byte(in);
    int value = 0;
    unsigned long i;
    table.count = byte(in) & 15;
    string(in, key, sizeof key);
    for (i = 0; i < 8; i++) {
        table.slots[i].state = byte(in) % 3;
        table.slots[i].value = byte(in);
        memset(table.slots[i].key, 0, sizeof table.slots[i].key);
        table.slots[i].key[0] = (char)byte(in);
        table.slots[i].key[1] = (char)byte(in);
    }
    switch (which & 3) {
    case 0:
        table_get(&table, key, &value);
        break;
    case 1:
        table_put(&table, key, value);
        break;
    case 2:
        table_delete(&table, key);
        break;
    default:
        table_clear(&table);
    }
}
