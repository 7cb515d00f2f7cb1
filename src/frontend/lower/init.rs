//! Initialisers: from the nested lists of the source to values at offsets (C11 6.7.9), and into local objects.
//!
//! `overrides.rs` says which of the values count, `static_init.rs` makes bytes of them.

use super::super::ctype::{ArrayLen, BitRange, CType, QualType};
use super::super::layout;
use super::literal::{string_units, units_to_bytes};
use super::lvalue::{LValue, LValueKind};
use super::overrides::Step;
use super::{Fail, Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

/// One scalar, structure or string of an initialiser, with its place in the object.
pub struct InitItem<'n> {
    pub offset: u64,
    pub ty: QualType,
    pub bits: Option<BitRange>,
    pub value: InitValue<'n>,
    pub span: Span,
}

pub enum InitValue<'n> {
    Expr(&'n Node<Expression>),
    Bytes(Vec<u8>),
}

/// More elements than this in one range designator are refused.
const MAX_RANGE: i128 = 1 << 20;

/// More designated elements than this in one declaration are refused: ranges nest.
const MAX_DESIGNATED: u32 = 1 << 20;

type Items<'n> = &'n [Node<InitializerListItem>];

/// The next item of a braced list.
struct Cursor<'n> {
    items: Items<'n>,
    next: usize,
}

/// An item with designators, of which the last ones are still to be followed.
#[derive(Clone, Copy)]
struct Designation<'n> {
    rest: &'n [Node<Designator>],
    item: &'n Node<InitializerListItem>,
}

impl<'n> Designation<'n> {
    /// The designator that was followed last.
    fn last(&self) -> Option<&'n Node<Designator>> {
        self.item.node.designation.iter().rev().nth(self.rest.len())
    }

    fn next(&self) -> Option<(&'n Node<Designator>, Designation<'n>)> {
        let (first, rest) = self.rest.split_first()?;
        Some((first, Designation { rest, ..*self }))
    }
}

impl<'n> Cursor<'n> {
    fn peek(&self) -> Option<&'n Node<InitializerListItem>> {
        self.items.get(self.next)
    }

    fn peek_plain(&self) -> Option<&'n Node<InitializerListItem>> {
        self.peek().filter(|item| item.node.designation.is_empty())
    }
}

