#include "both.h"
int other(int x) { return sign(x); }
