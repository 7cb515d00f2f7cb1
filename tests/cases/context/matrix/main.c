// argc: 0
// arg: none 0..9 / : é
// arg: none 0..9 / : é
// arg: none x
/* Elements of a table of two dimensions that loops fill. */
enum { ROWS = 3, COLUMNS = 4 };
static int cells[ROWS][COLUMNS];

static int digit(const char *s)
{
    int c = s[0];
    return c >= '0' && c <= '9' ? c - '0' : 0;
}

static void fill(void)
{
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            cells[r][c] = r > c ? 2 : 1;
}

static int at(int r, int c)
{
    if (r < 0 || r >= ROWS)
        return -1;
    if (c < 0 || c >= COLUMNS)
        return -2;
    if (cells[r][c] < 0 || cells[r][c] > 2)
        return -3;
    return cells[r][c];
}

int main(int argc, char **argv)
{
    int r = argc > 1 ? digit(argv[1]) : 0, c = argc > 2 ? digit(argv[2]) : 0;
    fill();
    return at(r % ROWS, c % COLUMNS);
}
