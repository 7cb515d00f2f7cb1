/* A function pointer: null, or one of the functions of its type. */
typedef int (*operation)(int, int);

int add(int a, int b) { return (a & 0xff) + (b & 0xff); }
int larger(int a, int b) { return a > b ? a : b; }

int apply(operation op, int a, int b)
{
    if (!op)
        return -1;
    if (op == add)
        a &= 15;
    if (op(a, b) == 77)
        return 1;
    return 0;
}
