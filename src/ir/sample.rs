//! Small functions built by hand, for the tests of the IR.

use super::*;
use crate::base::{Id, Span};

/// A function under construction.
pub(crate) struct Builder {
    pub f: Function,
    block: BlockId,
}

pub(crate) fn object_global(name: &str, size: u64, bytes: &[u8], constant: bool) -> Global {
    Global {
        name: name.into(),
        kind: GlobalKind::Object {
            size,
            align: 8,
            init: Some(Init {
                bytes: bytes.to_vec(),
                relocs: Vec::new(),
            }),
            constant,
            volatile: false,
            thread_local: false,
        },
        linkage: Linkage::External,
        replaceable: false,
        span: Span::default(),
    }
}

impl Builder {
    /// A function `f` that gives nothing.
    pub fn procedure() -> Builder {
        Builder::new("f", GlobalId::from_index(0), Ret::Void)
    }

    pub fn new(name: &str, symbol: GlobalId, ret: Ret) -> Builder {
        let mut points = crate::base::IdVec::new();
        let entry_point = points.push(Point {
            anchor: Anchor::Entry,
            sequenced: true,
        });
        let f = Function {
            points,
            entry_point,
            ..Function::empty(name, symbol, ret)
        };
        let mut builder = Builder {
            f,
            block: BlockId::from_index(0),
        };
        builder.new_block();
        builder
    }

    /// Adds a block that ends with `Unreachable` until [`Builder::end`] is called in it.
    pub fn new_block(&mut self) -> BlockId {
        let term = Term {
            kind: TermKind::Unreachable,
            span: Span::default(),
        };
        self.f.blocks.push(Block {
            insts: Vec::new(),
            term,
        })
    }

    pub fn switch_to(&mut self, block: BlockId) {
        self.block = block;
    }

    pub fn var(&mut self, name: &str, kind: VarKind, ty: Ty) -> VarId {
        let var = self.f.vars.push(Var::scalar(name, kind, ty));
        if kind == VarKind::Param {
            self.f.params.push(var);
        }
        var
    }

    pub fn param(&mut self, ty: Ty) -> VarId {
        self.var("x", VarKind::Param, ty)
    }

    pub fn local(&mut self, ty: Ty) -> VarId {
        self.var("x", VarKind::Local, ty)
    }

    pub fn point(&mut self) -> PointId {
        let point = self.f.points.push(Point {
            anchor: Anchor::Entry,
            sequenced: true,
        });
        self.inst(InstKind::Point(point));
        point
    }

    /// A local aggregate, or a scalar if it has a type, that lives in memory.
    pub fn object(&mut self, name: &str, size: u64, ty: Option<Ty>) -> VarId {
        self.f.vars.push(Var {
            name: name.into(),
            kind: VarKind::Local,
            ty,
            size,
            align: 8,
            address_taken: true,
            volatile: false,
            scope: Span::default(),
            span: Span::default(),
        })
    }

    pub fn expr(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.f.implicit(kind, ty)
    }

    pub fn int(&mut self, value: i128) -> ExprId {
        self.expr(ExprKind::Int(value), Ty::INT)
    }

    pub fn read(&mut self, var: VarId) -> ExprId {
        let ty = self.f.vars[var].ty.unwrap_or(Ty::INT);
        self.expr(ExprKind::Var(var), ty)
    }

    pub fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = if op.is_comparison() {
            Ty::INT
        } else {
            self.f.exprs[a].ty
        };
        self.expr(ExprKind::Binary(op, a, b), ty)
    }

    pub fn inst(&mut self, kind: InstKind) {
        let span = Span::new(10, 20);
        self.f.blocks[self.block].insts.push(Inst { kind, span });
    }

    pub fn assign(&mut self, var: VarId, value: ExprId) {
        self.inst(InstKind::Assign { var, value });
    }

    pub fn call(&mut self, result: Option<VarId>, callee: Callee, args: &[ExprId]) {
        let arg = |&value| Arg {
            value,
            by_copy: None,
        };
        self.inst(InstKind::Call {
            result,
            callee,
            args: args.iter().map(arg).collect(),
            noreturn: false,
            alone: false,
        });
    }

    pub fn end(&mut self, kind: TermKind) {
        self.f.blocks[self.block].term.kind = kind;
    }
}
