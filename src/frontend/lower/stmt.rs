//! Statements, named after the grammar.

use super::super::ctype::CType;
use super::super::facts::FactKind;
use super::super::layout;
use super::builder::Operand;
use super::expr::Raw;
use super::lvalue::LValueKind;
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

/// Where `break`, `continue`, `case` and `default` lead.
#[derive(Default)]
pub struct Flow {
    breaks: Vec<BlockId>,
    continues: Vec<BlockId>,
    switches: Vec<SwitchFrame>,
}

struct SwitchFrame {
    ty: Ty,
    cases: Vec<(i128, i128, BlockId, Span)>,
    default: Option<(BlockId, Span)>,
}

impl Lowerer<'_> {
    pub fn compound(&mut self, items: &[Node<BlockItem>], span: Span) -> Lower<()> {
        self.scoped(span, |this| {
            items.iter().try_for_each(|item| this.block_item(item))
        })
    }

    /// Does something in a scope of its own.
    pub fn scoped<T>(
        &mut self,
        span: Span,
        inside: impl FnOnce(&mut Self) -> Lower<T>,
    ) -> Lower<T> {
        let outer = std::mem::replace(&mut self.scope, span);
        self.env.push_scope();
        let result = inside(self);
        self.env.pop_scope();
        self.scope = outer;
        result
    }

    pub fn block_item(&mut self, item: &Node<BlockItem>) -> Lower<()> {
        self.observed(item, |this| match &item.node {
            BlockItem::Declaration(d) => this.local_declaration(d),
            BlockItem::StaticAssert(_) => Ok(()),
            BlockItem::Statement(s) => this.statement(s, true),
        })
    }

    /// `in_block`: a label before the statement needs no braces of its own.
    pub fn statement(&mut self, s: &Node<Statement>, in_block: bool) -> Lower<()> {
        let span = self.span(s.span);
        match &s.node {
            Statement::Labeled(l) => {
                self.label(&l.node.label)?;
                self.statement(&l.node.statement, false)
            }
            Statement::Compound(items) => self.compound(items, span),
            Statement::Expression(None) => Ok(()),
            Statement::Expression(Some(e)) => self.expression_statement(e),
            Statement::If(s) => self.if_statement(&s.node, span),
            Statement::Switch(s) => self.switch_statement(&s.node, span),
            Statement::While(s) => {
                self.statement_point(span, in_block);
                self.while_statement(&s.node, span)
            }
            Statement::DoWhile(s) => {
                self.statement_point(span, in_block);
                self.do_statement(&s.node, span)
            }
            Statement::For(s) => {
                self.statement_point(span, in_block);
                self.for_statement(&s.node, span)
            }
            Statement::Goto(id) => {
                self.statement_point(span, in_block);
                let target = self.label_block(&id.node.name);
                self.terminate(TermKind::Goto(target), span)
            }
            Statement::Continue => {
                self.statement_point(span, in_block);
                match self.flow.continues.last() {
                    Some(&target) => self.terminate(TermKind::Goto(target), span),
                    None => self.fail(span, "`continue` outside of a loop"),
                }
            }
            Statement::Break => {
                self.statement_point(span, in_block);
                match self.flow.breaks.last() {
                    Some(&target) => self.terminate(TermKind::Goto(target), span),
                    None => self.fail(span, "`break` outside of a loop or switch"),
                }
            }
            Statement::Return(e) => self.return_statement(e.as_deref(), span, in_block),
            Statement::Asm(asm) => {
                self.statement_point(span, in_block);
                self.asm_statement(&asm.node, span)
            }
        }
    }

    fn statement_point(&mut self, span: Span, in_block: bool) {
        self.graph.between = true;
        let point = self.point(
            Anchor::Statement {
                span,
                braces: !in_block,
            },
            span,
        );
        self.graph.sites.statements.push(point);
    }

    fn expression_statement(&mut self, e: &Node<Expression>) -> Lower<()> {
        let span = self.span(e.span);
        if is_source_label(e) {
            self.graph.between = true;
            self.discard(e)?;
            self.graph.between = false;
            return Ok(());
        }
        let point = self.begin_full_expression(span, false);
        self.graph.sites.statements.push(point);
        self.by_itself(e, |this| this.discard(e))?;
        self.end_full_expression();
        Ok(())
    }

    /// A controlling expression at its own full-expression point.
    fn controlling(
        &mut self,
        e: &Node<Expression>,
        kind: DecisionKind,
        counts: bool,
    ) -> Lower<ExprId> {
        let point = self.begin_full_expression(self.span(e.span), false);
        if counts {
            self.graph.sites.statements.push(point);
        }
        self.graph.sequenced = true;
        let cond = self.condition(e, kind);
        self.graph.sequenced = false;
        let cond = cond?;
        self.end_full_expression();
        Ok(cond)
    }

    fn if_statement(&mut self, s: &IfStatement, span: Span) -> Lower<()> {
        let cond = self.controlling(&s.condition, DecisionKind::If, true)?;
        let (then, join) = (self.new_block(), self.new_block());
        let els = if s.else_statement.is_some() {
            self.new_block()
        } else {
            join
        };
        self.branch(cond, then, els, then, span)?;
        self.statement(&s.then_statement, false)?;
        self.goto(join, span)?;
        if let Some(statement) = &s.else_statement {
            self.graph.current = Some(els);
            self.statement(statement, false)?;
            self.goto(join, span)?;
        }
        Ok(())
    }

    fn while_statement(&mut self, s: &WhileStatement, span: Span) -> Lower<()> {
        let (head, body, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.goto(head, span)?;
        let cond = self.controlling(&s.expression, DecisionKind::While, false)?;
        self.branch(cond, body, exit, body, span)?;
        self.loop_body(&s.statement, exit, head)?;
        self.goto(head, span)?;
        self.graph.current = Some(exit);
        Ok(())
    }

    fn do_statement(&mut self, s: &DoWhileStatement, span: Span) -> Lower<()> {
        let (body, head, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.goto(body, span)?;
        self.loop_body(&s.statement, exit, head)?;
        self.goto(head, span)?;
        let cond = self.controlling(&s.expression, DecisionKind::DoWhile, false)?;
        self.branch(cond, body, exit, exit, span)
    }

    fn for_statement(&mut self, s: &ForStatement, span: Span) -> Lower<()> {
        self.scoped(span, |this| this.for_parts(s, span))
    }

    fn for_parts(&mut self, s: &ForStatement, span: Span) -> Lower<()> {
        match &s.initializer.node {
            ForInitializer::Empty | ForInitializer::StaticAssert(_) => {}
            ForInitializer::Expression(e) => self.full_expression(e)?,
            ForInitializer::Declaration(d) => {
                // What is declared here has no scope outside of the loop.
                self.state_at(None);
                self.local_declaration(d)?;
            }
        }
        let (head, body, step, exit) = (
            self.new_block(),
            self.new_block(),
            self.new_block(),
            self.new_block(),
        );
        self.goto(head, span)?;
        match &s.condition {
            Some(e) => {
                let cond = self.controlling(e, DecisionKind::For, false)?;
                self.branch(cond, body, exit, body, span)?;
            }
            None => self.goto(body, span)?,
        }
        self.loop_body(&s.statement, exit, step)?;
        self.goto(step, span)?;
        if let Some(e) = &s.step {
            self.full_expression(e)?;
        }
        self.goto(head, span)?;
        self.graph.current = Some(exit);
        Ok(())
    }

    /// An expression for its effects, in a place where `labels, E` may stand.
    fn full_expression(&mut self, e: &Node<Expression>) -> Lower<()> {
        self.begin_full_expression(self.span(e.span), false);
        self.by_itself(e, |this| this.discard(e))?;
        self.end_full_expression();
        Ok(())
    }

    /// The value of a full expression, with the point at its start; labels on it are placed.
    pub fn full_value(&mut self, e: &Node<Expression>, parens: bool) -> Lower<(PointId, Operand)> {
        let point = self.begin_full_expression(self.span(e.span), parens);
        let pure = self.is_pure(e);
        let operand = self.rvalue(e)?;
        if pure {
            self.register(point, &operand);
        } else {
            self.register_after(e, &operand);
        }
        self.end_full_expression();
        Ok((point, operand))
    }

    fn loop_body(&mut self, s: &Node<Statement>, exit: BlockId, next: BlockId) -> Lower<()> {
        self.flow.breaks.push(exit);
        self.flow.continues.push(next);
        let result = self.statement(s, false);
        self.flow.breaks.pop();
        self.flow.continues.pop();
        result
    }

    fn switch_statement(&mut self, s: &SwitchStatement, span: Span) -> Lower<()> {
        let e = &s.expression;
        let here = self.span(e.span);
        let point = self.begin_full_expression(here, false);
        self.graph.sites.statements.push(point);
        let pure = self.is_pure(e);
        let operand = self.rvalue(e)?;
        let mut value = self.promote(operand, here)?;
        let ty = self.ty(value.expr);
        if !ty.is_int() {
            return self.fail(here, "a switch on something that is not an integer");
        }
        let point = if pure {
            self.register(point, &value);
            point
        } else {
            let var = self.temp(ty, Some(here), here);
            self.assign(var, value.expr, here)?;
            let tree = value.clone();
            value.expr = self.var_expr(var);
            let point = self.point(
                Anchor::After {
                    span: here,
                    value: value.expr,
                },
                here,
            );
            self.register(point, &tree);
            point
        };
        self.end_full_expression();
        let head = self.graph.current;
        let exit = self.new_block();
        self.graph.current = Some(self.new_block());
        self.flow.breaks.push(exit);
        self.flow.switches.push(SwitchFrame {
            ty,
            cases: Vec::new(),
            default: None,
        });
        let body = self.statement(&s.statement, false);
        self.flow.breaks.pop();
        let frame = self.flow.switches.pop();
        body?;
        self.goto(exit, span)?;
        let Some(frame) = frame else { return Ok(()) };
        let cases = frame
            .cases
            .iter()
            .map(|&(low, high, block, _)| (low, high, block))
            .collect();
        let default = frame.default.map_or(exit, |(block, _)| block);
        self.graph.current = head;
        self.end_block(
            TermKind::Switch {
                value: value.expr,
                cases,
                default,
            },
            span,
            exit,
        )?;
        self.graph.sites.switches.push(SwitchDecision {
            span: here,
            point,
            value: value.expr,
            cases: frame
                .cases
                .iter()
                .map(|&(low, high, _, span)| (low, high, span))
                .collect(),
            default: frame.default.map(|(_, span)| span),
        });
        Ok(())
    }

    /// A label, `case` or `default`: control may arrive here from elsewhere.
    pub fn label(&mut self, label: &Node<Label>) -> Lower<()> {
        let span = self.span(label.span);
        let block = match &label.node {
            Label::Identifier(id) => {
                if self
                    .defined_labels
                    .insert(id.node.name.clone(), span)
                    .is_some()
                {
                    return self.fail(
                        span,
                        &format!("the label `{}` stands here twice", id.node.name),
                    );
                }
                self.label_block(&id.node.name)
            }
            Label::Default => {
                let block = self.new_block();
                match self.flow.switches.last_mut() {
                    Some(frame) => frame.default = Some((block, span)),
                    None => return self.fail(span, "`default` outside of a switch"),
                }
                block
            }
            Label::Case(e) => self.case(e, e, span)?,
            Label::CaseRange(range) => self.case(&range.node.low, &range.node.high, span)?,
        };
        self.goto(block, span)
    }

    fn case(
        &mut self,
        low: &Node<Expression>,
        high: &Node<Expression>,
        span: Span,
    ) -> Lower<BlockId> {
        let (first, last) = (self.constant(low)?, self.constant(high)?);
        self.note_constant(FactKind::CaseLabel, low, first);
        self.note_constant(FactKind::CaseLabel, high, last);
        let block = self.new_block();
        let Some(frame) = self.flow.switches.last_mut() else {
            return self.fail(span, "`case` outside of a switch");
        };
        let (low, high) = (
            ops::normalise(frame.ty, first),
            ops::normalise(frame.ty, last),
        );
        // An empty range matches nothing.
        if low <= high {
            frame.cases.push((low, high, block, span));
        }
        Ok(block)
    }

    pub fn label_block(&mut self, name: &str) -> BlockId {
        if let Some(&block) = self.graph.labels.get(name) {
            return block;
        }
        let block = self.new_block();
        self.graph.labels.insert(name.to_string(), block);
        block
    }

    fn return_statement(
        &mut self,
        e: Option<&Node<Expression>>,
        span: Span,
        in_block: bool,
    ) -> Lower<()> {
        let Some(e) = e else {
            self.statement_point(span, in_block);
            return self.leave(span);
        };
        let (point, operand) = self.by_itself(e, |this| this.full_value(e, false))?;
        self.graph.sites.statements.push(point);
        let ret = self.return_type.clone();
        if ret == CType::Void {
            return self.terminate(TermKind::Return(None), span);
        }
        let value = self.convert(operand, &ret, span)?;
        self.terminate(TermKind::Return(Some(value.expr)), span)
    }

    /// Leaves without a value: one that the caller uses would be any value.
    pub fn leave(&mut self, span: Span) -> Lower<()> {
        let ret = self.return_type.clone();
        if ret == CType::Void {
            return self.terminate(TermKind::Return(None), span);
        }
        let value = match ret.scalar() {
            Some(ty) if self.name == "main" => self.zero(ty),
            Some(ty) => {
                let var = self.temp(ty, None, span);
                self.emit(InstKind::Declare(var), span)?;
                self.var_expr(var)
            }
            None => {
                let size = layout::size_of(&ret, &self.env.records).unwrap_or(0);
                let var = self.aggregate_temp(size, 16, span);
                self.emit(InstKind::Declare(var), span)?;
                self.var_addr(var)
            }
        };
        self.terminate(TermKind::Return(Some(value)), span)
    }

    fn asm_statement(&mut self, asm: &AsmStatement, span: Span) -> Lower<()> {
        let asm = match asm {
            AsmStatement::GnuExtended(asm) => asm,
            AsmStatement::GnuBasic(text) => {
                let havoc = InstKind::Havoc {
                    vars: Vec::new(),
                    memory: true,
                    reason: format!("asm {}", text.node.concat()),
                };
                return self.emit(havoc, span);
            }
        };
        for input in &asm.inputs {
            self.asm_input(&input.node)?;
        }
        let template: String = asm.template.node.concat();
        let memory = asm
            .clobbers
            .iter()
            .any(|c| c.node.concat().contains("memory"));
        let reason = format!("asm {template}");
        let mut outputs = Vec::new();
        for output in &asm.outputs {
            let lvalue = self.lvalue(&output.node.variable_name)?;
            let var = match lvalue.ty.ty.scalar() {
                Some(ty) => self.temp(ty, None, span),
                None => {
                    let Some(size) = layout::size_of(&lvalue.ty.ty, &self.env.records) else {
                        return self.fail(span, "an asm operand of incomplete type");
                    };
                    self.aggregate_temp(size, 1, span)
                }
            };
            outputs.push((lvalue, var));
        }
        let vars = outputs.iter().map(|(_, var)| *var).collect();
        self.emit(
            InstKind::Havoc {
                vars,
                memory,
                reason,
            },
            span,
        )?;
        for (lvalue, var) in outputs {
            if self.vars[var].ty.is_some() {
                let value = self.var_expr(var);
                self.write(&lvalue, value, span)?;
            } else {
                let dst = self.address(&lvalue, span)?;
                let src = self.var_addr(var);
                let size = self.vars[var].size;
                self.emit(InstKind::Copy { dst, src, size }, span)?;
            }
        }
        self.graph.imprecise.push((span, "inline asm".into()));
        Ok(())
    }

    /// What asm is given, it may keep: an address that is its operand, and that of an operand in memory.
    fn asm_input(&mut self, input: &GnuAsmOperand) -> Lower<()> {
        let span = self.span(input.variable_name.span);
        let in_memory = input.constraints.node.concat();
        let in_memory = in_memory.contains(['m', 'o', 'V', 'g', 'X', 'p', '<', '>']);
        let given = match self.raw(&input.variable_name)? {
            Raw::L(lvalue) if in_memory && !matches!(lvalue.place, LValueKind::Bits(..)) => {
                self.address(&lvalue, span)?
            }
            Raw::L(lvalue) => self.read(lvalue, span)?.expr,
            Raw::V(operand) => operand.expr,
        };
        let kept = self.temp(self.ty(given), None, span);
        self.assign(kept, given, span)
    }
}

/// `pc_label(…);` as a statement is a label, not a statement of the program.
fn is_source_label(e: &Node<Expression>) -> bool {
    matches!(&e.node, Expression::Call(c)
        if matches!(&c.node.callee.node, Expression::Identifier(id) if id.node.name == "pc_label"))
}
