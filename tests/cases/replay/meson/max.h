int max(const int *list, int count);
