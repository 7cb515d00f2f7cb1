struct pair {
  int first;
  int second;
};
