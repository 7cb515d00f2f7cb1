//! Function definitions.

use super::super::ctype::{ArrayLen, CType, FunctionType, QualType};
use super::super::layout;
use super::super::normalise::original_name;
use super::env::Entity;
use super::types::{Declared, Specs};
use super::{Fail, Lower, Lowerer};
use crate::base::{IdVec, Span};
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;
use std::collections::HashMap;

impl Lowerer<'_> {
    /// The name, type and specifiers of a definition; its parameters with their types.
    pub fn function_header(&mut self, def: &Node<FunctionDefinition>) -> Lower<(Specs, Declared)> {
        let span = self.span(def.span);
        let declarator = &def.node.declarator;
        let (from, to) = (def.span.start, declarator.span.start);
        let specs = self.specifiers(&def.node.specifiers, from, to)?;
        let mut declared = self.declared(&specs, declarator, true, declarator.span.end)?;
        let CType::Function(function) = &declared.ty.ty else {
            return self.fail(span, "a function definition without a parameter list");
        };
        if let Some(names) = declared.old_style.clone() {
            let params = self.old_style_parameters(&names, &def.node.declarations)?;
            let function = FunctionType {
                params,
                unprototyped: true,
                ..(**function).clone()
            };
            declared.params = names.into_iter().map(Some).collect();
            declared.ty = QualType::plain(CType::Function(std::sync::Arc::new(function)));
        }
        Ok((specs, declared))
    }

    /// `int f(a, b) char a; { … }`: parameters that are not declared are `int`.
    fn old_style_parameters(
        &mut self,
        names: &[String],
        declarations: &[Node<Declaration>],
    ) -> Lower<Vec<QualType>> {
        let mut types = HashMap::new();
        for declaration in declarations {
            let specs = self.declaration_specifiers(declaration)?;
            for (i, init) in declaration.node.declarators.iter().enumerate() {
                let declarator = &init.node.declarator;
                let declared = self.declared(&specs, declarator, i == 0, declarator.span.end)?;
                if declared.marks.aligns() {
                    return self.fail(self.span(init.span), "an aligned parameter");
                }
                if let Some(name) = declared.name {
                    types.insert(name, super::types::adjust_parameter(declared.ty));
                }
            }
        }
        let int = || QualType::plain(CType::INT);
        Ok(names
            .iter()
            .map(|name| types.remove(name).unwrap_or_else(int))
            .collect())
    }

    /// Lowers a whole definition whose symbol is declared already. The tables of the function go out with it.
    pub fn function(
        &mut self,
        def: &Node<FunctionDefinition>,
        symbol: GlobalId,
        linkage: Linkage,
    ) -> Lower<Function> {
        let span = self.span(def.span);
        let body = self.span(def.node.statement.span);
        self.in_function = true;
        self.scope = span;
        let entry = self.new_block();
        self.graph.current = Some(entry);
        let (_, declared) = self.function_header(def)?;
        let CType::Function(function) = declared.ty.ty.clone() else {
            return self.fail(span, "a function definition without a parameter list");
        };
        self.name = original_name(declared.name.as_deref().unwrap_or_default()).into_owned();
        self.return_type = function.ret.ty.clone();
        self.state_at(Some(body.start + 1));
        let params = self.parameters_of(&function, &declared, span)?;
        self.note_declared();
        self.state_at(None);
        self.parameter_lengths(def, &function, &declared)?;
        let entry_point = self.point(Anchor::Entry, body);
        let partitions = self.partitions()?;
        let Statement::Compound(items) = &def.node.statement.node else {
            return self.fail(span, "a function without a body");
        };
        self.compound(items, span)?;
        self.check_attributes(u32::MAX)?;
        let end = Span::new(body.end as usize - 1, body.end as usize);
        self.leave(end)?;
        let ret = self.ret(&function.ret.ty, span)?;
        let blocks = self.finish_blocks(end)?;
        let graph = std::mem::take(&mut self.graph);
        Ok(Function {
            name: std::mem::take(&mut self.name),
            symbol,
            linkage,
            span,
            in_system_header: self.source.is_of_system_header(span),
            params,
            variadic: function.variadic,
            ret,
            vars: std::mem::take(&mut self.vars),
            exprs: std::mem::take(&mut self.exprs),
            blocks,
            points: graph.points,
            entry_point,
            sites: Sites {
                body_start: body.start + 1,
                partitions,
                ..graph.sites
            },
            imprecise: graph.imprecise,
            loose_floats: self.loose_floats,
            loose_pointers: self.language.loose_pointers,
        })
    }

    fn ret(&self, ty: &CType, span: Span) -> Lower<Ret> {
        if *ty == CType::Void {
            return Ok(Ret::Void);
        }
        if let Some(ty) = ty.scalar() {
            return Ok(Ret::Scalar(ty));
        }
        match (ty, layout::size_of(ty, &self.env.records)) {
            (ty, Some(size)) if ty.is_aggregate() => Ok(Ret::Aggregate { size }),
            _ => self.fail(span, "a function that returns a value of this type"),
        }
    }

    /// Declares the parameters. An old-style one arrives promoted and is narrowed here: what
    /// arrives has no name, what the body names is a parameter too.
    fn parameters_of(
        &mut self,
        function: &FunctionType,
        declared: &Declared,
        span: Span,
    ) -> Lower<Vec<VarId>> {
        let mut params = Vec::new();
        for (i, ty) in function.params.iter().enumerate() {
            let name = declared
                .params
                .get(i)
                .cloned()
                .flatten()
                .unwrap_or_default();
            if ty.ty.scalar().is_none() && !ty.ty.is_aggregate() {
                return self.fail(span, "a parameter of this type");
            }
            let passed = match &ty.ty {
                CType::Float(FloatKind::F32) if function.unprototyped => {
                    CType::Float(FloatKind::F64)
                }
                other if function.unprototyped => other.promoted(),
                other => other.clone(),
            };
            if passed.scalar() == ty.ty.scalar() && !(ty.quals.is_volatile || ty.quals.is_atomic) {
                let id = self.new_local(&name, ty, span)?;
                self.vars[id].kind = VarKind::Param;
                self.env.declare(&name, Entity::Var { id, ty: ty.clone() });
                params.push(id);
                continue;
            }
            let id = self.new_local("", &QualType::plain(passed.clone()), span)?;
            self.vars[id].kind = VarKind::Param;
            params.push(id);
            let value = super::builder::Operand {
                expr: self.var_expr(id),
                ty: passed,
            };
            let value = self.convert(value, &ty.ty, span)?;
            let local = self.new_local(&name, ty, span)?;
            self.vars[local].kind = VarKind::Param;
            self.emit(InstKind::Declare(local), span)?;
            if self.vars[local].volatile {
                let addr = self.var_addr(local);
                self.emit(
                    InstKind::Store {
                        addr,
                        value: value.expr,
                        volatile: true,
                    },
                    span,
                )?;
            } else {
                self.assign(local, value.expr, span)?;
            }
            self.env.declare(
                &name,
                Entity::Var {
                    id: local,
                    ty: ty.clone(),
                },
            );
        }
        Ok(params)
    }

    /// `int a[n][m]`: lengths that name other parameters are evaluated when the function is
    /// entered.
    fn parameter_lengths(
        &mut self,
        def: &Node<FunctionDefinition>,
        function: &FunctionType,
        declared: &Declared,
    ) -> Lower<()> {
        let list = parameter_list(&def.node.declarator);
        for (i, param) in list.iter().enumerate() {
            let span = self.span(param.span);
            if let Some(declarator) = &param.node.declarator {
                self.check_lengths(declarator)?;
            }
            let (Some(ty), Some(Some(name))) = (function.params.get(i), declared.params.get(i))
            else {
                continue;
            };
            if !has_open_length(&ty.ty) {
                continue;
            }
            let points = self.graph.points.len();
            let ty = self.parameter(param)?.ty;
            if self.graph.points.len() > points {
                return self.fail(span, "a parameter whose array length has effects");
            }
            let ty = super::types::adjust_parameter(ty);
            if let Some(Entity::Var { id, .. }) = self.env.lookup(name) {
                let id = *id;
                self.env.declare(name, Entity::Var { id, ty });
            }
        }
        Ok(())
    }

    /// The length of an array that is a parameter is evaluated at each call, though the parameter is a pointer.
    fn check_lengths(&mut self, declarator: &Node<Declarator>) -> Lower<()> {
        for derived in &declarator.node.derived {
            let DerivedDeclarator::Array(array) = &derived.node else {
                continue;
            };
            if let ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) =
                &array.node.size
                && !self.is_pure(e)
            {
                return self.fail(
                    self.span(e.span),
                    "a parameter whose array length has effects",
                );
            }
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Declarator(inner) => self.check_lengths(inner),
            _ => Ok(()),
        }
    }

    /// `#pragma tamis partition(param, v1, v2, …)` before or inside the function.
    fn partitions(&mut self) -> Lower<Vec<Partition>> {
        let mut list = Vec::new();
        for (span, text) in &self.chunk.pragmas {
            let Some(text) = text.trim().strip_prefix("tamis") else {
                continue;
            };
            let parsed = parse_partition(text.trim());
            let Some((name, mut cuts)) = parsed else {
                return self.fail(
                    *span,
                    "a `#pragma tamis` other than `partition(param, value, …)`",
                );
            };
            let is_it = |var: &Var| var.kind == VarKind::Param && var.name == name;
            let Some((param, _)) = self.vars.iter().find(|(_, var)| is_it(var)) else {
                return self.fail(
                    *span,
                    &format!("`{name}` is not a parameter of `{}`", self.name),
                );
            };
            cuts.sort_unstable();
            cuts.dedup();
            list.push(Partition {
                param,
                cuts,
                span: *span,
            });
        }
        Ok(list)
    }

    /// Ends what is open, and gives computed gotos their targets.
    fn finish_blocks(&mut self, end: Span) -> Lower<IdVec<BlockId, Block>> {
        for name in self.graph.labels.keys() {
            if !self.defined_labels.contains_key(name) {
                return Err(Fail::new(
                    end,
                    &format!("the label `{name}` is not defined"),
                ));
            }
        }
        let mut targets = Vec::new();
        for (i, name) in self.label_values.iter().enumerate() {
            if let Some(&block) = self.graph.labels.get(name) {
                targets.push((label_value(i), block));
            }
        }
        let mut blocks = IdVec::new();
        for (_, block) in std::mem::take(&mut self.graph.blocks).iter_mut() {
            let mut term = block.term.take().unwrap_or(Term {
                kind: TermKind::Unreachable,
                span: end,
            });
            if let TermKind::IndirectGoto { targets: list, .. } = &mut term.kind {
                list.clone_from(&targets);
            }
            blocks.push(Block {
                insts: std::mem::take(&mut block.insts),
                term,
            });
        }
        Ok(blocks)
    }

    // ---- computed goto ----

    /// `&&label`: any value. Computed gotos know each label by a number of its own.
    pub fn label_address(
        &mut self,
        label: &Node<Expression>,
        span: Span,
    ) -> Lower<super::builder::Operand> {
        let Expression::Identifier(id) = &label.node else {
            return self.fail(span, "the address of something that is not a label");
        };
        let name = &id.node.name;
        let index = match self.label_values.iter().position(|known| known == name) {
            Some(index) => index,
            None => {
                self.label_values.push(name.clone());
                self.label_values.len() - 1
            }
        };
        let ty = CType::pointer_to(QualType::plain(CType::Void));
        let number = self.int_operand(label_value(index), ty.clone());
        if self.graph.current.is_none() {
            self.label_content = true;
            return Ok(number);
        }
        // The compiler may merge blocks and make copies of functions.
        let args = vec![Arg {
            value: number.expr,
            by_copy: None,
        }];
        self.emit_call(
            Callee::Builtin("__tamis_label".into()),
            args,
            &ty,
            false,
            span,
        )
    }
}

