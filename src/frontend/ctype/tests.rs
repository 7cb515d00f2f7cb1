//! Promotions and conversions against the real compiler, with `_Generic` as the witness.

use super::*;
use crate::frontend::oracle::run_c;
use std::fmt::Write;

/// Every arithmetic type with its spelling. A result is never an enumeration.
fn arithmetic_types() -> Vec<(CType, &'static str)> {
    use FloatKind::*;
    use IntKind::*;
    let mut types = vec![(CType::Bool, "_Bool")];
    types.extend(
        [
            (Char, "char"),
            (SChar, "signed char"),
            (UChar, "unsigned char"),
            (Short, "short"),
            (UShort, "unsigned short"),
            (Int, "int"),
            (UInt, "unsigned"),
            (Long, "long"),
            (ULong, "unsigned long"),
            (LongLong, "long long"),
            (ULongLong, "unsigned long long"),
            (Int128, "__int128"),
            (UInt128, "unsigned __int128"),
        ]
        .map(|(kind, name)| (CType::Int(kind), name)),
    );
    types.extend(
        [
            (F32, "float"),
            (F64, "double"),
            (F80, "long double"),
            (F128, "_Float128"),
        ]
        .map(|(kind, name)| (CType::Float(kind), name)),
    );
    types.extend(
        [
            (UInt, "enum uint_enum"),
            (Int, "enum int_enum"),
            (Long, "enum long_enum"),
            (ULong, "enum ulong_enum"),
            (UChar, "enum byte_enum"),
        ]
        .map(|(kind, name)| (CType::Enum(kind, 0), name)),
    );
    types
}

const ENUMS: &str = "
enum uint_enum { UE = 1 };
enum int_enum { IE = -1 };
enum long_enum { LE = -1, LF = 0x7fffffffffL };
enum ulong_enum { ME = 0xffffffffffL };
enum __attribute__((packed)) byte_enum { BE = 1 };
";

/// A program that prints a line with the type of each expression.
fn type_printer(exprs: &[String]) -> String {
    let mut program = format!("#include <stdio.h>\n{ENUMS}#define NAME(e) _Generic((e)");
    for (_, name) in arithmetic_types()
        .iter()
        .filter(|(ty, _)| !matches!(ty, CType::Enum(..)))
    {
        write!(program, ", {name}: \"{name}\"").unwrap();
    }
    program += ")\nint main(void) {\n";
    for expr in exprs {
        writeln!(program, "puts(NAME({expr}));").unwrap();
    }
    program + "}\n"
}

fn name_of(ty: &CType) -> &'static str {
    arithmetic_types()
        .into_iter()
        .find(|(t, _)| t == ty)
        .map_or("?", |(_, name)| name)
}

#[test]
fn promotions_are_those_of_the_compiler() {
    let types = arithmetic_types();
    let exprs: Vec<String> = types
        .iter()
        .map(|(_, name)| format!("+({name})0"))
        .collect();
    let output = run_c(&type_printer(&exprs), &["-w"]);
    let ours: Vec<&str> = types
        .iter()
        .map(|(ty, _)| name_of(&ty.promoted()))
        .collect();
    assert_eq!(ours, output.lines().collect::<Vec<_>>());
}

#[test]
fn usual_conversions_are_those_of_the_compiler() {
    let types = arithmetic_types();
    let mut exprs = Vec::new();
    let mut ours = Vec::new();
    for (a, a_name) in &types {
        for (b, b_name) in &types {
            exprs.push(format!("({a_name})0 * ({b_name})0"));
            ours.push(name_of(
                &usual_arithmetic(a, b).expect("both are arithmetic"),
            ));
        }
    }
    let output = run_c(&type_printer(&exprs), &["-w"]);
    assert_eq!(ours.len(), output.lines().count());
    for ((expr, ours), compiler) in exprs.iter().zip(ours).zip(output.lines()) {
        assert_eq!(ours, compiler, "{expr}");
    }
}

#[test]
fn pointers_and_records_have_no_common_arithmetic_type() {
    let pointer = CType::pointer_to(QualType::plain(CType::INT));
    assert_eq!(usual_arithmetic(&pointer, &CType::INT), None);
    assert_eq!(usual_arithmetic(&CType::INT, &CType::Void), None);
}
