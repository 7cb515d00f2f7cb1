int odd(int);
int sign(int);

int main(int argc, char **argv)
{
    if (argc > 100)
        return 1;
    return sign(argc) + odd(argc) > 3;
}
