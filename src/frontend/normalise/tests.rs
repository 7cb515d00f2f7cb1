//! Runs `tests/cases/normalise/*.c`: each beside its normalised text and attributes.
//! `UPDATE_EXPECT=1` writes what comes out.

use crate::frontend::Source;
use crate::frontend::attribute::AttributeOwner;
use crate::frontend::chunk::Chunk;
use crate::frontend::parse::{Language, parse};
use crate::frontend::pool::with_deep_stack;
use std::fmt::Write;
use std::path::Path;

fn show(source: &Source, chunk: &Chunk) -> String {
    let mut shown = String::new();
    if let Err(failure) = &chunk.items {
        return format!("! {failure}\n");
    }
    shown += chunk.text[chunk.prefix..].trim_end();
    shown.push('\n');
    for attribute in &chunk.attributes {
        let owner = match attribute.owner {
            AttributeOwner::Record(at) => format!("record at {}", source.place(at)),
            AttributeOwner::Declaration => "declaration".to_owned(),
        };
        let place = source.place(attribute.span.start);
        let (name, args) = (&attribute.name, &attribute.args);
        writeln!(shown, "    @ {name}({args}) of the {owner}, {place}").expect("a string");
    }
    for (span, text) in &chunk.pragmas {
        writeln!(shown, "    # {text}, {}", source.place(span.start)).expect("a string");
    }
    shown
}

fn run(path: &Path) -> String {
    let name = path.file_name().expect("a file").into();
    let source = Source::new(name, std::fs::read(path).expect("readable")).expect("small");
    let language = Language {
        c23: path.ends_with("c23.c"),
        ..Language::default()
    };
    with_deep_stack(|| {
        let parsed = parse(&source, language);
        let mut shown: String = parsed
            .chunks
            .iter()
            .map(|chunk| show(&source, chunk))
            .collect();
        for diagnostic in &parsed.diagnostics {
            writeln!(shown, "{diagnostic}").expect("a string");
        }
        shown
    })
}

#[test]
fn cases() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/normalise");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    for file in files {
        let (actual, expected) = (run(&file), file.with_extension("expected"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, &actual).expect("writable");
        }
        let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(actual, wanted, "{}", file.display());
    }
}

/// Every byte that lang-c sees unchanged maps to itself, and the map is monotone.
#[test]
fn offsets_come_back() {
    let text = "int f(int x)\n{ __extension__ l: return x ?: &&l == (void *)\"\\e\" ; }\n";
    let source = Source::new("t.c".into(), text.as_bytes().to_vec()).expect("small");
    let parsed = parse(&source, Language::default());
    let chunk = &parsed.chunks[0];
    for word in ["f", "x", "l", "return", "void", ";", "}"] {
        let start = chunk.text.find(word).expect(word);
        let node = lang_c::span::Span::span(start, start + word.len());
        assert_eq!(&text[chunk.span_of(node).range()], word);
    }
    let same = chunk.text.find("__tamis_same").expect("inserted");
    let span = chunk.span_of(lang_c::span::Span::span(same, same + 12));
    assert_eq!(
        (&text[span.range()], &text[..span.start as usize]),
        ("", &text[..text.find("?").expect("?") + 1])
    );
    let label = chunk.text.find("__tamis_label(l)").expect("rewritten");
    let span = chunk.span_of(lang_c::span::Span::span(label, label + 17));
    assert_eq!(&text[span.range()], "&&l");
}
