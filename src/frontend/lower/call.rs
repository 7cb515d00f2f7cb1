//! Function calls, `va_arg`, and `pc_label` calls found in the source.

use super::super::ctype::{CType, FunctionType, QualType};
use super::super::layout;
use super::builder::Operand;
use super::env::Entity;
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;
use std::sync::Arc;

impl Lowerer<'_> {
    pub fn call(&mut self, c: &CallExpression, span: Span) -> Lower<Operand> {
        if let Expression::Identifier(id) = &c.callee.node {
            let name = id.node.name.as_str();
            let shadowed = matches!(self.env.lookup(name), Some(Entity::Var { .. }));
            if name == "pc_label" && !shadowed {
                return self.source_label(&c.arguments, span);
            }
            if let Some(operand) = self.builtin_call(name, &c.arguments, span)? {
                return Ok(operand);
            }
            if self.env.lookup(name).is_none() {
                self.declare_implicitly(name, span)?;
            }
        }
        let callee = self.callee(&c.callee)?;
        let CType::Pointer(target) = &callee.ty else {
            return self.fail(span, "a call of something that is not a function");
        };
        let CType::Function(function) = target.ty.clone() else {
            return self.fail(span, "a call of something that is not a function");
        };
        let (callee, operands) = self.arguments(Some((callee, &c.callee)), &c.arguments, span)?;
        let Some(callee) = callee else {
            return self.fail(span, "a call without a function");
        };
        let args = self.convert_arguments(&function, operands, &c.arguments)?;
        let callee = match self.exprs[callee.expr].kind {
            ExprKind::GlobalAddr(id)
                if matches!(self.env.global(id).kind, GlobalKind::Function { .. }) =>
            {
                Callee::Direct(id)
            }
            _ => Callee::Indirect(callee.expr),
        };
        let noreturn = match &callee {
            Callee::Direct(id) => {
                matches!(
                    self.env.global(*id).kind,
                    GlobalKind::Function { noreturn: true, .. }
                )
            }
            _ => false,
        };
        self.emit_call(callee, args, &function.ret.ty, noreturn, span)
    }

    /// Emits the call; its value is a temporary.
    pub fn emit_call(
        &mut self,
        callee: Callee,
        args: Vec<Arg>,
        ret: &CType,
        noreturn: bool,
        span: Span,
    ) -> Lower<Operand> {
        let result = self.result_var(ret, span)?;
        let alone = self.graph.lone_call;
        self.emit(
            InstKind::Call {
                result,
                callee,
                args,
                noreturn,
                alone,
            },
            span,
        )?;
        if noreturn {
            self.terminate(TermKind::Unreachable, span)?;
        }
        Ok(match result {
            None => self.void_operand(),
            Some(var) if self.vars[var].ty.is_some() => Operand {
                expr: self.var_expr(var),
                ty: ret.clone(),
            },
            Some(var) => Operand {
                expr: self.var_addr(var),
                ty: ret.clone(),
            },
        })
    }

    fn result_var(&mut self, ret: &CType, span: Span) -> Lower<Option<VarId>> {
        if *ret == CType::Void {
            return Ok(None);
        }
        if let Some(ty) = ret.scalar() {
            return Ok(Some(self.temp(ty, Some(span), span)));
        }
        if !ret.is_aggregate() {
            return self.fail(span, "a call with a value of this type");
        }
        let Some(size) = layout::size_of(ret, &self.env.records) else {
            return self.fail(span, "a call with a value of incomplete type");
        };
        let align = layout::natural_align(ret, &self.env.records).unwrap_or(1);
        Ok(Some(self.aggregate_temp(size, align, span)))
    }

    /// C leaves the order of arguments open. Pure ones are labelled before the call; those with
    /// effects are evaluated from the last to the first, as gcc does on this machine; what reads
    /// the state may have done so before or after the effects.
    pub fn arguments(
        &mut self,
        callee: Option<(Operand, &Node<Expression>)>,
        args: &[Node<Expression>],
        span: Span,
    ) -> Lower<(Option<Operand>, Vec<Operand>)> {
        let pure: Vec<bool> = args.iter().map(|arg| self.is_pure(arg)).collect();
        let mut values: Vec<Option<Operand>> = vec![None; args.len()];
        for (i, arg) in args.iter().enumerate() {
            if pure[i] {
                values[i] = Some(self.rvalue(arg)?);
            }
        }
        let point = self.point_before(span);
        for value in values.iter().flatten() {
            self.register(point, &value.clone());
        }
        let mut before = Vec::new();
        let impure = pure.iter().filter(|pure| !**pure).count();
        let mut callee_value = callee.as_ref().map(|(operand, _)| operand.clone());
        if impure > 0 {
            if let Some((operand, node)) = &callee
                && let Some(temp) = self.remember(operand.expr, self.span(node.span))?
            {
                before.push((None, temp));
            }
            for (i, arg) in args.iter().enumerate() {
                if let Some(value) = values[i].clone()
                    && let Some(temp) = self.remember(value.expr, self.span(arg.span))?
                {
                    before.push((Some(i), temp));
                }
            }
        }
        let mut left = impure;
        for (i, arg) in args.iter().enumerate().rev() {
            if pure[i] {
                continue;
            }
            let value = self.rvalue(arg)?;
            self.register_after(arg, &value);
            left -= 1;
            if left > 0
                && let Some(temp) = self.remember(value.expr, self.span(arg.span))?
            {
                before.push((Some(i), temp));
            }
            values[i] = Some(value);
        }
        for (which, temp) in before {
            let slot = match which {
                Some(i) => &mut values[i],
                None => &mut callee_value,
            };
            let Some(value) = slot.take() else { continue };
            let node = which.map_or(span, |i| self.chunk.span_of(args[i].span));
            let settled = self.either(temp, value, node)?;
            match which {
                Some(i) => values[i] = Some(settled),
                None => callee_value = Some(settled),
            }
        }
        Ok((callee_value, values.into_iter().flatten().collect()))
    }

    /// Keeps the value that an operand (or the address of an aggregate) has now, if it could change.
    pub fn remember(&mut self, value: ExprId, span: Span) -> Lower<Option<VarId>> {
        if !self.reads_state(value) {
            return Ok(None);
        }
        let temp = self.temp(self.ty(value), None, span);
        self.assign(temp, value, span)?;
        Ok(Some(temp))
    }

    /// The value that an operand has now, also after what follows.
    pub fn kept(&mut self, value: ExprId, span: Span) -> Lower<ExprId> {
        let kept = self.remember(value, span)?;
        Ok(kept.map_or(value, |var| self.var_expr(var)))
    }

    /// The operand's value, read either when `before` was kept or now.
    pub fn either(&mut self, before: VarId, now: Operand, source: Span) -> Lower<Operand> {
        let ty = self.ty(now.expr);
        let var = self.temp(ty, now.ty.scalar().map(|_| source), source);
        let before = self.var_expr(before);
        self.emit(
            InstKind::Either {
                var,
                before,
                after: now.expr,
            },
            source,
        )?;
        Ok(Operand {
            expr: self.var_expr(var),
            ty: now.ty,
        })
    }

    /// To the parameters' types where they are known, by the default promotions elsewhere.
    fn convert_arguments(
        &mut self,
        function: &FunctionType,
        operands: Vec<Operand>,
        args: &[Node<Expression>],
    ) -> Lower<Vec<Arg>> {
        let mut list = Vec::with_capacity(operands.len());
        for (i, operand) in operands.into_iter().enumerate() {
            let span = self.span(args[i].span);
            let param = function.params.get(i).filter(|_| !function.unprototyped);
            list.push(self.argument(operand, param, span)?);
        }
        Ok(list)
    }

    pub fn argument(
        &mut self,
        operand: Operand,
        param: Option<&QualType>,
        span: Span,
    ) -> Lower<Arg> {
        if operand.ty.is_aggregate() {
            let Some(size) = layout::size_of(&operand.ty, &self.env.records) else {
                return self.fail(span, "an argument of incomplete type");
            };
            return Ok(Arg {
                value: operand.expr,
                by_copy: Some(size),
            });
        }
        let target = match param {
            // A transparent union takes its members as they are.
            Some(param) if param.ty.is_aggregate() => operand.ty.clone(),
            Some(param) => param.ty.clone(),
            None => match &operand.ty {
                CType::Float(FloatKind::F32) => CType::Float(FloatKind::F64),
                other => other.promoted(),
            },
        };
        let value = self.convert(operand, &target, span)?;
        Ok(Arg {
            value: value.expr,
            by_copy: None,
        })
    }

    /// `f(x)` without a declaration: `int f()`. The compiler has types of its own for names that it knows.
    fn declare_implicitly(&mut self, name: &str, span: Span) -> Lower<()> {
        let known = library_prototype(name).is_some_and(|known| !known.starts_with("i4("));
        if known || name.starts_with("__") {
            return self.fail(span, &format!("a call of `{name}`, which is not declared"));
        }
        let id = self.env.external_function(name, false, span);
        let ret = QualType::plain(CType::INT);
        let function = FunctionType {
            ret,
            params: Vec::new(),
            variadic: false,
            unprototyped: true,
        };
        let ty = QualType::plain(CType::Function(Arc::new(function)));
        self.env.declare(name, Entity::Global { id, ty });
        Ok(())
    }

    pub fn va_arg(&mut self, v: &VaArgExpression, span: Span) -> Lower<Operand> {
        let list = self.va_list(&v.va_list)?;
        let ty = self.type_name(&v.type_name)?.ty;
        let args = vec![Arg {
            value: list,
            by_copy: None,
        }];
        self.emit_call(
            Callee::Builtin("__builtin_va_arg".into()),
            args,
            &ty,
            false,
            span,
        )
    }

    /// The address of a `va_list`, be it an object or a parameter.
    pub fn va_list(&mut self, e: &Node<Expression>) -> Lower<ExprId> {
        Ok(self.rvalue(e)?.expr)
    }

    /// `pc_label(cond [, id [, "TAG"]])`: a label of the source. Its predicate is not evaluated
    /// by the program.
    fn source_label(&mut self, args: &[Node<Expression>], span: Span) -> Lower<Operand> {
        let Some((cond, rest)) = args.split_first() else {
            return self.fail(span, "`pc_label` without a predicate");
        };
        if !self.is_pure(cond) {
            return self.fail(
                self.span(cond.span),
                "a `pc_label` whose predicate has effects",
            );
        }
        let predicate = self.rvalue(cond)?;
        self.scalar(&predicate.ty, span)?;
        let id = match rest.first() {
            Some(e) => u64::try_from(self.constant(e)?).ok(),
            None => None,
        };
        let tag = match rest.get(1).map(|e| &e.node) {
            Some(Expression::StringLiteral(s)) => {
                let (_, units) = super::literal::string_units(&s.node, self.plain_char);
                Some(units.iter().filter_map(|u| char::from_u32(*u)).collect())
            }
            _ => None,
        };
        let point = self.point(Anchor::InSource { span }, span);
        // The text of this call must not be evaluated again inside another predicate.
        self.graph.effects += 1;
        self.graph.sites.source_labels.push(SourceLabel {
            point,
            predicate: predicate.expr,
            id,
            tag,
            span,
        });
        Ok(self.void_operand())
    }
}
