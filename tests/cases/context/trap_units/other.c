int shared = 1;
static int count;
static int helper(int x) { return x > 2 ? 5 : 0; }

int add(int x)
{
    if (x < 0)
        return -1;
    if (x > 3)
        return -2;
    count++;
    if (count > 3)
        shared = 3;
    return helper(x) + helper(4);
}
