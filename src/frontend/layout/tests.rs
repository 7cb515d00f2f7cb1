//! The layout against the real compiler: the same records, printed as C, are measured by a
//! program that `cc` builds.

use super::*;
use crate::frontend::ctype::{IntKind, Quals, Record};
use crate::frontend::oracle::{Rng, run_c};
use std::fmt::Write;
use std::sync::Arc;

/// A record with its text, as the compiler sees it.
struct Case {
    id: RecordId,
    text: String,
}

#[derive(Default)]
struct World {
    records: Records,
    cases: Vec<Case>,
    /// A record is an anonymous member at most once, so that no two names clash.
    anonymous: Vec<RecordId>,
}

const PRELUDE: &str = r#"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
enum uint_enum { UE = 1 };
enum int_enum { IE = -1 };
enum long_enum { LE = -1, LF = 0x7fffffffffL };
enum ulong_enum { ME = 0xffffffffffL };
enum __attribute__((packed)) byte_enum { BE = 1 };
typedef int vec8 __attribute__((vector_size(8)));
typedef int vec16 __attribute__((vector_size(16)));
typedef int vec32 __attribute__((vector_size(32)));
typedef int vec128 __attribute__((vector_size(128)));
static void bits(const void *object, size_t size) {
    const unsigned char *p = object;
    size_t first = 0, width = 0;
    while (first < 8 * size && !(p[first / 8] >> first % 8 & 1)) first++;
    for (size_t i = 0; i < 8 * size; i++) width += p[i / 8] >> i % 8 & 1;
    printf(" %zu+%zu", first, width);
}
#define PLACE(T, f) printf(" %zu", offsetof(T, f))
#define BITS(T, f) { T x; memset(&x, 0, sizeof x); x.f = -1; bits(&x, sizeof x); }
"#;

impl World {
    fn define(&mut self, is_union: bool, fields: &[FieldDecl], attrs: RecordAttrs, text: String) {
        let layout = lay_out(is_union, fields, attrs, &self.records).expect(&text);
        let record = Record {
            tag: None,
            is_union,
            layout: Some(layout),
        };
        let id = self.records.push(Arc::new(record));
        self.cases.push(Case { id, text });
    }

    /// A record whose text is made from its fields.
    fn add(&mut self, is_union: bool, fields: &[FieldDecl], attrs: RecordAttrs) {
        let tag = self.records.next_id();
        let mut text = String::new();
        if let Some(pack) = attrs.pragma_pack {
            writeln!(text, "#pragma pack(push, {pack})").unwrap();
        }
        write!(text, "{} {tag} {{", keyword(is_union)).unwrap();
        for field in fields {
            write!(text, " {};", self.declaration(field)).unwrap();
        }
        write!(text, " }}{};", attributes(attrs.packed, attrs.aligned)).unwrap();
        if attrs.pragma_pack.is_some() {
            text += "\n#pragma pack(pop)";
        }
        self.define(is_union, fields, attrs, text);
    }

    fn declaration(&self, field: &FieldDecl) -> String {
        let mut ty = &field.ty;
        let mut suffix = String::new();
        while let CType::Array(element, len) = &ty.ty {
            match len {
                ArrayLen::Fixed(n) => write!(suffix, "[{n}]").unwrap(),
                _ => suffix += "[]",
            }
            ty = element;
        }
        if let Some(width) = field.bit_width {
            write!(suffix, " : {width}").unwrap();
        }
        let base = self.spell(&ty.ty);
        let base = if ty.quals.is_atomic {
            format!("_Atomic({base})")
        } else {
            base
        };
        let name = field.name.as_deref().unwrap_or("");
        format!(
            "{base} {name}{suffix}{}",
            attributes(field.packed, field.aligned)
        )
    }

