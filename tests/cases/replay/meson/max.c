#include "max.h"

int max(const int *list, int count)
{
    int most = list[0];
    for (int i = 1; i < count; i++)
        if (list[i] > most)
            most = list[i];
    return most;
}
