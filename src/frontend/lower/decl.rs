//! Declarations: of the file, and of blocks.

use super::super::ctype::{ArrayLen, CType, QualType};
use super::super::layout;
use super::super::normalise::original_name;
use super::attributes::Marks;
use super::env::Entity;
use super::lvalue::{LValue, LValueKind};
use super::names::asm_label;
use super::prototype::prototype;
use super::types::{Declared, Specs, Storage};
use super::{Fail, Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

impl Lowerer<'_> {
    // ---- file scope ----

    pub fn file_declaration(&mut self, node: &Node<Declaration>) -> Lower<()> {
        let specs = self.declaration_specifiers(node)?;
        let register = node.node.specifiers.iter().any(|s| {
            matches!(&s.node, DeclarationSpecifier::StorageClass(class)
                if class.node == StorageClassSpecifier::Register)
        });
        for (i, init) in node.node.declarators.iter().enumerate() {
            let span = self.span(init.span);
            let declarator = &init.node.declarator;
            let mut declared = self.declared(&specs, declarator, i == 0, declarator.span.end)?;
            if specs.auto_type {
                declared.ty = super::types::qualify(
                    self.auto_type(init.node.initializer.as_ref(), span)?,
                    specs.ty.quals,
                );
            }
            if register {
                self.live_in_register(&mut declared.ty);
            }
            let Some(name) = declared.name.clone() else {
                continue;
            };
            match (specs.storage, &declared.ty.ty) {
                (Storage::Typedef, _) => self.typedef(&name, declared)?,
                (storage, CType::Function(_)) => {
                    let noreturn = never_returns(&specs, &declared);
                    let id = self.declare_function(&name, &declared.ty, storage, noreturn, span);
                    self.mark_function(id, &declared.marks);
                }
                (storage, _) => {
                    let init = init.node.initializer.as_ref();
                    self.file_object(&name, declared, &specs, storage, init, span)?;
                }
            }
        }
        self.check_attributes(u32::MAX)
    }

    fn typedef(&mut self, name: &str, declared: Declared) -> Lower<()> {
        let Declared { mut ty, marks, .. } = declared;
        if marks.aligns() {
            if marks.alignas.is_some() || matches!(ty.ty, CType::Function(_) | CType::Void) {
                return self.fail(marks.aligned_at, "an alignment of this type");
            }
            let natural = layout::align_of(&ty, &self.env.records);
            ty.align = marks.aligned;
            let own = layout::align_of(&ty, &self.env.records);
            self.env.has_aligned_typedef |= ty.ty.scalar().is_some() && own < natural;
            if let (CType::Record(id), Some(own)) = (&ty.ty, own) {
                self.env.align_undefined(*id, own);
            }
        }
        self.env.declare(name, Entity::Typedef(ty));
        Ok(())
    }

    /// An object in a register that the program chooses: anything may change it.
    fn live_in_register(&mut self, ty: &mut QualType) {
        ty.quals.is_volatile = true;
        self.env.has_volatile = true;
    }

    /// What attributes say of a function besides its type.
    pub fn mark_function(&mut self, id: GlobalId, marks: &Marks) {
        if (marks.twice || marks.elidable)
            && let Some(global) = self.env.own_global(id)
            && let GlobalKind::Function {
                twice, elidable, ..
            } = &mut global.kind
        {
            *twice |= marks.twice;
            *elidable |= marks.elidable;
        }
    }

    /// Declares a function, or finds it when it was declared before.
    pub fn declare_function(
        &mut self,
        name: &str,
        ty: &QualType,
        storage: Storage,
        noreturn: bool,
        span: Span,
    ) -> GlobalId {
        let id = match self.env.linked(name) {
            Some(id) => id,
            None => {
                let linkage = if storage == Storage::Static {
                    Linkage::Internal
                } else {
                    Linkage::External
                };
                let kind = GlobalKind::Function {
                    noreturn,
                    twice: false,
                    elidable: false,
                    prototype: String::new(),
                };
                self.env.add_linked(Global {
                    name: self.env.symbol_of(name),
                    kind,
                    linkage,
                    replaceable: false,
                    span,
                })
            }
        };
        self.describe_function(id, ty, noreturn);
        // An old-style or empty redeclaration does not make the earlier prototype forgotten.
        let known = match (self.env.lookup(name), &ty.ty) {
            (Some(Entity::Global { ty: known, .. }), CType::Function(new)) => {
                matches!(&known.ty, CType::Function(old) if !old.unprototyped && new.unprototyped)
            }
            _ => false,
        };
        if !known {
            self.env
                .declare(name, Entity::Global { id, ty: ty.clone() });
        }
        id
    }

    /// Adds what a declaration says to what earlier ones said.
    fn describe_function(&mut self, id: GlobalId, ty: &QualType, stays_away: bool) {
        let CType::Function(function) = &ty.ty else {
            return;
        };
        let new = prototype(function);
        if let Some(global) = self.env.own_global(id)
            && let GlobalKind::Function {
                noreturn,
                prototype,
                ..
            } = &mut global.kind
        {
            *noreturn |= stays_away;
            // Two that differ fit nothing; one without parameters adds nothing.
            if prototype.is_empty() || prototype.ends_with("(?)") {
                *prototype = new;
            } else if *prototype != new && !new.ends_with("(?)") {
                prototype.push('|');
            }
        }
    }

    fn file_object(
        &mut self,
        name: &str,
        declared: Declared,
        specs: &Specs,
        storage: Storage,
        init: Option<&Node<Initializer>>,
        span: Span,
    ) -> Lower<()> {
        let Declared { mut ty, marks, .. } = declared;
        self.refuse_second_name(name, span)?;
        let known = self.env.linked(name);
        if known.is_some()
            && let Some(Entity::Global { ty: old, .. }) = self.env.lookup(name)
            && matches!(ty.ty, CType::Array(_, ArrayLen::Unknown))
        {
            ty = old.clone();
        }
        // In scope in its own initialiser, as in `struct s x = { &x };`.
        let linkage = if storage == Storage::Static {
            Linkage::Internal
        } else {
            Linkage::External
        };
        let id = match known {
            Some(id) => id,
            None => {
                let global = self.object(name.to_string(), &ty, None, linkage, span);
                self.env.add_linked(global)
            }
        };
        let natural = layout::align_of(&ty, &self.env.records).unwrap_or(1);
        let explicit = marks.aligns().then(|| marks.alignment(natural));
        self.env.align_object(id, explicit);
        if let Some(global) = self.env.own_global(id) {
            mark_object(global, &marks, specs);
        }
        self.env
            .declare(name, Entity::Global { id, ty: ty.clone() });
        let content = match init {
            Some(init) => {
                let (complete, content) = self.static_init(&ty, init)?;
                ty = complete;
                content
            }
            None if storage == Storage::Extern => None,
            None => Some(Init::default()),
        };
        self.env
            .declare(name, Entity::Global { id, ty: ty.clone() });
        let updated = self.object(name.to_string(), &ty, content, linkage, span);
        if let Some(global) = self.env.own_global(id) {
            merge_object(global, updated);
        }
        Ok(())
    }

    /// A global object of this type. A flexible member's initialiser makes it larger.
    fn object(
        &self,
        name: String,
        ty: &QualType,
        init: Option<Init>,
        linkage: Linkage,
        span: Span,
    ) -> Global {
        let name = self.env.symbol_of(&name);
        let content = init.as_ref().map_or(0, |init| init.bytes.len() as u64);
        let size = layout::size_of(&ty.ty, &self.env.records)
            .unwrap_or(0)
            .max(content);
        let align = layout::align_of(ty, &self.env.records).unwrap_or(1);
        let quals = element_quals(ty);
        let kind = GlobalKind::Object {
            size,
            align,
            init,
            constant: quals.is_const && !quals.is_volatile,
            volatile: quals.is_volatile || quals.is_atomic,
            thread_local: false,
        };
        Global {
            name,
            kind,
            linkage,
            replaceable: false,
            span,
        }
    }

    /// An object with static storage and no linkage.
    pub fn static_object(
        &mut self,
        name: String,
        ty: &QualType,
        init: Option<Init>,
        linkage: Linkage,
        span: Span,
    ) -> Lower<GlobalId> {
        let mut global = self.object(name, ty, init, linkage, span);
        global.replaceable |= self.label_content;
        Ok(self.env.add_global(global))
    }

    // ---- block scope ----

    pub fn local_declaration(&mut self, node: &Node<Declaration>) -> Lower<()> {
        let specs = self.declaration_specifiers(node)?;
        for (i, init) in node.node.declarators.iter().enumerate() {
            let span = self.span(init.span);
            let declarator = &init.node.declarator;
            let mut declared = self.declared(&specs, declarator, i == 0, declarator.span.end)?;
            let init = init.node.initializer.as_ref();
            if specs.auto_type {
                declared.ty = super::types::qualify(self.auto_type(init, span)?, specs.ty.quals);
            }
            let labelled = asm_label(&declarator.node).is_some();
            match specs.storage {
                Storage::None if labelled => self.live_in_register(&mut declared.ty),
                Storage::Static if labelled => {
                    return self.fail(span, "a `static` object with a name for the linker");
                }
                _ => {}
            }
            let Some(name) = declared.name.clone() else {
                continue;
            };
            match (specs.storage, &declared.ty.ty) {
                (Storage::Typedef, _) => self.typedef(&name, declared)?,
                (_, CType::Function(_)) => {
                    let noreturn = never_returns(&specs, &declared);
                    let id =
                        self.declare_function(&name, &declared.ty, Storage::Extern, noreturn, span);
                    self.mark_function(id, &declared.marks);
                }
                (Storage::Extern, _) => self.extern_object(&name, declared, span)?,
                (Storage::Static, _) => self.static_local(&name, declared, init, span)?,
                (Storage::None, _) => self.local(&name, declared, init, span)?,
            }
        }
        Ok(())
    }

    fn auto_type(&mut self, init: Option<&Node<Initializer>>, span: Span) -> Lower<QualType> {
        match init.map(|init| &init.node) {
            Some(Initializer::Expression(e)) => {
                self.no_bit_field(e)?;
                let of = self.type_of(e)?;
                if of.quals.is_atomic || matches!(of.ty, CType::Bits(..)) {
                    return self.fail(span, "`__auto_type` of an atomic object or a bit-field");
                }
                let ty = self.unevaluated(|this| this.rvalue(e))?.ty;
                match is_variably_modified(&ty) {
                    true => self.fail(span, "`__auto_type` of a variably modified type"),
                    false => Ok(QualType::plain(ty)),
                }
            }
            _ => self.fail(span, "`__auto_type` without an initialiser"),
        }
    }

    fn refuse_second_name(&self, name: &str, span: Span) -> Lower<()> {
        match self.env.shares_symbol(name) {
            true => Err(Fail::about_attribute(
                span,
                "an object that has two names in the file",
            )),
            false => Ok(()),
        }
    }

    fn extern_object(&mut self, name: &str, declared: Declared, span: Span) -> Lower<()> {
        let Declared { ty, marks, .. } = declared;
        self.refuse_second_name(name, span)?;
        if marks.aligns() {
            return self.fail(span, "an aligned object that is declared in a function");
        }
        let id = match self.env.linked(name) {
            Some(id) => id,
            None => {
                let global = self.object(name.to_string(), &ty, None, Linkage::External, span);
                self.env.add_linked(global)
            }
        };
        self.env.declare(name, Entity::Global { id, ty });
        Ok(())
    }

    fn static_local(
        &mut self,
        name: &str,
        declared: Declared,
        init: Option<&Node<Initializer>>,
        span: Span,
    ) -> Lower<()> {
        let Declared { mut ty, marks, .. } = declared;
        let symbol = format!("{}.{name}", self.name);
        let id = self.static_object(symbol.clone(), &ty, None, Linkage::Internal, span)?;
        let natural = layout::align_of(&ty, &self.env.records).unwrap_or(1);
        let explicit = marks.aligns().then(|| marks.alignment(natural));
        self.env.align_object(id, explicit);
        self.env
            .declare(name, Entity::Global { id, ty: ty.clone() });
        let content = match init {
            Some(init) => {
                let (complete, content) = self.static_init(&ty, init)?;
                ty = complete;
                content
            }
            None => Some(Init::default()),
        };
        self.env
            .declare(name, Entity::Global { id, ty: ty.clone() });
        let updated = self.object(symbol, &ty, content, Linkage::Internal, span);
        if let Some(global) = self.env.own_global(id) {
            *global = updated;
            global.replaceable |= std::mem::take(&mut self.label_content);
        }
        Ok(())
    }

    fn local(
        &mut self,
        name: &str,
        declared: Declared,
        init: Option<&Node<Initializer>>,
        span: Span,
    ) -> Lower<()> {
        let Declared { mut ty, marks, .. } = declared;
        if is_variable(&ty.ty) {
            return match marks.aligns() {
                true => self.fail(span, "an aligned array of variable length"),
                false => self.variable_array(name, ty, span),
            };
        }
        let flat = match init {
            // The name is in scope in its own initialiser (`T *p = malloc(sizeof *p)`); the
            // length of an array comes from there, so it is declared twice.
            Some(init) => {
                let placeholder = self.new_local(name, &ty, span)?;
                self.env.declare(
                    name,
                    Entity::Var {
                        id: placeholder,
                        ty: ty.clone(),
                    },
                );
                let (complete, items) = self.flatten(&ty, init)?;
                ty = complete;
                Some((placeholder, items))
            }
            None => None,
        };
        let (id, items) = match flat {
            Some((id, items)) => (id, Some(items)),
            None => (self.new_local(name, &ty, span)?, None),
        };
        let Some(size) = layout::size_of(&ty.ty, &self.env.records) else {
            return self.fail(span, &format!("`{name}` has an incomplete type"));
        };
        self.vars[id].size = size;
        self.vars[id].align = marks.alignment(self.vars[id].align);
        self.env.declare(name, Entity::Var { id, ty: ty.clone() });
        self.emit(InstKind::Declare(id), span)?;
        let Some(items) = items else { return Ok(()) };
        let place = if self.vars[id].ty.is_some() && !self.vars[id].volatile {
            LValueKind::Var(id)
        } else {
            LValueKind::Mem(self.var_addr(id))
        };
        let place = LValue { place, ty };
        self.graph.between = true;
        let result = match init.map(|init| &init.node) {
            Some(Initializer::Expression(e)) => {
                self.by_itself(e, |this| this.initialise(&place, items, span))
            }
            _ => self.initialise(&place, items, span),
        };
        self.graph.between = false;
        result
    }

    /// A new variable of this type. Volatile ones live in memory.
    pub fn new_local(&mut self, name: &str, ty: &QualType, span: Span) -> Lower<VarId> {
        let volatile = ty.quals.is_volatile || ty.quals.is_atomic;
        let scalar = ty.ty.scalar();
        let size = layout::size_of(&ty.ty, &self.env.records).unwrap_or(0);
        let align = layout::align_of(ty, &self.env.records).unwrap_or(1);
        Ok(self.vars.push(Var {
            name: original_name(name).into_owned(),
            kind: VarKind::Local,
            ty: scalar,
            size,
            align,
            address_taken: volatile || scalar.is_none(),
            volatile,
            scope: self.scope,
            span,
        }))
    }

    fn variable_array(&mut self, name: &str, ty: QualType, span: Span) -> Lower<()> {
        let size = self.byte_size(&ty.ty, span)?;
        let pointer = self.temp(Ty::Ptr, None, span);
        self.emit(InstKind::Alloca { var: pointer, size }, span)?;
        self.env.declare(name, Entity::Vla { pointer, ty });
        Ok(())
    }

    /// The length of a variable-length array, evaluated where it is declared.
    pub fn variable_length(&mut self, e: &Node<Expression>) -> Lower<ArrayLen> {
        let span = self.span(e.span);
        let value = self.rvalue(e)?;
        if !value.ty.is_integer() {
            return self.fail(span, "an array length that is not an integer");
        }
        let var = self.temp(Ty::I64, None, span);
        let value = self.cast(value.expr, Ty::I64);
        self.assign(var, value, span)?;
        self.vla_lengths.push(var);
        Ok(ArrayLen::Variable(self.vla_lengths.len() as u32 - 1))
    }
}

