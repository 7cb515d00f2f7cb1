//! Points, and the tables behind a function: decisions, switches, roots, labels, partitions, what is imprecise.

use super::cursor::{Cursor, Parse};
use super::expr::Exprs;
use super::put_point;
use crate::base::Span;
use crate::ir::{
    Anchor, BoolTree, Decision, DecisionKind, ExprId, Function, GlobalId, Leaf, Partition, Point,
    PointId, Root, SourceLabel, SwitchDecision,
};
use std::collections::HashMap;

type Globals = HashMap<String, GlobalId>;

/// What stands behind the `@` of an instruction: `p0 entry`.
pub fn point(cursor: &mut Cursor, function: &mut Function, globals: &Globals) -> Parse<PointId> {
    let id: PointId = cursor.id("p")?;
    let anchor = if cursor.take("entry") {
        function.entry_point = id;
        Anchor::Entry
    } else if cursor.take("statement") {
        function.sites.statements.push(id);
        Anchor::Statement {
            span: cursor.span()?,
            braces: cursor.take("braces"),
        }
    } else if cursor.take("before") {
        Anchor::Before {
            span: cursor.span()?,
            parens: cursor.take("parens"),
        }
    } else if cursor.take("after") {
        let span = cursor.span()?;
        cursor.expect("=")?;
        let value = Exprs { function, globals }.expr(cursor)?;
        Anchor::After { span, value }
    } else {
        cursor.expect("label")?;
        Anchor::InSource {
            span: cursor.span()?,
        }
    };
    let sequenced = !cursor.take("unsequenced");
    put_point(function, id, Point { anchor, sequenced });
    Ok(id)
}

/// `3` or `3..=5`
pub fn case_range(cursor: &mut Cursor) -> Parse<(i128, i128)> {
    let low = cursor.number()?;
    let high = if cursor.take("..=") {
        cursor.number()?
    } else {
        low
    };
    Ok((low, high))
}

/// One line behind a function.
pub fn table(cursor: &mut Cursor, function: &mut Function, globals: &Globals) -> Parse<()> {
    if cursor.take("decision") {
        let decision = decision(cursor, function, globals)?;
        function.sites.decisions.push(decision);
    } else if let Some(index) = cursor.take_index("c") {
        leaf(cursor, function, globals, index)?;
    } else if cursor.take("switch") {
        let switch = switch(cursor, function, globals)?;
        function.sites.switches.push(switch);
    } else if cursor.take("root") {
        let (point, expr) = at(cursor, function, globals)?;
        function.sites.roots.push(Root { point, expr });
    } else if cursor.take("label") {
        let label = source_label(cursor, function, globals)?;
        function.sites.source_labels.push(label);
    } else if cursor.take("partition") {
        let param = cursor.id("v")?;
        cursor.expect("at")?;
        let partition = Partition {
            param,
            cuts: list(cursor)?,
            span: Span::default(),
        };
        function.sites.partitions.push(partition);
    } else {
        cursor.expect("imprecise")?;
        let span = cursor.span()?;
        cursor.expect(":")?;
        let reason = cursor.take_rest().to_string();
        function.imprecise.push((span, reason));
    }
    Ok(())
}

/// `@p0` and an expression.
fn at(cursor: &mut Cursor, function: &mut Function, globals: &Globals) -> Parse<(PointId, ExprId)> {
    cursor.expect("@")?;
    let point = cursor.id("p")?;
    let expr = Exprs { function, globals }.expr(cursor)?;
    Ok((point, expr))
}

