/* A command word: letters are compared one by one, then a number follows. */
int command(const char *text)
{
    int number = 0;

    if (!text)
        return -1;
    if (text[0] != 'g' || text[1] != 'o')
        return -2;
    text += 2;
    if (*text == ' ')
        text++;
    while (*text >= '0' && *text <= '9' && number < 1000) {
        number = number * 10 + (*text - '0');
        text++;
    }
    if (*text)
        return -3;
    if (number == 42)
        return 1000;
    return number;
}
