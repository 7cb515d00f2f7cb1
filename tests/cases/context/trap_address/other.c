int visible(int);
int (*pointer)(int) = visible;

int run(int (*f)(int), int *a, int *b)
{
    *a = 3;
    *b = 5;
    return (f ? f(7) + f(-1) : 0) + pointer(77);
}