    fn spell(&self, ty: &CType) -> String {
        let text = match ty {
            CType::Bool => "_Bool",
            CType::Int(kind) => int_name(*kind),
            CType::Enum(IntKind::UInt, 0) => "enum uint_enum",
            CType::Enum(IntKind::Int, 0) => "enum int_enum",
            CType::Enum(IntKind::Long, 0) => "enum long_enum",
            CType::Enum(IntKind::ULong, 0) => "enum ulong_enum",
            CType::Enum(..) => "enum byte_enum",
            CType::Float(kind) => float_name(*kind),
            CType::Complex(kind) => return format!("_Complex {}", float_name(*kind)),
            CType::Pointer(_) => "void *",
            CType::Vector(_, size) => return format!("vec{size}"),
            CType::VaList => "__builtin_va_list",
            CType::Record(id) => {
                return format!("{} {id}", keyword(self.records[*id].is_union));
            }
            CType::Void | CType::Array(..) | CType::Function(_) | CType::Bits(..) => {
                unreachable!("not a base")
            }
        };
        text.to_string()
    }

    /// The names that can be asked of a record, also those of anonymous members.
    fn names(&self, id: RecordId) -> Vec<String> {
        let mut names = Vec::new();
        for field in &complete(id, &self.records).unwrap().fields {
            match (&field.name, &field.ty.ty) {
                (Some(name), _) => names.push(name.clone()),
                (None, CType::Record(inner)) => names.extend(self.names(*inner)),
                _ => unreachable!("unnamed bit-fields are left out"),
            }
        }
        names
    }

    /// Our answer for a record, in the form that the program prints.
    fn expected(&self, id: RecordId) -> String {
        let layout = complete(id, &self.records).unwrap();
        let mut line = format!("{id} {} {}", layout.size, layout.align);
        for name in self.names(id) {
            let (path, offset, field) = find_field(id, &name, &self.records).unwrap();
            assert!(!path.is_empty());
            match field.bits {
                None => write!(line, " {offset}").unwrap(),
                Some(bits) => {
                    let first = offset * 8 + u64::from(bits.first);
                    write!(line, " {first}+{}", bits.width).unwrap();
                }
            }
        }
        line
    }

    /// The statements that print the compiler's answer.
    fn question(&self, id: RecordId) -> String {
        let ty = self.spell(&CType::Record(id));
        let mut text =
            format!("printf(\"{id} %zu %zu\", sizeof({ty}), (size_t)__alignof__({ty}));");
        for name in self.names(id) {
            let (_, _, field) = find_field(id, &name, &self.records).unwrap();
            let ask = if field.bits.is_some() {
                "BITS"
            } else {
                "PLACE"
            };
            write!(text, " {ask}({ty}, {name});").unwrap();
        }
        text + " puts(\"\");"
    }

    fn compare(&self) {
        let mut program = PRELUDE.to_string();
        for case in &self.cases {
            program += &case.text;
            program.push('\n');
            writeln!(
                program,
                "static void f_{}(void) {{ {} }}",
                case.id,
                self.question(case.id)
            )
            .unwrap();
        }
        program += "int main(void) {";
        for case in &self.cases {
            write!(program, " f_{}();", case.id).unwrap();
        }
        program += " }";
        let output = run_c(&program, &["-w", "-fms-extensions"]);
        let answers: Vec<&str> = output.lines().collect();
        assert_eq!(answers.len(), self.cases.len());
        for (case, answer) in self.cases.iter().zip(answers) {
            assert_eq!(self.expected(case.id), answer, "{}", case.text);
        }
    }
}

fn keyword(is_union: bool) -> &'static str {
    if is_union { "union" } else { "struct" }
}

fn attributes(packed: bool, aligned: Option<u64>) -> String {
    let mut text = String::new();
    if packed {
        text += " __attribute__((packed))";
    }
    if let Some(n) = aligned {
        write!(text, " __attribute__((aligned({n})))").unwrap();
    }
    text
}

fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char | IntKind::CharUnsigned => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F32 => "float",
        FloatKind::F64 => "double",
        FloatKind::F80 => "long double",
        FloatKind::F128 => "_Float128",
    }
}

