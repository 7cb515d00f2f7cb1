int half(int x);
int main(int argc, char **argv)
{
    (void)argv;
    return argc > 1 ? half(argc) : 0;
}
