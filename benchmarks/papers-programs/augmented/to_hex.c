/* A check sum over the hexadecimal digits of a number, as characters. */
int to_hex(int n)
{
    int sum = 0, i;

    if (n < 0 || n > 0xffff)
        return -1;
    for (i = 0; i < 4; i++) {
        int digit = n % 16;
        if (digit < 10)
            digit = '0' + digit;
        else
            digit = 'a' + digit - 10;
        sum = sum * 3 + digit;
        n = n / 16;
        if (n == 0)
            return sum;
    }
    return sum;
}
