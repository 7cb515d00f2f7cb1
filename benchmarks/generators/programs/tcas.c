/* Collision avoidance in the manner of the Siemens program tcas. */
#define OLEV 600
#define MAXALTDIFF 600
#define MINSEP 300
#define NOZCROSS 100

enum { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum { TCAS_TA = 1, OTHER = 2 };
enum { UNRESOLVED, UPWARD_RA, DOWNWARD_RA };

struct situation {
    int cur_vertical_sep;
    int high_confidence;
    int two_of_three_reports_valid;
    int own_tracked_alt;
    int own_tracked_alt_rate;
    int other_tracked_alt;
    int alt_layer_value;
    int up_separation;
    int down_separation;
    int other_rac;
    int other_capability;
    int climb_inhibit;
};

static const int positive_ra_alt_thresh[4] = { 400, 500, 640, 740 };

static int alim(const struct situation *s)
{
    return positive_ra_alt_thresh[s->alt_layer_value & 3];
}

static int inhibit_biased_climb(const struct situation *s)
{
    return s->climb_inhibit ? s->up_separation + NOZCROSS : s->up_separation;
}

static int own_below_threat(const struct situation *s)
{
    return s->own_tracked_alt < s->other_tracked_alt;
}

static int own_above_threat(const struct situation *s)
{
    return s->other_tracked_alt < s->own_tracked_alt;
}

static int non_crossing_biased_climb(const struct situation *s)
{
    if (inhibit_biased_climb(s) > s->down_separation)
        return !own_below_threat(s) || (own_below_threat(s) && !(s->down_separation >= alim(s)));
    return own_above_threat(s) && s->cur_vertical_sep >= MINSEP && s->up_separation >= alim(s);
}

static int non_crossing_biased_descend(const struct situation *s)
{
    if (inhibit_biased_climb(s) > s->down_separation)
        return own_below_threat(s) && s->cur_vertical_sep >= MINSEP && s->down_separation >= alim(s);
    return !own_above_threat(s) || (own_above_threat(s) && s->up_separation >= alim(s));
}

int alt_sep_test(const struct situation *s)
{
    int enabled, tcas_equipped, intent_not_known;
    int need_upward_ra, need_downward_ra;
    int alt_sep = UNRESOLVED;

    enabled = s->high_confidence && s->own_tracked_alt_rate <= OLEV && s->cur_vertical_sep > MAXALTDIFF;
    tcas_equipped = s->other_capability == TCAS_TA;
    intent_not_known = s->two_of_three_reports_valid && s->other_rac == NO_INTENT;
    if (enabled && ((tcas_equipped && intent_not_known) || !tcas_equipped)) {
        need_upward_ra = non_crossing_biased_climb(s) && own_below_threat(s);
        need_downward_ra = non_crossing_biased_descend(s) && own_above_threat(s);
        if (need_upward_ra && need_downward_ra)
            alt_sep = UNRESOLVED;
        else if (need_upward_ra)
            alt_sep = UPWARD_RA;
        else if (need_downward_ra)
            alt_sep = DOWNWARD_RA;
        else
            alt_sep = UNRESOLVED;
    }
    return alt_sep;
}
