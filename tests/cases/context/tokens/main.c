// stdin: 3 of a1 +:z{~/
/* A tokenizer with one character of look-ahead in a global. */
#include <stdio.h>

int ahead = -2;
int errors = 0;

int peek(void)
{
    if (ahead == -2) {
        int c = getchar();
        ahead = c == EOF ? -1 : c & 127;
    }
    return ahead;
}

int take(void)
{
    int c = peek();
    ahead = -2;
    return c;
}

int token(void)
{
    int c = take();
    if (c < -1)
        return -7;
    if (c > 127)
        return -8;
    if (c == -1)
        return 0;
    if (c >= 'a' && c <= 'z')
        return 1;
    if (c >= '0' && c <= '9')
        return 2;
    if (c == ' ')
        return 3;
    if (errors < 10)
        errors++;
    return 4;
}

int main(void)
{
    int t, n = 0;
    while ((t = token()) != 0) {
        if (t < 0)
            return 50;
        if (t > 4)
            return 51;
        n += t;
    }
    if (errors < 0)
        return 52;
    return n;
}