const INTEGERS: [CType; 15] = {
    use IntKind::*;
    [
        CType::Bool,
        CType::Int(Char),
        CType::Int(UChar),
        CType::Int(Short),
        CType::Int(UShort),
        CType::Int(Int),
        CType::Int(UInt),
        CType::Int(Long),
        CType::Int(ULongLong),
        CType::Int(UInt128),
        CType::Enum(UInt, 0),
        CType::Enum(Int, 0),
        CType::Enum(Long, 0),
        CType::Enum(ULong, 0),
        CType::Enum(UChar, 0),
    ]
};

fn field(name: &str, ty: CType) -> FieldDecl {
    FieldDecl {
        name: (!name.is_empty()).then(|| name.to_string()),
        ty: QualType::plain(ty),
        bit_width: None,
        packed: false,
        aligned: None,
    }
}

fn bit_field(name: &str, ty: CType, width: u64) -> FieldDecl {
    FieldDecl {
        bit_width: Some(width),
        ..field(name, ty)
    }
}

fn array(ty: CType, len: ArrayLen) -> CType {
    CType::Array(Arc::new(QualType::plain(ty)), len)
}

fn random_align(rng: &mut Rng) -> Option<u64> {
    rng.one_in(5).then(|| 1 << rng.below(7))
}

fn random_bit_field(rng: &mut Rng, name: String) -> FieldDecl {
    let ty = rng.pick(&INTEGERS).clone();
    let most = if ty == CType::Bool {
        1
    } else {
        size_of(&ty, &Records::new()).unwrap() * 8
    };
    let width = if rng.one_in(4) {
        most
    } else {
        1 + rng.below(most)
    };
    let (name, width) = match rng.below(6) {
        0 => (String::new(), 0),
        1 => (String::new(), width),
        _ => (name, width),
    };
    FieldDecl {
        packed: rng.one_in(6),
        aligned: if name.is_empty() {
            None
        } else {
            random_align(rng)
        },
        ..bit_field(&name, ty, width)
    }
}

fn random_type(rng: &mut Rng, world: &World) -> CType {
    use FloatKind::*;
    match rng.below(14) {
        0 => CType::Float(*rng.pick(&[F32, F64, F80, F128])),
        1 => CType::Complex(*rng.pick(&[F32, F64, F80, F128])),
        2 => CType::pointer_to(QualType::plain(CType::Void)),
        3 => CType::Vector(Arc::new(CType::INT), *rng.pick(&[8, 16, 32, 128])),
        4 => CType::VaList,
        5..=7 if !world.cases.is_empty() => CType::Record(rng.pick(&world.cases).id),
        _ => rng.pick(&INTEGERS).clone(),
    }
}

fn random_plain(rng: &mut Rng, world: &World, name: String) -> FieldDecl {
    let mut ty = QualType::plain(random_type(rng, world));
    ty.quals = Quals {
        is_atomic: rng.one_in(6) && ty.ty != CType::VaList,
        ..Quals::default()
    };
    for _ in 0..rng.below(6).saturating_sub(3) {
        ty = QualType::plain(CType::Array(Arc::new(ty), ArrayLen::Fixed(rng.below(4))));
    }
    FieldDecl {
        ty,
        packed: rng.one_in(6),
        aligned: random_align(rng),
        ..field(&name, CType::Void)
    }
}

