//! Stubs that inputs have the address of: one for each type of function that a caller can hand over.
//!
//! The stub of `T (*f)(…)` is like one of a function that no file defines: the input decides what it returns.

use super::shape::Stream;
use super::stub::Stub;
use crate::ir::{CType, FunctionType, Linkage, Signatures, Unit};
use std::collections::BTreeSet;

/// A function for each type of function that what other files call may be given.
pub fn add(units: &[Unit], signatures: &mut [Signatures], made: &mut Unit, stubs: &mut Vec<Stub>) {
    let globals = units.iter().flat_map(|unit| unit.globals.iter());
    let mut taken: BTreeSet<String> = globals.map(|(_, global)| global.name.clone()).collect();
    taken.extend(
        signatures
            .iter()
            .flat_map(|unit| unit.names.keys().cloned()),
    );
    for (index, types) in signatures.iter_mut().enumerate() {
        let unit = &units[index];
        let functions = unit
            .functions
            .iter()
            .filter(|f| f.linkage == Linkage::External);
        let params = functions.filter_map(|f| types.function(&f.name));
        let params = params.flat_map(|ty| ty.params.iter().map(|param| ("", param)));
        let globals = unit
            .globals
            .iter()
            .filter(|(_, g)| g.linkage == Linkage::External);
        let objects = globals.filter_map(|(_, g)| match types.names.get(&g.name)? {
            CType::Function(_) => None,
            ty => Some((g.name.as_str(), ty)),
        });
        for (stem, ty) in types_of(types, params.chain(objects)) {
            let mut name = format!("{stem}_stub");
            let mut number = 2;
            while !taken.insert(name.clone()) {
                name = format!("{stem}_stub_{number}");
                number += 1;
            }
            let mut stub = Stub {
                name: name.clone(),
                unit: index,
                ret: ty.ret.clone(),
                params: ty.params.clone(),
                variadic: ty.variadic,
                results: None,
                range: None,
                of_library: false,
                only_null: false,
                is_callback: true,
                refused: None,
            };
            if stub.define(made, &[]) {
                stubs.push(stub);
                types.names.insert(name, CType::Function(ty.into()));
            }
        }
    }
}

/// The types of functions that values of these types lead to, each with the name of a member that does.
pub fn types_of<'t>(
    types: &'t Signatures,
    given: impl Iterator<Item = (&'t str, &'t CType)>,
) -> Vec<(String, FunctionType)> {
    let mut found: Vec<(String, FunctionType)> = Vec::new();
    let mut open: Vec<(&str, &CType)> = given.collect();
    // The first is looked at first.
    open.reverse();
    let mut seen = BTreeSet::new();
    while let Some((name, ty)) = open.pop() {
        match ty {
            CType::Pointer { to, .. } => open.push((name, to)),
            CType::Array { of, .. } => open.push((name, of)),
            CType::Function(f) => {
                let name = if name.is_empty() { "callback" } else { name };
                if !found.iter().any(|(_, own)| *own == **f) && f.is_spelled() {
                    found.push((name.into(), (**f).clone()));
                }
            }
            CType::Record(record) if seen.insert(*record) && !Stream::is_file(types, *record) => {
                let fields = types
                    .layout(*record)
                    .map_or(&[][..], |layout| &layout.fields);
                let fields = fields.iter().rev();
                open.extend(fields.map(|f| (f.name.as_deref().unwrap_or(name), &f.ty)));
            }
            _ => {}
        }
    }
    found
}
