//! Tests as C: one file for a function, no header of the program needed.
//!
//! Comes in: an entry, its tests, words for labels. Goes out: the text of a file that declares the types it needs, defines
//! stubs, has a function with assertions for each test, and a `main` in the style that is asked for.

mod names;
mod process;
mod style;

use super::assume::Assumption;
use super::entry::Entry;
use super::program::Program;
use super::runner::{End, Run};
use super::shape::{Input, Leaf, Root, Shape, Stream};
use super::spell::{constant, declare, definitions};
use super::stub::{Lacking, Stub};
use crate::base::PROGRAM_MAIN;
use crate::ir::{CType, Value};
use names::{Names, is_single, param_name, place, pointer, scalar};
use std::collections::BTreeSet;
use std::fmt::Write;
pub use style::{Style, gtest_file};

/// A test of the file.
pub struct Written<'a> {
    pub input: &'a Input,
    pub run: &'a Run,
    /// What it says above the test.
    pub comment: String,
}

/// The text of the file for the tests of an entry. Without `oracle`, results are not compared.
pub fn test_file(
    program: &Program,
    entry: &Entry,
    tests: &[Written],
    (style, oracle): (Style, bool),
) -> String {
    let names = Names::new(entry);
    let own = |assumption: &&Assumption| {
        assumption.unit == entry.unit && assumption.function == entry.name
    };
    let assumed: String = (program.assumptions.iter().filter(own))
        .map(|assumption| format!("\n   Assumed: {}", assumption.text.replace("*/", "* /")))
        .collect();
    let mut text = format!(
        "/* Tests of {}, made by tamis generate.{}{assumed} */\n#include <assert.h>\n#include <stddef.h>\n{}\n",
        entry.name,
        style.usage(),
        style.includes()
    );
    text += &declarations(program, entry, tests);
    for lacking in &program.lacking {
        text += &lacking_text(entry, lacking);
    }
    for stub in program
        .stubs
        .iter()
        .filter(|stub| is_needed(program, entry, stub))
    {
        text += &stub_text(program, entry, stub);
    }
    if entry.reads_stdin {
        text += process::GIVE_INPUT;
    }
    if tests.iter().any(|test| test.input.failing > 0) {
        text += process::FAILING_ALLOCATION;
    }
    let on_heap = |test: &Written| test.input.objects.iter().any(|object| object.on_heap);
    if tests.iter().any(on_heap) {
        text += process::ON_HEAP;
    }
    if tests.iter().any(|test| test.run.exits().is_some()) {
        text += process::EXIT_STATUS;
    }
    for (i, test) in tests.iter().enumerate() {
        text += &test_text(entry, &names, i + 1, test, oracle);
    }
    text + &style.main(entry, tests.len())
}

fn declarations(program: &Program, entry: &Entry, tests: &[Written]) -> String {
    let types = &entry.types;
    let params = entry.params.iter().map(|param| &param.ty);
    let globals = entry.globals.iter().map(|global| &global.ty);
    let needed = |stub: &&Stub| stub.unit == entry.unit && is_needed(program, entry, stub);
    let own = program.stubs.iter().filter(needed);
    let stubs = own.flat_map(|stub| stub.params.iter().chain([&stub.ret]));
    let used = params.chain(globals).chain(stubs).chain([&entry.ret]);
    let mut text = definitions(types, used);
    let params: Vec<CType> = entry.params.iter().map(|param| param.ty.clone()).collect();
    let own = CType::Function(
        crate::ir::FunctionType {
            ret: entry.ret.clone(),
            params,
            variadic: entry.variadic,
        }
        .into(),
    );
    let name = match entry.is_program {
        true => format!(" __asm__(\"{PROGRAM_MAIN}\")"),
        false => String::new(),
    };
    let own = declare(types, &own, &entry.symbol, false);
    let _ = writeln!(text, "\n{own}{name};");
    let mut named = BTreeSet::new();
    for test in tests {
        for leaf in test.input.leaves(entry) {
            if let Some(Shape::Function(name)) = test.input.get(&leaf) {
                named.insert(name.clone());
            }
        }
    }
    for name in named.iter().filter(|name| {
        !program
            .stubs
            .iter()
            .any(|s| s.name == **name && !s.of_library)
    }) {
        if let Some(ty) = types.names.get(name) {
            let _ = writeln!(text, "{};", declare(types, ty, name, false));
        }
    }
    for stream in Stream::ALL {
        let is = |leaf: &Leaf, test: &Written| test.input.get(leaf) == Some(&Shape::Stream(stream));
        let used = |test: &Written| test.input.leaves(entry).iter().any(|leaf| is(leaf, test));
        if tests.iter().any(used) {
            let _ = writeln!(text, "extern struct _IO_FILE *{};", stream.name());
        }
    }
    for global in &entry.globals {
        let _ = writeln!(
            text,
            "extern {};",
            declare(types, &global.ty, &global.name, false)
        );
    }
    text + "\n"
}

