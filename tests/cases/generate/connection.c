/* Callbacks of types that no function of the program has: tests define them. */
#include <stddef.h>

enum state { IDLE, OPENING, OPEN, FAILED };
enum event { CONNECT, ACCEPTED, TIMEOUT };

struct connection {
    enum state state;
    unsigned retries;
    int (*send)(struct connection *c, const char *data, size_t size);
    void (*notify)(void *user, enum state after);
    void *user;
};

int handle(struct connection *c, enum event event)
{
    if (c == NULL || c->send == NULL)
        return -1;
    switch (c->state) {
    case IDLE:
        if (event != CONNECT)
            return -2;
        c->state = OPENING;
        break;
    case OPENING:
        if (event == ACCEPTED)
            c->state = OPEN;
        else if (++c->retries > 3)
            c->state = FAILED;
        break;
    default:
        return 0;
    }
    if (c->notify != NULL)
        c->notify(c->user, c->state);
    if (c->send(c, "hello", 5) != 5)
        return -3;
    return 1;
}
