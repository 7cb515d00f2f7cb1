/* The next tag of a document, as `name="value"`, from N characters. */
#ifndef N
#define N 5
#endif

struct input {
    char text[N];
};

static int is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

int get_tag(struct input input)
{
    char name[N], value[N];
    int at = 0, n = 0, v = 0;
    char quote;

    while (at < N && is_space(input.text[at]))
        at++;
    if (at == N)
        return -1;
    if (input.text[at] == '-')
        return at + 1 < N && input.text[at + 1] == '>' ? 0 : -2;
    while (at < N && input.text[at] != '=' && !is_space(input.text[at])) {
        char c = input.text[at++];
        if (c == '>' || c == '\0')
            return -3;
        name[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    while (at < N && is_space(input.text[at]))
        at++;
    if (n == 0 || at == N || input.text[at] != '=')
        return -4;
    at++;
    if (at == N || (input.text[at] != '"' && input.text[at] != '\''))
        return -5;
    quote = input.text[at++];
    while (at < N && input.text[at] != quote) {
        char c = input.text[at++];
        if (c == '\\') {
            if (at == N)
                return -6;
            c = input.text[at++];
        }
        value[v++] = c;
    }
    if (at == N)
        return -7;
    return n + v + (name[0] == 'x') + (v > 0 && value[0] == 'y');
}
