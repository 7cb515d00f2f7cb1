"""Stresses flags, which tamis and the compilers get alike: what changes the meaning must be modelled or refused."""

from laboratory.features import feature

# Flags that leave the meaning alone, or that tamis models.
PLAIN = [["-O1"], ["-O2"], ["-O3"], ["-Os"], ["-g"], ["-fwrapv"], ["-fno-strict-aliasing"], ["-std=gnu99"], ["-std=gnu11"], ["-std=gnu17"], ["-fno-common"], ["-fPIC"], ["-march=native"], ["-ffast-math"],
         ["-Wall"], ["-pipe"], ["-fno-math-errno"], ["-fstack-protector"], ["-mno-red-zone"], ["-fsigned-char"], ["-pthread"], ["-ffunction-sections"]]
# Those that change what `sensitive` asks.
MEANING = [["-funsigned-char"], ["-DMODE=2"], ["-D", "MODE=3"], ["-DMODE=2", "-UMODE"], ["-DMODE"], ["-fshort-enums"], ["-include", "mode.h"], ["-imacros", "mode.h"], ["-trigraphs"], ["-std=c11"],
           ["-fshort-wchar"], ["-fms-extensions"]]
# The long forms and others that only gcc has.
GCC = [["-D_FORTIFY_SOURCE=2", "-O2"], ["--define-macro=MODE=2"], ["--define-macro", "MODE=4"], ["--define-macro=MODE=2", "--undefine-macro=MODE"], ["--include=mode.h"], ["--include", "mode.h"], ["--imacros=mode.h"], ["--unsigned-char"],
       ["--short-enums"], ["--trigraphs"], ["-fno-signed-bitfields"], ["-funsigned-bitfields"], ["-fsso-struct=big-endian"], ["-fexec-charset=IBM1047"], ["-fwide-exec-charset=UTF-16LE"],
       ["-ftrapv"], ["-fmerge-all-constants"], ["-Amachine(x)"], ["--std=c11"], ["-Xpreprocessor", "-DMODE=5"], ["-Wp,-DMODE=6"], ["--no-signed-bitfields"]]


@feature
def flags(p):
    """A drawn set of flags."""
    sensitive(p)
    for _ in range(p.pick(1, 2)):
        p.flags += p.pick(*PLAIN)
    drawn = p.random.random()
    if drawn < 0.4:
        p.flags += p.pick(*MEANING)
    elif drawn < 0.75:
        p.flags += p.pick(*GCC)
        p.compilers = ["gcc"]


def sensitive(p):
    """What depends on flags."""
    p.headers["mode.h"] = "#define MODE 7\n"
    p.once("#ifndef MODE\n#define MODE 0\n#endif")
    p.once("enum Se { SA, SB }; struct Sp { char c; int d; }; static struct { int lo : 3; unsigned up : 3; } sbits; static const char same1[] = \"tt\", same2[] = \"tt\";")
    texts = ["MODE", "((char)-1 < 0)", "(int)sizeof(enum Se)", "(int)sizeof(struct Sp)", "('A' == 65)", "(int)sizeof(wchar_t)", "(L'a' == 97)", '(int)sizeof "??!"', "(int)sizeof(long)", '("\\xc3"[0] == -61)', '("z"[0] == 122)']
    p.locals.append("sbits.lo = a; sbits.up = b; char sc = (char)a; struct { short h; unsigned char l; } so = { 0x1234, 1 }; unsigned char *sop = (unsigned char *)&so;")
    p.reads += ["sbits.lo", "sbits.up", "sc", "sop[0]", *p.random.sample(texts, 3)]
    for text in p.random.sample(texts, 4):
        p.conditions.append(lambda text=text: f"{text} {p.pick('==', '>', '<')} {p.pick(0, 1, 2, 3, 4, 7)}")
    # The annotated text was preprocessed by tamis: whether it means what the program means is seen beside the program as it is.
    p.signature = [*texts, "(sbits.lo = -1, sbits.lo < 0)", "({ struct { short h; unsigned char l; } v = { 0x1234, 1 }; *(unsigned char *)&v; })"]
    p.conditions += [lambda: "sbits.lo < 0", lambda: "sc < 0", lambda: "sop[0] == 0x34", lambda: "same1 == same2"]
