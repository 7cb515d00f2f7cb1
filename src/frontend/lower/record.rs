//! `struct`, `union` and `enum`.

use super::super::ctype::{CType, IntKind, Record, RecordLayout};
use super::super::facts::FactKind;
use super::super::layout;
use super::env::{Entity, Tag};
use super::types::{Declared, Specs};
use super::{Fail, Lower, Lowerer};
use lang_c::ast::*;
use lang_c::span::Node;

/// gcc ignores what such a declaration says of the type, clang keeps it for the definition.
const DECLARED_WITH_ATTRIBUTE: &str =
    "a type that was declared with attributes before its definition";

impl Lowerer<'_> {
    pub fn record_type(&mut self, node: &Node<StructType>) -> Lower<CType> {
        let is_union = node.node.kind.node == StructKind::Union;
        let tag = node.node.identifier.as_ref().map(|id| id.node.name.clone());
        let Some(declarations) = &node.node.declarations else {
            let tag =
                tag.ok_or_else(|| Fail::new(self.span(node.span), "a struct without a name"))?;
            if let Some(Tag::Record(id)) = self.env.tag(&tag) {
                return Ok(CType::Record(id));
            }
            let id = self.env.new_record(Some(tag.clone()), is_union);
            self.env.declare_tag(&tag, Tag::Record(id));
            return Ok(CType::Record(id));
        };
        if self.env.is_lost_tag(tag.as_deref()) {
            return self.fail(self.span(node.span), DECLARED_WITH_ATTRIBUTE);
        }
        let open = tag.as_ref().and_then(|tag| match self.env.tag_here(tag) {
            Some(Tag::Record(id)) if self.env.records[id].layout.is_none() => Some(id),
            _ => None,
        });
        let id = open.unwrap_or_else(|| {
            let id = self.env.new_record(tag.clone(), is_union);
            if let Some(tag) = &tag {
                self.env.declare_tag(tag, Tag::Record(id));
            }
            id
        });
        let layout = self.record_layout(node, is_union, declarations)?;
        if self.env.is_aligned_early(id, layout.align) {
            return self.fail(
                self.span(node.span),
                "a typedef with less alignment before the definition",
            );
        }
        if let Some(tag) = &tag {
            self.env.completed(tag);
        }
        let record = Record {
            tag,
            is_union,
            layout: Some(layout),
        };
        self.env.define_record(id, record);
        Ok(CType::Record(id))
    }

    fn record_layout(
        &mut self,
        node: &Node<StructType>,
        is_union: bool,
        declarations: &[Node<StructDeclaration>],
    ) -> Lower<RecordLayout> {
        let mut fields = Vec::new();
        for declaration in declarations {
            if let StructDeclaration::Field(field) = &declaration.node {
                self.record_fields(field, &mut fields)?;
            }
        }
        let marks = self.record_marks(node.span)?;
        let attrs = layout::RecordAttrs {
            packed: marks.packed,
            aligned: marks.aligned,
            pragma_pack: self.pragma_pack,
        };
        let span = self.span(node.span);
        layout::lay_out(is_union, &fields, attrs, &self.env.records)
            .map_err(|message| Fail::new(span, &message))
    }

    fn record_fields(
        &mut self,
        field: &Node<StructField>,
        out: &mut Vec<layout::FieldDecl>,
    ) -> Lower<()> {
        let span = self.span(field.span);
        let specifiers = &field.node.specifiers;
        let ty = self.qualified_specifiers(specifiers, span)?;
        let to = match field.node.declarators.first() {
            Some(first) => first.span.start,
            None => specifiers
                .last()
                .map_or(field.span.start, |last| last.span.end),
        };
        let marks = self.specifier_marks(field.span.start, to)?;
        let mut specs = Specs::of(ty, marks);
        specs.ty.ty = self.mark_type(specs.ty.ty, &specs.marks)?;
        if field.node.declarators.is_empty() {
            out.extend(self.anonymous_member(field, specs)?);
            return Ok(());
        }
        for (i, declarator) in field.node.declarators.iter().enumerate() {
            let declared = match &declarator.node.declarator {
                Some(d) => self.declared(&specs, d, i == 0, declarator.span.end)?,
                None if specs.marks.mode_or_alignment() => {
                    return self.fail(span, "an unnamed bit-field with such an attribute");
                }
                None => Declared {
                    marks: specs.marks.clone(),
                    ..Declared::unnamed(specs.ty.clone())
                },
            };
            let bit_width = match &declarator.node.bit_width {
                Some(width) => {
                    let span = self.span(width.span);
                    let bits = self.constant(width)?;
                    self.note_constant(FactKind::BitFieldWidth, width, bits);
                    Some(
                        u64::try_from(bits)
                            .map_err(|_| Fail::new(span, "a negative bit-field width"))?,
                    )
                }
                None => None,
            };
            out.push(layout::FieldDecl {
                name: declared.name,
                ty: declared.ty,
                bit_width,
                packed: declared.marks.packed,
                aligned: declared.marks.aligned.max(declared.marks.alignas),
            });
        }
        Ok(())
    }

    /// `struct { … };` inside of a record. With a tag, or by the name of a type, it declares no member (but for the
    /// extensions of Microsoft and Plan 9).
    fn anonymous_member(
        &mut self,
        field: &Node<StructField>,
        specs: Specs,
    ) -> Lower<Option<layout::FieldDecl>> {
        let span = self.span(field.span);
        let is_record = matches!(specs.ty.ty, CType::Record(_));
        let untagged = |spec: &Node<SpecifierQualifier>| match &spec.node {
            SpecifierQualifier::TypeSpecifier(ty) => match &ty.node {
                TypeSpecifier::Struct(record) => record.node.identifier.is_none(),
                _ => false,
            },
            _ => false,
        };
        if !is_record || !field.node.specifiers.iter().any(untagged) {
            return match is_record && self.language.tagged_members {
                true => self.fail(span, "a member without a name, but with a tag"),
                false => Ok(None),
            };
        }
        // gcc ignores what clang does not.
        if specs.marks.packed || specs.marks.mode_or_alignment() {
            return self.fail(span, "attributes before a member without a name");
        }
        Ok(Some(layout::FieldDecl {
            name: None,
            ty: specs.ty,
            bit_width: None,
            packed: false,
            aligned: None,
        }))
    }

    /// `enum e : T`, which the normalising pass keeps as an attribute.
    fn underlying_attribute(&mut self, node: &Node<EnumType>) -> Lower<Option<IntKind>> {
        let list = self.chunk.record_attributes(node.span);
        let is_it = |&i: &usize| self.chunk.attributes[i].name == "underlying";
        let Some(index) = list.into_iter().find(is_it) else {
            return Ok(None);
        };
        self.claimed[index] = true;
        let attribute = self.chunk.attributes[index].clone();
        let ty = match self.chunk.argument(&attribute) {
            Some(of) => Some(self.on_short_lived(|this| this.type_of_operand(&of))?.ty),
            None => None,
        };
        match ty {
            Some(CType::Int(kind)) => Ok(Some(kind)),
            _ => self.fail(attribute.span, "an enumeration of this type"),
        }
    }

    pub fn enum_type(&mut self, node: &Node<EnumType>) -> Lower<CType> {
        let tag = node.node.identifier.as_ref().map(|id| id.node.name.clone());
        if node.node.enumerators.is_empty() {
            let tag = tag.unwrap_or_default();
            if let Some(Tag::Enum(kind, number)) = self.env.tag(&tag) {
                return Ok(CType::Enum(kind, number));
            }
            self.env.lose_tag(&tag);
            return self.fail(self.span(node.span), "an enumeration that is not defined");
        }
        if self.env.is_lost_tag(tag.as_deref()) {
            return self.fail(self.span(node.span), DECLARED_WITH_ATTRIBUTE);
        }
        let underlying_type = self.underlying_attribute(node)?;
        let (mut low, mut high, mut next) = (0i128, 0i128, 0i128);
        let mut values = Vec::new();
        for enumerator in &node.node.enumerators {
            if let Some(e) = &enumerator.node.expression {
                next = self.constant(e)?;
                self.note_constant(FactKind::Enumerator, e, next);
            }
            low = low.min(next);
            high = high.max(next);
            let name = &enumerator.node.identifier.node.name;
            values.push((name.clone(), next));
            let ty = CType::Int(smallest_constant_type(next));
            self.env
                .declare(name, Entity::EnumConst { value: next, ty });
            next += 1;
        }
        let span = self.span(node.span);
        let marks = self.record_marks(node.span)?;
        if marks.aligned.is_some() {
            return self.fail(span, "an aligned enumeration");
        }
        let Some(kind) = underlying_type.or_else(|| underlying(low, high, marks.packed)) else {
            return self.fail(span, "an enumeration whose values no type holds");
        };
        let small = |value: i128| i32::try_from(value).is_ok();
        if self.language.c23 && !(small(low) && small(high)) {
            return self.fail(span, "an enumeration of C23 with values beyond `int`");
        }
        let ty = CType::Enum(kind, self.env.new_enum());
        let names = values.iter().map(|(name, _)| name.clone());
        self.env.define_enum(tag.as_deref(), names);
        for (name, value) in values {
            let ty = match small(value) {
                // With a type of its own, the constants have it too (C23 6.7.3.3).
                _ if underlying_type.is_some() => ty.clone(),
                true => CType::INT,
                false => CType::Int(kind),
            };
            self.env.declare(&name, Entity::EnumConst { value, ty });
        }
        if let (Some(tag), CType::Enum(kind, number)) = (tag, &ty) {
            self.env.completed(&tag);
            self.env.declare_tag(&tag, Tag::Enum(*kind, *number));
        }
        Ok(ty)
    }
}

/// While the enumeration is open, a constant has the type of its value.
fn smallest_constant_type(value: i128) -> IntKind {
    match value {
        v if i32::try_from(v).is_ok() => IntKind::Int,
        v if u32::try_from(v).is_ok() => IntKind::UInt,
        v if i64::try_from(v).is_ok() => IntKind::Long,
        _ => IntKind::ULong,
    }
}

/// The integer type that gcc gives an enumeration with these extreme values.
fn underlying(low: i128, high: i128, packed: bool) -> Option<IntKind> {
    let candidates: &[IntKind] = if low < 0 {
        &[IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long]
    } else {
        &[
            IntKind::UChar,
            IntKind::UShort,
            IntKind::UInt,
            IntKind::ULong,
        ]
    };
    let fits = |kind: &&IntKind| {
        let bits = u32::from(kind.bits());
        let (min, max) = if kind.is_signed() {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        } else {
            (0, (1i128 << bits) - 1)
        };
        (packed || bits >= 32) && min <= low && high <= max
    };
    candidates.iter().find(fits).copied()
}
