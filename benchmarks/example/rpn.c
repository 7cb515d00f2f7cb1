/* A calculator in reverse Polish notation: echo "1 2 + 3 *" | rpn */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>

enum { DEPTH = 64 };

static long stack[DEPTH];
static int top;
static const char *trouble;

static void push(long value)
{
    if (top < DEPTH)
        stack[top++] = value;
    else
        trouble = "the stack is full";
}

static long pop(void)
{
    if (top > 0)
        return stack[--top];
    trouble = "the stack is empty";
    return 0;
}

/* Reads a number whose first digit is `c`; gives back what follows it. */
static int number(int c, FILE *in)
{
    long value = 0;

    do {
        int digit = c - '0';
        if (value > (LONG_MAX - digit) / 10) {
            trouble = "the number is too large";
            value = 0;
        }
        value = value * 10 + digit;
    } while ((c = getc(in)) != EOF && isdigit(c));
    push(value);
    return c;
}

static void apply(int operator)
{
    long b = pop(), a = pop(), result = 0;
    int overflow = 0;

    switch (operator) {
    case '+': overflow = __builtin_add_overflow(a, b, &result); break;
    case '-': overflow = __builtin_sub_overflow(a, b, &result); break;
    case '*': overflow = __builtin_mul_overflow(a, b, &result); break;
    case '/':
        if (b == 0)
            trouble = "division by zero";
        else if (a == LONG_MIN && b == -1)
            overflow = 1;
        else
            result = a / b;
        break;
    default: trouble = "no such operator";
    }
    if (overflow)
        trouble = "the result is too large";
    push(result);
}

int main(void)
{
    int c = getchar();

    while (c != EOF && !trouble) {
        if (isdigit(c)) {
            c = number(c, stdin);
            continue;
        }
        if (c == '\n' && top > 0)
            printf("%ld\n", pop());
        else if (!isspace(c))
            apply(c);
        c = getchar();
    }
    if (trouble)
        fprintf(stderr, "rpn: %s\n", trouble);
    return trouble ? 1 : 0;
}