/// The parameters of the function that the declarator names.
fn parameter_list(declarator: &Node<Declarator>) -> &[Node<ParameterDeclaration>] {
    if let DeclaratorKind::Declarator(inner) = &declarator.node.kind.node {
        let list = parameter_list(inner);
        if !list.is_empty() {
            return list;
        }
    }
    match declarator.node.derived.first().map(|d| &d.node) {
        Some(DerivedDeclarator::Function(f)) => &f.node.parameters,
        _ => &[],
    }
}

/// Whether it points to an array whose length was left open.
fn has_open_length(ty: &CType) -> bool {
    match ty {
        CType::Pointer(to) => has_open_length(&to.ty),
        CType::Array(element, len) => {
            matches!(len, ArrayLen::Unknown) || has_open_length(&element.ty)
        }
        _ => false,
    }
}

/// Addresses that no object has: the values only meet each other.
fn label_value(index: usize) -> i128 {
    0x7461_6d69_0000_0000 + 16 * (index as i128 + 1)
}

/// `partition(x, -1, 0, 100)`.
fn parse_partition(text: &str) -> Option<(String, Vec<i128>)> {
    let list = text
        .strip_prefix("partition")?
        .trim()
        .strip_prefix('(')?
        .strip_suffix(')')?;
    let mut parts = list.split(',').map(str::trim);
    let name = parts.next()?.to_string();
    let cuts: Option<Vec<i128>> = parts.map(|part| part.parse().ok()).collect();
    Some((name, cuts?)).filter(|(_, cuts)| !cuts.is_empty())
}
