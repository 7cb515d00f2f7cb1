/* The first match of a pattern (characters, `?`, `%c`, `*` after one of these) in a text is replaced by one character. */
#ifndef N
#define N 3
#endif
#define M 3

struct job {
    char pattern[M], text[N], by;
};

/* The length of the element of the pattern at `at`: 2 for `%c`, which is c itself, else 1; 0 at the end. */
static int element(const char *pattern, int at)
{
    if (at >= M || pattern[at] == '\0')
        return 0;
    if (pattern[at] == '%' && at + 1 < M)
        return 2;
    return 1;
}

static int matches(const char *pattern, int at, int length, char c)
{
    if (c == '\0')
        return 0;
    if (length == 2)
        return pattern[at + 1] == c;
    if (pattern[at] == '?')
        return 1;
    return pattern[at] == c;
}

/* The end of a match that begins here; -1 if there is none. */
static int match(const struct job *job, int from)
{
    int at = 0, to = from;

    for (;;) {
        int length = element(job->pattern, at);
        if (length == 0)
            return to;
        if (at + length < M && job->pattern[at + length] == '*') {
            while (to < N && matches(job->pattern, at, length, job->text[to]))
                to++;
            at += length + 1;
        } else {
            if (to >= N || !matches(job->pattern, at, length, job->text[to]))
                return -1;
            to++;
            at += length;
        }
    }
}

int replace(struct job job)
{
    int from;

    if (job.pattern[0] == '*' || job.by == '\0')
        return -2;
    for (from = 0; from < N; from++) {
        int to = match(&job, from);
        if (to > from) {
            job.text[from] = job.by;
            return to - from;
        }
        if (job.text[from] == '\0')
            break;
    }
    return -1;
}