fn random_record(rng: &mut Rng, world: &mut World) {
    let tag = world.records.next_id();
    let is_union = rng.one_in(4);
    let mostly_bits = rng.one_in(2);
    let mut fields = Vec::new();
    for i in 0..rng.below(9) {
        let name = format!("{tag}_f{i}");
        if rng.below(10) < if mostly_bits { 8 } else { 2 } {
            fields.push(random_bit_field(rng, name));
        } else if rng.one_in(6) && !world.cases.is_empty() {
            let id = rng.pick(&world.cases).id;
            if !world.anonymous.contains(&id) {
                world.anonymous.push(id);
                fields.push(field("", CType::Record(id)));
            }
        } else {
            fields.push(random_plain(rng, world, name));
        }
    }
    if !is_union && rng.one_in(6) && fields.first().is_some_and(|f| f.name.is_some()) {
        let element = rng.pick(&INTEGERS).clone();
        fields.push(field(
            &format!("{tag}_flex"),
            array(element, ArrayLen::Unknown),
        ));
    }
    let attrs = RecordAttrs {
        packed: rng.one_in(4),
        aligned: random_align(rng),
        pragma_pack: rng.one_in(4).then(|| 1 << rng.below(5)),
    };
    // Bit-fields that are aligned beyond the pragma are refused, since compilers differ there.
    if let Some(pack) = attrs.pragma_pack {
        for bits in fields.iter_mut().filter(|f| f.bit_width.is_some()) {
            bits.aligned = bits.aligned.filter(|&align| align <= pack);
        }
    }
    world.add(is_union, &fields, attrs);
}

#[test]
fn random_records_are_laid_out_as_the_compiler_does() {
    let mut rng = Rng::new(0x7a315);
    let mut world = World::default();
    for _ in 0..600 {
        random_record(&mut rng, &mut world);
    }
    world.compare();
}

#[test]
fn hand_written_records_are_laid_out_as_the_compiler_does() {
    use IntKind::*;
    let int = |k| CType::Int(k);
    let plain = RecordAttrs::default();
    let packed = RecordAttrs {
        packed: true,
        ..plain
    };
    let pack = |n| RecordAttrs {
        pragma_pack: Some(n),
        ..plain
    };
    let mut world = World::default();
    // No members at all: a GNU extension, of size 0.
    world.add(false, &[], plain);
    world.add(true, &[], plain);
    world.add(
        false,
        &[],
        RecordAttrs {
            aligned: Some(16),
            ..plain
        },
    );
    // A bit-field that would straddle its unit moves on, unless something packs it.
    let straddling = [
        bit_field("a", int(Int), 20),
        bit_field("b", int(Int), 20),
        bit_field("c", int(Char), 7),
    ];
    for attrs in [plain, packed, pack(8), pack(1)] {
        world.add(false, &straddling, attrs);
    }
    // Unnamed bit-fields do not raise the alignment; those of no bits still move what follows.
    world.add(
        false,
        &[field("a", int(Char)), bit_field("", int(Long), 3)],
        plain,
    );
    for attrs in [plain, packed, pack(1)] {
        let fields = [
            bit_field("a", int(Char), 3),
            bit_field("", int(Int), 0),
            bit_field("b", int(Char), 3),
            bit_field("", int(Long), 0),
        ];
        world.add(false, &fields, attrs);
        world.add(true, &fields, attrs);
    }
    // A plain field follows the bits in the same unit.
    world.add(
        false,
        &[bit_field("a", int(Int), 9), field("b", int(Char))],
        plain,
    );
    let wide = [
        bit_field("a", int(Int128), 100),
        bit_field("b", int(Int128), 29),
    ];
    world.add(false, &wide, plain);
    let flexible = [
        field("n", int(Char)),
        field("data", array(int(Long), ArrayLen::Unknown)),
    ];
    world.add(false, &flexible, plain);
    world.compare();
}

