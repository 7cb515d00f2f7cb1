"""Stresses the order of labels around calls that may stop: exit, abort, longjmp, a loop without end, functions that never return."""

from laboratory.features import feature


def ends(p):
    """How the program is left; a driver comes back from each of them, and ends loops by a signal."""
    # A program may have a quick_exit of its own, which comes back.
    quick = "exit(2)" if "own_library" in p.features else "quick_exit(2)"
    return p.pick("exit(0)", "exit(v & 1)", "abort()", "_Exit(1)", quick, "maybe(77)", "for (;;) maybe(1)" if not p.whole else "exit(1)")


def rarely(p):
    """Conditions on `v` that hold seldom enough for a whole program to go on."""
    return p.pick("v > 5", "v == 3", "v < -2", "(v & 15) == 9") if not p.whole else p.pick("v > 250 && g1 == 3", "v == -77", "(v & 1023) == 777", "v < -200")


def around(p, call):
    """The same question before and after the call, in several forms."""
    target, asked = p.random.choice(p.writes), p.pick("x", "a", "b", "y", "g0")
    test = f"{asked} {p.pick('<', '>', '==', '!=', '<=')} {p.pick(0, 0, 1, 5)}"
    return p.pick(
        f"{target} = {asked}; {call} if ({test}) {p.assignment()};",
        f"if ({test}) {p.assignment()}; {call} if ({test}) {p.assignment()};",
        f"pc_label({test}); {call} pc_label({test});",
        f"{target} = {asked} + {p.pick(1, 2)}; {call} {target} = {asked} - 1;",
        f"{p.assignment()}; {call} {p.assignment()};",
    )


@feature
def may_exit(p):
    """A callee that ends the program on some values."""
    name = p.fresh("check")
    p.once(f"static void {name}(int v) {{ if ({rarely(p)}) {ends(p)}; }}")
    p.statements += [lambda: around(p, f"{name}({p.pick('a', 'b', 'y', p.e(0))});")] * 3


@feature
def may_exit_below(p):
    """The same two calls deep, with an effect on the way, or through a pointer."""
    inner, outer = p.fresh("deep"), p.fresh("way")
    p.once(f"static int {inner}(int v) {{ if ({rarely(p)}) {ends(p)}; return v {p.pick('+ 1', '& 7', '> 2')}; }}")
    p.once(f"static int {outer}(int v) {{ {p.pick('g0 = v;', '', 'g1++;')} return {inner}(v) + {p.pick('1', 'v')}; }}")
    p.once(f"static int (*volatile {outer}p)(int) = {outer};")
    p.calls += [lambda: f"{outer}({p.e(0)})", lambda: f"{inner}({p.e(0)})", lambda: f"{outer}p({p.e(0)})"]
    p.statements += [lambda: around(p, f"{p.pick(outer, inner, outer + 'p')}({p.pick('a', 'b', 'y')});")] * 2


@feature
def spins(p):
    """A loop without end, which a driver ends by a signal."""
    if p.whole:
        return may_exit(p)
    p.once("extern volatile int spinning;")
    name = p.fresh("spin")
    loop = p.pick("for (;;) ;", "while (1) ;", "do ; while (1);", "here: goto here;", "for (;;) spinning = 1;")
    p.once(f"static void {name}(int v) {{ if ({p.pick('v == 3', '(v & 255) == 9')}) {{ spinning = 1; {loop} }} }}")
    p.statements += [lambda: around(p, f"{name}({p.pick('a', 'b', 'y')});")] * 2
    if p.chance(0.5):
        test = p.pick("a == 3", "(b & 63) == 5")
        p.statements.append(lambda: f"if ({test}) {{ spinning = 1; {p.pick('for (;;) ;', 'while (1) ;')} }}")


@feature
def asserts(p):
    """assert, __builtin_trap behind a condition, __builtin_unreachable that is never reached."""
    p.once("#include <assert.h>")
    p.statements += [lambda: f"if (x == x) {around(p, '')}", lambda: f"if ((a & 3) > 4) __builtin_unreachable(); {p.assignment()};"]
    if not p.whole:
        name = p.fresh("sure")
        p.once(f"static void {name}(int v) {{ if ({rarely(p)}) __assert_fail(\"v\", \"f\", 1, \"g\"); }}")
        p.statements += [lambda: around(p, f"{name}({p.pick('a', 'b')});")] * 2


