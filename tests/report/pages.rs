//! The pages work in a real browser, and foreign text in them is only text.

use crate::browser::Browser;
use crate::tools::*;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[test]
fn only_files_of_trusted_directories_are_shown() {
    let dir = case("hostile", "sources");
    let outside = scratch("sources-outside");
    fs::write(outside.join("secret.c"), "a secret\n").unwrap();
    // A link inside that leads outside, and a name that climbs.
    std::os::unix::fs::symlink(outside.join("secret.c"), dir.join("link.c")).unwrap();
    let labels = fs::read_to_string(dir.join("labels.csv")).unwrap();
    let climbing = format!(
        "../{}/secret.c",
        outside.file_name().unwrap().to_str().unwrap()
    );
    fs::write(
        dir.join("labels.csv"),
        format!("{labels}9001,k,cc,CC,link.c,1,1,f,1,x\n9002,k,cc,CC,{climbing},1,1,f,1,x\n"),
    )
    .unwrap();
    for format in ["html", "stryker"] {
        done(
            &[
                "report",
                ".",
                "--format",
                format,
                "-o",
                &format!("out-{format}"),
                "--criteria",
                "cc",
            ],
            &dir,
        );
    }
    let mut texts = vec![fs::read_to_string(dir.join("out-stryker")).unwrap()];
    for entry in fs::read_dir(dir.join("out-html")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        assert!(
            name.chars()
                .all(|c| c.is_ascii_alphanumeric() || "-.".contains(c)),
            "{name}"
        );
        texts.push(fs::read_to_string(path).unwrap());
    }
    for text in &texts {
        assert!(
            !text.contains("a secret") && !text.contains("root:"),
            "text of a file outside is shown"
        );
    }
    assert!(
        texts.iter().any(|text| text.contains("return s[0]")),
        "the text of plain.c is shown"
    );
    // Whoever trusts the directory sees it.
    let trust = outside.to_str().unwrap();
    done(
        &[
            "report",
            ".",
            "--format",
            "stryker",
            "--criteria",
            "cc",
            "-o",
            "seen",
            "--sources",
            trust,
        ],
        &dir,
    );
    assert!(
        fs::read_to_string(dir.join("seen"))
            .unwrap()
            .contains("a secret")
    );
}

#[test]
fn a_new_report_replaces_the_pages_of_the_old_one_only() {
    let dir = case("triangle", "replace");
    done(&["report", "."], &dir);
    for name in ["file7.html", "mine.html"] {
        fs::write(dir.join("report").join(name), "").unwrap();
    }
    done(&["report", "."], &dir);
    let there = |name: &str| dir.join("report").join(name).exists();
    assert!(
        there("index.html") && there("file1.html") && there("mine.html") && !there("file7.html")
    );
}

