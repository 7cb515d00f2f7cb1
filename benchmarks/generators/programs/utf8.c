/* A UTF-8 decoder that refuses what Unicode refuses. */
#include <stddef.h>

/* Decodes one code point; gives how many bytes it took, 0 at an error. */
size_t utf8_decode(const unsigned char *bytes, size_t count, unsigned *point)
{
    static const unsigned least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t length, i;
    unsigned value;

    if (count == 0)
        return 0;
    if (bytes[0] < 0x80) {
        *point = bytes[0];
        return 1;
    }
    if ((bytes[0] & 0xe0) == 0xc0) {
        length = 2;
        value = bytes[0] & 0x1f;
    } else if ((bytes[0] & 0xf0) == 0xe0) {
        length = 3;
        value = bytes[0] & 0x0f;
    } else if ((bytes[0] & 0xf8) == 0xf0) {
        length = 4;
        value = bytes[0] & 0x07;
    } else
        return 0;
    if (count < length)
        return 0;
    for (i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (bytes[i] & 0x3f);
    }
    if (value < least[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *point = value;
    return length;
}

/* How many code points a text has; -1 if it is not UTF-8. */
long utf8_length(const unsigned char *bytes, size_t count)
{
    long points = 0;
    while (count > 0) {
        unsigned point;
        size_t used = utf8_decode(bytes, count, &point);
        if (used == 0)
            return -1;
        bytes += used;
        count -= used;
        points++;
    }
    return points;
}

/* Encodes a code point; gives how many bytes it needs, 0 if it has none. */
size_t utf8_encode(unsigned point, unsigned char out[4])
{
    if (point < 0x80) {
        out[0] = (unsigned char)point;
        return 1;
    }
    if (point < 0x800) {
        out[0] = (unsigned char)(0xc0 | point >> 6);
        out[1] = (unsigned char)(0x80 | (point & 0x3f));
        return 2;
    }
    if (point >= 0xd800 && point <= 0xdfff)
        return 0;
    if (point < 0x10000) {
        out[0] = (unsigned char)(0xe0 | point >> 12);
        out[1] = (unsigned char)(0x80 | (point >> 6 & 0x3f));
        out[2] = (unsigned char)(0x80 | (point & 0x3f));
        return 3;
    }
    if (point > 0x10ffff)
        return 0;
    out[0] = (unsigned char)(0xf0 | point >> 18);
    out[1] = (unsigned char)(0x80 | (point >> 12 & 0x3f));
    out[2] = (unsigned char)(0x80 | (point >> 6 & 0x3f));
    out[3] = (unsigned char)(0x80 | (point & 0x3f));
    return 4;
}
