//! The concrete engine: the interpreter calls an entry with an input and is watched.
//!
//! Comes in: an entry and an input. Goes out: which labels were covered, the blocks that control went through, how it
//! ended, what was returned and written. Undefined behaviour that the interpreter computes nevertheless (signed overflow,
//! subscripts outside of an inner array) is found here and ends the run as undefined.

use super::assume::is_condition;
use super::entry::Entry;
use super::image::{Places, decode, encode};
use super::program::{Mark, Program, is_risky};
use super::shape::{Input, Shape, Stream};
use crate::base::Span;
use crate::ir::interp::{Argument, Cause, Ended, Limits, Machine, Observer};
use crate::ir::{BinOp, CType, ExprId, ExprKind, Function, Linkage, PointId, Ty, UnOp, Value, ops};
use std::collections::{BTreeSet, HashMap};

/// What happened on the way, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A function's block was entered.
    Block(usize, crate::ir::BlockId),
    /// A call came back, with this result.
    After(usize, Option<Value>),
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Returned(Option<Value>),
    /// By `exit`, or 134 by `abort`.
    Exited(i32),
    /// At the place in the function's unit.
    Undefined(Fault),
    /// A precondition does not hold.
    Excluded,
    /// It met something that is not modelled, or a limit.
    Gave(String),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    pub reason: String,
    pub function: String,
    pub start: u32,
}

pub struct Run {
    /// Ascending.
    pub covered: Vec<u64>,
    pub trace: Vec<Event>,
    pub end: End,
    /// The input as the call left it, with what it returned if that is a pointer.
    pub after: Option<(Input, Option<Shape>)>,
}

impl Run {
    /// Whether it may be a test.
    pub fn is_whole(&self) -> bool {
        matches!(self.end, End::Returned(_) | End::Exited(_))
    }

    /// The status with which the call ended the program.
    pub fn exits(&self) -> Option<i32> {
        match self.end {
            End::Exited(status) => Some(status),
            _ => None,
        }
    }
}

/// Operations that a run may take.
const STEPS: u64 = 300_000;
/// Events that are kept of a run.
const EVENTS: usize = 20_000;
/// How deep an expression is looked at for overflow.
const DEPTH: u32 = 100;

pub struct Runner<'p> {
    program: &'p Program,
    machine: Machine<'p, Watcher<'p>>,
    pub runs: u64,
}

