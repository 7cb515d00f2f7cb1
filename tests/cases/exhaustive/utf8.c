/* The length of a UTF-8 sequence of which two bytes are known; 0 if it is wrong. */
int f(unsigned char first, unsigned char second)
{
    int length;

    if (first < 0x80)
        return 1;
    if (first < 0xc2)
        return 0;
    if (first < 0xe0)
        length = 2;
    else if (first < 0xf0)
        length = 3;
    else if (first < 0xf5)
        length = 4;
    else
        return 0;
    if ((second & 0xc0) != 0x80)
        return 0;
    if (first == 0xe0 && second < 0xa0)
        return 0;
    if (first == 0xed && second > 0x9f)
        return 0;
    if (first == 0xf0 && second < 0x90)
        return 0;
    if (first == 0xf4 && second >= 0x90)
        return 0;
    if (length == 2 && (first & 0x20))
        return -1;
    return length;
}
