#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static int wrong;
static char room[64];
static FILE *empty(void) { return fopen("/dev/null", "r"); }
static FILE *zeros(void) { return fopen("/dev/zero", "r"); }
static FILE *high(void) { static char all[] = "\xff\xfe"; return fmemopen(all, 2, "r"); }
static FILE *sink(void) { return fopen("/dev/null", "w"); }
static FILE *full(void) { FILE *f = fopen("/dev/full", "w"); setvbuf(f, 0, _IONBF, 0); return f; }
/* Standard streams are kept for what the test prints. */
static int in(void) { return open("/dev/zero", O_RDONLY); }
static int out(void) { return open("/dev/null", O_WRONLY); }
int __isoc99_scanf(const char *, ...), __isoc99_fscanf(FILE *, const char *, ...), __isoc99_sscanf(const char *, const char *, ...);
#if __GLIBC_PREREQ(2, 38)
int __isoc23_scanf(const char *, ...), __isoc23_fscanf(FILE *, const char *, ...), __isoc23_sscanf(const char *, const char *, ...);
#else
#define __isoc23_scanf __isoc99_scanf
#define __isoc23_fscanf __isoc99_fscanf
#define __isoc23_sscanf __isoc99_sscanf
#endif
