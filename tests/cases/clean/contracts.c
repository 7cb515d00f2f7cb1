/* What the C library promises of results, and what it does not. */
#include "world/world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int (isdigit)(int);
int (toupper)(int);

void a_byte_or_the_end_infeasible(FILE *f) {
    int c = fgetc(f);
    pc_label(c < -1);
    pc_label(c > 255);
}
void at_most_what_was_asked_infeasible(int fd, char *p) {
    long n = read(fd, p, 10);
    pc_label(n > 10);
    pc_label(n < -1);
}
void at_most_so_many_infeasible(int fd, char *p, unsigned long size) {
    if (size < 100) {
        long n = write(fd, p, size);
        pc_label(n >= 100);
    }
}
void elements_infeasible(FILE *f, int *p) {
    long long r1 = fread(p, 4, 3, f);
    pc_label(r1 > 3);
}
void conversions_infeasible(const char *s) {
    int a, b;
    int n = sscanf(s, "%d %*d %% %d", &a, &b);
    pc_label(n > 2);
    pc_label(n < -1);
}
void not_before_the_empty_string_infeasible(const char *s) {
    long long r2 = strcmp(s, "");
    pc_label(r2 < 0);
    long long r3 = strcmp("", s);
    pc_label(r3 > 0);
    long long r4 = strncasecmp(s, "", 4);
    pc_label(r4 < 0);
}
void the_end_is_not_put_back_infeasible(FILE *f) {
    long long r5 = ungetc(EOF, f);
    pc_label(r5 != EOF);
}
void lengths_infeasible(const char *s) {
    long long r6 = (long)strlen(s);
    pc_label(r6 < 0);
}
void classes_infeasible(int c) {
    long long r7 = isdigit(c);
    pc_label(r7 < 0);
}
void a_letter_of_a_byte_infeasible(unsigned char c) {
    int d = toupper(c);
    pc_label(d > 255);
}
void numbers_by_chance_infeasible(void) {
    long long r8 = rand();
    pc_label(r8 < 0);
}

void the_ends_feasible(FILE *f) {
    // run: FILE *f = fopen("/dev/null", "r"); the_ends_feasible(f); f = fopen("/dev/zero", "r"); the_ends_feasible(f)
    int c = fgetc(f);
    pc_label(c == -1);
    pc_label(c == 0);
}
void all_that_was_asked_feasible(int fd, char *p) {
    // run: char b[10]; all_that_was_asked_feasible(-1, b); FILE *f = fopen("/dev/zero", "r"); all_that_was_asked_feasible(fileno(f), b)
    long n = read(fd, p, 10);
    pc_label(n == 10);
    pc_label(n == -1);
}
void all_conversions_feasible(const char *s) {
    // run: all_conversions_feasible("1 2 % 3"); all_conversions_feasible(""); all_conversions_feasible("x")
    int a, b;
    int n = sscanf(s, "%d %*d %% %d", &a, &b);
    pc_label(n == 2);
    pc_label(n == -1);
    pc_label(n == 0);
}
void another_format_feasible(const char *format) {
    // run: another_format_feasible("%d%d%d")
    int a, b, c;
    long long r9 = sscanf("1 2 3", format, &a, &b, &c);
    pc_label(r9 == 3);
}
void any_strings_feasible(const char *s, const char *t) {
    // run: any_strings_feasible("a", "b"); any_strings_feasible("b", "a")
    int n = strcmp(s, t);
    pc_label(n < 0);
    pc_label(n > 0);
}
void after_the_empty_string_feasible(const char *s) {
    // run: after_the_empty_string_feasible("\xff")
    int n = strcmp(s, "");
    pc_label(n > 0);
}
void the_least_number_feasible(int x) {
    // run: the_least_number_feasible(-2147483647 - 1)
    long long r10 = abs(x);
    pc_label(r10 < 0);
}
void a_number_is_put_back_feasible(FILE *f) {
    // run: FILE *f = fopen("/dev/zero", "r"); a_number_is_put_back_feasible(f)
    long long r11 = ungetc('x', f);
    pc_label(r11 == 'x');
}
