static struct node nodes[5];

static struct node *chain(struct bytes *in, unsigned long first, unsigned long count)
{
    unsigned long i;
    for (i = 0; i < count; i++) {
        nodes[first + i].value = word(in);
        nodes[first + i].next = i + 1 < count ? &nodes[first + i + 1] : (void *)0;
    }
    return count > 0 ? &nodes[first] : (void *)0;
}

static void harness(struct bytes *in)
{
    unsigned char which = byte(in), count = byte(in), more = byte(in);
    int value = word(in), removed;
    struct node *list = chain(in, 0, count & 3), *other = chain(in, 3, more % 3);
    switch (which & 7) {
    case 0:
        list_length(list);
        break;
    case 1:
        list_find(list, value);
        break;
    case 2:
        list_insert(list, other);
        break;
    case 3:
        list_remove(list, value, &removed);
        break;
    case 4:
        list_reverse(list);
        break;
    case 5:
        list_is_sorted(list);
        break;
    case 6:
        list_merge(list, other);
        break;
    default:
        list_from_end(list, value & 7, value);
    }
}
