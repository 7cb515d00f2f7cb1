//! The interpreter on functions built by hand.

use super::*;
use crate::base::{Id, IdVec};
use crate::ir::Global;
use crate::ir::sample::{Builder, object_global};
use crate::ir::{
    BinOp, Callee, ExprKind, FloatKind, GlobalId, InstKind, TermKind, Ty, VarKind, ops, verify,
    verify_unit,
};

fn unit(globals: Vec<crate::ir::Global>, functions: Vec<Function>) -> Unit {
    let mut table = IdVec::new();
    for global in globals {
        table.push(global);
    }
    let unit = Unit {
        globals: table,
        functions,
    };
    assert_eq!(verify_unit(&unit), Ok(()));
    for function in &unit.functions {
        assert_eq!(verify(&unit, function), Ok(()));
    }
    unit
}

fn global(index: usize) -> GlobalId {
    GlobalId::from_index(index)
}

/// `int sum(int n) { int s = 0; while (n > 0) { s += n; n--; } return s; }`
fn sum_to() -> Unit {
    let mut b = Builder::new("sum", global(0), Ret::Scalar(Ty::INT));
    let n = b.var("n", VarKind::Param, Ty::INT);
    let s = b.var("s", VarKind::Local, Ty::INT);
    let (head, body, end) = (b.new_block(), b.new_block(), b.new_block());
    let zero = b.int(0);
    b.assign(s, zero);
    b.end(TermKind::Goto(head));
    b.switch_to(head);
    let (n_read, s_read, one) = (b.read(n), b.read(s), b.int(1));
    let cond = b.binary(BinOp::Gt, n_read, zero);
    b.inst(InstKind::Point(b.f.entry_point));
    b.end(TermKind::Branch {
        cond,
        then: body,
        els: end,
    });
    b.switch_to(body);
    let (more, less) = (
        b.binary(BinOp::Add, s_read, n_read),
        b.binary(BinOp::Sub, n_read, one),
    );
    b.assign(s, more);
    b.assign(n, less);
    b.end(TermKind::Goto(head));
    b.switch_to(end);
    b.end(TermKind::Return(Some(s_read)));
    unit(vec![Global::function("sum")], vec![b.f])
}

#[test]
fn a_loop_runs_and_stops_at_the_step_limit() {
    let unit = sum_to();
    let mut machine = Machine::new(&unit);
    assert_eq!(
        machine.call("sum", &[Value::Int(100)]),
        Ok(Some(Value::Int(5050)))
    );
    let limits = Limits {
        steps: 1000,
        ..Limits::default()
    };
    let result = Machine::new(&unit)
        .limits(limits)
        .call("sum", &[Value::Int(1_000_000)]);
    assert_eq!(result.map_err(|trap| trap.reason), Err("step limit".into()));
}

#[test]
fn an_observer_sees_values_at_points() {
    struct Values(Vec<Option<Value>>, ExprId);
    impl Observer for Values {
        fn at_point(
            &mut self,
            _: &Function,
            _: PointId,
            eval: &mut dyn FnMut(ExprId) -> Option<Value>,
        ) {
            self.0.push(eval(self.1));
        }
    }
    let mut unit = sum_to();
    let f = &mut unit.functions[0];
    let n = f.implicit(ExprKind::Var(f.params[0]), Ty::INT);
    let hundred = f.implicit(ExprKind::Int(100), Ty::INT);
    let quotient = f.implicit(ExprKind::Binary(BinOp::Div, hundred, n), Ty::INT);
    let mut machine = Machine::observed(&[&unit], Values(Vec::new(), quotient));
    assert!(machine.call("sum", &[Value::Int(3)]).is_ok());
    let seen = machine.into_observer().0;
    let int = |value| Some(Value::Int(value));
    assert_eq!(seen, [int(33), int(50), int(100), None]);
}

/// `int down(int n) { return n == 0 ? 0 : down(n - 1) + 1; }` with the call in its own block.
fn recursion() -> Unit {
    let mut b = Builder::new("down", global(0), Ret::Scalar(Ty::INT));
    let n = b.var("n", VarKind::Param, Ty::INT);
    let t = b.var(
        "t0",
        VarKind::Temp {
            source: None,
            truth: false,
        },
        Ty::INT,
    );
    let (more, done) = (b.new_block(), b.new_block());
    let (n_read, t_read, zero, one) = (b.read(n), b.read(t), b.int(0), b.int(1));
    b.end(TermKind::Branch {
        cond: n_read,
        then: more,
        els: done,
    });
    b.switch_to(done);
    b.end(TermKind::Return(Some(zero)));
    b.switch_to(more);
    let (less, next) = (
        b.binary(BinOp::Sub, n_read, one),
        b.binary(BinOp::Add, t_read, one),
    );
    b.call(Some(t), Callee::Direct(global(0)), &[less]);
    b.end(TermKind::Return(Some(next)));
    unit(vec![Global::function("down")], vec![b.f])
}

