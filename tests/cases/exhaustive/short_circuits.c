/* Access rights: who may do what. */
#define READ 1
#define WRITE 2
#define OWNER 4
#define ROOT 8

int f(unsigned char who, unsigned char what)
{
    int allowed = 0;

    if ((who & ROOT) || ((who & OWNER) && (what & READ)) || (!(what & WRITE) && (who & READ)))
        allowed = 1;
    if ((what & WRITE) && !(who & (WRITE | ROOT)))
        allowed = 0;
    if (allowed && !(who & 15))
        return -1;
    if (!(who & ROOT) && allowed && (what & WRITE) && !(who & OWNER))
        return 2;
    return allowed;
}