impl Lowerer<'_> {
    /// Flattens an initialiser. Gives the type with its array length filled in, and the items.
    pub fn flatten<'n>(
        &mut self,
        ty: &QualType,
        init: &'n Node<Initializer>,
    ) -> Lower<(QualType, Vec<InitItem<'n>>)> {
        match &init.node {
            Initializer::List(items) => self.flatten_list(ty, items),
            Initializer::Expression(e) => {
                let mut out = Vec::new();
                let len = self.whole(ty, None, e, 0, &mut out)?;
                self.flattened(ty, len, out)
            }
        }
    }

    /// Flattens the braces of a compound literal.
    pub fn flatten_list<'n>(
        &mut self,
        ty: &QualType,
        items: Items<'n>,
    ) -> Lower<(QualType, Vec<InitItem<'n>>)> {
        let mut out = Vec::new();
        let len = self.braced(ty, None, items, 0, &mut out)?;
        self.flattened(ty, len, out)
    }

    fn flattened<'n>(
        &mut self,
        ty: &QualType,
        len: Option<u64>,
        steps: Vec<Step<'n>>,
    ) -> Lower<(QualType, Vec<InitItem<'n>>)> {
        let mut ty = ty.clone();
        if let (CType::Array(element, ArrayLen::Unknown), Some(n)) = (&ty.ty, len) {
            ty.ty = CType::Array(element.clone(), ArrayLen::Fixed(n));
        }
        Ok((ty, self.without_overridden(steps)?))
    }

    /// An object initialised by one expression.
    fn whole<'n>(
        &mut self,
        ty: &QualType,
        bits: Option<BitRange>,
        e: &'n Node<Expression>,
        offset: u64,
        out: &mut Vec<Step<'n>>,
    ) -> Lower<Option<u64>> {
        if let Some(len) = self.string_into(ty, e, offset, out)? {
            return Ok(Some(len));
        }
        let span = self.span(e.span);
        out.push(Step::Item(InitItem {
            offset,
            ty: ty.clone(),
            bits,
            value: InitValue::Expr(e),
            span,
        }));
        Ok(None)
    }

    /// A character array initialised by a string; gives the length with the terminator.
    fn string_into<'n>(
        &mut self,
        ty: &QualType,
        e: &Node<Expression>,
        offset: u64,
        out: &mut Vec<Step<'n>>,
    ) -> Lower<Option<u64>> {
        let (CType::Array(element, len), Expression::StringLiteral(s)) = (&ty.ty, &e.node) else {
            return Ok(None);
        };
        let CType::Int(kind) = element.ty else {
            return Ok(None);
        };
        let (unit_kind, units) = string_units(&s.node, self.plain_char);
        if unit_kind.bits() != kind.bits() {
            return Ok(None);
        }
        let mut bytes = units_to_bytes(&units, unit_kind);
        let unit = u64::from(kind.bits()) / 8;
        let full = units.len() as u64 + 1;
        let len = match len {
            ArrayLen::Fixed(n) => *n,
            _ => full,
        };
        let wanted = usize::try_from(len.min(full) * unit).unwrap_or(usize::MAX);
        bytes.resize(bytes.len() + unit as usize, 0);
        bytes.truncate(wanted);
        let span = self.span(e.span);
        out.push(self.reset(ty, offset));
        out.push(Step::Item(InitItem {
            offset,
            ty: ty.clone(),
            bits: None,
            value: InitValue::Bytes(bytes),
            span,
        }));
        Ok(Some(len))
    }

    /// `{ … }` for an object of this type; gives the number of elements of an array.
    fn braced<'n>(
        &mut self,
        ty: &QualType,
        bits: Option<BitRange>,
        items: Items<'n>,
        offset: u64,
        out: &mut Vec<Step<'n>>,
    ) -> Lower<Option<u64>> {
        // `{ "text" }` for a character array.
        if let [item] = items
            && item.node.designation.is_empty()
            && let Initializer::Expression(e) = &item.node.initializer.node
            && let Some(len) = self.string_into(ty, e, offset, out)?
        {
            return Ok(Some(len));
        }
        let mut cursor = Cursor { items, next: 0 };
        match &ty.ty {
            CType::Array(..) | CType::Record(_) | CType::Vector(..) => {
                out.push(self.reset(ty, offset));
                self.fill(ty, &mut cursor, offset, true, out)
            }
            _ => {
                let Some(item) = cursor.peek() else {
                    return Ok(None);
                };
                match &item.node.initializer.node {
                    Initializer::Expression(e) => self.whole(ty, bits, e, offset, out),
                    Initializer::List(inner) => self.braced(ty, bits, inner, offset, out),
                }
            }
        }
    }

    /// Fills the members of an aggregate from the list. Without braces of its own it stops when
    /// it is full or when a designator calls for the enclosing braces.
    fn fill<'n>(
        &mut self,
        ty: &QualType,
        cursor: &mut Cursor<'n>,
        offset: u64,
        braced: bool,
        out: &mut Vec<Step<'n>>,
    ) -> Lower<Option<u64>> {
        let mut index = 0u64;
        let mut len = 0u64;
        while let Some(item) = cursor.peek() {
            let span = self.span(item.span);
            if let Some((first, rest)) = item.node.designation.split_first() {
                if !braced {
                    break;
                }
                cursor.next += 1;
                let (from, to) = self.designate(ty, first, span)?;
                self.evaluated_once(from, to, item)?;
                let by = Designation { rest, item };
                for i in from..=to {
                    self.designated(ty, i, by, offset, out)?;
                }
                if !rest.is_empty() && cursor.peek_plain().is_some() {
                    return self.fail(
                        span,
                        "an initialiser that goes on inside a nested designator",
                    );
                }
                index = to + 1;
                len = len.max(index);
                continue;
            }
            let Some((member, at, bits)) = self.member_at(ty, index) else {
                if !braced {
                    break;
                }
                // Too many initialisers: gcc warns and ignores them.
                cursor.next += 1;
                continue;
            };
            let before = cursor.next;
            self.element(&member, bits, cursor, offset + at, out)?;
            out.extend(self.chosen_member(ty, index, offset, span));
            if cursor.next == before && !matches!(ty.ty, CType::Record(_)) {
                // An element without members takes nothing, and so does each one after it.
                if !braced {
                    break;
                }
                cursor.next += 1;
            }
            index += 1;
            len = len.max(index);
            if matches!(&ty.ty, CType::Record(id) if self.env.records[*id].is_union) {
                index = u64::MAX;
            }
        }
        Ok(matches!(ty.ty, CType::Array(..)).then_some(len))
    }

    /// The member or element with this number: type, offset, bits.
    fn member_at(&self, ty: &QualType, index: u64) -> Option<(QualType, u64, Option<BitRange>)> {
        match &ty.ty {
            CType::Array(element, len) => {
                if matches!(len, ArrayLen::Fixed(n) if index >= *n) {
                    return None;
                }
                let size = layout::size_of(&element.ty, &self.env.records)?;
                Some(((**element).clone(), index.checked_mul(size)?, None))
            }
            CType::Vector(element, bytes) => {
                let size = layout::size_of(element, &self.env.records)?;
                let at = index.checked_mul(size).filter(|at| at < bytes)?;
                Some((QualType::plain((**element).clone()), at, None))
            }
            CType::Record(id) => {
                let layout = self.env.records[*id].layout.as_ref()?;
                let field = layout.fields.get(usize::try_from(index).ok()?)?;
                Some((field.ty.clone(), field.offset, field.bits))
            }
            _ => None,
        }
    }

    /// One member, from an expression, braces of its own, or as many items as it takes.
    fn element<'n>(
        &mut self,
        ty: &QualType,
        bits: Option<BitRange>,
        cursor: &mut Cursor<'n>,
        offset: u64,
        out: &mut Vec<Step<'n>>,
    ) -> Lower<()> {
        let Some(item) = cursor.peek() else {
            return Ok(());
        };
        match &item.node.initializer.node {
            Initializer::List(items) => {
                cursor.next += 1;
                self.braced(ty, bits, items, offset, out)?;
            }
            Initializer::Expression(e) => {
                if self.takes_whole(ty, e)? {
                    cursor.next += 1;
                    self.whole(ty, bits, e, offset, out)?;
                } else {
                    let before = cursor.next;
                    self.fill(ty, cursor, offset, false, out)?;
                    if cursor.next == before {
                        // An empty aggregate takes nothing; the value is for the next member.
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the expression initialises the whole object and not its first member.
    fn takes_whole(&mut self, ty: &QualType, e: &Node<Expression>) -> Lower<bool> {
        match &ty.ty {
            CType::Array(element, _) => {
                let characters = matches!(element.ty, CType::Int(kind) if kind.bits() <= 32);
                Ok(characters && matches!(e.node, Expression::StringLiteral(_)))
            }
            CType::Record(_) => {
                if matches!(
                    e.node,
                    Expression::Constant(_) | Expression::StringLiteral(_)
                ) {
                    return Ok(false);
                }
                Ok(self.type_of(e)?.ty == ty.ty)
            }
            CType::Vector(..) => Ok(!matches!(e.node, Expression::Constant(_))),
            _ => Ok(true),
        }
    }

    /// The members that a designator names: a range for `[a ... b]`.
    fn designate(
        &mut self,
        ty: &QualType,
        designator: &Node<Designator>,
        span: Span,
    ) -> Lower<(u64, u64)> {
        let number =
            |value: i128| u64::try_from(value).map_err(|_| Fail::new(span, "a negative index"));
        match &designator.node {
            Designator::Index(e) => {
                let index = number(self.constant(e)?)?;
                Ok((index, index))
            }
            Designator::Range(range) => {
                let (from, to) = (
                    self.constant(&range.node.from)?,
                    self.constant(&range.node.to)?,
                );
                if to < from || to - from > MAX_RANGE {
                    return self.fail(span, "a range of elements too large to spell out");
                }
                Ok((number(from)?, number(to)?))
            }
            Designator::Member(id) => {
                let CType::Record(record) = ty.ty else {
                    return self.fail(
                        span,
                        "a member designator for something that is not a structure",
                    );
                };
                let name = &id.node.name;
                match layout::find_field(record, name, &self.env.records) {
                    Some((path, _, _)) => {
                        let index = path.first().copied().unwrap_or(0) as u64;
                        Ok((index, index))
                    }
                    None => self.fail(span, &format!("no member `{name}` here")),
                }
            }
        }
    }

    /// Initialises what a designator and its rest name inside member `index`.
    fn designated<'n>(
        &mut self,
        ty: &QualType,
        index: u64,
        by: Designation<'n>,
        offset: u64,
        out: &mut Vec<Step<'n>>,
    ) -> Lower<()> {
        let span = self.span(by.item.span);
        self.designated += 1;
        if self.designated > MAX_DESIGNATED {
            return self.fail(span, "an initialiser with ranges too large to spell out");
        }
        let Some((member, at, bits)) = self.member_at(ty, index) else {
            return self.fail(span, "a designator outside of the object");
        };
        match self.through_anonymous(ty, by) {
            Some(designator) => {
                let (inner, _) = self.designate(&member, designator, span)?;
                self.designated(&member, inner, by, offset + at, out)?;
            }
            None => self.inside_designated(&member, bits, by, offset + at, out)?,
        }
        out.extend(self.chosen_member(ty, index, offset, span));
        Ok(())
    }

    /// The last designator, if its name is found inside an anonymous member: it designates through that.
    fn through_anonymous<'n>(
        &self,
        ty: &QualType,
        by: Designation<'n>,
    ) -> Option<&'n Node<Designator>> {
        let (CType::Record(record), designator) = (&ty.ty, by.last()?) else {
            return None;
        };
        let Designator::Member(id) = &designator.node else {
            return None;
        };
        let (path, ..) = layout::find_field(*record, &id.node.name, &self.env.records)?;
        (path.len() > 1).then_some(designator)
    }

    fn inside_designated<'n>(
        &mut self,
        member: &QualType,
        bits: Option<BitRange>,
        by: Designation<'n>,
        offset: u64,
        out: &mut Vec<Step<'n>>,
    ) -> Lower<()> {
        let span = self.span(by.item.span);
        if let Some((first, rest)) = by.next() {
            let (from, to) = self.designate(member, first, span)?;
            self.evaluated_once(from, to, by.item)?;
            for i in from..=to {
                self.designated(member, i, rest, offset, out)?;
            }
            return Ok(());
        }
        match &by.item.node.initializer.node {
            Initializer::List(items) => {
                self.braced(member, bits, items, offset, out)?;
            }
            Initializer::Expression(e) if self.takes_whole(member, e)? => {
                self.whole(member, bits, e, offset, out)?;
            }
            Initializer::Expression(_) => {
                return self.fail(span, "a designated aggregate without braces");
            }
        }
        Ok(())
    }

    /// Initialises a local object.
    pub fn initialise(&mut self, place: &LValue, items: Vec<InitItem>, span: Span) -> Lower<()> {
        let scalar = place.ty.ty.scalar().is_some();
        if let [
            InitItem {
                value: InitValue::Expr(e),
                offset: 0,
                ..
            },
        ] = items.as_slice()
            && (scalar || place.ty.ty.is_aggregate() && self.takes_whole(&place.ty, e)?)
        {
            return self.initialise_whole(place, e);
        }
        let dst = self.address(place, span)?;
        let Some(size) = layout::size_of(&place.ty.ty, &self.env.records) else {
            return self.fail(span, "an initialiser for an incomplete type");
        };
        self.emit(InstKind::Zero { dst, size }, span)?;
        self.forget_padding(dst, &place.ty.ty, &items, span)?;
        for item in items {
            let at = self.offset(dst, item.offset);
            match item.value {
                InitValue::Expr(e) => {
                    let place = match item.bits {
                        Some(bits) => LValueKind::Bits(at, bits),
                        None => LValueKind::Mem(at),
                    };
                    let mut ty = item.ty;
                    // The first write to an object is an initialisation, whatever its qualifiers.
                    ty.quals = Default::default();
                    self.initialise_whole(&LValue { place, ty }, e)?;
                }
                InitValue::Bytes(bytes) => {
                    let size = bytes.len() as u64;
                    let constant = self.constant_object(".init", bytes, 1, item.span);
                    let src = self.expr(ExprKind::GlobalAddr(constant), Ty::Ptr);
                    self.emit(InstKind::Copy { dst: at, src, size }, item.span)?;
                }
            }
        }
        Ok(())
    }

    fn initialise_whole(&mut self, place: &LValue, e: &Node<Expression>) -> Lower<()> {
        let span = self.span(e.span);
        let (_, value) = self.full_value(e, true)?;
        if place.ty.ty.is_aggregate() {
            self.copy_record(place, value, span)?;
            return Ok(());
        }
        let value = self.convert(value, &place.ty.ty, span)?;
        self.write(place, value.expr, span)
    }

    /// `(T){ … }`: an unnamed object of the block, or a static one outside of functions.
    pub fn compound_literal(&mut self, c: &CompoundLiteral, span: Span) -> Lower<LValue> {
        let ty = self.type_name(&c.type_name)?;
        if self.graph.current.is_none() {
            let (ty, items) = self.flatten_list(&ty, &c.initializer_list)?;
            let init = self.static_items(items)?;
            let name = format!(".literal.{}", self.strings);
            self.strings += 1;
            let id = self.static_object(name, &ty, Some(init), Linkage::Internal, span)?;
            let address = self.expr(ExprKind::GlobalAddr(id), Ty::Ptr);
            return Ok(LValue {
                place: LValueKind::Mem(address),
                ty,
            });
        }
        let (ty, items) = self.flatten_list(&ty, &c.initializer_list)?;
        let Some(size) = layout::size_of(&ty.ty, &self.env.records) else {
            return self.fail(span, "a compound literal of incomplete type");
        };
        let align = layout::align_of(&ty, &self.env.records).unwrap_or(1);
        let var = self.aggregate_temp(size, align, span);
        let outer = self.graph.full_expression.take();
        let place = LValue {
            place: LValueKind::Mem(self.var_addr(var)),
            ty,
        };
        self.initialise(&place, items, span)?;
        self.graph.full_expression = outer;
        Ok(place)
    }
}