#[test]
fn deep_recursion_costs_no_stack() {
    let unit = recursion();
    let mut machine = Machine::new(&unit);
    assert_eq!(
        machine.call("down", &[Value::Int(90_000)]),
        Ok(Some(Value::Int(90_000)))
    );
    let trap = machine.call("down", &[Value::Int(200_000)]);
    assert_eq!(
        trap.map_err(|trap| trap.reason),
        Err("call depth limit".into())
    );
}

/// A function that runs the instructions and returns the `int` variable.
fn memory_program(fill: impl FnOnce(&mut Builder) -> ExprId) -> Unit {
    let mut b = Builder::new("f", global(0), Ret::Scalar(Ty::INT));
    let result = fill(&mut b);
    b.end(TermKind::Return(Some(result)));
    let text = object_global("text", 4, b"abc", true);
    unit(
        vec![
            Global::function("f"),
            text,
            Global::function("malloc"),
            Global::function("free"),
        ],
        vec![b.f],
    )
}

fn run_f(unit: &Unit) -> Result<i128, String> {
    let result = Machine::new(unit).call("f", &[]);
    match result {
        Ok(Some(Value::Int(value))) => Ok(value),
        Ok(_) => Err("no value".into()),
        Err(trap) => Err(trap.reason),
    }
}

#[test]
fn memory_is_bytes() {
    let unit = memory_program(|b| {
        let array = b.object("a", 8, None);
        let base = b.expr(ExprKind::VarAddr(array), Ty::Ptr);
        let value = b.int(0x0403_0201);
        b.inst(InstKind::Store {
            addr: base,
            value,
            volatile: false,
        });
        let index = b.expr(ExprKind::Int(1), Ty::I64);
        let second = b.expr(
            ExprKind::PtrAdd {
                base,
                index,
                scale: 2,
                bound: None,
            },
            Ty::Ptr,
        );
        let byte = b.expr(ExprKind::Load(second), Ty::U8);
        b.expr(ExprKind::Cast(byte), Ty::INT)
    });
    assert_eq!(run_f(&unit), Ok(3));
}

#[test]
fn bad_accesses_trap() {
    let past_end = memory_program(|b| {
        let array = b.object("a", 8, None);
        let base = b.expr(ExprKind::VarAddr(array), Ty::Ptr);
        let index = b.expr(ExprKind::Int(2), Ty::I64);
        let add = ExprKind::PtrAdd {
            base,
            index,
            scale: 4,
            bound: None,
        };
        let addr = b.expr(add, Ty::Ptr);
        b.expr(ExprKind::Load(addr), Ty::INT)
    });
    let reason = "access to 4 bytes at offset 8 of an object of 8 bytes";
    assert_eq!(run_f(&past_end), Err(reason.into()));

    let null = memory_program(|b| {
        let null = b.expr(ExprKind::Int(0), Ty::Ptr);
        b.expr(ExprKind::Load(null), Ty::INT)
    });
    assert_eq!(run_f(&null), Err("access through a null pointer".into()));

    let constant = memory_program(|b| {
        let addr = b.expr(ExprKind::GlobalAddr(global(1)), Ty::Ptr);
        let value = b.int(0);
        b.inst(InstKind::Store {
            addr,
            value,
            volatile: false,
        });
        value
    });
    assert_eq!(run_f(&constant), Err("write to a constant object".into()));

    let freed = memory_program(|b| {
        let p = b.var("p", VarKind::Local, Ty::Ptr);
        let size = b.expr(ExprKind::Int(4), Ty::U64);
        b.call(Some(p), Callee::Direct(global(2)), &[size]);
        let p_read = b.read(p);
        b.call(None, Callee::Direct(global(3)), &[p_read]);
        b.expr(ExprKind::Load(p_read), Ty::INT)
    });
    let reason = "access through a dangling or invalid pointer";
    assert_eq!(run_f(&freed), Err(reason.into()));
}

#[test]
fn connectives_do_not_evaluate_what_c_does_not() {
    let unit = memory_program(|b| {
        let (zero, one) = (b.int(0), b.int(1));
        let fault = b.binary(BinOp::Div, one, zero);
        let and = b.expr(ExprKind::And(zero, fault), Ty::INT);
        let or = b.expr(ExprKind::Or(one, fault), Ty::INT);
        let select = b.expr(ExprKind::Select(and, fault, or), Ty::INT);
        let both = b.expr(ExprKind::And(select, or), Ty::INT);
        b.binary(BinOp::Add, both, select)
    });
    assert_eq!(run_f(&unit), Ok(2));
}

