/* Whether a version is recent enough: major and minor in one byte. */
int f(unsigned char have, unsigned char need, _Bool strict)
{
    int major = have >> 4, minor = have & 15;
    int wanted_major = need >> 4, wanted_minor = need & 15;

    if (major != wanted_major)
        return !strict && major > wanted_major;
    if (minor < wanted_minor)
        return 0;
    if (strict && minor > wanted_minor)
        return 2;
    if (have < need)
        return -1;
    return 1;
}
