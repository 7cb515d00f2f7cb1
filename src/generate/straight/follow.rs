//! Along the events of a run: each instruction on the way, calls entered and left, branches as they were taken.

use super::{Ask, Builder, Frame, label_step, step};
use crate::base::Id;
use crate::generate::program::Mark;
use crate::generate::runner::Event;
use crate::ir::{
    Anchor, BlockId, Callee, Constant, ExprId, ExprKind, InstKind, Point, PointId, TermKind, Ty,
    Value, VarId, fold,
};
use std::collections::HashMap;

/// Bytes of a copy that is one step, and bytes that one instruction copies.
const SUMMARISED: u64 = 1024;
const PIECE: u64 = 64;

impl Builder<'_> {
    /// Goes along the events until they end, or something comes that is not encoded.
    pub(super) fn follow(&mut self, trace: &[Event]) {
        let mut cursor = 0;
        let mut events = || {
            cursor += 1;
            trace.get(cursor - 1).cloned()
        };
        let Some(Event::Block(..)) = events() else {
            return;
        };
        while self.length < super::LENGTH {
            let Some(frame) = self.frames.get_mut(self.running) else {
                return;
            };
            let (body, block, index) = (frame.body, frame.block, frame.next);
            frame.next += 1;
            let program = self.program;
            let content = &program.function(body).blocks[block];
            let going_on = match content.insts.get(index) {
                Some(inst) => self.instruction(body, &inst.kind, &mut events),
                None => self.terminator(body, &content.term.kind, &mut events),
            };
            if !going_on {
                return;
            }
        }
    }

    pub(in crate::generate) fn instruction(
        &mut self,
        body: usize,
        kind: &InstKind,
        events: &mut dyn FnMut() -> Option<Event>,
    ) -> bool {
        let kind = match kind {
            InstKind::Point(point) => {
                self.point(body, *point);
                return true;
            }
            InstKind::Call {
                result,
                callee,
                args,
                ..
            } => return self.call(*result, callee, args, events),
            InstKind::Declare(var) => InstKind::Declare(self.own(*var)),
            InstKind::Assign { var, value }
            | InstKind::Either {
                var, before: value, ..
            } => {
                self.must_be_defined(*value);
                let value = self.copy(*value);
                InstKind::Assign {
                    var: self.own(*var),
                    value,
                }
            }
            InstKind::Store { addr, value, .. } => {
                self.must_be_defined(*addr);
                self.must_be_defined(*value);
                InstKind::Store {
                    addr: self.copy(*addr),
                    value: self.copy(*value),
                    volatile: false,
                }
            }
            InstKind::Copy { dst, src, size } => InstKind::Copy {
                dst: self.copy(*dst),
                src: self.copy(*src),
                size: *size,
            },
            InstKind::Zero { dst, size } => InstKind::Zero {
                dst: self.copy(*dst),
                size: *size,
            },
            InstKind::VolatileLoad { var, addr } => {
                let ty = self.program.function(body).vars[*var].ty.unwrap_or(Ty::INT);
                let addr = self.copy(*addr);
                let value = self.node(ExprKind::Load(addr), ty);
                let var = self.own(*var);
                InstKind::Assign { var, value }
            }
            InstKind::Alloca { .. } | InstKind::Havoc { .. } => return false,
        };
        self.emit(kind);
        true
    }

    /// Asks about the labels of a point.
    fn point(&mut self, body: usize, point: PointId) {
        let program = self.program;
        match program.bodies[body].mark(point) {
            Some(Mark::Assume(condition)) => {
                let condition = self.copy(*condition);
                return self.must_hold(condition);
            }
            Some(_) => return,
            None => {}
        }
        for &(id, predicate) in program.bodies[body].labels_at(point) {
            let visits = self.visits.entry(id).or_default();
            if !self.open.contains(&id) {
                continue;
            }
            if *visits >= self.most {
                self.skipped = true;
                continue;
            }
            *visits += 1;
            let visit = *visits;
            let predicate = self.copy(predicate);
            let point = self.mark();
            let step = label_step(id, visit);
            self.ask(Ask::Label(id), step, (point, predicate));
        }
    }

    /// A fresh point here.
    fn mark(&mut self) -> PointId {
        let point = self.f.points.push(Point {
            anchor: Anchor::Entry,
            sequenced: false,
        });
        self.emit(InstKind::Point(point));
        point
    }

    fn call(
        &mut self,
        result: Option<VarId>,
        callee: &Callee,
        args: &[crate::ir::Arg],
        events: &mut dyn FnMut() -> Option<Event>,
    ) -> bool {
        let result = result.map(|var| self.own(var));
        match events() {
            // A function of the library: what it gave is taken as it is.
            Some(Event::After(_, value)) => {
                self.take(result, value);
                true
            }
            Some(Event::Block(body, block)) => {
                let unit = self
                    .frames
                    .get(self.running)
                    .map(|frame| self.program.bodies[frame.body].unit);
                let expected = match (callee, unit) {
                    (Callee::Direct(global), Some(unit)) => {
                        self.program.defined_by(self.program.global(unit, *global)) == Some(body)
                    }
                    (Callee::Indirect(_), _) => true,
                    _ => false,
                };
                // A library function that calls back is not followed, nor what takes its arguments from a variable list.
                let is_listed = self.program.function(body).variadic;
                if !expected || is_listed {
                    return false;
                }
                if self.summarised(body, result, args) {
                    while !matches!(events(), Some(Event::After(..)) | None) {}
                    return true;
                }
                self.descend(body, block, result, args)
            }
            None => false,
        }
    }

    /// A variable takes the value that it had in the run.
    fn take(&mut self, result: Option<VarId>, value: Option<Value>) {
        let Some((var, ty)) = result.and_then(|var| Some((var, self.f.vars[var].ty?))) else {
            return;
        };
        let kind = match value {
            Some(Value::Int(value)) => ExprKind::Int(value),
            Some(Value::Float(value)) => ExprKind::Float { value, exact: true },
            None => return,
        };
        let value = self.node(kind, ty);
        self.emit(InstKind::Assign { var, value });
    }

    /// Copies and clears of a constant size are one step, not a loop over bytes.
    pub(in crate::generate) fn summarised(
        &mut self,
        body: usize,
        result: Option<VarId>,
        args: &[crate::ir::Arg],
    ) -> bool {
        let program = self.program;
        if !program.is_library(body) || args.len() != 3 {
            return false;
        }
        let caller = program.function(self.frames[self.running].body);
        let constant = |e: ExprId| match fold(&caller.exprs, e) {
            Constant::Int(value) => u64::try_from(value).ok(),
            _ => None,
        };
        let Some(size) = constant(args[2].value).filter(|&size| size <= SUMMARISED) else {
            return false;
        };
        let clears = match program.function(body).name.as_str() {
            "memset" if constant(args[1].value) == Some(0) => true,
            "memcpy" => false,
            _ => return false,
        };
        let (to, from) = (self.copy(args[0].value), self.copy(args[1].value));
        let mut done = 0;
        while done < size {
            let size = (size - done).min(PIECE);
            let dst = self.offset(to, done);
            let kind = match clears {
                true => InstKind::Zero { dst, size },
                false => InstKind::Copy {
                    dst,
                    src: self.offset(from, done),
                    size,
                },
            };
            self.emit(kind);
            done += size;
        }
        if let Some(var) = result {
            self.emit(InstKind::Assign { var, value: to });
        }
        true
    }

    fn offset(&mut self, base: ExprId, offset: u64) -> ExprId {
        let index = self.node(ExprKind::Int(offset.into()), Ty::I64);
        let kind = ExprKind::PtrAdd {
            base,
            index,
            scale: 1,
            bound: None,
        };
        self.node(kind, Ty::Ptr)
    }

    pub(in crate::generate) fn descend(
        &mut self,
        body: usize,
        block: BlockId,
        result: Option<VarId>,
        args: &[crate::ir::Arg],
    ) -> bool {
        let args: Vec<(ExprId, Option<u64>)> = args
            .iter()
            .map(|arg| (self.copy(arg.value), arg.by_copy))
            .collect();
        self.frames.push(Frame {
            body,
            vars: HashMap::new(),
            exprs: HashMap::new(),
            block,
            next: 0,
            result,
        });
        self.running = self.frames.len() - 1;
        let params = &self.program.function(body).params;
        for (&param, (value, by_copy)) in params.iter().zip(args) {
            let var = self.own(param);
            match (self.f.vars[var].ty, by_copy) {
                (Some(ty), None) => {
                    let value = self.converted(value, ty);
                    self.emit(InstKind::Assign { var, value });
                }
                (None, Some(size)) => {
                    let dst = self.node(ExprKind::VarAddr(var), Ty::Ptr);
                    self.f.vars[var].address_taken = true;
                    self.emit(InstKind::Copy {
                        dst,
                        src: value,
                        size,
                    });
                }
                _ => return false,
            }
        }
        true
    }

    fn converted(&mut self, value: ExprId, ty: Ty) -> ExprId {
        match self.f.exprs[value].ty == ty {
            true => value,
            false => self.node(ExprKind::Cast(value), ty),
        }
    }

    fn terminator(
        &mut self,
        body: usize,
        kind: &TermKind,
        events: &mut dyn FnMut() -> Option<Event>,
    ) -> bool {
        match kind {
            TermKind::Goto(_) => {}
            TermKind::Branch { cond: value, .. } | TermKind::Switch { value, .. } => {
                self.must_be_defined(*value);
            }
            TermKind::Return(value) => return self.give_back(*value, events),
            TermKind::IndirectGoto { .. } | TermKind::Unreachable => return false,
        }
        let Some(Event::Block(_, taken)) = events() else {
            return false;
        };
        match kind {
            TermKind::Branch { cond, then, els } if then != els => {
                let cond = self.copy(*cond);
                let other = if taken == *then { *els } else { *then };
                let dead = self.elsewhere(body, other);
                let next = BlockId::from_index(self.f.blocks.len());
                let (then, els) = if taken == *then {
                    (next, dead)
                } else {
                    (dead, next)
                };
                self.begin(TermKind::Branch { cond, then, els });
            }
            TermKind::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.copy(*value);
                let mut targets: Vec<BlockId> = cases.iter().map(|case| case.2).collect();
                targets.push(*default);
                targets.sort_unstable();
                targets.dedup();
                targets.retain(|target| *target != taken);
                let others: HashMap<BlockId, BlockId> = targets
                    .iter()
                    .map(|&target| (target, self.elsewhere(body, target)))
                    .collect();
                let next = BlockId::from_index(self.f.blocks.len());
                let place = |block: &BlockId| others.get(block).copied().unwrap_or(next);
                let cases = cases.iter().map(|(low, high, to)| (*low, *high, place(to)));
                let kind = TermKind::Switch {
                    value,
                    cases: cases.collect(),
                    default: place(default),
                };
                self.begin(kind);
            }
            _ => {}
        }
        if !matches!(kind, TermKind::Goto(_)) {
            self.takes(step(body, taken));
        }
        if let Some(frame) = self.frames.get_mut(self.running) {
            (frame.block, frame.next) = (taken, 0);
        }
        true
    }

    fn elsewhere(&mut self, body: usize, to: BlockId) -> BlockId {
        let depth = self.depth;
        self.dead_end(Ask::Flip { body, to, depth }, step(body, to))
    }

    fn give_back(
        &mut self,
        value: Option<ExprId>,
        events: &mut dyn FnMut() -> Option<Event>,
    ) -> bool {
        if let Some(value) = value {
            self.must_be_defined(value);
        }
        let value = value.map(|value| self.copy(value));
        let Some(frame) = self.frames.pop() else {
            return false;
        };
        if self.frames.is_empty() {
            return false;
        }
        self.running = self.frames.len() - 1;
        self.give_result(frame.result, value);
        matches!(events(), Some(Event::After(..)))
    }

    /// The variable of the caller takes what was returned.
    pub(in crate::generate) fn give_result(
        &mut self,
        result: Option<VarId>,
        value: Option<ExprId>,
    ) {
        let (Some(var), Some(value)) = (result, value) else {
            return;
        };
        match self.f.vars[var].ty {
            Some(ty) => {
                let value = self.converted(value, ty);
                self.emit(InstKind::Assign { var, value });
            }
            None => {
                let size = self.f.vars[var].size;
                self.f.vars[var].address_taken = true;
                let dst = self.node(ExprKind::VarAddr(var), Ty::Ptr);
                self.emit(InstKind::Copy {
                    dst,
                    src: value,
                    size,
                });
            }
        }
    }
}