impl<'p> Runner<'p> {
    pub fn new(program: &'p Program) -> Runner<'p> {
        let units: Vec<_> = program.units.iter().collect();
        let bodies = (0..program.bodies.len())
            .map(|body| (program.function(body) as *const Function as usize, body));
        let watcher = Watcher {
            bodies: bodies.collect(),
            ..Watcher::empty(program)
        };
        let limits = Limits {
            steps: STEPS,
            depth: 500,
            memory: 1 << 26,
        };
        Runner {
            program,
            machine: Machine::observed(&units, watcher).limits(limits),
            runs: 0,
        }
    }

    pub fn run(&mut self, entry: &Entry, input: &Input) -> Run {
        self.runs += 1;
        self.machine.restart();
        *self.machine.observer() = Watcher {
            bodies: std::mem::take(&mut self.machine.observer().bodies),
            ..Watcher::empty(self.program)
        };
        let (ended, placed) = match self.place(entry, input) {
            Ok((placed, args)) => {
                self.machine.fail_allocation(input.failing);
                let symbol = self.program.function(entry.body).symbol;
                (
                    self.machine.invoke_symbol(entry.unit, symbol, &args),
                    Some(placed),
                )
            }
            Err(trap) => (Ended::Stopped(trap), None),
        };
        let watcher = self.machine.observer();
        let covered = std::mem::take(&mut watcher.covered).into_iter().collect();
        let trace = std::mem::take(&mut watcher.trace);
        let caller = watcher.caller();
        let excluded = watcher.excluded;
        let end = match (watcher.fault.take(), ended) {
            _ if excluded => End::Excluded,
            (Some(fault), _) => End::Undefined(fault),
            (None, Ended::Returned(value)) => End::Returned(value),
            (None, Ended::Exited(status)) => End::Exited(status),
            (None, Ended::Stopped(trap)) => match trap.cause() {
                Cause::Undefined => {
                    // What goes wrong in the library is the fault of who called it.
                    let place = match caller {
                        Some(caller) => caller,
                        None => (
                            trap.function.unwrap_or_default(),
                            trap.span.map_or(0, |span| span.start),
                        ),
                    };
                    // A condition that cannot even be evaluated does not hold.
                    if is_condition(&place.0) {
                        End::Excluded
                    } else {
                        End::Undefined(Fault {
                            // One finding, however large the object was.
                            reason: match trap.reason.starts_with("access to ") {
                                true => "access outside of an object".into(),
                                false => trap.reason,
                            },
                            function: place.0,
                            start: place.1,
                        })
                    }
                }
                Cause::NotModelled | Cause::Limit => End::Gave(trap.reason),
            },
        };
        let after = placed
            .filter(|_| matches!(end, End::Returned(_)))
            .map(|placed| self.read_back(entry, input, placed, &end));
        Run {
            covered,
            trace,
            end,
            after,
        }
    }

    /// Lays the input out in memory.
    fn place(
        &mut self,
        entry: &Entry,
        input: &Input,
    ) -> Result<(Placed, Vec<Argument>), crate::ir::interp::Trap> {
        let mut placed = Placed {
            objects: Vec::new(),
            functions: self.functions(),
            streams: Stream::ALL.map(|stream| (stream, self.machine.stream(stream.name()))),
        };
        for object in &input.objects {
            let element = entry.types.size(&object.ty).unwrap_or(1);
            let count = object.elements.len() as u64;
            let address = match object.on_heap {
                true => self.machine.heap_object(element * count)?,
                false => self.machine.object(element * count)?,
            };
            placed.objects.push((address, element, count));
        }
        for (object, &(address, element, _)) in input.objects.iter().zip(&placed.objects) {
            for (i, shape) in object.elements.iter().enumerate() {
                let bytes = self.bytes(entry, &object.ty, shape, &placed);
                self.machine.write(address + element * i as u64, &bytes)?;
            }
        }
        for (global, shape) in entry.globals.iter().zip(&input.globals) {
            if let Some(shape) = shape {
                let bytes = self.bytes(entry, &global.ty, shape, &placed);
                let address = self.machine.address(global.unit, global.id);
                self.machine.write(address, &bytes)?;
            }
        }
        let stub_unit = self.program.units.len() - 1;
        for (stub, results) in entry.stubs.iter().zip(&input.stubs) {
            let Some(id) = stub.results else { continue };
            let address = self.machine.address(stub_unit, id);
            for (i, shape) in results.iter().enumerate() {
                let bytes = self.bytes(entry, &stub.ret, shape, &placed);
                self.machine
                    .write(address + (bytes.len() * i) as u64, &bytes)?;
            }
        }
        if let Some((bytes, size)) = self.program.stdin {
            let place = |id| self.machine.address(self.program.own, id);
            let (bytes, size) = (place(bytes), place(size));
            let content = input.stdin.iter().map(|shape| match shape {
                Shape::Int(value) => *value as u8,
                _ => 0,
            });
            let content: Vec<u8> = content.collect();
            self.machine.write(bytes, &content)?;
            let count = content.len() as u64;
            self.machine.write(size, &count.to_le_bytes())?;
        }
        let mut args = Vec::new();
        for (param, shape) in entry.params.iter().zip(&input.args) {
            let bytes = self.bytes(entry, &param.ty, shape, &placed);
            args.push(match param.ty.scalar() {
                Some(ty) => Argument {
                    bits: register(ty, shape, &bytes),
                    ty,
                    by_copy: None,
                },
                None => {
                    let address = self.machine.object(bytes.len() as u64)?;
                    self.machine.write(address, &bytes)?;
                    Argument {
                        bits: address.into(),
                        ty: Ty::Ptr,
                        by_copy: Some(bytes.len() as u64),
                    }
                }
            });
        }
        Ok((placed, args))
    }

    fn bytes(&self, entry: &Entry, ty: &CType, shape: &Shape, placed: &Placed) -> Vec<u8> {
        let mut bytes = vec![0; entry.types.size(ty).unwrap_or(0) as usize];
        encode(&entry.types, ty, shape, placed, &mut bytes);
        bytes
    }

    /// The addresses of functions that other files can name.
    fn functions(&self) -> HashMap<String, u64> {
        let external = self
            .program
            .bodies
            .iter()
            .enumerate()
            .filter_map(|(i, body)| {
                let f = self.program.function(i);
                let address = self.machine.address(body.unit, f.symbol);
                (f.linkage == Linkage::External).then(|| (f.name.clone(), address))
            });
        external.collect()
    }

    fn read_back(
        &self,
        entry: &Entry,
        input: &Input,
        mut placed: Placed,
        end: &End,
    ) -> (Input, Option<Shape>) {
        let mut after = input.clone();
        let types = &entry.types;
        for (object, (address, element, count)) in after.objects.iter_mut().zip(&mut placed.objects)
        {
            if object.on_heap && self.machine.bytes(*address, *element).is_none() {
                // It was freed: nothing is there, and nothing leads there.
                object.elements.clear();
                (*element, *count) = (0, 0);
            }
        }
        let placed = &placed;
        for (object, &(address, element, _)) in after.objects.iter_mut().zip(&placed.objects) {
            let ty = object.ty.clone();
            for (i, shape) in object.elements.iter_mut().enumerate() {
                let at = address + element * i as u64;
                if let Some(bytes) = self.machine.bytes(at, element) {
                    *shape = decode(types, &ty, shape, placed, bytes);
                }
            }
        }
        for (global, shape) in entry.globals.iter().zip(&mut after.globals) {
            let address = self.machine.address(global.unit, global.id);
            let size = types.size(&global.ty).unwrap_or(0);
            if let (Some(shape), Some(bytes)) = (shape, self.machine.bytes(address, size)) {
                *shape = decode(types, &global.ty, shape, placed, bytes);
            }
        }
        let pointer = match (end, &entry.ret) {
            (End::Returned(Some(Value::Int(address))), CType::Pointer { .. }) => {
                Some(placed.shape(*address as u64))
            }
            _ => None,
        };
        (after, pointer)
    }
}

/// A scalar as the interpreter's registers hold it.
fn register(ty: Ty, shape: &Shape, bytes: &[u8]) -> u128 {
    match (ty, shape) {
        (Ty::Float(_), Shape::Float(value)) => value.to_bits().into(),
        (Ty::Int { .. }, Shape::Int(value)) if ty.bits() < 128 => {
            u128::from(ops::normalise(ty, *value) as u64)
        }
        _ => {
            let mut wide = [0; 16];
            let count = bytes.len().min(16);
            wide[..count].copy_from_slice(&bytes[..count]);
            u128::from_le_bytes(wide)
        }
    }
}

/// Where an input lies.
struct Placed {
    /// Address, size of an element, and how many.
    objects: Vec<(u64, u64, u64)>,
    functions: HashMap<String, u64>,
    streams: [(Stream, u64); 2],
}

impl Places for Placed {
    fn address(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::To(object, element) => (self.objects.get(*object))
                .map_or(0, |&(address, size, _)| address + size * element),
            Shape::Function(name) => self.functions.get(name).copied().unwrap_or(0),
            Shape::Stream(stream) => {
                let mut streams = self.streams.iter();
                streams
                    .find(|(own, _)| own == stream)
                    .map_or(0, |(_, address)| *address)
            }
            _ => 0,
        }
    }

