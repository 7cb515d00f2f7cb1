int main(int argc, char **argv)
{
    return argc > 2 ? 1 : 0;
}
