/* Operators and conversions. */
volatile int port;
unsigned char byte;
signed char small;
unsigned short half;
long long big = 0x7fffffffffffffffLL;
unsigned long long all = ~0ULL;
float single;
double real;
int *pointer, numbers[4];
struct s { int a, b; struct s *n; } record, *chain;

long expressions(int x, unsigned y, double z)
{
    long r = 0;
    r += x + y - x * (int)y / (x ? x : 1) % 7;
    r ^= x & y | x ^ ~y, r <<= 3, r >>= (x & 7);
    r -= -x + +y + !x + !!z;
    byte += 200, small -= 100, half = byte * small;
    x = y = big, single = x, real = single + z / 2, x = (int)z;
    pointer = numbers + 2, r += pointer - numbers, r += *pointer++ + --*pointer;
    r += pointer > numbers && *pointer != 0 && pointer[-1] < 'a';
    r += (x > 0) + (y <= 3u) * (z == z) - (x != small);
    record.a = port++, chain = &record, chain->n = chain, chain->n->n->b += record.a;
    r += x > 3 ? y : z, r += (x, y, 3), r += sizeof(x) * sizeof(int[5]) + 'ab' + L'x' + 010 + 0xFFu + 0b11;
    r += (char)x + (short)y + (_Bool)z + (unsigned char)-1 + (1 ? 2 : 3u);
    r += x / 2 << 1 >> y % 8, r += !(x && y || z > 1.0) == (x < y < z);
    return (x && (y || !pointer) ? r : -r) + (all > big) + (int)1e9f;
}