    fn shape(&self, address: u64) -> Shape {
        if address == 0 {
            return Shape::Null;
        }
        for (i, &(start, size, count)) in self.objects.iter().enumerate() {
            let offset = address.wrapping_sub(start);
            if size > 0 && offset <= size * count && offset % size == 0 {
                return Shape::To(i, offset / size);
            }
        }
        let mut streams = self.streams.iter();
        if let Some((stream, _)) = streams.find(|(_, own)| *own == address) {
            return Shape::Stream(*stream);
        }
        let functions = self.functions.iter();
        let named = functions.filter(|(_, own)| **own == address);
        let name = named.map(|(name, _)| name).min();
        name.map_or(Shape::Elsewhere, |name| Shape::Function(name.clone()))
    }
}

struct Watcher<'p> {
    program: &'p Program,
    /// By address.
    bodies: HashMap<usize, usize>,
    covered: BTreeSet<u64>,
    trace: Vec<Event>,
    fault: Option<Fault>,
    /// A precondition did not hold; what comes after it counts for nothing.
    excluded: bool,
    /// The last call that a function of the program made.
    called: Option<(usize, Span)>,
    /// Control is in the library.
    inside: bool,
}

impl<'p> Watcher<'p> {
    fn empty(program: &'p Program) -> Watcher<'p> {
        Watcher {
            program,
            bodies: HashMap::new(),
            covered: BTreeSet::new(),
            trace: Vec::new(),
            fault: None,
            excluded: false,
            called: None,
            inside: false,
        }
    }

    /// While control is in the library: the function that called it, and where.
    fn caller(&self) -> Option<(String, u32)> {
        let (body, span) = self.called.filter(|_| self.inside)?;
        Some((self.program.function(body).name.clone(), span.start))
    }
}

type Eval<'e> = &'e mut dyn FnMut(ExprId) -> Option<Value>;

impl Observer for Watcher<'_> {
    fn at_point(&mut self, f: &Function, point: PointId, eval: Eval) {
        // What comes after undefined behaviour counts for nothing.
        if self.fault.is_some() || self.excluded {
            return;
        }
        let Some(&number) = self.bodies.get(&(f as *const Function as usize)) else {
            return;
        };
        let body = &self.program.bodies[number];
        for &(id, predicate) in body.labels_at(point) {
            if self.covered.contains(&id) {
                continue;
            }
            let holds = eval(predicate).is_some_and(ops::truth);
            if holds {
                self.covered.insert(id);
            }
        }
        match body.mark(point) {
            Some(Mark::Block(block)) => {
                self.inside = self.program.is_library(number);
                if self.trace.len() < EVENTS {
                    self.trace.push(Event::Block(number, *block));
                }
            }
            Some(Mark::After(result)) => {
                self.inside = self.program.is_library(number);
                if self.trace.len() < EVENTS {
                    let value = result.and_then(&mut *eval);
                    self.trace.push(Event::After(number, value));
                }
            }
            Some(Mark::Before(span)) if !self.program.is_library(number) => {
                self.called = Some((number, *span));
            }
            Some(Mark::Assume(condition)) => {
                self.excluded = eval(*condition).is_some_and(|value| !ops::truth(value));
            }
            Some(Mark::Check(roots, place)) => {
                let found = roots.iter().find_map(|&e| undefined(f, e, eval, DEPTH));
                if found.is_some() && is_condition(&f.name) {
                    self.excluded = true;
                    return;
                }
                self.fault = found.map(|(reason, span)| Fault {
                    reason: reason.into(),
                    function: f.name.clone(),
                    start: span.unwrap_or(*place).start,
                });
            }
            _ => {}
        }
    }
}

