//! Compiler builtins: those that are expressions, those that are library functions, the rest.

use super::super::ctype::{CType, IntKind, QualType};
use super::super::normalise::is_own_word;
use super::builder::Operand;
use super::env::Entity;
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

/// Whether a call of this name may become a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purity {
    /// Its arguments are not evaluated.
    Unevaluated,
    /// Pure if its arguments are.
    Pure,
    Effect,
}

pub fn purity(name: &str) -> Purity {
    match name {
        "__builtin_types_compatible_p" | "__tamis_alignof" | "__builtin_classify_type" => {
            Purity::Unevaluated
        }
        "__builtin_expect" | "__builtin_expect_with_probability" | "__builtin_assume_aligned" => {
            Purity::Pure
        }
        "__builtin_bswap16" | "__builtin_bswap32" | "__builtin_bswap64" => Purity::Pure,
        "__builtin_inf" | "__builtin_inff" | "__builtin_huge_val" | "__builtin_huge_valf" => {
            Purity::Pure
        }
        _ => Purity::Effect,
    }
}

/// How many arguments of an atomic operation are evaluated, if not all: gcc takes the rest of a `__sync_*` for
/// the names of objects, and answers questions about sizes while it compiles.
fn evaluated(name: &str) -> Option<usize> {
    match name {
        "__sync_synchronize" | "__atomic_always_lock_free" | "__atomic_is_lock_free" => Some(0),
        "__sync_lock_release" => Some(1),
        "__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap" => Some(3),
        _ => name.starts_with("__sync_").then_some(2),
    }
}

/// What a builtin that stays a call gives back.
fn result_type(name: &str, plain_char: IntKind) -> Option<CType> {
    let name = name.strip_prefix("__builtin_")?;
    let int = CType::INT;
    let void_pointer = CType::pointer_to(QualType::plain(CType::Void));
    let char_pointer = CType::pointer_to(QualType::plain(CType::Int(plain_char)));
    Some(match name {
        "clz" | "clzl" | "clzll" | "ctz" | "ctzl" | "ctzll" | "popcount" | "popcountl"
        | "popcountll" | "parity" | "parityl" | "parityll" | "ffs" | "ffsl" | "ffsll" | "clrsb"
        | "clrsbl" | "clrsbll" | "constant_p" | "isnan" | "isinf" | "isinf_sign" | "isfinite"
        | "isnormal" | "signbit" | "signbitf" | "signbitl" | "isgreater" | "isgreaterequal"
        | "isless" | "islessequal" | "islessgreater" | "isunordered" | "fpclassify" | "setjmp"
        | "cpu_supports" | "cpu_is" | "cpu_init" => int,
        "va_start" | "va_end" | "va_copy" | "prefetch" | "unwind_init" | "eh_return"
        | "longjmp" | "ia32_pause" | "clear_padding" => CType::Void,
        "frame_address" | "return_address" | "extract_return_addr" | "stack_save" | "apply" => {
            void_pointer
        }
        "nan" | "nans" => CType::Float(FloatKind::F64),
        "nanf" | "nansf" => CType::Float(FloatKind::F32),
        "nanl" | "infl" | "huge_vall" => CType::Float(FloatKind::F80),
        "FILE" | "FUNCTION" => char_pointer,
        "LINE" => int,
        _ => return None,
    })
}

