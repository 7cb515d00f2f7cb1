// Volatile objects of every kind, in decisions and operators.
#include <stdio.h>

static volatile int flag = 1, ticks;
static volatile struct { int a; unsigned b : 4; char c[2]; } device = {1, 3, "x"};
static int wait(volatile int *p, int n) { while (*p > n && *p != 7) --*p; return *p ? *p : -1; }
static int mix(int a) {
    volatile int v = a;
    int r = v > 0 && flag ? v + 1 : v;
    v += r, v++, ticks += v & 1;
    return (flag = v) > 3 || !device.a ? v - r : flag;
}
static int fields(void) {
    device.b++, device.a -= device.b, device.c[1] = device.c[0] + 1;
    if (device.b > 5 && device.c[1] == 'y') device.b = 0;
    return device.a < 0 ? device.a : device.b ? 10 : 20;
}
int main(void) {
    volatile int x = 12, *volatile p = &x;
    for (int i = -2; i < 6; i++) { int a = mix(i), b = fields(); printf("%d %d ", a, b); }
    int w = wait(p, 3);
    *p *= 2;
    volatile double d = x / 4.0;
    volatile unsigned char c = 255;
    c++;
    printf("%d %d %d %d %d %d\n", w, x, ticks, d > 1 && d < 2 ? 1 : 0, c, *p == x && p);
    return 0;
}