/// What is undefined about evaluating the expression, although the interpreter gives it a value.
fn undefined(
    f: &Function,
    e: ExprId,
    eval: Eval,
    depth: u32,
) -> Option<(&'static str, Option<Span>)> {
    let depth = depth.checked_sub(1)?;
    let node = f.expr(e);
    let truth = |e: ExprId, eval: Eval| eval(e).map(ops::truth);
    // Only what is evaluated counts.
    let operands: Vec<ExprId> = match node.kind {
        ExprKind::And(a, b) if truth(a, eval) == Some(true) => vec![a, b],
        ExprKind::Or(a, b) if truth(a, eval) == Some(false) => vec![a, b],
        ExprKind::And(a, _) | ExprKind::Or(a, _) => vec![a],
        ExprKind::Select(c, a, b) => match truth(c, eval) {
            Some(true) => vec![c, a],
            Some(false) => vec![c, b],
            None => vec![c],
        },
        ref kind => kind.operands().collect(),
    };
    for operand in operands {
        if let Some(found) = undefined(f, operand, eval, depth) {
            return Some(found);
        }
    }
    if !is_risky(f, e) {
        return None;
    }
    let mut int = |e: ExprId| match eval(e) {
        Some(Value::Int(value)) => Some(value),
        _ => None,
    };
    let exact = match node.kind {
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (int(a)?, int(b)?);
            match op {
                BinOp::Add => a.checked_add(b),
                BinOp::Sub => a.checked_sub(b),
                BinOp::Mul => a.checked_mul(b),
                // Division by zero stops the interpreter itself.
                _ if b == 0 => return None,
                _ => a.checked_div(b),
            }
        }
        ExprKind::Unary(UnOp::Neg, a) => int(a)?.checked_neg(),
        ExprKind::PtrAdd {
            index,
            bound: Some(bound),
            ..
        } => {
            // One past the end is an address, if nothing is read there.
            let inside = (0..=i128::from(bound)).contains(&int(index)?);
            return (!inside).then_some(("subscript outside of an array", node.origin.span()));
        }
        _ => return None,
    };
    let fits = exact.is_some_and(|value| ops::normalise(node.ty, value) == value);
    (!fits).then_some(("signed integer overflow", node.origin.span()))
}
