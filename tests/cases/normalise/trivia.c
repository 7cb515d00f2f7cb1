# 1 "m.c"
int a,
# 5 "m.h" 1 3
  b
#pragma pack(1)
  ;intc;
int d = \
 1; /* comment */ int e; // more
char *s = "\377 ÿ café";
