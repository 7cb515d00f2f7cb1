/* The functions of labels.h.

   TAMIS_CHOICES in the environment has the choices, as in 00100; TAMIS_COVERED names the file that keeps which labels are covered, a byte
   for each id. A condition that does not hold where it must ends the program with status 3. */
#define _GNU_SOURCE
#define TAMIS_HARNESS
#define TAMIS_CALLS
#include "labels.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef TAMIS_KLEE
#include <klee/klee.h>
#endif

jmp_buf tamis_landing;

static const unsigned char *choices;
static unsigned long choices_left;

void tamis_choices(const unsigned char *bytes, unsigned long count)
{
    choices = bytes;
    choices_left = count;
}

static int given_choice(void)
{
    unsigned char byte;

    if (choices == 0 && getenv("TAMIS_CHOICES") != 0) {
        choices = (const unsigned char *)getenv("TAMIS_CHOICES");
        while (choices[choices_left] != '\0')
            choices_left++;
    }
    if (choices_left == 0)
        return 0;
    choices_left--;
    byte = *choices++;
    return byte != 0 && byte != '0';
}

#ifdef TAMIS_CBMC
int nondet_int(void);
#endif

int tamis_nondet(void)
{
#if defined TAMIS_KLEE
    int choice;
    klee_make_symbolic(&choice, sizeof choice, "tamis_choice");
    return choice;
#elif defined TAMIS_CBMC
    return nondet_int();
#else
    return given_choice();
#endif
}

void tamis_assume(int condition)
{
#if defined TAMIS_CBMC
    __CPROVER_assume(condition);
#else
    if (condition)
        return;
#if defined TAMIS_KLEE
    klee_silent_exit(0);
#elif defined TAMIS_LIBFUZZER
    longjmp(tamis_landing, 1);
#else
    exit(3);
#endif
#endif
}

void tamis_stop(void)
{
#if defined TAMIS_CBMC
    __CPROVER_assume(0);
#elif defined TAMIS_LIBFUZZER
    longjmp(tamis_landing, 1);
#else
    exit(0);
#endif
}

static int coverage(void)
{
    const char *name = getenv("TAMIS_COVERED");
    return name == 0 ? -1 : open(name, O_RDWR | O_CREAT, 0666);
}

void tamis_covered(unsigned long id)
{
    int file = coverage();

    if (file < 0)
        return;
    if (pwrite(file, "1", 1, (off_t)id) != 1)
        abort();
    close(file);
}

int tamis_is_covered(unsigned long id)
{
    char byte = 0;
    int file = coverage();

    if (file < 0)
        return 0;
    if (pread(file, &byte, 1, (off_t)id) != 1)
        byte = 0;
    close(file);
    return byte == '1';
}

/* For a program that declares it. */
__attribute__((weak)) void pc_label(int condition, unsigned long id)
{
    TAMIS_LABEL(condition, id);
}
