// arg: none x y
// arg: none z
// argc: 0
/* argc is not negative, but it may be zero. */
int main(int argc, char **argv)
{
    if (argc < 0)
        return 9;
    if (argv == 0)
        return 8;
    if (argc == 0)
        return 7;
    return argc >= 2 ? argv[1][0] == 'x' : 2;
}
