//! Initialisers: from the nested lists of the source to values at offsets (C11 6.7.9).

use super::super::ctype::{ArrayLen, BitRange, CType, QualType};
use super::super::layout;
use super::literal::{string_units, units_to_bytes};
use super::lvalue::{LValue, Place};
use super::{Fail, Lower, Lowerer};
use crate::base::Span;
use crate::ir::Constant;
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

/// A constant whose bytes we do not know, such as `0.1L`: the object exists, its content is open.
pub const UNKNOWN_CONTENT: &str = "a floating constant that is not exact";

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
        let mut out = Vec::new();
        let len = match &init.node {
            Initializer::List(items) => self.braced(ty, items, 0, &mut out)?,
            Initializer::Expression(e) => self.whole(ty, e, 0, &mut out)?,
        };
        let mut ty = ty.clone();
        if let (CType::Array(element, ArrayLen::Unknown), Some(n)) = (&ty.ty, len) {
            ty.ty = CType::Array(element.clone(), ArrayLen::Fixed(n));
        }
        Ok((ty, out))
    }

    /// Flattens the braces of a compound literal.
    pub fn flatten_list<'n>(
        &mut self,
        ty: &QualType,
        items: Items<'n>,
    ) -> Lower<(QualType, Vec<InitItem<'n>>)> {
        let mut out = Vec::new();
        let len = self.braced(ty, items, 0, &mut out)?;
        let mut ty = ty.clone();
        if let (CType::Array(element, ArrayLen::Unknown), Some(n)) = (&ty.ty, len) {
            ty.ty = CType::Array(element.clone(), ArrayLen::Fixed(n));
        }
        Ok((ty, out))
    }

    /// An object initialised by one expression.
    fn whole<'n>(
        &mut self,
        ty: &QualType,
        e: &'n Node<Expression>,
        offset: u64,
        out: &mut Vec<InitItem<'n>>,
    ) -> Lower<Option<u64>> {
        if let Some(len) = self.string_into(ty, e, offset, out)? {
            return Ok(Some(len));
        }
        let span = self.span(e.span);
        out.push(InitItem {
            offset,
            ty: ty.clone(),
            bits: None,
            value: InitValue::Expr(e),
            span,
        });
        Ok(None)
    }

    /// A character array initialised by a string; gives the length with the terminator.
    fn string_into<'n>(
        &mut self,
        ty: &QualType,
        e: &Node<Expression>,
        offset: u64,
        out: &mut Vec<InitItem<'n>>,
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
        out.push(InitItem {
            offset,
            ty: ty.clone(),
            bits: None,
            value: InitValue::Bytes(bytes),
            span,
        });
        Ok(Some(len))
    }

    /// `{ … }` for an object of this type; gives the number of elements of an array.
    fn braced<'n>(
        &mut self,
        ty: &QualType,
        items: Items<'n>,
        offset: u64,
        out: &mut Vec<InitItem<'n>>,
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
                self.fill(ty, &mut cursor, offset, true, out)
            }
            _ => {
                let Some(item) = cursor.peek() else {
                    return Ok(None);
                };
                match &item.node.initializer.node {
                    Initializer::Expression(e) => self.whole(ty, e, offset, out),
                    Initializer::List(inner) => self.braced(ty, inner, offset, out),
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
        out: &mut Vec<InitItem<'n>>,
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
                for i in from..=to {
                    self.designated(ty, i, rest, item, offset, out)?;
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
        out: &mut Vec<InitItem<'n>>,
    ) -> Lower<()> {
        let Some(item) = cursor.peek() else {
            return Ok(());
        };
        match &item.node.initializer.node {
            Initializer::List(items) => {
                cursor.next += 1;
                self.braced(ty, items, offset, out)?;
            }
            Initializer::Expression(e) => {
                if self.takes_whole(ty, e)? {
                    cursor.next += 1;
                    let first = out.len();
                    self.whole(ty, e, offset, out)?;
                    for item in &mut out[first..] {
                        item.bits = bits;
                    }
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
        rest: &'n [Node<Designator>],
        item: &'n Node<InitializerListItem>,
        offset: u64,
        out: &mut Vec<InitItem<'n>>,
    ) -> Lower<()> {
        let span = self.span(item.span);
        self.designated += 1;
        if self.designated > MAX_DESIGNATED {
            return self.fail(span, "an initialiser with ranges too large to spell out");
        }
        let Some((member, at, bits)) = self.member_at(ty, index) else {
            return self.fail(span, "a designator outside of the object");
        };
        let offset = offset + at;
        // A name found inside an anonymous member designates through it.
        if let CType::Record(record) = ty.ty
            && let Some(Designator::Member(id)) = item
                .node
                .designation
                .iter()
                .rev()
                .nth(rest.len())
                .map(|d| &d.node)
            && let Some((path, ..)) = layout::find_field(record, &id.node.name, &self.env.records)
            && path.len() > 1
        {
            let Some(designator) = item.node.designation.iter().rev().nth(rest.len()) else {
                return Ok(());
            };
            let (inner, _) = self.designate(&member, designator, span)?;
            return self.designated(&member, inner, rest, item, offset, out);
        }
        if let Some((first, rest)) = rest.split_first() {
            let (from, to) = self.designate(&member, first, span)?;
            for i in from..=to {
                self.designated(&member, i, rest, item, offset, out)?;
            }
            return Ok(());
        }
        let first = out.len();
        match &item.node.initializer.node {
            Initializer::List(items) => {
                self.braced(&member, items, offset, out)?;
            }
            Initializer::Expression(e) if self.takes_whole(&member, e)? => {
                self.whole(&member, e, offset, out)?;
            }
            Initializer::Expression(_) => {
                return self.fail(span, "a designated aggregate without braces");
            }
        }
        for item in &mut out[first..] {
            item.bits = item.bits.or(bits);
        }
        Ok(())
    }

    // ---- objects with automatic storage ----

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
                        Some(bits) => Place::Bits(at, bits),
                        None => Place::Mem(at),
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

    // ---- objects with static storage ----

    /// The bytes of a static object if they are known, and its type with the array length
    /// filled in.
    pub fn static_init(
        &mut self,
        ty: &QualType,
        init: &Node<Initializer>,
    ) -> Lower<(QualType, Option<Init>)> {
        self.constant_context(|this| {
            let (ty, items) = this.flatten(ty, init)?;
            match this.static_items(items) {
                Ok(content) => Ok((ty, Some(content))),
                Err(fail) if fail.construct == UNKNOWN_CONTENT => Ok((ty, None)),
                Err(fail) => Err(fail),
            }
        })
    }

    fn static_items(&mut self, items: Vec<InitItem>) -> Lower<Init> {
        let mut init = Init::default();
        for item in items {
            match item.value {
                InitValue::Bytes(bytes) => put(&mut init, item.offset, &bytes, item.span)?,
                InitValue::Expr(e) => {
                    self.static_item(&mut init, item.offset, &item.ty, item.bits, e)?
                }
            }
        }
        Ok(init)
    }

    fn static_item(
        &mut self,
        init: &mut Init,
        offset: u64,
        ty: &QualType,
        bits: Option<BitRange>,
        e: &Node<Expression>,
    ) -> Lower<()> {
        let span = self.span(e.span);
        // A compound literal as the whole value: its own initialiser is meant.
        if let Expression::CompoundLiteral(literal) = &e.node
            && ty.ty.scalar().is_none()
        {
            let (_, items) = self.flatten_list(ty, &literal.node.initializer_list)?;
            let inner = self.static_items(items)?;
            put(init, offset, &inner.bytes, span)?;
            init.relocs.retain(|r| {
                r.offset + 8 <= offset || r.offset >= offset + inner.bytes.len() as u64
            });
            init.relocs.extend(inner.relocs.iter().map(|r| Reloc {
                offset: r.offset + offset,
                ..*r
            }));
            return Ok(());
        }
        self.note_initialiser(e);
        let value = self.rvalue(e)?;
        let value = self.convert(value, &ty.ty, span)?;
        let scalar = self.scalar(&ty.ty, span)?;
        let size = scalar.size();
        // Initialising a member twice: the last one counts.
        init.relocs
            .retain(|r| bits.is_some() || r.offset + 8 <= offset || r.offset >= offset + size);
        match fold(&self.exprs, value.expr) {
            Constant::Int(value) => match bits {
                Some(range) => put_bits(init, offset, range, value, span),
                None => put(
                    init,
                    offset,
                    &value.to_le_bytes()[..size.min(16) as usize],
                    span,
                ),
            },
            Constant::Float(value) => match scalar {
                Ty::Float(FloatKind::F32) => put(init, offset, &(value as f32).to_le_bytes(), span),
                Ty::Float(FloatKind::F64) => put(init, offset, &value.to_le_bytes(), span),
                Ty::Float(kind) => put(init, offset, &super::literal::extended(value, kind), span),
                _ => self.fail(span, "an initialiser that is not constant"),
            },
            Constant::Address {
                base,
                offset: addend,
            } if size == 8 => {
                put(init, offset, &[0; 8], span)?;
                init.relocs.push(Reloc {
                    offset,
                    target: base,
                    addend,
                });
                Ok(())
            }
            Constant::NotConstant
                if matches!(scalar, Ty::Float(_)) && self.graph.current.is_none() =>
            {
                self.fail(span, UNKNOWN_CONTENT)
            }
            _ => self.fail(span, "an initialiser that is not constant"),
        }
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
                place: Place::Mem(address),
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
            place: Place::Mem(self.var_addr(var)),
            ty,
        };
        self.initialise(&place, items, span)?;
        self.graph.full_expression = outer;
        Ok(place)
    }
}

/// The largest static object whose bytes we hold.
const MAX_STATIC: u64 = 1 << 28;

fn put(init: &mut Init, offset: u64, bytes: &[u8], span: Span) -> Lower<()> {
    let end = offset + bytes.len() as u64;
    if end > MAX_STATIC {
        return Err(Fail::new(span, "a static object of more than 256 MiB"));
    }
    if init.bytes.len() < end as usize {
        init.bytes.resize(end as usize, 0);
    }
    init.bytes[offset as usize..end as usize].copy_from_slice(bytes);
    Ok(())
}

fn put_bits(init: &mut Init, offset: u64, range: BitRange, value: i128, span: Span) -> Lower<()> {
    for i in 0..u64::from(range.width) {
        let bit = u64::from(range.first) + i;
        let byte = offset + bit / 8;
        if init.bytes.len() as u64 <= byte {
            put(init, byte, &[0], span)?;
        }
        let mask = 1u8 << (bit % 8);
        let slot = &mut init.bytes[byte as usize];
        *slot = if value >> i & 1 == 1 {
            *slot | mask
        } else {
            *slot & !mask
        };
    }
    Ok(())
}
