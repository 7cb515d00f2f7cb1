/* Words, numbers, strings and operators of a line of text. */
#include <stddef.h>

enum kind { END, WORD, KEYWORD, NUMBER, STRING, OPERATOR, BAD };

struct token {
    enum kind kind;
    size_t start, length;
    long value;
};

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }

static int same(const char *text, size_t length, const char *word)
{
    size_t i;
    for (i = 0; i < length && word[i] != '\0'; i++)
        if (text[i] != word[i])
            return 0;
    return i == length && word[i] == '\0';
}

static void number(const char *text, struct token *token)
{
    size_t i = token->start;
    long value = 0;
    int base = 10;
    if (text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X')) {
        base = 16;
        i += 2;
    }
    for (;; i++) {
        int digit;
        if (is_digit(text[i]))
            digit = text[i] - '0';
        else if (base == 16 && text[i] >= 'a' && text[i] <= 'f')
            digit = text[i] - 'a' + 10;
        else
            break;
        if (value > 100000)
            token->kind = BAD;
        else
            value = value * base + digit;
    }
    token->length = i - token->start;
    token->value = value;
}

/* The next token at or after a place. */
int next_token(const char *text, size_t from, struct token *token)
{
    size_t i = from;
    while (is_space(text[i]))
        i++;
    token->start = i;
    token->length = 0;
    token->value = 0;
    if (text[i] == '\0') {
        token->kind = END;
        return 0;
    }
    if (is_letter(text[i])) {
        while (is_letter(text[i]) || is_digit(text[i]))
            i++;
        token->length = i - token->start;
        token->kind = same(text + token->start, token->length, "if") || same(text + token->start, token->length, "while") ? KEYWORD : WORD;
        return 1;
    }
    if (is_digit(text[i])) {
        token->kind = NUMBER;
        number(text, token);
        return 1;
    }
    if (text[i] == '"') {
        i++;
        while (text[i] != '"' && text[i] != '\0') {
            if (text[i] == '\\' && text[i + 1] != '\0')
                i++;
            i++;
        }
        token->kind = text[i] == '"' ? STRING : BAD;
        token->length = i - token->start + (text[i] == '"');
        return 1;
    }
    switch (text[i]) {
    case '<':
    case '>':
    case '=':
    case '!':
        token->kind = OPERATOR;
        token->length = text[i + 1] == '=' ? 2 : 1;
        break;
    case '+':
    case '-':
    case '*':
    case '/':
    case '(':
    case ')':
        token->kind = OPERATOR;
        token->length = 1;
        break;
    default:
        token->kind = BAD;
        token->length = 1;
    }
    return 1;
}

/* How many tokens a text has; -1 if one of them is bad. */
int count_tokens(const char *text)
{
    struct token token;
    size_t at = 0;
    int count = 0;
    while (next_token(text, at, &token)) {
        if (token.kind == BAD)
            return -1;
        at = token.start + token.length;
        count++;
    }
    return count;
}
