/* A list: how many elements are above a limit, and whether it is longer than three. */
struct node {
    int value;
    struct node *next;
};

int above(const struct node *list, int limit)
{
    int count = 0, length = 0;

    while (list) {
        if (list->value > limit)
            count++;
        length++;
        list = list->next;
        if (length > 8)
            break;
    }
    if (length > 3)
        return 100 + count;
    if (count == 2)
        return 50;
    return count;
}
