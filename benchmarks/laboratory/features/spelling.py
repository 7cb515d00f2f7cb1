"""Stresses the annotated text: K&R spelling, old-style definitions, implicit int, statements without blanks."""

from laboratory.features import feature


@feature
def tight(p):
    """return(e), return-e, return!e, else(e), do(e) without a blank between."""
    p.spelling = lambda value: p.pick(f"return({value});", f"return-({value});", f"return~({value});", f"return!({value});", f"return(x),({value});", f"return+x;", f"return*&x;", f"return'a';", f"return\t({value});", f"return/**/({value});")
    p.once("static int tick(void) { g1++; return g1; }")
    p.statements += [lambda: f"if({p.c(0)})(x)++;else(x)--;", lambda: f"do(x)++;while(fuel-- > 0 && x < 9);", lambda: f"if({p.c(0)})tick();else-x;", lambda: f"for(;fuel-->0;)(x)++;", lambda: f"if({p.c(0)})*&x=3;else*&x=4;",
                     lambda: f"if({p.c(0)}){p.returning(p.e(1))}else {p.returning('x')}", lambda: f"switch(x&3){{case 0:(x)++;break;case(1):x=2;default:;}}", lambda: f"while({p.c(0)}&&fuel-->0)x++;", lambda: "do{x++;}while(0);",
                     lambda: f"(x)=({p.e(1)});", lambda: f"x={p.e(1)},y={p.e(1)};", lambda: f"else_{p.fresh('l')}:(x)++;", lambda: "if(x>3)\\\n(x)--;", lambda: f"if({p.c(0)});else(x)++;"]


@feature
def old_style(p):
    """Definitions as before C89, without types where int is meant."""
    p.old_style = True
    if "-std=gnu89" not in p.flags:
        p.flags.append("-std=gnu89")
    p.spelling = lambda value: p.pick(f"return({value});", f"return {value};")
    name = p.fresh("old")
    p.once(f"static {name}(v, w) short w; {{ auto k = v; register i; for(i = 0; i < 2; i++) k += w; if(k > 3) return(k); return(v{p.pick('>', '-', '^')}w); }}")
    p.calls += [lambda: f"{name}((int)({p.e(0)}), (short)({p.e(0)}))"] * 2


@feature
def macros(p):
    """Statements out of macros, several on a line."""
    p.once("#define INC(v) do { (v)++; if ((v) > 100) (v) = 0; } while (0)")
    p.once("#define RET(v) return(v)")
    p.once("#define MAX2(v, w) ((v) > (w) ? (v) : (w))")
    p.statements += [lambda: "INC(x);", lambda: f"if ({p.c(0)}) INC(x); else INC(y);", lambda: f"if ({p.c(0)}) RET(x); x = MAX2(x, y);", lambda: f"x = MAX2(({p.e(0)}), 3);"]