/// Whether the size is known only at run time.
pub fn is_variable(ty: &CType) -> bool {
    match ty {
        CType::Array(element, len) => {
            matches!(len, ArrayLen::Variable(_)) || is_variable(&element.ty)
        }
        _ => false,
    }
}

/// Whether a size that is known only at run time is part of the type.
pub fn is_variably_modified(ty: &CType) -> bool {
    match ty {
        CType::Array(element, len) => {
            matches!(len, ArrayLen::Variable(_)) || is_variably_modified(&element.ty)
        }
        CType::Pointer(to) => is_variably_modified(&to.ty),
        CType::Function(function) => is_variably_modified(&function.ret.ty),
        _ => false,
    }
}

/// The qualifiers of an object: those of its elements for an array.
fn element_quals(ty: &QualType) -> super::super::ctype::Quals {
    let mut ty = ty;
    while let CType::Array(element, _) = &ty.ty {
        ty = element;
    }
    ty.quals
}

/// Whether a declaration says that the function does not return. Where it returns a pointer to a function, the
/// attribute may be about that one.
pub fn never_returns(specs: &Specs, declared: &Declared) -> bool {
    let returns_function = match &declared.ty.ty {
        CType::Function(function) => match &function.ret.ty {
            CType::Pointer(target) => matches!(target.ty, CType::Function(_)),
            _ => false,
        },
        _ => false,
    };
    specs.noreturn || (declared.marks.noreturn && !returns_function)
}

/// What specifiers and attributes say of an object besides its type.
fn mark_object(global: &mut Global, marks: &Marks, specs: &Specs) {
    global.replaceable |= marks.replaceable;
    if let GlobalKind::Object { thread_local, .. } = &mut global.kind {
        *thread_local |= specs.thread_local;
    }
}

/// A later declaration of the same object: definitions win over declarations.
fn merge_object(known: &mut Global, new: Global) {
    let (
        GlobalKind::Object {
            size,
            align,
            init,
            constant,
            volatile,
            ..
        },
        GlobalKind::Object {
            size: new_size,
            align: new_align,
            init: new_init,
            constant: new_constant,
            volatile: new_volatile,
            ..
        },
    ) = (&mut known.kind, new.kind)
    else {
        return;
    };
    *size = (*size).max(new_size);
    *align = (*align).max(new_align);
    // Another name of the object may let it be written.
    *constant &= new_constant;
    *volatile |= new_volatile;
    let tentative = |init: &Init| init.bytes.is_empty() && init.relocs.is_empty();
    match (&init, new_init) {
        (Some(old), Some(new)) if tentative(&new) && !tentative(old) => {}
        (_, Some(new)) => *init = Some(new),
        (_, None) => {}
    }
}
