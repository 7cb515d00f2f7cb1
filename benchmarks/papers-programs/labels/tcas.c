/* Collision avoidance between aircraft: climb, descend, or neither. */
#define OLEV 600
#define MAX_ALT_DIFF 600
#define MIN_SEP 300
#define NO_CROSS 100

enum { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum { EQUIPPED = 1, OTHER = 2 };
enum { UNRESOLVED, UPWARD, DOWNWARD };

struct situation {
    short vertical_sep, high_confidence, reports_valid;
    short own_alt, own_rate, other_alt;
    short layer, up_sep, down_sep;
    short other_rac, other_capability, climb_inhibit;
};

static const short thresholds[4] = { 400, 500, 640, 740 };

static int limit(const struct situation *s)
{
    return thresholds[s->layer & 3];
}

static int biased_climb(const struct situation *s)
{
    if (s->climb_inhibit)
        return s->up_sep + NO_CROSS;
    return s->up_sep;
}

static int below(const struct situation *s)
{
    return s->own_alt < s->other_alt;
}

static int above(const struct situation *s)
{
    return s->other_alt < s->own_alt;
}

static int may_climb(const struct situation *s)
{
    if (biased_climb(s) > s->down_sep)
        return !below(s) || !(s->down_sep >= limit(s));
    return above(s) && s->vertical_sep >= MIN_SEP && s->up_sep >= limit(s);
}

static int may_descend(const struct situation *s)
{
    if (biased_climb(s) > s->down_sep)
        return below(s) && s->vertical_sep >= MIN_SEP && s->down_sep >= limit(s);
    return !above(s) || s->up_sep >= limit(s);
}

int tcas(struct situation s)
{
    int up, down;

    if (!s.high_confidence || s.own_rate > OLEV || s.vertical_sep <= MAX_ALT_DIFF)
        return UNRESOLVED;
    if (s.other_capability == EQUIPPED && !(s.reports_valid && s.other_rac == NO_INTENT))
        return UNRESOLVED;
    up = may_climb(&s) && below(&s);
    down = may_descend(&s) && above(&s);
    if (up && down)
        return UNRESOLVED;
    if (up)
        return UPWARD;
    if (down)
        return DOWNWARD;
    return UNRESOLVED;
}
