/* The n-th number of Fibonacci, 0 where there is none that is asked for. */
int fibonacci(int n)
{
    int last = 0, next = 1, i;

    if (n < 0 || n > 20)
        return 0;
    for (i = 0; i < n; i++) {
        int sum = last + next;
        last = next;
        next = sum;
    }
    return last;
}
