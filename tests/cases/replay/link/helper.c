#ifndef RESULT
#error "RESULT is missing"
#endif

int helper(int x)
{
    return x + RESULT;
}
