//! Lowering: lang-c trees in, IR out.
//!
//! Declarations of the file are read one after the other; function bodies are then lowered in
//! parallel, each against the finished file scope. A construct that cannot be lowered costs its
//! function and leaves a diagnostic. Files are named after the constructs they lower.

mod assign;
mod attributes;
mod bits;
mod builder;
mod builtins;
mod call;
mod compatible;
mod conditional;
mod decision;
mod decl;
mod env;
mod expr;
mod function;
mod init;
mod literal;
mod lost;
mod lvalue;
mod names;
mod observe;
mod operator;
mod overrides;
mod padding;
mod picked;
mod prototype;
mod purity;
mod record;
mod replaceable;
mod signatures;
mod static_init;
mod stmt;
mod strict;
mod types;

pub use names::{SymbolNames, symbol_names};

use super::Source;
use super::chunk::{Chunk, ChunkKind};
use super::ctype::{CType, IntKind};
use super::facts::Fact;
use super::pack::PackStack;
use super::parse::{Language, Parsed};
use crate::base::{Diagnostic, Id, IdVec, Span};
use crate::ir::*;
use builder::Graph;
use env::Env;
use lang_c::ast::*;
use lang_c::span::Node;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use types::Storage;

/// Why something could not be lowered.
#[derive(Debug)]
pub struct Fail {
    span: Span,
    construct: String,
    /// An attribute that is not followed changes what is declared.
    by_attribute: bool,
}

impl Fail {
    fn new(span: Span, construct: &str) -> Fail {
        Fail {
            span,
            construct: construct.to_string(),
            by_attribute: false,
        }
    }

    fn about_attribute(span: Span, construct: &str) -> Fail {
        Fail {
            by_attribute: true,
            ..Fail::new(span, construct)
        }
    }
}

type Lower<T> = Result<T, Fail>;

/// The state while one chunk is lowered.
struct Lowerer<'a> {
    source: &'a Source,
    chunk: &'a Chunk,
    env: Env,
    /// The function's name, for `__func__` and `static` locals.
    name: String,
    return_type: CType,
    in_function: bool,
    /// The innermost block.
    scope: Span,
    /// Inside a parameter list that is no definition's: lengths are not evaluated.
    in_prototype: bool,
    vars: IdVec<VarId, Var>,
    exprs: IdVec<ExprId, Expr>,
    graph: Graph,
    flow: stmt::Flow,
    defined_labels: HashMap<String, Span>,
    /// Labels whose address is taken, in order of first use.
    label_values: Vec<String>,
    /// A constant was made of the address of a label, which is no constant of the program.
    label_content: bool,
    /// The variables that hold the lengths of variable-length arrays.
    vla_lengths: Vec<VarId>,
    /// Which expressions are pure, by the address of their node.
    purity: HashMap<usize, bool>,
    temps: u32,
    strings: u32,
    pragma_pack: Option<u64>,
    language: Language,
    /// Which attributes of the chunk were given to what they are about.
    claimed: Vec<bool>,
    /// Elements that designators named so far.
    designated: u32,
    /// What `char` means.
    plain_char: IntKind,
    loose_floats: bool,
}

/// What became of a translation unit.
pub struct Lowered {
    pub unit: Unit,
    pub diagnostics: Vec<Diagnostic>,
    /// Function definitions outside of system headers, lowered or not.
    pub definitions: usize,
    /// What was computed, if that was asked for.
    pub facts: Vec<Fact>,
}

/// A definition whose header is known.
struct Pending<'a> {
    chunk: &'a Chunk,
    definition: &'a Node<FunctionDefinition>,
    symbol: GlobalId,
    linkage: Linkage,
    pragma_pack: Option<u64>,
}

/// `observe`: whether facts are wanted.
pub fn lower(source: &Source, parsed: &Parsed, language: Language, observe: bool) -> Lowered {
    let mut diagnostics = parsed.diagnostics.clone();
    let mut file = file_scope(parsed);
    file.ledger = observe.then(Box::default);
    let (mut file, pending, mut definitions) =
        declare(source, parsed, language, file, &mut diagnostics);
    let mut facts = file.facts();
    let file = Arc::new(file);
    let bodies: Vec<_> = pending
        .par_iter()
        .map(|p| {
            let mut lowerer = Lowerer::new(source, p.chunk, language, Env::function(&file));
            lowerer.pragma_pack = p.pragma_pack;
            let function = lowerer.function(p.definition, p.symbol, p.linkage);
            (function, lowerer.env)
        })
        .collect();
    let mut symbols = Symbols::new(&file);
    let mut functions = Vec::with_capacity(bodies.len());
    for ((body, mut env), p) in bodies.into_iter().zip(&pending) {
        facts.extend(env.facts());
        let system = source.is_of_system_header(p.chunk.span);
        definitions += usize::from(!system);
        match body {
            Ok(mut function) => {
                symbols.adopt(&mut function, env);
                functions.push(function);
            }
            Err(fail) if !system => diagnostics.push(report(source, p.chunk, fail)),
            Err(_) => {}
        }
    }
    let mut unit = Unit {
        globals: symbols.globals,
        functions,
    };
    diagnostics.extend(about_floats(&unit, language));
    replaceable::mark(&mut unit, &parsed.chunks);
    unit.functions.iter_mut().for_each(resolve_addresses);
    strict::mark(&mut unit);
    Lowered {
        unit,
        diagnostics,
        definitions,
        facts,
    }
}

