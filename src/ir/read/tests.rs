//! Texts that are no IR say where and why.

use super::*;

fn problem(text: &str) -> String {
    read(text).expect_err("it is no IR").to_string()
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let function = "g0 external fn f\nexternal fn f(v0 x: i32) {\n";
    let line = |body: &str| problem(&format!("{function}b0:\n  {body}\n}}\n"));
    assert_eq!(
        problem("g1 external fn f"),
        "line 1: g1 is not the next global"
    );
    assert_eq!(problem("external fn f() {\n}"), "line 1: no global `f`");
    assert_eq!(
        problem("g0 external fn f\nexternal fn f() {\nb0:\n  return\n"),
        "line 4: the last function has no `}`"
    );
    assert_eq!(line("v0 = v7"), "line 4: v7 is no scalar variable");
    assert_eq!(line("jump b0"), "line 4: `jump b0` is no instruction");
    assert_eq!(line("goto b0 b1"), "line 4: ` b1` is too much here");
    assert_eq!(
        line(&format!("v0 = {}1", "-".repeat(1000))),
        "line 4: nested too deeply"
    );
    assert_eq!(
        line("v0 = v0 +"),
        "line 4: an expression should stand before ``"
    );
}

#[test]
fn constants_and_casts_keep_their_types() {
    let text = "\
g0 internal fn f
g1 external table: 16 bytes, align 8 const = \"\\x01a\\\"\" [8] = &g0+0

internal fn f(v0 x: u8, v1 p: ptr) -> f64 {
  v2 s: 12 bytes, align 4 in memory
b0:
  @p0 entry
  u8[(v1 +p (i64)v0 * 4 of 3)] = (v0 >> 1)
  copy 12 bytes to &v2 from v1
  i32[&v2] = -(7)
  v0 = (v0 ? 3:u8 : (u8)(i32[@table] == -1))
  return -(1.5:f64)
}
";
    // A store shows the type of its value, so parentheses at its top are the only difference.
    let unit = read(text).expect("it is IR");
    let again = unit.to_string();
    assert_eq!(again, text.replace("= (v0 >> 1)", "= v0 >> 1"));
}
