// argc: 0
// arg: none 0..9 / : é
// arg: none 0..9
// arg: none x
/* An element at a variable index is another one when the index changes, and other names may lead to it. */
static int cells[4] = {0, 1, 2, 3};
static unsigned char bytes[4];
static struct { short low, high; } pairs[2];
static int picks[3] = {2, 0, 1};

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static int moves(int i)
{
    i &= 3;
    if (cells[i] < 2) {
        i = (i + 2) & 3;
        return cells[i] >= 2 ? 1 : 2;
    }
    return cells[i] > 2 ? 3 : 4;
}

static int aliases(int i, int j)
{
    i &= 3, j &= 3;
    cells[i] = 7;
    cells[j] = 1;
    if (cells[i] == 7)
        return i == j ? 1 : 2;
    cells[2] = 9;
    return cells[i] == 9 ? 3 : cells[j] == 1 ? 4 : 5;
}

static int counts(int n)
{
    for (int i = 0; i < n; i++) {
        int at = picks[i % 3];
        bytes[at] += 100;
        if (bytes[at] < 100)
            return bytes[at] + 1;
    }
    return bytes[0] == 200 ? 101 : bytes[1] == 0 ? 102 : 103;
}

static int members(int i, int v)
{
    pairs[i & 1].low = v;
    pairs[i & 1].high = -v;
    if (pairs[0].low > 0 && pairs[0].high >= 0)
        return 1;
    pairs[1].low = 40;
    return pairs[i & 1].low == 40 ? 2 : pairs[i & 1].low > 5 ? 3 : 4;
}

static int nested(int i)
{
    i %= 3;
    if (cells[picks[i]] == 0) {
        picks[i] = 0;
        return cells[picks[i]] == 0 ? 1 : 2;
    }
    picks[0] = i;
    return cells[picks[i]] > 2 ? 3 : cells[picks[0]] == 1 ? 4 : 5;
}

static int grows(int i)
{
    i &= 3;
    if (cells[i] < 6)
        cells[i]++;
    for (int k = 0; k < 4; k++)
        if (cells[k] > 5 && k != i)
            return k + 20;
    return cells[i] > 6 ? 30 : 31;
}

int main(int argc, char **argv)
{
    int a = argc > 1 ? digit(argv[1]) : 0, b = argc > 2 ? digit(argv[2]) : 0;
    int r = moves(a) + nested(b) + counts(b) + members(a, b);
    return (r + aliases(a, b) + grows(b)) & 127;
}