/// The definition of an object that the program lacks; one whose type is of no concern here has its bytes only.
fn lacking_text(entry: &Entry, lacking: &Lacking) -> String {
    let Lacking { name, size } = lacking;
    let own = entry.globals.iter().find(|global| global.name == *name);
    let declared = match own {
        Some(global) => declare(&entry.types, &global.ty, name, false),
        None => format!("char {name}[{size}] __attribute__((aligned(16)))"),
    };
    format!("/* No file of the program defines it. */\n{declared};\n\n")
}

/// Whether the program names the stub, or inputs of the entry may have its address.
fn is_needed(program: &Program, entry: &Entry, stub: &Stub) -> bool {
    let reachable = |body| entry.reachable.contains(&body);
    !stub.is_callback || program.external(&stub.name).is_some_and(reachable)
}

/// The definition of a function that the program lacks.
fn stub_text(program: &Program, entry: &Entry, stub: &Stub) -> String {
    let types = &program.signatures[stub.unit];
    // The records of other files are not declared here.
    let erased = |ty: &CType| match ty {
        CType::Pointer { .. } if stub.unit != entry.unit => CType::Pointer {
            to: CType::Void.into(),
            constant: false,
        },
        ty => ty.clone(),
    };
    if stub.refused.is_some() {
        return String::new();
    }
    let ret = erased(&stub.ret);
    let mut params: Vec<String> = (stub.params.iter().enumerate())
        .map(|(i, ty)| declare(types, &erased(ty), &format!("a{}", i + 1), false))
        .collect();
    let unused: String = (1..=stub.params.len())
        .map(|i| format!("    (void)a{i};\n"))
        .collect();
    if stub.variadic {
        params.push("...".into());
    }
    let params = if params.is_empty() {
        "void".into()
    } else {
        params.join(", ")
    };
    let name = &stub.name;
    let head = declare(types, &ret, &stub_name(stub, &params), false);
    // Compilers know the types of functions of the library, and have a say in who declares them.
    let linked = match stub.of_library {
        true => format!("{head} __asm__(\"{name}\");\n"),
        false => String::new(),
    };
    if entry.stubs.iter().any(|own| own.name == *name) {
        let results = declare(
            types,
            &ret,
            &format!("{name}_results[{}]", super::stub::RESULTS),
            false,
        );
        let last = super::stub::RESULTS - 1;
        format!(
            "/* A stub: the test decides what {name} returns; the last result is given again and again. */\nstatic {results};\nstatic size_t {name}_calls;\n{linked}{head}\n{{\n    size_t call = {name}_calls++;\n{unused}    return {name}_results[call < {last} ? call : {last}];\n}}\n\n"
        )
    } else {
        let value = match ret {
            CType::Void => String::new(),
            _ => "    return 0;\n".into(),
        };
        format!("/* A stub. */\n{linked}{head}\n{{\n{unused}{value}}}\n\n")
    }
}

/// What the stub is declared as.
fn stub_name(stub: &Stub, params: &str) -> String {
    let own = if stub.of_library { "_stub" } else { "" };
    format!("{}{own}({params})", stub.name)
}

/// An initialiser. Pointers to objects that are not `declared` yet are null, and assigned later.
fn initialiser(
    entry: &Entry,
    input: &Input,
    names: &[String],
    (ty, shape): (&CType, &Shape),
    declared: usize,
) -> String {
    let inner = |ty: &CType, shape: &Shape| initialiser(entry, input, names, (ty, shape), declared);
    match (shape, ty) {
        (Shape::Fields(list), CType::Record(record)) => {
            let fields = entry.types.layout(*record).map_or(&[][..], |l| &l.fields);
            let parts = list.iter().zip(fields).map(|(shape, field)| {
                let value = inner(&field.ty, shape);
                let inside = value.strip_prefix("{ ").and_then(|v| v.strip_suffix(" }"));
                match (&field.name, inside) {
                    (Some(name), _) => format!(".{name} = {value}"),
                    // The members of an anonymous one are members of this one.
                    (None, inside) => inside.unwrap_or(&value).to_string(),
                }
            });
            format!("{{ {} }}", parts.collect::<Vec<_>>().join(", "))
        }
        (Shape::Member(which, value), CType::Record(record)) => {
            let field = entry
                .types
                .layout(*record)
                .and_then(|l| l.fields.get(*which));
            let Some(field) = field else {
                return "{ 0 }".into();
            };
            let value = inner(&field.ty, value);
            match &field.name {
                Some(name) => format!("{{ .{name} = {value} }}"),
                None => value,
            }
        }
        (Shape::Elements(list), CType::Array { of, .. }) => {
            if let Some(text) = array(of, list) {
                return text;
            }
            let parts: Vec<String> = list.iter().map(|shape| inner(of, shape)).collect();
            format!("{{ {} }}", parts.join(", "))
        }
        (Shape::To(object, _), _) if *object < declared => "NULL".into(),
        (shape, ty) => scalar(input, names, ty, shape),
    }
}

