// Another file may replace a weak definition by one that does not return.
// {1} {2}
int g;
void __attribute__((weak)) hook(void) { g = 1; }
void caller(void) {
  pc_label(g, 1);
  hook();
  pc_label(g, 2);
}
