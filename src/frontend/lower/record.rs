//! `struct`, `union` and `enum`.

use super::super::attribute::Attribute;
use super::super::ctype::{CType, IntKind, Record, RecordLayout};
use super::super::facts::FactKind;
use super::super::layout;
use super::env::{Entity, Tag};
use super::types::Declared;
use super::{Fail, Lower, Lowerer};
use lang_c::ast::*;
use lang_c::span::Node;
use std::sync::Arc;

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
        if let Some(tag) = &tag {
            self.env.completed(tag);
        }
        let record = Record {
            tag,
            is_union,
            layout: Some(layout),
        };
        self.env.records[id] = Arc::new(record);
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
        let mut attrs = layout::RecordAttrs {
            packed: false,
            aligned: None,
            pragma_pack: self.pragma_pack,
        };
        let list: Vec<_> = self.chunk.record_attributes(node.span).cloned().collect();
        for attribute in &list {
            match attribute.name.as_str() {
                "packed" => attrs.packed = true,
                "aligned" => attrs.aligned = self.alignment(attribute)?.max(attrs.aligned),
                "transparent_union" => {}
                "ms_struct" | "scalar_storage_order" => {
                    return self.fail(attribute.span, &format!("attribute `{}`", attribute.name));
                }
                _ => {}
            }
        }
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
        let base = self.qualified_specifiers(&field.node.specifiers, span)?;
        let (mut packed, mut aligned) = (false, None);
        let list: Vec<_> = self.chunk.attributes_of(field.span).cloned().collect();
        for attribute in &list {
            match attribute.name.as_str() {
                "packed" => packed = true,
                "aligned" => aligned = self.alignment(attribute)?.max(aligned),
                "mode" | "vector_size" => {
                    return self.fail(
                        attribute.span,
                        &format!("attribute `{}` on a field", attribute.name),
                    );
                }
                _ => {}
            }
        }
        if field.node.declarators.is_empty() {
            // An anonymous member; anything else declares nothing.
            if matches!(base.ty, CType::Record(_)) {
                out.push(layout::FieldDecl {
                    name: None,
                    ty: base,
                    bit_width: None,
                    packed,
                    aligned,
                });
            }
            return Ok(());
        }
        for declarator in &field.node.declarators {
            let declared = match &declarator.node.declarator {
                Some(d) => self.declarator(base.clone(), d)?,
                None => Declared {
                    name: None,
                    ty: base.clone(),
                    params: Vec::new(),
                    old_style: None,
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
                packed,
                aligned,
            });
        }
        Ok(())
    }

    /// The argument of `aligned`: a number, or the largest alignment without one.
    fn alignment(&mut self, attribute: &Attribute) -> Lower<Option<u64>> {
        if attribute.args.trim().is_empty() {
            return Ok(Some(16));
        }
        let align = match self.chunk.argument(attribute) {
            Some(argument) => self.on_short_lived(|this| match &argument {
                TypeOf::Expression(e) => Ok(u64::try_from(this.constant(e)?).ok()),
                TypeOf::Type(name) => {
                    let ty = this.type_name(name)?;
                    Ok(layout::align_of(&ty.ty, &this.env.records))
                }
            })?,
            None => None,
        };
        match align {
            Some(align) => Ok(Some(align)),
            None => self.fail(attribute.span, "attribute `aligned` with such an argument"),
        }
    }

    /// `enum e : T`, which the normalising pass keeps as an attribute.
    fn underlying_attribute(&mut self, node: &Node<EnumType>) -> Lower<Option<IntKind>> {
        let mut list = self.chunk.record_attributes(node.span);
        let Some(attribute) = list.find(|a| a.name == "underlying").cloned() else {
            return Ok(None);
        };
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
            let known = tag.as_ref().and_then(|tag| self.env.tag(tag));
            return Ok(CType::Enum(match known {
                Some(Tag::Enum(kind)) => kind,
                _ => IntKind::UInt,
            }));
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
        let packed = self
            .chunk
            .record_attributes(node.span)
            .any(|a| a.name == "packed");
        let kind = underlying_type.unwrap_or_else(|| underlying(low, high, packed));
        for (name, value) in values {
            let fits = i32::try_from(value).is_ok();
            let ty = CType::Int(if fits { IntKind::Int } else { kind });
            self.env.declare(&name, Entity::EnumConst { value, ty });
        }
        if let Some(tag) = tag {
            self.env.completed(&tag);
            self.env.declare_tag(&tag, Tag::Enum(kind));
        }
        Ok(CType::Enum(kind))
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
fn underlying(low: i128, high: i128, packed: bool) -> IntKind {
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
    candidates
        .iter()
        .find(fits)
        .copied()
        .unwrap_or(IntKind::Long)
}
