//! What the attributes of a declaration say of each thing that it declares.
//!
//! Comes in: attributes with their places. Goes out: [`Marks`] of the specifiers and of each declarator. An attribute that changes a type and
//! that nobody claims stands where lowering does not follow gcc and clang: its declaration or function is left out.

use super::super::attribute::{Attribute, Handling};
use super::super::ctype::{CType, IntKind};
use super::super::layout;
use super::types::{Declared, Specs, Storage};
use super::{Fail, Lower, Lowerer};
use crate::base::Span;
use crate::ir::FloatKind;
use lang_c::ast::*;
use lang_c::span::Node;
use std::sync::Arc;

/// What attributes in one place say.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The strictest `aligned`, in bytes.
    pub aligned: Option<u64>,
    /// The strictest `_Alignas`, which cannot make an alignment less.
    pub alignas: Option<u64>,
    pub packed: bool,
    pub noreturn: bool,
    /// Calls may come back again.
    pub twice: bool,
    /// Compilers may leave calls out.
    pub elidable: bool,
    /// Another definition may stand for what is declared.
    pub replaceable: bool,
    mode: Option<(String, Span)>,
    vector: Option<(u64, Span)>,
    /// Of `aligned`, for messages.
    pub aligned_at: Span,
}

impl Marks {
    /// Those of the specifiers and those of a declarator.
    fn joined(&self, own: Marks) -> Lower<Marks> {
        if let (Some(a), Some(b)) = (self.aligned, own.aligned)
            && a != b
        {
            return Err(Fail::new(
                own.aligned_at,
                "two different attributes `aligned`",
            ));
        }
        Ok(Marks {
            aligned: own.aligned.or(self.aligned),
            alignas: own.alignas.max(self.alignas),
            packed: own.packed || self.packed,
            noreturn: own.noreturn || self.noreturn,
            twice: own.twice || self.twice,
            elidable: own.elidable || self.elidable,
            replaceable: own.replaceable || self.replaceable,
            mode: own.mode.or_else(|| self.mode.clone()),
            // That of the specifiers is in their type already.
            vector: own.vector,
            aligned_at: own.aligned_at,
        })
    }

    /// What an object is aligned to, where its type says `natural`.
    pub fn alignment(&self, natural: u64) -> u64 {
        let own = self.aligned.unwrap_or(natural);
        self.alignas.map_or(own, |n| n.max(own))
    }

    /// Whether it says more than the type of the specifiers shows.
    pub fn mode_or_alignment(&self) -> bool {
        self.mode.is_some() || self.aligns()
    }

    pub fn aligns(&self) -> bool {
        self.aligned.is_some() || self.alignas.is_some()
    }
}

