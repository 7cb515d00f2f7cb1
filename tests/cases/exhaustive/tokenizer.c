/* One step of a tokenizer: the class of a character after another one. */
enum token { END, SPACE, NAME, NUMBER, OPERATOR, ASSIGN, BAD };

static int is_digit(int c) { return c >= '0' && c <= '9'; }
static int is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

int f(unsigned char before, unsigned char c)
{
    if (c == 0)
        return END;
    if (c == ' ' || (c >= '\t' && c <= '\r'))
        return SPACE;
    if (is_letter(c))
        return NAME;
    if (is_digit(c)) {
        if (is_letter(before))
            return NAME;
        return NUMBER;
    }
    switch (c) {
    case '=':
        if (before == '<' || before == '>' || before == '=' || before == '!')
            return OPERATOR;
        return ASSIGN;
    case '+': case '-': case '*': case '/':
        return OPERATOR;
    case '\n':
        return SPACE;
    }
    if (c >= '0' && c <= '9')
        return -1;
    return BAD;
}
