int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1 && argc < 3)
        return 1;
    return 0;
}