impl Lowerer<'_> {
    /// The attributes among the specifiers, from the first token to the one at `to`. They are about every declarator.
    pub fn specifier_marks(&mut self, from: usize, to: usize) -> Lower<Marks> {
        if self.chunk.attributes.is_empty() {
            return Ok(Marks::default());
        }
        let (from, to) = (self.chunk.token_from(from), self.chunk.token_from(to));
        let mut list = self.chunk.attributes_in(from, to);
        // `int [[x]] a`: of this use of the type, and of nothing that is declared.
        list.retain(|&i| !self.chunk.attributes[i].standard || self.place_of(i) == from);
        self.marks(&list)
    }

    /// The attributes of one declarator: after it, and before it if another one comes first.
    fn declarator_marks(
        &mut self,
        declarator: &Node<Declarator>,
        first: bool,
        end: usize,
    ) -> Lower<Marks> {
        let Some(name) = declared_identifier(declarator) else {
            return Ok(Marks::default());
        };
        if self.chunk.attributes.is_empty() {
            return Ok(Marks::default());
        }
        let from = self.chunk.token_from(declarator.span.start);
        let to = self.chunk.after_declarator(end);
        let name_end = self.chunk.token_from(name.end);
        let mut list = self.chunk.attributes_in(from, to);
        list.retain(|&i| {
            let place = self.place_of(i);
            match self.chunk.attributes[i].standard {
                // Further on it is about the type of the function or array.
                true => place == name_end,
                // After a `*` it is about that pointer.
                false => place > name.start || (place == from && !first),
            }
        });
        self.marks(&list)
    }

    fn place_of(&self, index: usize) -> usize {
        let start = self.chunk.attributes[index].span.start;
        self.chunk.map.normalised(start)
    }

    fn marks(&mut self, list: &[usize]) -> Lower<Marks> {
        let mut marks = Marks::default();
        for &index in list {
            let attribute = self.chunk.attributes[index].clone();
            match attribute.name.as_str() {
                "noreturn" | "Noreturn" => marks.noreturn = true,
                "returns_twice" => marks.twice = true,
                "pure" | "const" | "reproducible" | "unsequenced" => marks.elidable = true,
                "weak" | "alias" | "weakref" => marks.replaceable = true,
                "packed" => marks.packed = true,
                "aligned" => self.mark_aligned(&mut marks, &attribute)?,
                "alignas" => marks.alignas = self.alignment(&attribute)?.max(marks.alignas),
                "mode" => marks.mode = Some((attribute.args.clone(), attribute.span)),
                "vector_size" => marks.vector = Some((self.bytes(&attribute)?, attribute.span)),
                _ => continue,
            }
            self.claimed[index] = true;
        }
        Ok(marks)
    }

    /// The attributes of a record's or an enumeration's definition.
    pub fn record_marks(&mut self, node: lang_c::span::Span) -> Lower<Marks> {
        let mut marks = Marks::default();
        for index in self.chunk.record_attributes(node) {
            let attribute = self.chunk.attributes[index].clone();
            match attribute.name.as_str() {
                "packed" => marks.packed = true,
                "aligned" => self.mark_aligned(&mut marks, &attribute)?,
                _ => continue,
            }
            self.claimed[index] = true;
        }
        Ok(marks)
    }

    /// Of two that differ, gcc takes the last one in some places, and clang the larger one.
    fn mark_aligned(&mut self, marks: &mut Marks, attribute: &Attribute) -> Lower<()> {
        let align = self.alignment(attribute)?;
        if marks.aligned.is_some() && marks.aligned != align {
            return self.fail(attribute.span, "two different attributes `aligned`");
        }
        marks.aligned = align;
        marks.aligned_at = attribute.span;
        Ok(())
    }

    /// Gives the specifiers' type the attributes that are about it.
    pub fn mark_type(&mut self, ty: CType, marks: &Marks) -> Lower<CType> {
        match marks.vector {
            Some((bytes, span)) => self.vector(ty, bytes, span),
            None => Ok(ty),
        }
    }

    /// Applies a declarator to the type of the specifiers. `end` is where it ends, with the width of a bit-field.
    pub fn declared(
        &mut self,
        specs: &Specs,
        declarator: &Node<Declarator>,
        first: bool,
        end: usize,
    ) -> Lower<Declared> {
        let mut declared = self.declarator(specs.ty.clone(), declarator)?;
        let own = self.declarator_marks(declarator, first, end)?;
        let marks = specs.marks.joined(own)?;
        if let Some((mode, span)) = &marks.mode {
            declared.ty.ty = self.mode(&declared.ty.ty, mode, *span)?;
            declared.ty.align = None;
        }
        if let Some((bytes, span)) = marks.vector {
            declared.ty.ty = self.vector(declared.ty.ty, bytes, span)?;
        }
        let is_function = matches!(declared.ty.ty, CType::Function(_));
        if marks.twice && (!is_function || specs.storage == Storage::Typedef) {
            let span = self.span(declarator.span);
            return self.fail(
                span,
                "attribute `returns_twice` on something else than a function",
            );
        }
        declared.marks = marks;
        Ok(declared)
    }

    fn vector(&self, element: CType, bytes: u64, span: Span) -> Lower<CType> {
        match element {
            CType::Int(_) | CType::Float(_) => Ok(CType::Vector(Arc::new(element), bytes)),
            _ => self.fail(span, "attribute `vector_size` on this type"),
        }
    }

    fn mode(&self, ty: &CType, mode: &str, span: Span) -> Lower<CType> {
        let pick = |s, u| match ty {
            CType::Int(kind) if kind.is_signed() => Ok(CType::Int(s)),
            CType::Int(_) => Ok(CType::Int(u)),
            _ => self.fail(span, &format!("attribute `mode({mode})` on this type")),
        };
        let float = |kind| match ty {
            CType::Float(_) => Ok(CType::Float(kind)),
            _ => self.fail(span, &format!("attribute `mode({mode})` on this type")),
        };
        match mode.trim().trim_matches('_') {
            "QI" | "byte" => pick(IntKind::SChar, IntKind::UChar),
            "HI" => pick(IntKind::Short, IntKind::UShort),
            "SI" => pick(IntKind::Int, IntKind::UInt),
            "DI" | "word" | "pointer" | "unwind_word" => pick(IntKind::Long, IntKind::ULong),
            "TI" => pick(IntKind::Int128, IntKind::UInt128),
            "SF" => float(FloatKind::F32),
            "DF" => float(FloatKind::F64),
            "XF" => float(FloatKind::F80),
            "TF" => float(FloatKind::F128),
            other => self.fail(span, &format!("attribute `mode({other})`")),
        }
    }

    /// The argument of `aligned`: a number, or the largest alignment without one. `None` for `_Alignas(0)`.
    fn alignment(&mut self, attribute: &Attribute) -> Lower<Option<u64>> {
        if attribute.args.trim().is_empty() {
            return Ok(Some(16));
        }
        let align = match self.chunk.argument(attribute) {
            Some(argument) => self.on_short_lived(|this| match &argument {
                TypeOf::Expression(e) => Ok(u64::try_from(this.constant(e)?).ok()),
                TypeOf::Type(name) => {
                    let ty = this.type_name(name)?;
                    Ok(layout::align_of(&ty, &this.env.records))
                }
            })?,
            None => None,
        };
        match align {
            Some(0) if attribute.name == "alignas" => Ok(None),
            Some(align) if align.is_power_of_two() => Ok(Some(align)),
            _ => self.fail(attribute.span, "attribute `aligned` with such an argument"),
        }
    }

    /// The argument of `vector_size`.
    fn bytes(&mut self, attribute: &Attribute) -> Lower<u64> {
        let bytes = match self.chunk.argument(attribute) {
            Some(TypeOf::Expression(e)) => self.on_short_lived(|this| this.constant(&e))?,
            _ => 0,
        };
        match u64::try_from(bytes) {
            Ok(bytes) if bytes.is_power_of_two() => Ok(bytes),
            _ => self.fail(
                attribute.span,
                "attribute `vector_size` with such an argument",
            ),
        }
    }

    /// Fails where an attribute up to this offset of the preprocessed text changes what is declared, and was not looked at.
    pub fn check_attributes(&self, to: u32) -> Lower<()> {
        for (attribute, claimed) in self.chunk.attributes.iter().zip(&self.claimed) {
            let name = &attribute.name;
            let problem = match attribute.handling() {
                Some(Handling::Harmless) => continue,
                Some(Handling::Placed) if *claimed => continue,
                Some(Handling::Placed) => format!("attribute `{name}` at this place"),
                Some(Handling::Refused) => format!("attribute `{name}`"),
                None => format!("attribute `{name}`, which tamis does not know"),
            };
            if attribute.span.start < to {
                return Err(Fail::about_attribute(attribute.span, &problem));
            }
        }
        Ok(())
    }
}

/// The place of the declared name.
fn declared_identifier(declarator: &Node<Declarator>) -> Option<lang_c::span::Span> {
    let mut declarator = declarator;
    loop {
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => return None,
            DeclaratorKind::Identifier(id) => return Some(id.span),
            DeclaratorKind::Declarator(inner) => declarator = inner,
        }
    }
}
