/* n!, or 0 where it has none that fits. */
int factorial(int n)
{
    int product = 1;

    if (n < 0 || n > 12)
        return 0;
    while (n > 1) {
        product = product * n;
        n = n - 1;
    }
    return product;
}
