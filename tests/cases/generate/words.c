/* Words of a file with settings: each needs several characters to agree before anything new is covered. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OK, BAD_KEY, BAD_NUMBER, RANGE };

static int number(const char *text, long *out)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 0);
    if (end == text || *end != '\0')
        return BAD_NUMBER;
    if (errno == ERANGE || value < 1 || value > 4096)
        return RANGE;
    *out = value;
    return OK;
}

int setting(const char *line, long *width)
{
    if (line == NULL || width == NULL)
        return OK;
    if (strncmp(line, "width=", 6) == 0)
        return number(line + 6, width);
    if (strncmp(line, "verbose=yes", 11) == 0) {
        *width = 80;
        return OK;
    }
    return BAD_KEY;
}