fn test_text(entry: &Entry, names: &Names, number: usize, test: &Written, oracle: bool) -> String {
    let input = test.input;
    let objects = names.of_objects(entry, input);
    let comment = test.comment.replace("*/", "* /");
    let mut text = format!("/* {comment} */\nstatic void test_{number}(void)\n{{\n");
    // What pointers lead to has a higher number, as a rule: the last object comes first.
    for (i, object) in input.objects.iter().enumerate().rev() {
        let count = object.elements.len();
        if object.on_heap {
            let value = on_heap(entry, input, &objects, i);
            let ty = CType::Pointer {
                to: object.ty.clone().into(),
                constant: false,
            };
            let declared = declare(&entry.types, &ty, &objects[i], false);
            let _ = writeln!(text, "    {declared} = {value};");
            continue;
        }
        let (name, value) = match is_single(input, i) {
            true => {
                let value = (&object.ty, &object.elements[0]);
                (
                    objects[i].clone(),
                    initialiser(entry, input, &objects, value, i + 1),
                )
            }
            false => {
                let parts = object.elements.iter();
                let parts =
                    parts.map(|e| initialiser(entry, input, &objects, (&object.ty, e), i + 1));
                let list = format!("{{ {} }}", parts.collect::<Vec<_>>().join(", "));
                let value = array(&object.ty, &object.elements).unwrap_or(list);
                (format!("{}[{count}]", objects[i]), value)
            }
        };
        let declared = declare(&entry.types, &object.ty, &name, false);
        let _ = writeln!(text, "    {declared} = {value};");
    }
    for (param, shape) in entry.params.iter().zip(&input.args) {
        if !matches!(param.ty, CType::Pointer { .. }) {
            let name = param_name(names, &param.name);
            let declared = declare(&entry.types, &param.ty, &name, false);
            let value = initialiser(entry, input, &objects, (&param.ty, shape), 0);
            let _ = writeln!(text, "    {declared} = {value};");
        }
    }
    text.push('\n');
    for leaf in input.leaves(entry) {
        let Some(shape) = input.get(&leaf) else {
            continue;
        };
        let later = match (leaf.root, shape) {
            // A pointer to an object that was not declared yet.
            (Root::Object(i, _), Shape::To(object, _)) => object <= &i,
            (Root::Global(i), _) => !entry.initial_is(i, &leaf, shape),
            (Root::Stub(..), Shape::Int(0) | Shape::Null) => false,
            (Root::Stub(..), _) => true,
            _ => false,
        };
        if later {
            let target = place(entry, input, (names, &objects), &leaf);
            let value = scalar(input, &objects, &leaf.ty, shape);
            let _ = writeln!(text, "    {target} = {value};");
        }
    }
    let args = entry
        .params
        .iter()
        .zip(&input.args)
        .map(|(param, shape)| match param.ty {
            CType::Pointer { .. } => pointer(input, &objects, shape),
            _ => param_name(names, &param.name),
        });
    if entry.reads_stdin {
        text += &process::give_input(&input.stdin);
    }
    if input.failing > 0 {
        let _ = writeln!(text, "    failing_allocation = {};", input.failing);
    }
    let call = format!("{}({})", entry.symbol, args.collect::<Vec<_>>().join(", "));
    let checks = if oracle {
        checks(entry, names, &objects, test)
    } else {
        Vec::new()
    };
    let result = if oracle {
        result_check(entry, input, &objects, test.run)
    } else {
        None
    };
    if let Some(status) = test.run.exits() {
        text += &process::exits(&call, status);
        return text.replace("{\n\n", "{\n") + "}\n\n";
    }
    match (&result, &entry.ret) {
        (Some(_), ret) => {
            let _ = writeln!(
                text,
                "    {} = {call};",
                declare(&entry.types, ret, "result", false)
            );
        }
        (None, CType::Void) => {
            let _ = writeln!(text, "    {call};");
        }
        (None, _) => {
            let _ = writeln!(text, "    (void){call};");
        }
    }
    for check in result.into_iter().chain(checks) {
        let _ = writeln!(text, "    assert({check});");
    }
    text.replace("{\n\n", "{\n") + "}\n\n"
}

