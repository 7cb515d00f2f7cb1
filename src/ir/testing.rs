//! For tests: functions built by hand.

use super::*;
use crate::base::{Id, IdVec, Span};

pub fn int(bits: u8) -> Ty {
    Ty::Int { bits, signed: true }
}

/// Appends to the current block of a function.
pub struct Builder {
    f: Function,
    current: BlockId,
}

impl Builder {
    pub fn new() -> Self {
        let mut blocks = IdVec::new();
        let current = blocks.push(open_block());
        let mut points = IdVec::new();
        let entry_point = points.push(Point {
            anchor: Anchor::Entry,
            sequenced: true,
        });
        let f = Function {
            blocks,
            points,
            entry_point,
            ..Function::empty("f", GlobalId::from_index(0), Ret::Void)
        };
        Builder { f, current }
    }

    pub fn param(&mut self, ty: Ty) -> VarId {
        let param = self.var(VarKind::Param, Some(ty), ty.size());
        self.f.params.push(param);
        param
    }

    pub fn local(&mut self, ty: Ty) -> VarId {
        self.var(VarKind::Local, Some(ty), ty.size())
    }

    pub fn aggregate(&mut self, size: u64) -> VarId {
        self.var(VarKind::Local, None, size)
    }

    fn var(&mut self, kind: VarKind, ty: Option<Ty>, size: u64) -> VarId {
        self.f.vars.push(Var {
            name: "x".to_string(),
            kind,
            ty,
            size,
            align: 1,
            address_taken: ty.is_none(),
            volatile: false,
            scope: Span::default(),
            span: Span::default(),
        })
    }

    pub fn expr(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.f.implicit(kind, ty)
    }

    /// A constant of type `int`.
    pub fn int(&mut self, value: i128) -> ExprId {
        self.expr(ExprKind::Int(value), Ty::INT)
    }

    pub fn block(&mut self) -> BlockId {
        self.f.blocks.push(open_block())
    }

    /// What follows goes to this block.
    pub fn at(&mut self, block: BlockId) {
        self.current = block;
    }

    pub fn push(&mut self, kind: InstKind) {
        let span = Span::default();
        self.f.blocks[self.current].insts.push(Inst { kind, span });
    }

    pub fn assign(&mut self, var: VarId, value: ExprId) {
        self.push(InstKind::Assign { var, value });
    }

    pub fn point(&mut self) -> PointId {
        let point = self.f.points.push(Point {
            anchor: Anchor::Entry,
            sequenced: true,
        });
        self.push(InstKind::Point(point));
        point
    }

    pub fn end(&mut self, kind: TermKind) {
        self.f.blocks[self.current].term.kind = kind;
    }

    pub fn finish(self) -> Function {
        self.f
    }
}

fn open_block() -> Block {
    let span = Span::default();
    let kind = TermKind::Unreachable;
    Block {
        insts: Vec::new(),
        term: Term { kind, span },
    }
}
