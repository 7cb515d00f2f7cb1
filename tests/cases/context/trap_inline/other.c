int written;
int chosen(void) { written = 3; return 5; }
int never_emitted(void) { return 6; }