/// The types of what the file declares; no body is looked at.
pub fn signatures(source: &Source, parsed: &Parsed, language: Language) -> Signatures {
    let file = file_scope(parsed);
    let (file, _, _) = declare(source, parsed, language, file, &mut Vec::new());
    signatures::signatures(&file)
}

fn file_scope(parsed: &Parsed) -> Env {
    let symbols = symbol_names(&parsed.chunks);
    let values = names::used_as_values(&parsed.chunks, &symbols);
    let mut attributes = parsed.chunks.iter().flat_map(|chunk| &chunk.attributes);
    let has_may_alias = attributes.any(|attribute| attribute.name == "may_alias");
    Env::file(symbols, values, has_may_alias)
}

/// Reads the declarations and the headers of definitions, in order.
fn declare<'a>(
    source: &Source,
    parsed: &'a Parsed,
    language: Language,
    mut env: Env,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Env, Vec<Pending<'a>>, usize) {
    let mut pending = Vec::new();
    let mut lost = 0;
    let mut pack = PackStack::default();
    let mut strings = 0;
    for chunk in &parsed.chunks {
        for (_, text) in &chunk.pragmas {
            // What is behind a line that compilers read differently is left out (`pragmas.rs`).
            let _ = pack.follow(text);
        }
        let system = source.is_of_system_header(chunk.span);
        let items = match &chunk.items {
            Ok(items) => items,
            Err(diagnostic) => {
                if !system {
                    lost += usize::from(matches!(chunk.kind, ChunkKind::Function { .. }));
                    diagnostics.push(diagnostic.clone());
                }
                lost::leave_out_text(&mut env, source, chunk);
                continue;
            }
        };
        for item in items {
            env.begin_item();
            let mut lowerer = Lowerer::new(source, chunk, language, env);
            lowerer.pragma_pack = pack.current;
            lowerer.strings = strings;
            lowerer.state_at(Some(chunk.span.end));
            let result = match &item.node {
                ExternalDeclaration::StaticAssert(_) => Ok(()),
                ExternalDeclaration::Declaration(d) => lowerer.file_declaration(d),
                ExternalDeclaration::FunctionDefinition(d) => {
                    lowerer.define(d).map(|(symbol, linkage)| {
                        pending.push(Pending {
                            chunk,
                            definition: d,
                            symbol,
                            linkage,
                            pragma_pack: pack.current,
                        });
                    })
                }
            };
            lowerer.note_tags();
            lowerer.note_declared();
            strings = lowerer.strings;
            env = lowerer.env;
            if let Err(fail) = &result {
                lost::leave_out(&mut env, item, fail.by_attribute);
            }
            if let Err(fail) = result
                && !system
            {
                lost += usize::from(matches!(
                    item.node,
                    ExternalDeclaration::FunctionDefinition(_)
                ));
                diagnostics.push(report(source, chunk, fail));
            }
        }
    }
    if let Some(chunk) = parsed.chunks.last() {
        let mut lowerer = Lowerer::new(source, chunk, language, env);
        lowerer.state_at(Some(source.text.len() as u32));
        lowerer.note_functions();
        env = lowerer.env;
    }
    (env, pending, lost)
}

/// That floating-point numbers are not looked at, if there are any.
fn about_floats(unit: &Unit, language: Language) -> Option<Diagnostic> {
    let has_floats = |f: &Function| f.exprs.values().any(|e| e.ty.is_float());
    let loose = language.loose_floats && unit.functions.iter().any(has_floats);
    loose.then(|| {
        let message = "the compiler may compute the same floating-point expression to different values in this build: each of them is any value";
        Diagnostic::note(None, message).with_hint(
            "the cause is a flag such as -ffast-math, -march=native or -mfpmath=387, a pragma or an attribute; -ffp-contract=off may help",
        )
    })
}

fn report(source: &Source, chunk: &Chunk, fail: Fail) -> Diagnostic {
    let what = match &chunk.kind {
        ChunkKind::Function { name } => format!("function `{name}` is left out"),
        ChunkKind::Other => "declaration is left out".to_string(),
    };
    let message = format!("{what}: {}", fail.construct);
    Diagnostic::warning(Some(source.place(fail.span.start)), message)
}

