//! What lowering computes, written down for a compiler to contradict ([`super::super::facts`]).
//!
//! Comes in: values and types where they are computed, names where they are declared. Goes out: facts in the ledger of
//! the environment. Without a ledger nothing here does anything.

use super::super::ctype::{ArrayLen, CType, IntKind, QualType, RecordId};
use super::super::facts::{Claim, FactKind, equals, spell};
use super::super::layout;
use super::super::normalise::original_name;
use super::Lowerer;
use super::compatible::has_function_pointer;
use super::env::{Entity, Tag};
use super::expr::Raw;
use super::lvalue::LValueKind;
use super::operator::{is_assignment, is_step};
use crate::base::Span;
use crate::ir::GlobalKind;
use lang_c::ast::*;
use lang_c::span::Node;

/// Longer expressions are left to their parts.
const LONGEST: usize = 120;

impl Lowerer<'_> {
    fn observes(&self) -> bool {
        self.env.ledger.as_ref().is_some_and(|l| l.at.is_some())
    }

    /// Facts are stated at this offset from now on; gives back where they were.
    pub fn state_at(&mut self, at: Option<u32>) -> Option<u32> {
        match &mut self.env.ledger {
            Some(ledger) => std::mem::replace(&mut ledger.at, at),
            None => None,
        }
    }

    fn holds(&mut self, kind: FactKind, condition: String) {
        if let Some(ledger) = &mut self.env.ledger {
            ledger.holds(kind, condition);
        }
    }

    fn equal(&mut self, kind: FactKind, text: &str, value: i128) {
        if let Some(condition) = equals(text, value) {
            self.holds(kind, condition);
        }
    }

    /// The text of a node if it may stand somewhere else as well.
    fn text(&self, node: lang_c::span::Span) -> Option<String> {
        let span = self.span(node);
        let text = self.source.snippet(span);
        // A tag or an enumerator must not be declared twice, nor a statement be copied.
        let copyable = !text.is_empty() && !text.contains('{') && !text.contains("&&");
        copyable.then_some(text)
    }

    /// An expression that must be constant has this value.
    pub fn note_constant(&mut self, kind: FactKind, e: &Node<Expression>, value: i128) {
        if self.observes()
            && let Some(text) = self.text(e.span)
        {
            self.equal(kind, &text, value);
        }
    }

    /// As [`Self::note_constant`], for the expressions of static initialisers: only where ISO C has an integer
    /// constant expression is a compiler sure to take it for one.
    pub fn note_initialiser(&mut self, e: &Node<Expression>) {
        if !self.observes() || !self.is_integer_constant(e) {
            return;
        }
        if let Ok(Some(value)) = self.try_constant(e) {
            self.note_constant(FactKind::Initialiser, e, value);
        }
    }

    /// What an expression designates: its type, and its value where the operator makes a constant.
    pub fn note_expression(&mut self, e: &Node<Expression>, raw: &Raw) {
        if !self.observes() {
            return;
        }
        self.note_operator(e, raw);
        if !matches!(
            e.node,
            Expression::Constant(_)
                | Expression::Member(_)
                | Expression::Call(_)
                | Expression::GenericSelection(_)
                | Expression::UnaryOperator(_)
                | Expression::Cast(_)
                | Expression::BinaryOperator(_)
                | Expression::Conditional(_)
        ) {
            return;
        }
        let ty = match raw {
            Raw::L(lvalue) if matches!(lvalue.place, LValueKind::Bits(..)) => return,
            // For gcc, assigning to a bit-field gives a type of its width.
            Raw::V(_) if assigns(e) => return,
            Raw::L(lvalue) => lvalue.ty.clone(),
            Raw::V(operand) => QualType::plain(operand.ty.clone()),
        };
        // gcc gives its own functions attributes that are a part of their type.
        if matches!(&ty.ty, CType::Pointer(to) if matches!(to.ty, CType::Function(_))) {
            return;
        }
        let Some(text) = self.text(e.span).filter(|text| text.len() <= LONGEST) else {
            return;
        };
        self.note_type(
            FactKind::ExpressionType,
            &format!("__typeof__({text})"),
            &ty,
        );
    }

    fn note_operator(&mut self, e: &Node<Expression>, raw: &Raw) {
        let kind = match &e.node {
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => FactKind::SizeOf,
            Expression::AlignOf(_) => FactKind::AlignOf,
            Expression::OffsetOf(_) => FactKind::OffsetOf,
            Expression::Call(c) => match &c.node.callee.node {
                Expression::Identifier(id) => match id.node.name.as_str() {
                    "__tamis_alignof" => FactKind::AlignOf,
                    "__builtin_types_compatible_p" => FactKind::TypesCompatible,
                    _ => return,
                },
                _ => return,
            },
            _ => return,
        };
        let Raw::V(operand) = raw else { return };
        if let Some(value) = self.constant_value(operand.expr) {
            self.note_constant(kind, e, value);
        }
    }

    /// Which association of `_Generic` was taken.
    pub fn note_generic(&mut self, g: &GenericSelection, chosen: usize) {
        if !self.observes() {
            return;
        }
        let Some(controlling) = self.text(g.expression.span) else {
            return;
        };
        let mut list = String::new();
        for (number, association) in g.associations.iter().enumerate() {
            let ty = match &association.node {
                GenericAssociation::Type(a) => self.text(a.node.type_name.span),
                GenericAssociation::Default(_) => Some("default".into()),
            };
            let Some(ty) = ty else { return };
            list += &format!(", {ty}: {number}");
        }
        self.equal(
            FactKind::Generic,
            &format!("_Generic(({controlling}){list})"),
            chosen as i128,
        );
    }

    fn note_type(&mut self, kind: FactKind, text: &str, ty: &QualType) {
        // gcc counts `noreturn` of what a pointer points to as a part of the type, and clang does not.
        let differs = has_function_pointer(&ty.ty) || self.may_be_another(&ty.ty);
        if ty.ty == CType::Void || differs {
            return;
        }
        if let Some(spelled) = spell(ty, &|id| self.record_name(id)) {
            self.holds(
                kind,
                format!("__builtin_types_compatible_p({text}, {spelled})"),
            );
        }
    }

    /// A record by its tag, where that names it here.
    fn record_name(&self, id: RecordId) -> Option<String> {
        let record = &self.env.records[id];
        let tag = record.tag.as_ref()?;
        let word = if record.is_union { "union" } else { "struct" };
        match self.env.tag(tag) {
            Some(Tag::Record(known)) if known == id => {
                Some(format!("{word} {}", original_name(tag)))
            }
            _ => None,
        }
    }

    // ---- declarations ----

    /// Facts about the names that were declared since the last time.
    pub fn note_declared(&mut self) {
        let Some(ledger) = &mut self.env.ledger else {
            return;
        };
        let names = std::mem::take(&mut ledger.declared);
        if ledger.at.is_none() {
            return;
        }
        for name in names {
            match self.env.lookup(&name).cloned() {
                Some(Entity::EnumConst { value, ty }) => {
                    let name = original_name(&name).into_owned();
                    self.equal(FactKind::Enumerator, &name, value);
                    let ty = QualType::plain(ty);
                    self.note_type(FactKind::DeclaredType, &format!("__typeof__({name})"), &ty);
                }
                Some(Entity::Typedef(ty)) => {
                    let name = original_name(&name).into_owned();
                    self.note_layout(&name, &ty, None);
                    self.note_type(FactKind::DeclaredType, &name, &ty);
                    self.note_records(&format!("(*({name} *)0)"), Some(&name), &ty);
                }
                Some(Entity::Global { id, ty }) => {
                    let own = self.env.object_alignment(id);
                    let align = match (&self.env.global(id).kind, own) {
                        (GlobalKind::Object { .. }, Some(own)) => {
                            own.or_else(|| layout::align_of(&ty, &self.env.records))
                        }
                        _ => None,
                    };
                    self.note_object(&name, &ty, align);
                }
                Some(Entity::Var { id, ty }) => {
                    let align = self.vars[id].align;
                    self.note_object(&name, &ty, Some(align));
                }
                Some(Entity::Vla { .. } | Entity::LeftOut) | None => {}
            }
        }
    }

    fn note_object(&mut self, name: &str, ty: &QualType, align: Option<u64>) {
        let name = original_name(name).into_owned();
        let text = format!("__typeof__({name})");
        if align.is_some() {
            self.note_layout(&name, ty, align);
        }
        self.note_type(FactKind::DeclaredType, &text, ty);
        self.note_records(&format!("({name})"), None, ty);
    }

    /// Size and alignment of a type or an object.
    fn note_layout(&mut self, text: &str, ty: &QualType, align: Option<u64>) {
        if let Some(size) = layout::size_of(&ty.ty, &self.env.records) {
            self.equal(FactKind::Size, &format!("sizeof({text})"), size.into());
            let align = align.or_else(|| layout::align_of(ty, &self.env.records));
            if let Some(align) = align {
                let text = format!("__alignof__({text})");
                self.equal(FactKind::Alignment, &text, align.into());
            }
        }
        if let CType::Enum(kind, _) = ty.ty
            && align.is_none()
        {
            self.note_enum(text, kind);
        }
    }

    fn note_enum(&mut self, name: &str, kind: IntKind) {
        let size = i128::from(kind.bits() / 8);
        self.equal(FactKind::EnumType, &format!("sizeof({name})"), size);
        let signed = i128::from(kind.is_signed());
        let text = format!("(({name})-1 < ({name})1)");
        self.equal(FactKind::EnumType, &text, signed);
    }

    /// Looks for a record below arrays and pointers. `base` is an expression of the type, `name` the type's own name.
    fn note_records(&mut self, base: &str, name: Option<&str>, ty: &QualType) {
        let mut base = base.to_string();
        let mut name = name;
        let mut ty = ty.clone();
        let id = loop {
            let inner = match &ty.ty {
                CType::Record(id) => break *id,
                CType::Pointer(inner) | CType::Array(inner, _) => (**inner).clone(),
                _ => return,
            };
            base = format!("(*{base})");
            name = None;
            ty = inner;
        };
        // One with a tag is looked at where its tag is declared.
        if self.env.records[id].tag.is_none() {
            let spelled = name.map_or_else(|| format!("__typeof__{base}"), str::to_string);
            self.note_record(id, &spelled, ty.align);
        }
    }

    /// Facts about the tags that a declaration completed.
    pub fn note_tags(&mut self) {
        let Some(ledger) = &mut self.env.ledger else {
            return;
        };
        for tag in std::mem::take(&mut ledger.tags) {
            match self.env.tag(&tag) {
                Some(Tag::Record(id)) => {
                    if let Some(name) = self.record_name(id) {
                        self.note_record(id, &name, None);
                    }
                }
                Some(Tag::Enum(kind, _)) => {
                    self.note_enum(&format!("enum {}", original_name(&tag)), kind)
                }
                None => {}
            }
        }
    }

    /// `aligned`: the alignment that the name gives the record, if it is a typedef with one of its own.
    fn note_record(&mut self, id: RecordId, name: &str, aligned: Option<u64>) {
        let record = self.env.records[id].clone();
        let Some(layout) = &record.layout else { return };
        let align = aligned.unwrap_or(layout.align);
        let fresh = match &mut self.env.ledger {
            Some(ledger) if ledger.at.is_some() => ledger.records.insert(id),
            _ => false,
        };
        if !fresh {
            return;
        }
        self.equal(
            FactKind::Size,
            &format!("sizeof({name})"),
            layout.size.into(),
        );
        for operator in ["__alignof__", "_Alignof"] {
            let text = format!("{operator}({name})");
            self.equal(FactKind::Alignment, &text, align.into());
        }
        self.note_fields(name, (layout.size, align), 0, id);
    }

    /// The fields of a record that begins `base` bytes into the one that is named.
    fn note_fields(&mut self, name: &str, outer: (u64, u64), base: u64, id: RecordId) {
        let record = self.env.records[id].clone();
        let Some(layout) = &record.layout else { return };
        for field in &layout.fields {
            let at = base + field.offset;
            let Some(field_name) = &field.name else {
                if let CType::Record(inner) = field.ty.ty {
                    self.note_fields(name, outer, at, inner);
                }
                continue;
            };
            let member = original_name(field_name).into_owned();
            if let Some(bits) = field.bits {
                self.note_bits(
                    name,
                    &member,
                    outer,
                    at * 8 + u64::from(bits.first),
                    bits.width,
                );
                continue;
            }
            let text = format!("__builtin_offsetof({name}, {member})");
            self.equal(FactKind::Offset, &text, at.into());
            let access = format!("(({name} *)0)->{member}");
            if let Some(size) = layout::size_of(&field.ty.ty, &self.env.records)
                && !matches!(field.ty.ty, CType::Array(_, ArrayLen::Unknown))
            {
                self.equal(FactKind::Size, &format!("sizeof({access})"), size.into());
            }
            self.note_type(
                FactKind::DeclaredType,
                &format!("__typeof__({access})"),
                &field.ty,
            );
            self.note_records(&format!("({access})"), None, &field.ty);
        }
    }

    /// Only of types with a name at file scope: the objects that show the bits stand there.
    fn note_bits(&mut self, name: &str, field: &str, outer: (u64, u64), first: u64, width: u8) {
        if self.in_function {
            return;
        }
        let claim = Claim::Bits {
            record: name.to_string(),
            field: field.to_string(),
            size: outer.0,
            align: outer.1,
            first,
            width,
        };
        if let Some(ledger) = &mut self.env.ledger {
            ledger.add(FactKind::BitField, claim);
        }
    }

    /// Whether a call can have a value of this type.
    fn can_be_passed(&self, ty: &CType) -> bool {
        match ty {
            CType::Record(id) => self.env.records[*id].layout.is_some(),
            _ => true,
        }
    }

    /// The functions of the file that never return, asked at its end. That others do is not claimed.
    pub fn note_functions(&mut self) {
        for (name, entity) in self.env.names() {
            let Entity::Global { id, ty } = entity else {
                continue;
            };
            let GlobalKind::Function { noreturn: true, .. } = self.env.global(id).kind else {
                continue;
            };
            let CType::Function(function) = &ty.ty else {
                continue;
            };
            if !self.can_be_passed(&function.ret.ty) {
                continue;
            }
            let arguments: Option<Vec<String>> = function
                .params
                .iter()
                .map(|param| {
                    if !self.can_be_passed(&param.ty) {
                        return None;
                    }
                    let pointer = QualType::plain(CType::pointer_to(param.clone()));
                    let spelled = spell(&pointer, &|id| self.record_name(id))?;
                    Some(format!("*({spelled})0"))
                })
                .collect();
            let Some(arguments) = arguments else { continue };
            let name = original_name(&name).into_owned();
            let call = format!("{name}({})", arguments.join(", "));
            let claim = Claim::Noreturn {
                name,
                call,
                noreturn: true,
            };
            if let Some(ledger) = &mut self.env.ledger {
                ledger.add(FactKind::Noreturn, claim);
            }
        }
    }

    /// Works on an item of a block; facts are stated beside it.
    pub fn observed<T>(&mut self, item: &Node<BlockItem>, work: impl FnOnce(&mut Self) -> T) -> T {
        if self.env.ledger.is_none() {
            return work(self);
        }
        let place = self.place_of_item(item);
        let outer = self.state_at(place);
        let result = work(self);
        if matches!(item.node, BlockItem::Declaration(_)) {
            self.note_tags();
            self.note_declared();
        } else if let Some(ledger) = &mut self.env.ledger {
            ledger.forget();
        }
        self.state_at(outer);
        result
    }

    /// Works where no fact can be stated: spans are those of another text, say.
    pub fn unobserved<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.state_at(None);
        let result = work(self);
        self.state_at(outer);
        result
    }

    /// Where a declaration may stand before a statement of a block, or after one of its declarations.
    fn place_of_item(&self, item: &Node<BlockItem>) -> Option<u32> {
        let span = self.span(item.span);
        match &item.node {
            BlockItem::Declaration(_) => after_semicolon(&self.source.text, span),
            BlockItem::StaticAssert(_) => None,
            BlockItem::Statement(_) => before_statement(&self.source.text, span),
        }
    }
}

fn assigns(e: &Node<Expression>) -> bool {
    match &e.node {
        Expression::BinaryOperator(b) => is_assignment(&b.node.operator.node),
        Expression::UnaryOperator(u) => is_step(&u.node.operator.node),
        _ => false,
    }
}

fn after_semicolon(text: &str, span: Span) -> Option<u32> {
    let inside = text.get(span.range())?;
    if inside.ends_with(';') {
        return Some(span.end);
    }
    let rest = text.get(span.end as usize..)?;
    let gap = rest.len() - rest.trim_start().len();
    rest.trim_start()
        .starts_with(';')
        .then(|| span.end + gap as u32 + 1)
}

/// Before pragmas and words such as `__extension__` that belong to the statement.
fn before_statement(text: &str, span: Span) -> Option<u32> {
    let mut end = span.start as usize;
    loop {
        let before = text.get(..end)?.trim_end();
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        if before[line..].trim_start().starts_with('#') {
            end = line;
            continue;
        }
        let word = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if word.len() < before.len() {
            end = word.len();
            continue;
        }
        return before
            .ends_with([';', '{', '}'])
            .then_some(before.len() as u32);
    }
}
