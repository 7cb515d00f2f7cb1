/* Whether N bytes are UTF-8, and how many code points they have. */
#ifndef N
#define N 3
#endif

struct text {
    unsigned char bytes[N];
};

int utf8(struct text text)
{
    int points = 0, left = 0;
    unsigned least = 0, value = 0;
    int i;

    for (i = 0; i < N; i++) {
        unsigned byte = text.bytes[i];
        if (left > 0) {
            if ((byte & 0xc0) != 0x80)
                return -1;
            value = value << 6 | (byte & 0x3f);
            left--;
            if (left == 0) {
                if (value < least || value > 0x10ffff)
                    return -2;
                if (value >= 0xd800 && value <= 0xdfff)
                    return -3;
                points++;
            }
        } else if (byte < 0x80) {
            if (byte == 0)
                return points;
            points++;
        } else if (byte < 0xc0) {
            return -4;
        } else if (byte < 0xe0) {
            left = 1;
            least = 0x80;
            value = byte & 0x1f;
        } else if (byte < 0xf0) {
            left = 2;
            least = 0x800;
            value = byte & 0x0f;
        } else if (byte < 0xf8) {
            left = 3;
            least = 0x10000;
            value = byte & 0x07;
        } else {
            return -5;
        }
    }
    return left > 0 ? -6 : points;
}
