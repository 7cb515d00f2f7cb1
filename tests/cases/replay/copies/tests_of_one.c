#define main one
#include "one.c"
