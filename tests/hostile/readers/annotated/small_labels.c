#ifndef pc_label
#define pc_label(...) ((void)0)
#endif
# 0 "small.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "small.c"
int grade(int points, int bonus)
{
    if (pc_label(points < 0, 1, "CC"), pc_label(!(points < 0), 2, "CC"), pc_label(points > 100, 3, "CC"), pc_label(!(points > 100), 4, "CC"), pc_label((points < 0) && (points > 100), 5, "MCC"), pc_label((points < 0) && !(points > 100), 6, "MCC"), pc_label(!(points < 0) && (points > 100), 7, "MCC"), pc_label(!(points < 0) && !(points > 100), 8, "MCC"), points < 0 || points > 100)
        return -1;
    if (pc_label((int)((unsigned int)points + (unsigned int)bonus) >= 50, 9, "CC"), pc_label(!((int)((unsigned int)points + (unsigned int)bonus) >= 50), 10, "CC"), pc_label(bonus >= 0, 11, "CC"), pc_label(!(bonus >= 0), 12, "CC"), pc_label(((int)((unsigned int)points + (unsigned int)bonus) >= 50) && (bonus >= 0), 13, "MCC"), pc_label(((int)((unsigned int)points + (unsigned int)bonus) >= 50) && !(bonus >= 0), 14, "MCC"), pc_label(!((int)((unsigned int)points + (unsigned int)bonus) >= 50) && (bonus >= 0), 15, "MCC"), pc_label(!((int)((unsigned int)points + (unsigned int)bonus) >= 50) && !(bonus >= 0), 16, "MCC"), points + bonus >= 50 && bonus >= 0)
        return 1;
    return points == 101;
}

int main(int argc, char **argv)
{
    return pc_label(argc > 1, 17, "CC"), pc_label(!(argc > 1), 18, "CC"), pc_label((argc > 1) && (argv[1][0] == 'x'), 19, "CC"), pc_label((argc > 1) && !(argv[1][0] == 'x'), 20, "CC"), pc_label((argc > 1) && (argv[1][0] == 'x'), 21, "MCC"), pc_label((argc > 1) && !(argv[1][0] == 'x'), 22, "MCC"), pc_label(!(argc > 1), 23, "MCC"), argc > 1 && argv[1][0] == 'x' ? grade(50, argc) : grade(-1, 0);
}