fn decision(cursor: &mut Cursor, function: &mut Function, globals: &Globals) -> Parse<Decision> {
    let index: usize = cursor.number()?;
    if index != function.sites.decisions.len() {
        return Err(format!("{index} is not the next decision"));
    }
    const KINDS: [DecisionKind; 6] = [
        DecisionKind::If,
        DecisionKind::While,
        DecisionKind::DoWhile,
        DecisionKind::For,
        DecisionKind::Conditional,
        DecisionKind::Value,
    ];
    let kind = KINDS
        .into_iter()
        .find(|kind| cursor.take(&format!("{kind:?}")));
    let kind = kind.ok_or("an unknown kind of decision")?;
    cursor.expect("@")?;
    let point = cursor.id("p")?;
    let span = cursor.span()?;
    cursor.expect("tree")?;
    let tree = tree(cursor)?;
    let mut exprs = Exprs { function, globals };
    let guard = if cursor.take("if") {
        Some(exprs.expr(cursor)?)
    } else {
        None
    };
    cursor.expect("is")?;
    Ok(Decision {
        kind,
        span,
        point,
        guard,
        root: exprs.expr(cursor)?,
        tree,
        leaves: Vec::new(),
    })
}

fn tree(cursor: &mut Cursor) -> Parse<BoolTree> {
    cursor.nested(|cursor| {
        if cursor.take("!") {
            return Ok(BoolTree::Not(Box::new(tree(cursor)?)));
        }
        if let Some(leaf) = cursor.take_index("c") {
            return Ok(BoolTree::Leaf(leaf));
        }
        cursor.expect("(")?;
        let first = Box::new(tree(cursor)?);
        let whole = if cursor.take("&&") {
            BoolTree::And(first, Box::new(tree(cursor)?))
        } else if cursor.take("||") {
            BoolTree::Or(first, Box::new(tree(cursor)?))
        } else {
            cursor.expect("?")?;
            let a = Box::new(tree(cursor)?);
            cursor.expect(":")?;
            BoolTree::Cond(first, a, Box::new(tree(cursor)?))
        };
        cursor.expect(")")?;
        Ok(whole)
    })
}

fn leaf(
    cursor: &mut Cursor,
    function: &mut Function,
    globals: &Globals,
    index: usize,
) -> Parse<()> {
    cursor.expect("@")?;
    let point = cursor.id("p")?;
    let span = cursor.span()?;
    let expr = Exprs { function, globals }.expr(cursor)?;
    let leaf = Leaf {
        expr,
        span,
        point,
        strict: cursor.take("strict"),
    };
    match function.sites.decisions.last_mut() {
        Some(decision) if decision.leaves.len() == index => decision.leaves.push(leaf),
        _ => return Err(format!("c{index} is not the next condition of a decision")),
    }
    Ok(())
}

fn switch(
    cursor: &mut Cursor,
    function: &mut Function,
    globals: &Globals,
) -> Parse<SwitchDecision> {
    let _index: usize = cursor.number()?;
    cursor.expect("@")?;
    let point = cursor.id("p")?;
    let span = cursor.span()?;
    cursor.expect("on")?;
    let value = Exprs { function, globals }.expr(cursor)?;
    cursor.expect(":")?;
    let mut cases = Vec::new();
    let default = loop {
        if cursor.take("default at") {
            break Some(cursor.span()?);
        }
        if cursor.take("no default") {
            break None;
        }
        let (low, high) = case_range(cursor)?;
        cursor.expect("at")?;
        cases.push((low, high, cursor.span()?));
        cursor.expect(",")?;
    };
    Ok(SwitchDecision {
        span,
        point,
        value,
        cases,
        default,
    })
}

/// `@p0 x > 0 id 7 tag "T" at 1..2`
fn source_label(
    cursor: &mut Cursor,
    function: &mut Function,
    globals: &Globals,
) -> Parse<SourceLabel> {
    let (point, predicate) = at(cursor, function, globals)?;
    let id = if cursor.take("id") {
        Some(cursor.number()?)
    } else {
        None
    };
    let tag = if cursor.take("tag") {
        let bytes = cursor.byte_string()?;
        Some(String::from_utf8(bytes).map_err(|_| "a tag is not UTF-8")?)
    } else {
        None
    };
    cursor.expect("at")?;
    Ok(SourceLabel {
        point,
        predicate,
        id,
        tag,
        span: cursor.span()?,
    })
}

/// `[1, 2, 3]`
fn list(cursor: &mut Cursor) -> Parse<Vec<i128>> {
    cursor.expect("[")?;
    let mut list = Vec::new();
    while !cursor.take("]") {
        list.push(cursor.number()?);
        cursor.take(",");
    }
    Ok(list)
}