/// What a library function gives back when the source does not declare it.
fn library_result(name: &str, plain_char: IntKind) -> Option<CType> {
    let pointer = || CType::pointer_to(QualType::plain(CType::Void));
    let base = name.trim_start_matches('_').trim_end_matches("_chk");
    Some(match base {
        "memcpy" | "memmove" | "memset" | "mempcpy" | "malloc" | "calloc" | "realloc"
        | "aligned_alloc" | "memchr" => pointer(),
        "strcpy" | "strncpy" | "strcat" | "strncat" | "stpcpy" | "stpncpy" | "strchr"
        | "strrchr" | "strstr" | "strpbrk" | "strdup" | "strndup" | "index" | "rindex" => {
            CType::pointer_to(QualType::plain(CType::Int(plain_char)))
        }
        "strlen" | "strnlen" | "strspn" | "strcspn" => CType::Int(IntKind::ULong),
        "memcmp" | "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp" | "bcmp" | "abs"
        | "printf" | "fprintf" | "sprintf" | "snprintf" | "vprintf" | "vfprintf" | "vsprintf"
        | "vsnprintf" | "puts" | "putchar" | "fputs" | "fputc" | "isalpha" | "isdigit"
        | "isspace" | "isupper" | "islower" | "tolower" | "toupper" | "ilogb" => CType::INT,
        "labs" | "lrint" | "lround" => CType::Int(IntKind::Long),
        "llabs" | "llrint" | "llround" => CType::Int(IntKind::LongLong),
        "free" | "bzero" | "bcopy" | "abort" | "exit" | "trap" => CType::Void,
        "fabs" | "sqrt" | "floor" | "ceil" | "trunc" | "round" | "rint" | "nearbyint" | "pow"
        | "exp" | "exp2" | "log" | "log2" | "log10" | "sin" | "cos" | "tan" | "asin" | "acos"
        | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "fmod" | "fmin" | "fmax" | "copysign"
        | "hypot" | "ldexp" | "frexp" | "cbrt" | "fma" | "scalbn" | "logb" => {
            CType::Float(FloatKind::F64)
        }
        "fabsf" | "sqrtf" | "floorf" | "ceilf" | "truncf" | "roundf" | "powf" | "expf" | "logf"
        | "sinf" | "cosf" | "fmodf" | "fminf" | "fmaxf" | "copysignf" | "fmaf" => {
            CType::Float(FloatKind::F32)
        }
        "fabsl" | "sqrtl" | "floorl" | "ceill" | "copysignl" | "fmodl" => {
            CType::Float(FloatKind::F80)
        }
        _ => return None,
    })
}