#[test]
fn a_reader_finds_the_way_through_the_pages() {
    let dir = case("triangle", "browser");
    done(&["report", "."], &dir);
    let mut browser = Browser::start(&dir);
    browser.open(&dir.join("report/index.html"), "");
    browser.picture(&dir.join("index.png"));
    assert_eq!(browser.count(".cards .card"), 3);
    assert_eq!(browser.count(".cards svg.stack"), 3);
    // The table sorts and filters.
    assert_eq!(browser.count("#table tbody tr"), 2);
    browser.click("#table th:first-child button");
    let first = browser.text("#table tbody tr:first-child td");
    browser.click("#table th:first-child button");
    assert_ne!(browser.text("#table tbody tr:first-child td"), first);
    browser.click("#filter");
    browser.type_text("triang main");
    assert_eq!(browser.count("#table tbody tr"), 1);
    assert_eq!(browser.text("#table tbody tr td"), "main");
    browser.value("filter.select()");
    browser.type_text("nothing like it");
    assert_eq!(browser.count("#table tbody tr"), 0);
    browser.value("filter.value = '', update()");
    // Files and directories have rows of their own.
    for (by, rows) in [
        ("file", "1 file"),
        ("directory", "1 directory"),
        ("function", "2 functions"),
    ] {
        browser.value(&format!("by.value = '{by}', update()"));
        assert_eq!(browser.text("#shown"), rows);
        assert!(browser.text("#table tbody tr").contains('%'), "{by}");
    }
    let made = browser.text("footer");
    let version = concat!("tamis ", env!("CARGO_PKG_VERSION"), ", ");
    assert!(
        made.starts_with(version) && made.contains(" UTC. Keys: "),
        "{made}"
    );
    // Three ratios, and why the last one may be lower.
    assert!(browser.text(".card dl.ratios").contains("of feasible"));
    let page = browser.text("main");
    assert!(page.contains("Corrected may be lower than raw"), "{page}");
    // 10 of 22 is rounded down.
    assert_eq!(browser.text(".card:nth-child(2) .ring .big"), "45.4%");
    // Ratios are rounded as everywhere else.
    let table = done(&["report", ".", "--format", "markdown"], &dir);
    let shown = browser.text(".ring .big");
    assert!(shown.ends_with('%') && table.contains(&format!(" {shown} ")));
    // What earlier runs covered, and what does not count.
    assert_eq!(browser.count("#trend svg polyline"), 2);
    assert_eq!(browser.count("#trend tbody tr"), 4);
    assert!(browser.text("#trend").contains("2025-11-20 01:00 UTC"));
    let suppressed = browser.text("#suppressed");
    assert!(suppressed.contains("LCOV_EXCL_LINE: 2") && suppressed.contains("a < \"<b>\""));
    // A label is found by its id.
    browser.click("#goto");
    browser.type_text("16");
    browser.value("byId('goto').dispatchEvent(new Event('change'))");
    browser.wait_until("location.pathname.includes('file1') && document.body && document.body.dataset.ready === '1'");
    assert!(browser.text("#panel").contains("#16"));
    the_source_explains_itself(&mut browser, &dir);
    everyone_can_use(&mut browser, &dir.join("report"));
    phones_paper_and_keyboards(&mut browser, &dir);
    assert_eq!(
        (&browser.problems, &browser.requests),
        (&Vec::new(), &Vec::new())
    );
}

