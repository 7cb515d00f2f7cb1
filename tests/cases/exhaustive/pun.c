/* A word seen as bytes and as a signed half. */
#include <stdint.h>

union word {
    uint16_t whole;
    uint8_t part[2];
    int16_t signed_whole;
};

int f(unsigned char low, unsigned char high)
{
    union word u;

    u.part[0] = low;
    u.part[1] = high;
    if (u.whole != (low | high << 8))
        return -1;
    if (u.signed_whole < 0 && high < 128)
        return -2;
    if (u.whole > 0x7fff)
        u.signed_whole = -u.signed_whole;
    if (u.part[1] >= 0x80 && u.part[0])
        return 2;
    return u.signed_whole < 0;
}
