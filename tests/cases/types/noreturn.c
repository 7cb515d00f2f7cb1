// `noreturn` is part of a type for gcc, and not for clang.
void die(void) __attribute__((noreturn)); void live(void); _Noreturn void die2(void);
void (*np)(void) __attribute__((noreturn)); void (*pp)(void); typedef void (*NP)(void) __attribute__((noreturn));
ASK _Generic(&die, void (*)(void): 1, default: 0);
ASK _Generic(die, void (*)(void): 1, default: 0);
ASK _Generic(die2, void (*)(void): 1, default: 0);
ASK _Generic(np, void (*)(void): 1, default: 0);
MAY __builtin_types_compatible_p(NP, void (*)(void));
MAY __builtin_types_compatible_p(__typeof__(die), void (void));
MAY __builtin_types_compatible_p(__typeof__(die) *, void (*)(void));
MAY __builtin_types_compatible_p(__typeof__(&die), __typeof__(&live));
MAY __builtin_types_compatible_p(__typeof__(np), __typeof__(pp));
MAY _Generic(1 ? np : pp, void (*)(void): 1, default: 0);
