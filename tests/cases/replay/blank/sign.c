int main(int count, char **words) {
  (void)words;
  if (count > 1)
    return 1;
  return 0;
}
