//! Simplification keeps every value; evaluation, printing and depth.

use super::testing::{Grower, WIDTHS, simplify_all};
use super::*;
use crate::base::Id;

/// Raw terms and their simplified images have the same value in random states.
fn simplification_keeps_values(seed: u64, widths: &[u32], rich: bool) {
    let mut terms = Terms::new();
    let mut grower = Grower::new(&mut terms, seed, widths, rich);
    for _ in 0..300 {
        grower.grow(&mut terms);
    }
    let image = simplify_all(&mut terms);
    let all: Vec<TermId> = terms.ids().collect();
    let mut evaluator = Evaluator::new(&terms, &all);
    let mut follower = LazyEvaluator::default();
    let mut sampler = Sampler::new(&terms, seed);
    for _ in 0..24 {
        let state = sampler.next(&terms);
        evaluator.run(&terms, &state);
        // From the largest terms down, so that each is asked for before what it is made of.
        let mut following = follower.in_state(&terms, &state);
        for &term in all.iter().rev() {
            in_range(&terms, &evaluator, term);
            if terms.sort(term) != Sort::Memory {
                assert_eq!(following.bits(term), evaluator.bits(term), "on demand");
            }
        }
        for (raw, &simple) in image.iter().enumerate() {
            let raw = TermId::from_index(raw);
            assert_eq!(terms.sort(raw), terms.sort(simple));
            let same = match terms.sort(raw) {
                Sort::Memory => evaluator.memory(raw).same(&evaluator.memory(simple)),
                _ => evaluator.bits(raw) == evaluator.bits(simple),
            };
            assert!(
                same,
                "seed {seed}: {} became {}",
                terms.text(raw),
                terms.text(simple)
            );
        }
    }
}

fn in_range(terms: &Terms, evaluator: &Evaluator, term: TermId) {
    let Some(range) = terms.range(term) else {
        return;
    };
    let value = evaluator.bits(term);
    let signed = bits::signed(value, terms.width(term));
    let (low, high) = range.unsigned;
    let (least, most) = range.signed;
    assert!(
        (u128::from(low)..=u128::from(high)).contains(&value)
            && (i128::from(least)..=i128::from(most)).contains(&signed),
        "{value} is not in {range:?}: {}",
        terms.text(term)
    );
}

#[test]
fn simplification_keeps_values_at_every_width() {
    for (i, &width) in WIDTHS.iter().enumerate() {
        for seed in 0..20 {
            simplification_keeps_values(seed * 100 + i as u64, &[width], false);
        }
    }
}

#[test]
fn simplification_keeps_values_of_mixed_widths() {
    for seed in 0..40 {
        simplification_keeps_values(5000 + seed, &WIDTHS, false);
        simplification_keeps_values(6000 + seed, &[1, 2, 3], false);
        simplification_keeps_values(6500 + seed, &[2, 5, 9], false);
    }
}

#[test]
fn simplification_keeps_values_with_memory_and_functions() {
    for seed in 0..40 {
        simplification_keeps_values(7000 + seed, &[8, 64], true);
    }
}

#[test]
fn values_have_only_the_bits_of_their_width() {
    let mut terms = Terms::new();
    let mut grower = Grower::new(&mut terms, 1, &WIDTHS, false);
    for _ in 0..2000 {
        grower.grow(&mut terms);
    }
    let all: Vec<TermId> = terms.ids().collect();
    let mut evaluator = Evaluator::new(&terms, &all);
    let state = Sampler::new(&terms, 1).next(&terms);
    evaluator.run(&terms, &state);
    for term in all {
        let width = terms.sort(term).width().unwrap_or(1);
        assert_eq!(evaluator.bits(term) & !bits::mask(width), 0);
    }
}

#[test]
fn a_store_is_read_back_whole() {
    let mut t = Terms::new();
    let memory = t.fresh("m", Sort::Memory, None);
    let p = t.fresh("p", Sort::BitVec(64), None);
    let x = t.fresh("x", Sort::BitVec(32), None);
    let y = t.fresh("y", Sort::BitVec(32), None);
    let written = t.store_le(memory, p, x);
    let after = t.offset(p, 4);
    let written = t.store_le(written, after, y);
    assert_eq!(t.load_le(written, p, 4), x);
    assert_eq!(t.load_le(written, after, 4), y);
    let both = t.load_le(written, p, 8);
    assert_eq!(both, t.concat(y, x));
    // The bytes before are those of the memory below.
    let before = t.offset(p, u64::MAX);
    assert_eq!(t.select(written, before), t.select(memory, before));
    let q = t.fresh("q", Sort::BitVec(64), None);
    assert_ne!(t.select(written, q), t.select(memory, q));
}

#[test]
fn branches_that_join_leave_nothing() {
    let mut t = Terms::new();
    let reach = t.fresh("r", Sort::Bool, None);
    let c = t.fresh("c", Sort::Bool, None);
    let not_c = t.not(c);
    let yes = t.and2(reach, c);
    let no = t.and2(reach, not_c);
    assert_eq!(t.or2(yes, no), reach);
    assert_eq!(t.and2(yes, no), t.bool(false));
}

