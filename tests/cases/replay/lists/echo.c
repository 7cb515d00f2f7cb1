#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int c = getchar();

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "a b") == 0)
            puts("blank");
        else if (strchr(argv[i], '*'))
            puts("star");
        else if (strncmp(argv[i], "/", 1) == 0) {
            FILE *file = fopen(argv[i], "a");
            if (file)
                fclose(file);
        }
    if (c != EOF)
        puts("input");
    return 0;
}
