/* Utilities for strings. */
#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Removes white space at both ends, in place. */
char *trim(char *text)
{
    size_t length;
    while (isspace((unsigned char)*text))
        text++;
    length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

int starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

int ends_with(const char *text, const char *suffix)
{
    size_t a = strlen(text), b = strlen(suffix);
    return b <= a && strcmp(text + a - b, suffix) == 0;
}

/* Like atoi, but says whether the text is a number that fits. */
int parse_int(const char *text, int *value)
{
    long sum = 0;
    int negative = 0;
    if (*text == '-' || *text == '+')
        negative = *text++ == '-';
    if (!isdigit((unsigned char)*text))
        return 0;
    for (; isdigit((unsigned char)*text); text++) {
        sum = sum * 10 + (*text - '0');
        if (sum > 2147483647L + negative)
            return 0;
    }
    if (*text != '\0')
        return 0;
    *value = (int)(negative ? -sum : sum);
    return 1;
}

/* Copies as much as fits; gives how long the whole would be. */
size_t copy(char *to, size_t size, const char *from)
{
    size_t i;
    for (i = 0; from[i] != '\0'; i++)
        if (i + 1 < size)
            to[i] = from[i];
    if (size > 0)
        to[i < size ? i : size - 1] = '\0';
    return i;
}

/* Shell patterns: `*` any characters, `?` one, `[abc]` one of these. */
int matches(const char *pattern, const char *text)
{
    for (; *pattern != '\0'; pattern++) {
        if (*pattern == '*') {
            do {
                if (matches(pattern + 1, text))
                    return 1;
            } while (*text++ != '\0');
            return 0;
        }
        if (*text == '\0')
            return 0;
        if (*pattern == '[') {
            int found = 0;
            for (pattern++; *pattern != '\0' && *pattern != ']'; pattern++)
                found |= *pattern == *text;
            if (!found || *pattern == '\0')
                return 0;
        } else if (*pattern != '?' && *pattern != *text)
            return 0;
        text++;
    }
    return *text == '\0';
}

/* How often a word occurs, without overlap. */
int occurrences(const char *text, const char *word)
{
    int count = 0;
    size_t length = strlen(word);
    if (length == 0)
        return 0;
    while ((text = strstr(text, word)) != NULL) {
        count++;
        text += length;
    }
    return count;
}

/* Where the extension of a file name begins; at its end if there is none. */
const char *extension(const char *name)
{
    const char *dot = strrchr(name, '.'), *slash = strrchr(name, '/');
    if (dot == NULL || dot == name || (slash != NULL && dot < slash + 2))
        return name + strlen(name);
    return dot + 1;
}
