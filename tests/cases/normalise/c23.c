enum e : unsigned char { A, B };
enum f : short;
constexpr int a = 1;
static constexpr int b = 2;
[[nodiscard]] bool c(void) { constexpr int k = 3; auto x = 1; auto y = k; return true && nullptr == 0 || false; }
static_assert(1);
thread_local int t;
alignas(8) char d; int e1 = alignof(int);
int n = 1'000'000;
unsigned char u = u8'a';
struct [[deprecated]] s { int x [[maybe_unused]]; };
typeof(a) g;
