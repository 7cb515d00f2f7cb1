//! The checker of proofs: what it accepts, and that it refuses everything else without falling over.

use super::check_lrat;

/// x, ¬x ∨ y, ¬y ∨ z, ¬z.
const CNF: &str = "c a comment\np cnf 3 4\n1 0\n-1 2 0\n-2 3 0\n-3 0\n";
const PROOF: &str = "5 -2 0 4 3 0\n6 0 1 2 5 0\n";

#[test]
fn a_proof_is_accepted() {
    let checked = check_lrat(CNF, PROOF).expect("a proof");
    assert_eq!(
        (checked.clauses, checked.steps, checked.only_units),
        (4, 2, false)
    );
    let units = check_lrat("p cnf 1 2\n1 0\n-1 0\n", "3 0 1 2 0\n").expect("a proof");
    assert!(units.only_units);
}

#[test]
fn what_is_no_proof_is_refused() {
    let proofs = [
        "",
        "6 0 1 2 3 0\n",
        "5 0 1 2 3 4\n",
        "5 0 1 2 3 4 0 0\n",
        "5 0 0\n",
        "5 0 4 1 0\n",
        "5 0 1 2 9 4 0\n",
        "5 0 1 2 -3 4 0\n",
        "5 -2 0 4 3 0\n",
        "4 -2 0 4 3 0\n6 0 1 2 4 0\n",
        "5 -2 0 4 3 0\n5 0 1 2 5 0\n",
        "5 -1 0 4 3 0\n6 0 1 5 0\n",
        "5 0 5 0\n",
        "5 0 1 2 3 4 0\n6 0 1 2 3 4 0\n",
        "5 d 1 0\n",
    ];
    for proof in proofs {
        assert!(check_lrat(CNF, proof).is_err(), "{proof}");
    }
    let formulas = [
        "",
        "p cnf 3 3\n1 0\n-1 2 0\n-2 3 0\n-3 0\n",
        "p cnf 2 4\n1 0\n-1 2 0\n-2 3 0\n-3 0\n",
        "p cnf 3 4\n1 0\n-1 2 0\n-2 3\n-3 0\n",
        "p cnf 3 3\n1 0\n-1 2 0\n-3 0\n",
        "p cnf -1 4\n",
        "p cnf 99999999999999999999 4\n",
        "1 0\n-1 0\n",
    ];
    for cnf in formulas {
        assert!(check_lrat(cnf, PROOF).is_err(), "{cnf}");
    }
}

/// Whatever single byte is replaced: no panic, and what is still accepted excludes itself. The four clauses have eight states, so
/// that can be seen.
#[test]
fn a_changed_byte_proves_nothing_false() {
    let mut accepted = 0;
    for place in 0..CNF.len() {
        for byte in b"0123456789- \nxd" {
            let mut cnf = CNF.as_bytes().to_vec();
            cnf[place] = *byte;
            let cnf = String::from_utf8(cnf).expect("text");
            if check_lrat(&cnf, PROOF).is_ok() {
                accepted += 1;
                assert!(!has_model(&cnf), "{cnf}");
            }
        }
    }
    assert!(accepted > 0);
    for place in 0..PROOF.len() {
        for byte in b"0123456789- \nxd" {
            let mut proof = PROOF.as_bytes().to_vec();
            proof[place] = *byte;
            let proof = String::from_utf8(proof).expect("text");
            assert!(check_lrat("p cnf 3 3\n1 0\n-1 2 0\n-2 3 0\n", &proof).is_err());
        }
    }
}

/// By trying all values of three variables.
fn has_model(cnf: &str) -> bool {
    let lines = cnf.lines().filter(|line| !line.starts_with(['c', 'p']));
    let clause = |line: &str| -> Vec<i64> {
        let words = line.split_ascii_whitespace();
        let literals = words.map(|word| word.parse().expect("a literal"));
        literals.take_while(|&l| l != 0).collect()
    };
    let clauses: Vec<Vec<i64>> = lines.map(clause).collect();
    (0..8u32).any(|state| {
        let holds = |l: &i64| (state >> (l.unsigned_abs() - 1) & 1 == 1) == (*l > 0);
        clauses.iter().all(|clause| clause.iter().any(holds))
    })
}
