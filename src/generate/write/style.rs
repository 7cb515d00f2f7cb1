//! How tests are run: by a `main` of our own or by a framework.
//!
//! Comes in: an entry and how many tests it has, each a function `test_N` with plain assertions. Goes out: what the file
//! includes, and its end. Whatever the framework, each test runs in a process of its own, so that no test sees what
//! another one left in globals and stubs.

use crate::generate::entry::Entry;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Assert,
    Unity,
    Cmocka,
    Check,
    /// The tests are C, with a file of C++ beside them.
    Gtest,
}

/// What runs a test in a process of its own.
const PASSES: &str = "\
int fork(void);
int waitpid(int, int *, int);
void _exit(int);

/* In a process of its own: no test sees what another one left. */
static int passes(void (*test)(void))
{
    int status = 1, child = fork();
    if (child == 0) {
        test();
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

";

impl Style {
    /// What the first comment says about running the file.
    pub(super) fn usage(self) -> &'static str {
        match self {
            Style::Assert => " Run without arguments for all, or with the number of one.",
            Style::Gtest => " The file of C++ beside it runs them.",
            _ => "",
        }
    }

    pub(super) fn includes(self) -> &'static str {
        match self {
            Style::Assert | Style::Gtest => "",
            Style::Unity => "#include \"unity.h\"\n",
            Style::Cmocka => {
                "#include <setjmp.h>\n#include <stdarg.h>\n#include <stdint.h>\n#include <cmocka.h>\n"
            }
            Style::Check => "#include <check.h>\n",
        }
    }

    /// The libraries of the framework, for the linker.
    pub fn libraries(self) -> &'static str {
        match self {
            Style::Assert => "",
            Style::Unity => "-lunity",
            Style::Cmocka => "-lcmocka",
            Style::Check => "-lcheck -lsubunit -lrt -lm -lpthread",
            Style::Gtest => "-lgtest_main -lgtest -lpthread",
        }
    }

    /// The end of the file.
    pub(super) fn main(self, entry: &Entry, count: usize) -> String {
        match self {
            Style::Assert => assert_main(count),
            Style::Unity => unity_main(count),
            Style::Cmocka => cmocka_main(count),
            Style::Check => check_main(entry, count),
            Style::Gtest => gtest_end(entry, count),
        }
    }
}

/// A line for each test.
fn each(count: usize, line: impl Fn(usize) -> String) -> String {
    (1..=count).map(line).collect()
}

fn list(count: usize) -> String {
    let list: Vec<String> = (1..=count).map(|i| format!("test_{i}")).collect();
    list.join(", ")
}

fn unity_main(count: usize) -> String {
    let cases = each(count, |i| {
        format!("static void case_{i}(void) {{ TEST_ASSERT_TRUE(passes(test_{i})); }}\n")
    });
    let runs = each(count, |i| format!("    RUN_TEST(case_{i});\n"));
    format!(
        "{PASSES}void setUp(void) {{}}\nvoid tearDown(void) {{}}\n{cases}\nint main(void)\n{{\n    UNITY_BEGIN();\n{runs}    return UNITY_END();\n}}\n"
    )
}

fn cmocka_main(count: usize) -> String {
    let cases = each(count, |i| {
        format!(
            "static void case_{i}(void **state)\n{{\n    (void)state;\n    assert_true(passes(test_{i}));\n}}\n\n"
        )
    });
    let runs = each(count, |i| format!("        cmocka_unit_test(case_{i}),\n"));
    format!(
        "{PASSES}{cases}int main(void)\n{{\n    const struct CMUnitTest tests[] = {{\n{runs}    }};\n    return cmocka_run_group_tests(tests, NULL, NULL);\n}}\n"
    )
}

/// Check has a process for each test.
fn check_main(entry: &Entry, count: usize) -> String {
    let mut text = each(count, |i| {
        format!("START_TEST(case_{i})\n{{\n    test_{i}();\n}}\nEND_TEST\n\n")
    });
    let runs = each(count, |i| format!("    tcase_add_test(cases, case_{i});\n"));
    let name = &entry.name;
    let _ = write!(
        text,
        "int main(void)\n{{\n    Suite *suite = suite_create(\"{name}\");\n    TCase *cases = tcase_create(\"{name}\");\n    SRunner *runner;\n    int failed;\n\n{runs}    suite_add_tcase(suite, cases);\n    runner = srunner_create(suite);\n    srunner_run_all(runner, CK_NORMAL);\n    failed = srunner_ntests_failed(runner);\n    srunner_free(runner);\n    return failed != 0;\n}}\n"
    );
    text
}

fn gtest_end(entry: &Entry, count: usize) -> String {
    let (name, list) = (&entry.name, list(count));
    format!(
        "{PASSES}int tests_of_{name}(int number);\n\nint tests_of_{name}(int number)\n{{\n    static void (*const tests[])(void) = {{ {list} }};\n    return passes(tests[number - 1]);\n}}\n"
    )
}

/// The file of C++ that runs the tests of an entry.
pub fn gtest_file(entry: &Entry, count: usize) -> String {
    let name = &entry.name;
    let cases = each(count, |i| {
        format!("TEST({name}, case_{i}) {{ EXPECT_TRUE(tests_of_{name}({i})); }}\n")
    });
    format!(
        "// Runs the tests of {name}, made by tamis generate.\n#include <gtest/gtest.h>\n\nextern \"C\" int tests_of_{name}(int number);\n\n{cases}"
    )
}

fn assert_main(count: usize) -> String {
    let list = list(count);
    format!(
        r#"int fork(void);
int waitpid(int, int *, int);
int printf(const char *, ...);

int main(int argc, char **argv)
{{
    static void (*const tests[])(void) = {{ {list} }};
    int only = 0, failed = 0;

    if (argc > 1)
        for (const char *c = argv[1]; *c >= '0' && *c <= '9'; c++)
            only = only * 10 + (*c - '0');
    if (only > {count})
        return 2;
    if (only > 0) {{
        tests[only - 1]();
        return 0;
    }}
    /* Each in a process of its own: no test sees what another one left. */
    for (int i = 0; i < {count}; i++) {{
        int status = 1, child = fork();
        if (child == 0) {{
            tests[i]();
            return 0;
        }}
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {{
            printf("test %d failed\n", i + 1);
            failed = 1;
        }}
    }}
    return failed;
}}
"#
    )
}
