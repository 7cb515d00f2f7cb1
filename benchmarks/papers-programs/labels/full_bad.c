/* Tokens of an address behind `ldap://`: are all of them copied within their buffers? */
#ifndef N
#define N 6
#endif
#define TOKENS 3

struct address {
    char text[N];
};

/* The number of tokens, or a negative number if a buffer would be too small. */
int full_bad(struct address address)
{
    const char scheme[3] = { 'l', ':', '/' };
    int starts[TOKENS];
    int tokens = 0, at, i;

    for (at = 0; at < 3; at++)
        if (address.text[at] != scheme[at])
            return 0;
    starts[tokens++] = at;
    while (at < N && address.text[at] != '\0') {
        if (address.text[at] == '?') {
            if (tokens >= TOKENS)
                return -1;
            starts[tokens++] = at + 1;
        } else if (address.text[at] == '%') {
            if (at + 2 >= N || address.text[at + 1] < '0' || address.text[at + 1] > '7')
                return -2;
            at++;
        } else if (address.text[at] < ' ' || address.text[at] > '~') {
            return -3;
        }
        at++;
    }
    for (i = 0; i + 1 < tokens; i++)
        if (starts[i + 1] - starts[i] < 2)
            return -4;
    return tokens;
}