/// A function of two parameters that applies the operator.
fn operator(op: BinOp, ty: Ty) -> Unit {
    let result = if op.is_comparison() { Ty::INT } else { ty };
    let mut b = Builder::new("f", global(0), Ret::Scalar(result));
    let (x, y) = (
        b.var("x", VarKind::Param, ty),
        b.var("y", VarKind::Param, ty),
    );
    let (x, y) = (b.read(x), b.read(y));
    let value = b.binary(op, x, y);
    b.end(TermKind::Return(Some(value)));
    unit(vec![Global::function("f")], vec![b.f])
}

#[test]
fn operators_agree_with_those_on_constants() {
    use BinOp::*;
    let samples = [
        0,
        1,
        2,
        7,
        31,
        63,
        100,
        -1,
        -2,
        -128,
        127,
        255,
        0x8000_0000,
        1 << 63,
        i128::MIN,
    ];
    for op in [
        Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge,
    ] {
        for bits in [8, 16, 32, 64, 128] {
            for signed in [false, true] {
                let ty = Ty::Int { bits, signed };
                let unit = operator(op, ty);
                let mut machine = Machine::new(&unit);
                for x in samples {
                    for y in samples {
                        let (x, y) = (ops::normalise(ty, x), ops::normalise(ty, y));
                        let (x, y) = (Value::Int(x), Value::Int(y));
                        let actual = machine.call("f", &[x, y]).ok().flatten();
                        let expected = ops::binary(op, ty, x, y);
                        assert_eq!(actual, expected, "{x:?} {} {y:?} of {ty}", op.symbol());
                    }
                }
            }
        }
    }
}

#[test]
fn casts_agree_with_those_on_constants() {
    let float = [FloatKind::F32, FloatKind::F64].map(Ty::Float);
    let int = [8, 16, 32, 64, 128];
    let int = int
        .into_iter()
        .flat_map(|bits| [false, true].map(|signed| Ty::Int { bits, signed }));
    let types: Vec<Ty> = int.chain(float).collect();
    for &from in &types {
        for &to in &types {
            let mut b = Builder::new("f", global(0), Ret::Scalar(to));
            let x = b.var("x", VarKind::Param, from);
            let x = b.read(x);
            let value = b.expr(ExprKind::Cast(x), to);
            b.end(TermKind::Return(Some(value)));
            let unit = unit(vec![Global::function("f")], vec![b.f]);
            let mut machine = Machine::new(&unit);
            for sample in [
                0,
                1,
                -1,
                127,
                128,
                255,
                -129,
                65535,
                1 << 31,
                1 << 63,
                i128::MIN,
            ] {
                let value = ops::cast(
                    Ty::Int {
                        bits: 128,
                        signed: true,
                    },
                    from,
                    Value::Int(sample),
                );
                let Some(value) = value else { continue };
                let actual = machine.call("f", &[value]).ok().flatten();
                assert_eq!(
                    actual,
                    ops::cast(from, to, value),
                    "{value:?}: {from} to {to}"
                );
            }
        }
    }
}

#[test]
fn printf_formats_as_c_does() {
    // Format, then an integer argument.
    let cases: [(&str, i128, &str); 14] = [
        ("%d", -5, "-5"),
        ("%5d|", 42, "   42|"),
        ("%-5d|", 42, "42   |"),
        ("%05d", -42, "-0042"),
        ("%+d", 7, "+7"),
        ("%.3d", 7, "007"),
        ("%.0d", 0, ""),
        ("%x", -1, "ffffffff"),
        ("%#X", 255, "0XFF"),
        ("%hhd", 300, "44"),
        ("%ld", -1, "-1"),
        ("%o", 8, "10"),
        ("%c%%", 65, "A%"),
        ("%8.3X|", 10, "     00A|"),
    ];
    for (format, value, expected) in cases {
        let mut b = Builder::new("main", global(0), Ret::Scalar(Ty::INT));
        let text = b.expr(ExprKind::GlobalAddr(global(2)), Ty::Ptr);
        let value = b.expr(ExprKind::Int(value), Ty::I64);
        let zero = b.int(0);
        b.call(None, Callee::Direct(global(1)), &[text, value]);
        b.end(TermKind::Return(Some(zero)));
        let globals = vec![
            Global::function("main"),
            Global::function("printf"),
            object_global(".str0", format.len() as u64 + 1, format.as_bytes(), true),
        ];
        let unit = unit(globals, vec![b.f]);
        let outcome = Machine::new(&unit).run(&["main"]);
        assert_eq!(outcome.trap, None);
        assert_eq!(
            String::from_utf8_lossy(&outcome.stdout),
            expected,
            "{format}"
        );
    }
}
