/* A door: what it does on an event. */
enum { CLOSED, OPEN, LOCKED, ALARM };

int f(unsigned char state, unsigned char event)
{
    int next;

    switch (state & 3) {
    case CLOSED:
        if (event == 'o')
            next = OPEN;
        else if (event == 'l')
            next = LOCKED;
        else
            next = CLOSED;
        break;
    case OPEN:
        next = event == 'c' ? CLOSED : OPEN;
        break;
    case LOCKED:
        if (event == 'u') {
            next = CLOSED;
            break;
        }
        if (event != 'o') {
            next = LOCKED;
            break;
        }
        /* fallthrough */
    case ALARM:
        next = ALARM;
        break;
    default:
        next = -1;
    }
    if (next == ALARM && (state & 3) == OPEN)
        return 9;
    return next;
}