/// An object that `malloc` makes.
fn on_heap(entry: &Entry, input: &Input, names: &[String], index: usize) -> String {
    let object = &input.objects[index];
    let value = |element| initialiser(entry, input, names, (&object.ty, element), index + 1);
    let (ty, value) = match is_single(input, index) {
        true => (object.ty.clone(), value(&object.elements[0])),
        false => {
            let ty = CType::Array {
                of: object.ty.clone().into(),
                len: Some(object.elements.len() as u64),
            };
            let values: Vec<String> = object.elements.iter().map(value).collect();
            let list = format!("{{ {} }}", values.join(", "));
            (ty, array(&object.ty, &object.elements).unwrap_or(list))
        }
    };
    let value = match value.starts_with('{') {
        true => value,
        false => format!("{{ {value} }}"),
    };
    let ty = declare(&entry.types, &ty, "", false);
    format!("on_heap(&({ty}){value}, sizeof({ty}))")
}

/// Many zeros in few words; a string literal for characters that end with zeros only.
fn array(ty: &CType, elements: &[Shape]) -> Option<String> {
    let zero = Shape::Int(0);
    let is_int = matches!(ty, CType::Int { .. } | CType::Bool);
    let length = elements
        .iter()
        .rposition(|e| *e != zero)
        .map_or(0, |i| i + 1);
    if is_int && length == 0 && elements.len() > 1 {
        return Some("{ 0 }".into());
    }
    if !super::make::is_char(ty) || length == elements.len() {
        return None;
    }
    let is_text = |shape: &&Shape| matches!(shape, Shape::Int(9 | 10 | 32..=126));
    // Bytes rather than a text.
    if 2 * elements[..length].iter().filter(is_text).count() < length {
        return None;
    }
    let byte = |shape: &Shape| match shape {
        Shape::Int(value) if (32..127).contains(value) => match *value as u8 {
            byte @ (b'"' | b'\\') => Some(format!("\\{}", char::from(byte))),
            // No trigraphs.
            b'?' => Some("\\?".into()),
            byte => Some(char::from(byte).to_string()),
        },
        Shape::Int(10) => Some("\\n".into()),
        Shape::Int(9) => Some("\\t".into()),
        Shape::Int(value) => Some(format!("\\{:03o}", *value as u8)),
        _ => None,
    };
    let text: Option<String> = elements[..length].iter().map(byte).collect();
    Some(format!("\"{}\"", text?))
}

/// What was returned.
fn result_check(entry: &Entry, input: &Input, names: &[String], run: &Run) -> Option<String> {
    let End::Returned(Some(value)) = &run.end else {
        return None;
    };
    match (&entry.ret, value) {
        (CType::Pointer { to, .. }, _) => match &run.after.as_ref()?.1 {
            Some(Shape::Null) => Some("result == NULL".into()),
            Some(Shape::Stream(stream)) => Some(format!("result == {}", stream.name())),
            Some(shape @ Shape::To(object, _)) if input.objects[*object].ty == **to => {
                Some(format!("result == {}", pointer(input, names, shape)))
            }
            _ => Some("result != NULL".into()),
        },
        (CType::Float(_), Value::Float(value)) if value.is_nan() => Some("result != result".into()),
        (ty @ CType::Float(_), Value::Float(value)) => {
            Some(format!("result == {}", constant(ty, &Shape::Float(*value))))
        }
        (ty, Value::Int(value)) => Some(format!("result == {}", constant(ty, &Shape::Int(*value)))),
        _ => None,
    }
}

/// What was written: each scalar of the input that has another value afterwards.
fn checks(entry: &Entry, names: &Names, objects: &[String], test: &Written) -> Vec<String> {
    let Some((after, _)) = &test.run.after else {
        return Vec::new();
    };
    let changed = test.input.leaves(entry).into_iter().filter_map(|leaf| {
        let (old, new) = (test.input.get(&leaf)?, after.get(&leaf)?);
        if old == new || matches!(leaf.root, Root::Arg(_) | Root::Stub(..) | Root::Stdin(_)) {
            return None;
        }
        let place = place(entry, test.input, (names, objects), &leaf);
        Some(match (new, &leaf.ty) {
            (Shape::Elsewhere, _) => format!("{place} != NULL"),
            (Shape::Float(value), _) if value.is_nan() => format!("{place} != {place}"),
            (Shape::To(object, _), CType::Pointer { to, .. })
                if test.input.objects[*object].ty != **to =>
            {
                return None;
            }
            (new, ty) => format!("{place} == {}", scalar(test.input, objects, ty, new)),
        })
    });
    changed.collect()
}
