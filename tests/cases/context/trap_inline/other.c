int written;
int chosen(int x) {
    written = 1;
    return x == 100 ? 1 : 77;
}
int never_emitted(int x) {
    return x == 100 ? 2 : 78;
}