impl Lowerer<'_> {
    /// Lowers a call of a builtin; `None` when the name is an ordinary function.
    pub fn builtin_call(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Lower<Option<Operand>> {
        if name.starts_with("__sync_") || name.starts_with("__atomic_") {
            return self.atomic(name, args, span).map(Some);
        }
        if !name.starts_with("__builtin_") && !is_own_word(name) {
            return Ok(None);
        }
        let operand = match (name, args) {
            ("__builtin_expect" | "__builtin_expect_with_probability", [first, others @ ..]) => {
                let value = self.first_of(name, first, others, span)?;
                self.convert(value, &CType::Int(IntKind::Long), span)?
            }
            ("__builtin_assume_aligned", [first, others @ ..]) => {
                let pointer = self.first_of(name, first, others, span)?;
                let void = CType::pointer_to(QualType::plain(CType::Void));
                self.convert(pointer, &void, span)?
            }
            ("__builtin_constant_p", [e]) => return self.constant_p(e, span).map(Some),
            ("__builtin_object_size" | "__builtin_dynamic_object_size", [_, kind]) => {
                let kind = self.constant(kind)?;
                let args = vec![Arg {
                    value: self.int(kind, Ty::INT),
                    by_copy: None,
                }];
                let size = CType::Int(IntKind::ULong);
                self.emit_call(Callee::Builtin(name.into()), args, &size, false, span)?
            }
            ("__builtin_types_compatible_p", [a, b]) => self.types_compatible(a, b, span)?,
            ("__tamis_alignof", [e]) => self.align_of_value(e, span)?,
            ("__tamis_label", [label]) => self.label_address(label, span)?,
            ("__tamis_goto", [e]) => {
                let target = self.rvalue(e)?;
                let void = CType::pointer_to(QualType::plain(CType::Void));
                let addr = self.convert(target, &void, span)?.expr;
                // The targets are known when the whole body is.
                self.terminate(
                    TermKind::IndirectGoto {
                        addr,
                        targets: Vec::new(),
                    },
                    span,
                )?;
                self.void_operand()
            }
            ("__builtin_bswap16", [e]) => self.bswap(e, IntKind::UShort, span)?,
            ("__builtin_bswap32", [e]) => self.bswap(e, IntKind::UInt, span)?,
            ("__builtin_bswap64", [e]) => self.bswap(e, IntKind::ULong, span)?,
            ("__builtin_inf" | "__builtin_huge_val", []) => self.infinity(FloatKind::F64),
            ("__builtin_inff" | "__builtin_huge_valf", []) => self.infinity(FloatKind::F32),
            ("__builtin_alloca", _) => self.alloca(args, span)?,
            ("__builtin_unreachable", _) => {
                self.terminate(TermKind::Unreachable, span)?;
                self.void_operand()
            }
            ("__builtin_va_start", [list, ..]) | ("__builtin_va_end", [list]) => {
                let list = self.va_list(list)?;
                let args = vec![Arg {
                    value: list,
                    by_copy: None,
                }];
                self.emit_call(
                    Callee::Builtin(name.into()),
                    args,
                    &CType::Void,
                    false,
                    span,
                )?
            }
            (
                "__builtin_add_overflow" | "__builtin_sub_overflow" | "__builtin_mul_overflow",
                [_, _, result],
            ) => self.overflow(name, args, result, span)?,
            (
                "__builtin_add_overflow_p"
                | "__builtin_sub_overflow_p"
                | "__builtin_mul_overflow_p",
                [_, _, result],
            ) => self.overflow_p(name, args, result, span)?,
            _ => return self.other_builtin(name, args, span).map(Some),
        };
        Ok(Some(operand))
    }

    /// The value of the first argument. Whether the others are evaluated depends on the compiler and on what it computes by itself.
    fn first_of(
        &mut self,
        name: &str,
        first: &Node<Expression>,
        others: &[Node<Expression>],
        span: Span,
    ) -> Lower<Operand> {
        self.without_effects(name, others, span)?;
        self.rvalue(first)
    }

    /// Refuses arguments with effects that a builtin may evaluate or not.
    fn without_effects(&mut self, name: &str, args: &[Node<Expression>], span: Span) -> Lower<()> {
        match args.iter().all(|arg| self.is_pure(arg)) {
            true => Ok(()),
            false => self.fail(
                span,
                &format!("effects in arguments that `{name}` may not evaluate"),
            ),
        }
    }

    /// True for integer constants and conversions of such; for anything else it depends on the compiler and its optimiser.
    fn constant_p(&mut self, e: &Node<Expression>, span: Span) -> Lower<Operand> {
        let mut operand = e;
        while let Expression::Cast(cast) = &operand.node {
            operand = &cast.node.expression;
        }
        if self.is_integer_constant(operand)
            && self.try_constant(e).is_ok_and(|value| value.is_some())
        {
            return Ok(self.int_operand(1, CType::INT));
        }
        if self.graph.current.is_none() {
            return self.fail(span, "not a constant expression");
        }
        self.emit_call(
            Callee::Builtin("__builtin_constant_p".into()),
            Vec::new(),
            &CType::INT,
            false,
            span,
        )
    }

    fn infinity(&mut self, kind: FloatKind) -> Operand {
        let expr = self.expr(
            ExprKind::Float {
                value: f64::INFINITY,
                exact: true,
            },
            Ty::Float(kind),
        );
        Operand {
            expr,
            ty: CType::Float(kind),
        }
    }

    /// The bytes in reverse order, by shifts and masks.
    fn bswap(&mut self, e: &Node<Expression>, kind: IntKind, span: Span) -> Lower<Operand> {
        let value = self.rvalue(e)?;
        let value = self.convert(value, &CType::Int(kind), span)?.expr;
        let wide = if kind.bits() < 32 {
            Ty::Int {
                bits: 32,
                signed: false,
            }
        } else {
            kind.ir()
        };
        let value = self.cast(value, wide);
        let bytes = u32::from(kind.bits()) / 8;
        let mut result = self.int(0, wide);
        for i in 0..bytes {
            let down = self.int(i128::from(8 * i), Ty::INT);
            let byte = self.binary(BinOp::Shr, value, down);
            let mask = self.int(0xff, wide);
            let byte = self.binary(BinOp::BitAnd, byte, mask);
            let up = self.int(i128::from(8 * (bytes - 1 - i)), Ty::INT);
            let byte = self.binary(BinOp::Shl, byte, up);
            result = self.binary(BinOp::BitOr, result, byte);
        }
        Ok(Operand {
            expr: self.cast(result, kind.ir()),
            ty: CType::Int(kind),
        })
    }

    fn alloca(&mut self, args: &[Node<Expression>], span: Span) -> Lower<Operand> {
        let [size] = args else {
            return self.fail(span, "alloca without a size");
        };
        let size = self.rvalue(size)?;
        let size = self.convert(size, &CType::Int(IntKind::ULong), span)?;
        let var = self.temp(Ty::Ptr, Some(span), span);
        let size = self.cast(size.expr, Ty::I64);
        self.emit(InstKind::Alloca { var, size }, span)?;
        let ty = CType::pointer_to(QualType::plain(CType::Void));
        Ok(Operand {
            expr: self.var_expr(var),
            ty,
        })
    }

    /// The result's type goes along as a fourth argument: its bits, negative when signed.
    fn overflow(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        result: &Node<Expression>,
        span: Span,
    ) -> Lower<Operand> {
        let target = self.unevaluated(|this| this.rvalue(result))?.ty;
        let CType::Pointer(target) = target else {
            return self.fail(span, "a pointer is needed here");
        };
        let ty = self.scalar(&target.ty, span)?;
        self.overflow_call(name, args, 3, ty, span)
    }

    /// Like [`Self::overflow`], but only the type of the third argument counts.
    fn overflow_p(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        result: &Node<Expression>,
        span: Span,
    ) -> Lower<Operand> {
        let ty = self.type_of(result)?.ty;
        let ty = self.scalar(&ty, span)?;
        self.overflow_call(name, args, 2, ty, span)
    }

    /// The first arguments as they are, then the type of the result.
    fn overflow_call(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        count: usize,
        result: Ty,
        span: Span,
    ) -> Lower<Operand> {
        let sign = if result.is_signed() { -1 } else { 1 };
        let (_, operands) = self.arguments(None, args, span)?;
        let mut values: Vec<ExprId> = operands.iter().take(count).map(|o| o.expr).collect();
        values.push(self.int(sign * i128::from(result.bits()), Ty::INT));
        let list = values.into_iter().map(|value| Arg {
            value,
            by_copy: None,
        });
        let callee = Callee::Builtin(name.into());
        self.emit_call(callee, list.collect(), &CType::Bool, false, span)
    }

    /// `__sync_*` and `__atomic_*`: the type is that of the first argument's target, which goes
    /// along as a last argument: its bits, negative when signed.
    fn atomic(&mut self, name: &str, args: &[Node<Expression>], span: Span) -> Lower<Operand> {
        if let Some(most) = evaluated(name)
            && args.len() > most
        {
            self.without_effects(name, &args[most..], span)?;
        }
        let target = match args.first() {
            Some(first) => match self.unevaluated(|this| this.rvalue(first))?.ty {
                CType::Pointer(target) => target.ty.clone(),
                _ => CType::Void,
            },
            None => CType::Void,
        };
        let ret = match name {
            "__sync_synchronize"
            | "__sync_lock_release"
            | "__atomic_store_n"
            | "__atomic_store"
            | "__atomic_load"
            | "__atomic_exchange"
            | "__atomic_clear"
            | "__atomic_thread_fence"
            | "__atomic_signal_fence" => CType::Void,
            "__sync_bool_compare_and_swap"
            | "__atomic_compare_exchange_n"
            | "__atomic_compare_exchange"
            | "__atomic_test_and_set"
            | "__atomic_always_lock_free"
            | "__atomic_is_lock_free" => CType::Bool,
            _ => target.clone(),
        };
        let ty = target.scalar().filter(|ty| !ty.is_float());
        let bits = ty.map_or(0, |ty| {
            i128::from(ty.bits()) * if ty.is_signed() { -1 } else { 1 }
        });
        let (_, operands) = self.arguments(None, args, span)?;
        let mut list = Vec::with_capacity(operands.len() + 1);
        for operand in operands {
            list.push(self.argument(operand, None, span)?);
        }
        list.push(Arg {
            value: self.int(bits, Ty::INT),
            by_copy: None,
        });
        self.emit_call(Callee::Builtin(name.into()), list, &ret, false, span)
    }

    fn other_builtin(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Lower<Operand> {
        if let Some(ret) = result_type(name, self.plain_char) {
            if args.len() > 1 {
                self.without_effects(name, args, span)?;
            }
            return self.plain_call(Callee::Builtin(name.into()), args, &ret, false, span);
        }
        let Some(library) = name.strip_prefix("__builtin_") else {
            return self.fail(span, &format!("the builtin `{name}`"));
        };
        let library = if library == "trap" { "abort" } else { library };
        if matches!(self.env.lookup(library), Some(Entity::Global { id, .. })
            if self.env.global(*id).linkage == Linkage::Internal)
        {
            return self.fail(
                span,
                &format!("the builtin `{name}` beside a `{library}` of the file"),
            );
        }
        let declared = match self.env.lookup(library) {
            Some(Entity::Global { ty, .. }) => match &ty.ty {
                CType::Function(function) => Some(function.ret.ty.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(ret) = declared.or_else(|| library_result(library, self.plain_char)) else {
            return self.fail(span, &format!("the builtin `{name}`"));
        };
        let noreturn = matches!(library, "abort" | "exit");
        let id = self.env.external_function(library, noreturn, span);
        self.plain_call(Callee::Direct(id), args, &ret, noreturn, span)
    }

    /// A call whose arguments are only promoted.
    fn plain_call(
        &mut self,
        callee: Callee,
        args: &[Node<Expression>],
        ret: &CType,
        noreturn: bool,
        span: Span,
    ) -> Lower<Operand> {
        let (_, operands) = self.arguments(None, args, span)?;
        let mut list = Vec::with_capacity(operands.len());
        for operand in operands {
            list.push(self.argument(operand, None, span)?);
        }
        self.emit_call(callee, list, ret, noreturn, span)
    }
}
