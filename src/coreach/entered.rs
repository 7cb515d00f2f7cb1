//! Which functions may run at all.
//!
//! Comes in: how names bind. Goes out: for each function whether control may enter it. The least solution of
//!
//! ```text
//! entered(f)  =  code that no unit shows may call f, or entered(g) for some g that calls f
//! ```
//!
//! A function whose address is used anywhere, also by what never runs, counts as one that code elsewhere calls. So does one that is
//! named in a part of the file that was left out, and each one in a file of which something else is hidden: asm outside of functions, an
//! attribute by which a function runs or lands in a section.

use super::linked::Linked;
use super::outline::Symbol;
use crate::ir::Linkage;
use std::collections::HashMap;

/// By function. `closed`: nothing but the units calls their functions by name, and `main` is one of them.
pub(super) fn entered(linked: &Linked, closed: bool) -> Vec<bool> {
    let closed = closed && linked.has_one_main();
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for function in 0..linked.functions.len() {
        let symbol = linked.symbol(function);
        if symbol.linkage == Linkage::External {
            by_name.entry(&symbol.name).or_default().push(function);
        }
    }
    let mut entered = vec![false; linked.functions.len()];
    let mut open = linked.entered_from_anywhere(closed);
    open.extend(linked.called_by_the_library());
    open.extend((0..linked.functions.len()).filter(|&function| is_root(linked, function)));
    while let Some(function) = open.pop() {
        if std::mem::replace(&mut entered[function], true) {
            continue;
        }
        let unit = linked.functions[function].unit;
        for symbol in linked.functions[function].body.called() {
            let called: &Symbol = &linked.outlines[unit].symbols[symbol];
            open.extend(called.function.map(|own| linked.first[unit] + own));
            // Whichever definition the linker takes.
            if called.linkage == Linkage::External {
                open.extend(by_name.get(called.name.as_str()).into_iter().flatten());
            }
        }
    }
    entered
}

/// Whether something that is no call in the units may enter the function.
fn is_root(linked: &Linked, function: usize) -> bool {
    let symbol = linked.symbol(function);
    let hidden = &linked.outlines[linked.functions[function].unit].hidden;
    symbol.name == "main" || hidden.objects || linked.is_opaque(&symbol.name)
}
