/* Luhn's checksum over the digits of two numbers. */
int f(unsigned char a, unsigned char b)
{
    unsigned char digits[6];
    int sum = 0;

    for (int i = 0; i < 3; i++) {
        digits[i] = a % 10;
        digits[i + 3] = b % 10;
        a /= 10;
        b /= 10;
    }
    for (int i = 0; i < 6; i++) {
        int d = digits[i];
        if (i % 2 == 1) {
            d *= 2;
            if (d > 9)
                d -= 9;
        }
        sum += d;
    }
    if (sum > 54)
        return -1;
    return sum % 10 == 0;
}