#[test]
fn a_typedef_may_have_an_alignment_of_its_own() {
    let mut rng = Rng::new(14);
    let mut world = World::default();
    let mut types = INTEGERS.to_vec();
    types.retain(|ty| !matches!(ty, CType::Enum(..)));
    for number in 0..200 {
        let base = rng.pick(&types).clone();
        let own = 1 << rng.below(6);
        let mut x = field("x", base.clone());
        x.ty.align = Some(own);
        x.packed = rng.one_in(4);
        x.aligned = random_align(&mut rng);
        let attrs = RecordAttrs {
            packed: rng.one_in(4),
            aligned: random_align(&mut rng),
            pragma_pack: rng.one_in(4).then(|| 1 << rng.below(4)),
        };
        let record = attributes(attrs.packed, attrs.aligned);
        let member = attributes(x.packed, x.aligned);
        let name = world.spell(&base);
        let pack = match attrs.pragma_pack {
            Some(n) => format!("#pragma pack(push, {n})\n"),
            None => "#pragma pack(push)\n".to_string(),
        };
        let text = format!(
            "{pack}typedef {name} T{number} __attribute__((aligned({own}))); struct r{number} {{ char c; T{number} x{member}; char d; }}{record};\n#pragma pack(pop)"
        );
        let (c, d) = (
            field("c", CType::Int(IntKind::Char)),
            field("d", CType::Int(IntKind::Char)),
        );
        world.define(false, &[c, x, d], attrs, text);
    }
    world.compare();
}

#[test]
fn scalars_have_the_sizes_and_alignments_of_the_compiler() {
    let world = World::default();
    let mut types = INTEGERS.to_vec();
    for kind in [
        FloatKind::F32,
        FloatKind::F64,
        FloatKind::F80,
        FloatKind::F128,
    ] {
        types.extend([CType::Float(kind), CType::Complex(kind)]);
    }
    types.extend([8, 16, 32, 128].map(|n| CType::Vector(Arc::new(CType::INT), n)));
    types.extend([
        CType::VaList,
        CType::pointer_to(QualType::plain(CType::Void)),
    ]);
    let mut program = format!("{PRELUDE}int main(void) {{");
    let mut expected = String::new();
    for ty in &types {
        let name = world.spell(ty);
        let (size, align) = (
            size_of(ty, &world.records),
            natural_align(ty, &world.records),
        );
        writeln!(expected, "{name} {} {}", size.unwrap(), align.unwrap()).unwrap();
        write!(
            program,
            "printf(\"{name} %zu %zu\\n\", sizeof({name}), (size_t)__alignof__({name}));"
        )
        .unwrap();
    }
    assert_eq!(run_c(&(program + "}"), &["-w"]), expected);
}

#[test]
fn what_has_no_size_says_so() {
    let mut records = Records::new();
    let open = records.push(Arc::new(Record {
        tag: None,
        is_union: false,
        layout: None,
    }));
    let void = CType::Void;
    assert_eq!(size_of(&void, &records), None);
    assert_eq!(size_of_gnu(&void, &records), Some(1));
    assert_eq!(size_of(&CType::Record(open), &records), None);
    assert_eq!(
        size_of(&array(CType::INT, ArrayLen::Variable(0)), &records),
        None
    );
    assert_eq!(
        natural_align(&array(CType::INT, ArrayLen::Variable(0)), &records),
        Some(4)
    );
    assert_eq!(
        size_of(&array(CType::INT, ArrayLen::Fixed(u64::MAX)), &records),
        None
    );
    assert_eq!(find_field(open, "x", &records), None);
    let plain = RecordAttrs::default();
    let bad = [
        field("a", void),
        field("a", CType::Record(open)),
        field("a", array(CType::INT, ArrayLen::Fixed(1 << 62))),
        bit_field("a", CType::INT, 33),
        bit_field("a", CType::INT, 0),
        bit_field("a", CType::Float(FloatKind::F32), 3),
        FieldDecl {
            aligned: Some(3),
            ..field("a", CType::INT)
        },
    ];
    for decl in bad {
        assert!(
            lay_out(false, std::slice::from_ref(&decl), plain, &records).is_err(),
            "{decl:?}"
        );
    }
    let huge = || {
        field(
            "a",
            array(CType::Int(IntKind::Char), ArrayLen::Fixed(1 << 62)),
        )
    };
    assert!(lay_out(false, &[huge(), huge()], plain, &records).is_err());
}
