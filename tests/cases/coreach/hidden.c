// A constructor: functions of this file may run without a call in the text.
// {1} {2}
static void starts(void) __attribute__((constructor));
int g;
static void starts(void) { pc_label(g, 1); }
void caller(void) {
  pc_label(g, 2);
  starts();
}