#[test]
fn truth_values_of_c_are_undone() {
    let mut t = Terms::new();
    let x = t.fresh("x", Sort::BitVec(32), None);
    let y = t.fresh("y", Sort::BitVec(32), None);
    let less = t.slt(x, y);
    let value = t.bool_to_bv(less, 32);
    let zero = t.bv(0, 32);
    assert_eq!(t.ne(value, zero), less);
    let wide = t.sext(value, 64);
    let zero = t.bv(0, 64);
    let none = t.eq(wide, zero);
    assert_eq!(none, t.sle(y, x));
}

#[test]
fn deep_terms_need_no_stack() {
    let mut t = Terms::new();
    let x = t.fresh("x", Sort::BitVec(32), None);
    let y = t.fresh("y", Sort::BitVec(32), None);
    let three = t.bv(3, 32);
    let mut deep = x;
    for _ in 0..100_000 {
        let product = t.mul(deep, y);
        let changed = t.bvxor(product, three);
        deep = t.add(changed, three);
    }
    let goal = t.eq(deep, three);
    let smaller = t.ult(deep, y);
    let goal = t.and2(goal, smaller);
    let mut evaluator = Evaluator::new(&t, &[goal]);
    evaluator.run(&t, &Sampler::new(&t, 3).next(&t));
    assert!(smt2(&t, &[goal]).len() > 100_000);
    assert!(!t.text(goal).is_empty());
}

#[test]
fn a_query_prints_as_smt2() {
    let mut t = Terms::new();
    let x = t.fresh("a b", Sort::BitVec(8), Some(7));
    let f = t.function("f", &[Sort::BitVec(8)], Sort::Opaque(1));
    let applied = t.apply(f, &[x]);
    let z = t.fresh("z", Sort::Opaque(1), None);
    let same = t.eq(applied, z);
    assert_eq!(
        smt2(&t, &[same]),
        "(set-logic QF_UFBV)\n(declare-sort Opaque1 0)\n\
         (declare-fun |f!f0| ((_ BitVec 8)) Opaque1)\n\
         (declare-const |a b!v0| (_ BitVec 8))\n(define-fun t1 () Opaque1 (|f!f0| |a b!v0|))\n\
         (declare-const |z!v1| Opaque1)\n(define-fun t3 () Bool (= t1 |z!v1|))\n\
         (assert t3)\n(check-sat)\n"
    );
    assert_eq!(t.text(same), "(f(a b) == z)");
}

#[test]
fn states_are_the_same_for_the_same_seed() {
    let mut t = Terms::new();
    t.fresh("m", Sort::Memory, None);
    t.fresh("x", Sort::BitVec(128), None);
    let once = Sampler::new(&t, 5).next(&t);
    assert_eq!(once, Sampler::new(&t, 5).next(&t));
    assert_ne!(once, Sampler::new(&t, 6).next(&t));
}

/// Every comparison of an extended term with every constant, for every value of the term.
#[test]
fn comparisons_of_extended_terms_are_exact() {
    for (narrow, wide) in [(1, 2), (1, 4), (2, 3), (2, 5), (3, 5)] {
        for op in [Op::Zext, Op::Sext] {
            for k in 0..1u128 << wide {
                check_comparisons(op, narrow, wide, k);
            }
        }
    }
}

#[test]
fn writes_out_of_range_are_looked_through() {
    let mut t = Terms::new();
    let memory = t.fresh("m", Sort::Memory, None);
    let x = t.fresh("x", Sort::BitVec(2), None);
    let y = t.fresh("y", Sort::BitVec(2), None);
    let value = t.fresh("v", Sort::BitVec(32), None);
    let (low, high) = (t.zext(x, 64), t.zext(y, 64));
    let written = t.store_le(memory, low, value);
    for (by, apart) in [(6, false), (7, true), (u64::MAX - 1, false)] {
        let at = t.offset(high, by);
        let raw = t.load_le(memory, at, 4);
        assert_eq!(t.load_le(written, at, 4) == raw, apart, "{by}");
    }
}

fn check_comparisons(op: Op, narrow: u32, wide: u32, k: u128) {
    let mut t = Terms::new();
    let x = t.fresh("x", Sort::BitVec(narrow), None);
    let extended = t.intern(op, Sort::BitVec(wide), &[x]);
    let constant = t.bv(k, wide);
    let mut pairs = Vec::new();
    for compare in [Op::Ult, Op::Slt, Op::Eq] {
        for args in [[extended, constant], [constant, extended]] {
            let raw = t.intern(compare, Sort::Bool, &args);
            pairs.push((raw, t.rebuild(raw, &args)));
        }
    }
    let roots: Vec<TermId> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let mut evaluator = Evaluator::new(&t, &roots);
    for value in 0..1u128 << narrow {
        let mut state = Assignment::new(Rest::Value(0));
        state.set_bits(VarId::from_index(0), value);
        evaluator.run(&t, &state);
        for &(raw, simple) in &pairs {
            assert!(
                evaluator.bool(raw) == evaluator.bool(simple),
                "{} became {}",
                t.text(raw),
                t.text(simple)
            );
        }
    }
}