/// Nothing sticks out of a small screen, what is only for a screen is not printed, and keys do what the footer says.
fn phones_paper_and_keyboards(browser: &mut Browser, dir: &Path) {
    for page in ["index.html", "file1.html"] {
        browser.emulate(380, "screen");
        browser.open(&dir.join("report").join(page), "");
        browser.picture(&dir.join(format!("phone-{page}.png")));
        let lines = "[...document.querySelectorAll('td .cut')].every((name) => name.getClientRects().length === 1 && name.clientHeight < 30)";
        assert_eq!(browser.value(lines), true, "a name of {page} is broken");
        let wide = browser.value("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 380, "{page}: {wide}");
        // What was asked for is on the screen, not below all lines.
        if page != "index.html" {
            browser.value("keys.n()");
            browser.wait_until("document.querySelector('#panel .kind') !== null");
            let at = "document.querySelector('#panel .kind').getBoundingClientRect()";
            let seen = browser.value(&format!("{at}.top >= 0 && {at}.bottom <= innerHeight"));
            assert_eq!(seen, true, "the panel of {page}");
        }
        browser.emulate(1000, "print");
        let shown = "[...document.querySelectorAll('.bar')].some((bar) => bar.checkVisibility())";
        assert_eq!(browser.value(shown), false, "{page}");
        let ink = "getComputedStyle(document.body)";
        assert_eq!(browser.value(&format!("{ink}.color")), "rgb(0, 0, 0)");
        let ground = browser.value(&format!("{ink}.backgroundColor"));
        assert_eq!(ground, "rgb(255, 255, 255)");
        let wide = browser.value("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 1000, "{page}: {wide}");
    }
    browser.emulate(1200, "screen");
    browser.press("n");
    browser.wait_until("document.querySelector('#panel .kind') !== null");
    let first = json!(browser.text("#panel .kind"));
    // A key changes the address, and the page follows that.
    let now = "document.querySelector('#panel .kind').textContent";
    browser.press("n");
    browser.wait_until(&format!("{now} !== {first}"));
    browser.press("p");
    browser.wait_until(&format!("{now} === {first}"));
    browser.press("/");
    browser.wait_until("document.activeElement.id === 'filter'");
}

/// No page has a violation of the rules of axe, which tests/tools/fetch brings.
fn everyone_can_use(browser: &mut Browser, report: &Path) {
    let axe = root().join("third_party/testing/axe.js");
    let axe = fs::read_to_string(axe).expect("setup.sh brings axe");
    let pages = fs::read_dir(report)
        .unwrap()
        .map(|e| e.unwrap().file_name());
    let pages = pages.map(|name| (name.into_string().unwrap(), ""));
    let mut pages: Vec<_> = pages.filter(|page| page.0.ends_with(".html")).collect();
    pages.push(("file1.html".into(), "#l16"));
    for scheme in ["dark", "light"] {
        browser.prefer(scheme);
        for (page, fragment) in &pages {
            browser.open(&report.join(page), fragment);
            browser.value(&format!("{axe}; 0"));
            browser.value("void axe.run().then((found) => { window.found = found.violations; })");
            browser.wait_until("window.found !== undefined");
            let list = "window.found.map((one) => one.id + ': ' + one.nodes[0].html).join('\\n')";
            let violations = browser.value(list);
            assert_eq!(violations, json!(""), "{page}{fragment}, {scheme}");
        }
    }
}

fn the_source_explains_itself(browser: &mut Browser, dir: &Path) {
    let page = dir.join("report/file1.html");
    browser.open(&page, "");
    assert_eq!(browser.count(".l"), 32);
    assert!(
        browser
            .text("#L9 code")
            .contains("if (a <= 0 || b <= 0 || c <= 0)")
    );
    // What was removed is shown when it is asked for.
    assert_eq!(browser.count(".mark.b2, .mark.b3, .mark.b4"), 0);
    browser.value("keys.n()");
    browser.wait_until("document.querySelector('#panel .kind') !== null");
    assert!(browser.text("#panel .kind").contains("to cover"));
    for standing in [2, 3, 4] {
        browser.click(&format!("[data-standing='{standing}']"));
    }
    let marks = browser.count(".mark");
    browser.click("#L12 .mark.b4");
    let panel = browser.text("#panel");
    for wanted in [
        "infeasible",
        "No test can cover it",
        "line 12",
        "tamis explain . ",
    ] {
        assert!(panel.contains(wanted), "{wanted}: {panel}");
    }
    // A covered one names its tests.
    browser.click(".mark.b0");
    let tests =
        "[...document.querySelectorAll('#panel dt')].some((term) => term.textContent === 'tests')";
    assert_eq!(browser.value(tests), true);
    let panel = browser.text("#panel");
    let suite = ["equal", "none", "scalene", "isosceles"];
    assert!(suite.iter().any(|test| panel.contains(test)), "{panel}");
    // A subsumed label has a picture of what it comes with, and a click there goes on.
    browser.click("#L9 .mark.b2");
    browser.picture(&dir.join("source.png"));
    assert!(browser.text("#panel").contains("covers it"));
    assert!(browser.count("#panel .graph .node") > 1 && browser.count("#panel .graph .edge") > 0);
    let before = browser.text("#panel .kind");
    browser.click("#panel .graph .node:not(.me) .box");
    let changed = format!(
        "document.querySelector('#panel .kind').textContent !== {}",
        json!(before)
    );
    browser.wait_until(&changed);
    // Filters change marks and table.
    browser.click("[data-standing='4']");
    assert!(browser.count(".mark") < marks && browser.count(".mark.b4") == 0);
    browser.click("#tab-table");
    browser.click("#filter");
    browser.type_text("==");
    let rows = browser.count("#table tbody tr");
    assert!(
        rows > 0 && browser.value("shown.every((label) => label.predicate.includes('=='))") == true
    );
    browser.picture(&dir.join("table.png"));
}

#[test]
fn a_state_that_covers_a_label_is_shown() {
    let dir = scratch("states");
    let text = "int seven(int x)\n{\n    if (x == 7)\n        return 1;\n    return 0;\n}\n";
    fs::write(dir.join("seven.c"), text).unwrap();
    done(&["clean", "--criteria", "cc", "seven.c"], &dir);
    done(&["report", "--states", "5"], &dir);
    let mut browser = Browser::start(&dir);
    let page = dir.join("tamis.out/report/file1.html");
    // Before any replay nothing looks like coverage.
    browser.open(&dir.join("tamis.out/report/index.html"), "");
    assert_eq!((browser.count(".ring"), browser.count(".card .f0")), (0, 0));
    assert!(browser.text(".lead").contains("No test suite was run yet"));
    browser.open(&page, "#l1");
    browser.wait_until("document.querySelector('#panel .state') !== null");
    assert_eq!(browser.text("#panel .state"), "at the startx = 7");
    // Nothing is asked for that does not say so, and nothing is shown of other sources.
    done(&["report"], &dir);
    browser.open(&page, "#l1");
    browser.wait_until("document.querySelector('#panel .kind') !== null");
    assert_eq!(browser.count("#panel .state"), 0);
    fs::write(dir.join("seven.c"), text.replace('7', "8")).unwrap();
    let output = tamis(&["report", "--states", "5"], &dir);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no state is shown"));
}

#[test]
fn hostile_names_and_predicates_are_only_text() {
    let dir = case("hostile", "browser");
    done(&["report", ".", "-o", "pages"], &dir);
    let mut browser = Browser::start(&dir);
    let evil = "<script>window.hit=1</script>";
    browser.open(&dir.join("pages/index.html"), "");
    assert!(browser.text("#table").contains(evil));
    browser.picture(&dir.join("index.png"));
    everyone_can_use(&mut browser, &dir.join("pages"));
    let mut seen = String::new();
    for entry in fs::read_dir(dir.join("pages")).unwrap() {
        let page = entry.unwrap().path();
        // Beside the pages there is their marker.
        if page.extension().is_none_or(|end| end != "html") {
            continue;
        }
        browser.open(&page, "");
        assert_eq!(
            browser.value("typeof window.hit"),
            "undefined",
            "{}",
            page.display()
        );
        assert_eq!(
            browser.count("img, iframe, object, main script, [onerror], [onmouseover]"),
            0
        );
        seen += &browser.text("body");
        for at in 0..browser.count(".mark").min(4) {
            browser.value(&format!("document.querySelectorAll('.mark')[{at}].click()"));
            assert_eq!(
                browser.value("typeof window.hit"),
                "undefined",
                "{}",
                page.display()
            );
        }
    }
    for wanted in [
        evil,
        "\"><img src=x onerror=\"window.hit=1\">",
        "' onmouseover='window.hit=1",
        "dir/<script>",
    ] {
        assert!(seen.contains(wanted), "{wanted} is shown as text");
    }
    assert_eq!(
        (&browser.problems, &browser.requests),
        (&Vec::new(), &Vec::new())
    );
}

/// `TAMIS_PAGES=DIR` measures the report in DIR instead, page by page, and `UPDATE_RESULTS=1` writes `results/pages.md`.
#[test]
fn each_page_of_a_large_report_loads_at_once() {
    let real = std::env::var_os("TAMIS_PAGES").map(PathBuf::from);
    let dir = scratch("large");
    let pages = match &real {
        Some(pages) => pages.clone(),
        None => {
            synthetic(&dir, 5000, 16);
            done(&["report", "."], &dir);
            dir.join("report")
        }
    };
    let mut names: Vec<PathBuf> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "html"))
        .collect();
    names.sort();
    let every = if real.is_some() { 1 } else { names.len() / 8 };
    let mut browser = Browser::start(&dir);
    let mut times: Vec<(Duration, PathBuf)> = Vec::new();
    for page in names
        .iter()
        .step_by(every.max(1))
        .chain([&pages.join("index.html")])
    {
        // A page that is loaded first has to wait for the browser: the best of two counts.
        let best = (0..2).map(|_| browser.open_cost(page)).min().unwrap();
        assert!(
            best < Duration::from_secs(2),
            "{} takes {best:?}",
            page.display()
        );
        times.push((best, page.clone()));
    }
    times.sort();
    let (worst, page) = times.last().unwrap();
    let median = times[times.len() / 2].0;
    let bytes = fs::metadata(page).unwrap().len() / 1024;
    let text = format!(
        "# Pages in a browser\n\nMade by `UPDATE_RESULTS=1 TAMIS_PAGES=DIR/report cargo test --release --test report each_page`: \
         headless Chromium loads each page twice, the cheaper load counts; processor time of all its processes.\n\n\
         | pages | loaded | median | slowest | its size |\n| ---: | ---: | ---: | ---: | ---: |\n\
         | {} | {} | {} ms | {} ms | {bytes} KiB |\n",
        names.len(),
        times.len(),
        median.as_millis(),
        worst.as_millis(),
    );
    println!("{text}");
    if real.is_some() && std::env::var_os("UPDATE_RESULTS").is_some() {
        fs::write(root().join("results/pages.md"), text).unwrap();
    }
}