/// The unit's table of globals while functions bring theirs.
struct Symbols {
    globals: IdVec<GlobalId, Global>,
    /// Those with external linkage: the same name is the same symbol.
    external: HashMap<String, GlobalId>,
}

impl Symbols {
    fn new(file: &Env) -> Symbols {
        let mut symbols = Symbols {
            globals: IdVec::new(),
            external: HashMap::new(),
        };
        for global in file.globals() {
            symbols.add(global.clone());
        }
        symbols
    }

    fn add(&mut self, global: Global) -> GlobalId {
        if global.linkage == Linkage::External {
            if let Some(&known) = self.external.get(&global.name) {
                return known;
            }
            self.external
                .insert(global.name.clone(), self.globals.next_id());
        }
        self.globals.push(global)
    }

    /// Gives the globals that a function added their place in the unit.
    fn adopt(&mut self, function: &mut Function, env: Env) {
        let first = env.first_global();
        let added = env.into_globals();
        let mut place: Vec<GlobalId> = Vec::with_capacity(added.len());
        for global in added {
            place.push(self.add(global));
        }
        if place.is_empty() {
            return;
        }
        let moved = |id: &mut GlobalId| {
            if let Some(local) = id.index().checked_sub(first) {
                *id = place[local];
            }
        };
        for &id in &place {
            if let GlobalKind::Object {
                init: Some(init), ..
            } = &mut self.globals[id].kind
            {
                init.relocs
                    .iter_mut()
                    .for_each(|reloc| moved(&mut reloc.target));
            }
        }
        for (_, expr) in function.exprs.iter_mut() {
            if let ExprKind::GlobalAddr(id) = &mut expr.kind {
                moved(id);
            }
        }
        for (_, block) in function.blocks.iter_mut() {
            for inst in &mut block.insts {
                if let InstKind::Call {
                    callee: Callee::Direct(id),
                    ..
                } = &mut inst.kind
                {
                    moved(id);
                }
            }
        }
    }
}

impl<'a> Lowerer<'a> {
    fn new(source: &'a Source, chunk: &'a Chunk, language: Language, env: Env) -> Lowerer<'a> {
        let plain_char = match language.unsigned_char {
            true => IntKind::CharUnsigned,
            false => IntKind::Char,
        };
        Lowerer {
            source,
            chunk,
            env,
            name: String::new(),
            return_type: CType::Void,
            in_function: false,
            scope: Span::default(),
            in_prototype: false,
            vars: IdVec::new(),
            exprs: IdVec::new(),
            graph: Graph::default(),
            flow: stmt::Flow::default(),
            defined_labels: HashMap::new(),
            label_values: Vec::new(),
            label_content: false,
            vla_lengths: Vec::new(),
            purity: HashMap::new(),
            temps: 0,
            strings: 0,
            pragma_pack: None,
            language,
            claimed: vec![false; chunk.attributes.len()],
            designated: 0,
            plain_char,
            loose_floats: language.loose_floats || chunk.loose_floats,
        }
    }

    /// Declares the symbol of a definition.
    fn define(&mut self, def: &Node<FunctionDefinition>) -> Lower<(GlobalId, Linkage)> {
        let span = self.span(def.span);
        let (specs, declared) = self.function_header(def)?;
        let Some(name) = declared.name.clone() else {
            return self.fail(span, "a function without a name");
        };
        let storage = if specs.storage == Storage::Static {
            Storage::Static
        } else {
            Storage::None
        };
        let body = self.span(def.node.statement.span);
        self.check_attributes(body.start)?;
        let noreturn = decl::never_returns(&specs, &declared);
        let id = self.declare_function(&name, &declared.ty, storage, noreturn, span);
        self.mark_function(id, &declared.marks);
        Ok((id, self.env.global(id).linkage))
    }

    fn span(&self, span: lang_c::span::Span) -> Span {
        self.chunk.span_of(span)
    }

    fn fail<T>(&self, span: Span, construct: &str) -> Lower<T> {
        Err(Fail::new(span, construct))
    }

    /// The value of an integer constant expression.
    fn constant(&mut self, e: &Node<Expression>) -> Lower<i128> {
        let span = self.span(e.span);
        match self.try_constant(e)? {
            Some(value) => Ok(value),
            None => self.fail(span, "an expression that is not constant"),
        }
    }

    /// The value if the expression is an integer constant.
    fn try_constant(&mut self, e: &Node<Expression>) -> Lower<Option<i128>> {
        if !self.is_pure(e) && !matches!(e.node, Expression::Call(_)) {
            return Ok(None);
        }
        let operand = self.constant_context(|this| this.rvalue(e));
        let operand = match operand {
            Ok(operand) => operand,
            Err(fail) if fail.construct == "not a constant expression" => return Ok(None),
            Err(fail) => return Err(fail),
        };
        Ok(self.constant_value(operand.expr))
    }
}
