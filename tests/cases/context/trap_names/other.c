int weak_one(int x) { return x == 8 ? 0 : 1; }
int weak_user(int x) { return weak_one(x); }
