"""Stresses floating-point values bit by bit: the sign and payload of NaN are no function of the operands, -0.0 is."""

from laboratory.features import feature


@feature
def nan_bits(p):
    p.once("static unsigned long bits_of(double v) { unsigned long r; memcpy(&r, &v, 8); return r; }")
    p.once("static unsigned bits_of_f(float v) { unsigned r; memcpy(&r, &v, 4); return r; }")
    p.locals += ["volatile double vinf = 1e308 * 10; double inf = 1e308 * 10, nan1 = inf - inf, nan2 = vinf - vinf, dz = a ? 0.0 : -0.0; float nf = (float)nan2;", "unsigned long nb = 0; int neg = 0;"]
    p.reads += ["neg", "(int)(nb >> 63)", "(int)(nb & 7)"]
    values = ["nan1", "nan2", "inf - inf", "vinf - vinf", "nan1 + nan2", "nan2 + nan1", "-nan1", "inf * dz", "dz / dz", "nan1 * 2", "(double)nf", "-dz", "__builtin_nan(\"\")", "__builtin_nan(\"5\") + nan2", "nan2 + __builtin_nan(\"5\")", "__builtin_fabs(nan2)", "__builtin_copysign(1.0, nan1)"]
    p.statements += [lambda: f"nb = bits_of({p.pick(*values)}); neg = nb >> 63;", lambda: f"nb = bits_of({p.pick(*values)}); if (nb == bits_of({p.pick(*values)})) {p.assignment()};",
                     lambda: f"neg = __builtin_signbit({p.pick(*values)}) != 0; if (neg) {p.assignment()};", lambda: f"neg = bits_of_f({p.pick('nf', '-nf', '(float)nan1', 'nf + 1')}) >> 31;",
                     lambda: f"nan1 = {p.pick(*values)};"]
    p.conditions += [lambda: f"bits_of({p.pick(*values)}) {p.pick('==', '!=')} bits_of({p.pick(*values)})", lambda: "neg == 1", lambda: "nan1 == nan1", lambda: "nb > 0xff00000000000000"]