@feature
def twice(p):
    """A function that returns twice: setjmp by its own names, getcontext, the attribute."""
    p.once("#include <ucontext.h>")
    p.once("static jmp_buf again; static volatile int turns; static ucontext_t context;")
    p.once("extern int _setjmp(struct __jmp_buf_tag *) __attribute__((returns_twice));")
    # Locals of the function that changed since would be indeterminate: only globals and volatile objects are looked at.
    body = p.pick(
        "turns = 0; if (v > 3) g0 = v; if (_setjmp(again)) { k++; } if (turns++ < (v & 3)) longjmp(again, 1);",
        "turns = 0; getcontext(&context); k++; if (k > 1) g0 = k; if (turns++ < (v & 3)) setcontext(&context);",
        "turns = 0; k = 1; getcontext(&context); if (turns) k = 5; if (turns++ < (v & 1)) setcontext(&context); if (k == 5) g0++;",
        "turns = (v & 1); switch (_setjmp(again)) { case 0: k = 2; break; case 1: k = 3; break; default: k = 9; } if (turns++ < 2) longjmp(again, turns);",
    )
    name = p.fresh("twice")
    p.once(f"static int {name}(int v) {{ volatile int k = 0; {body} if (k > 2) g0 = 3; return k; }}")
    p.calls += [lambda: f"{name}({p.e(0)})"] * 2


@feature
def coroutine(p):
    """A second stack, to which control goes and from which it need not come back."""
    p.once("#include <ucontext.h>")
    name = p.fresh("co")
    p.once(f"static ucontext_t {name}_home, {name}_away; static int {name}_v; static char {name}_stack[65536];")
    p.once(f"static void {name}_body(void) {{ g0 = {name}_v; if ({name}_v > 3) swapcontext(&{name}_away, &{name}_home); if ({name}_v > 3) g0 = 1; g1 = {name}_v; }}")
    p.once(f"static int {name}(int v) {{ {name}_v = v; getcontext(&{name}_away); {name}_away.uc_stack.ss_sp = {name}_stack; {name}_away.uc_stack.ss_size = sizeof {name}_stack;"
           f" {name}_away.uc_link = &{name}_home; makecontext(&{name}_away, {name}_body, 0); swapcontext(&{name}_home, &{name}_away);"
           f" if ((v & 3) == {p.pick(0, 3)} && v > 3) swapcontext(&{name}_home, &{name}_away); return g0; }}")
    p.calls += [lambda: f"{name}({p.e(0)})"] * 2
    p.sanitizers = "undefined"


@feature
def resumed(p):
    """A second context that goes on where it stopped: what one context writes, the other sees after its own call of swapcontext."""
    p.once("#include <ucontext.h>")
    name = p.fresh("re")
    p.once(f"static ucontext_t {name}_home, {name}_away; static int {name}_shared; static char {name}_started, {name}_stack[65536];")
    p.once(f"static void {name}_yield(void) {{ swapcontext(&{name}_away, &{name}_home); }}")
    p.once(f"static void {name}_resume(void) {{ swapcontext(&{name}_home, &{name}_away); }}")
    p.once(f"static void {name}_body(void) {{ for (;;) {{ int n = {name}_shared; {name}_yield(); if (n != {name}_shared) g0 = n; }} }}")
    p.once(f"static void {name}_start(void) {{ {name}_started = 1; getcontext(&{name}_away); {name}_away.uc_stack.ss_sp = {name}_stack;"
           f" {name}_away.uc_stack.ss_size = sizeof {name}_stack; makecontext(&{name}_away, {name}_body, 0); }}")
    p.once(f"static int {name}(int v) {{ if (!{name}_started) {name}_start(); {name}_shared = v; {name}_resume(); if ({name}_shared == v) g1 = v; return g0; }}")
    p.calls += [lambda: f"{name}({p.e(0)})"] * 2
    p.sanitizers = "undefined"
