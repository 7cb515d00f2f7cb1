//! From the solver's model to a state that terms can be evaluated in.

use super::answer::Fault;
use super::raw::{Context, text};
use super::translate::Translation;
use crate::logic::{Assignment, FunctionValue, MemoryValue, Rest, Sort, Terms, Value};
use std::collections::{BTreeMap, HashMap};
use z3_sys::*;

struct Reader<'a> {
    context: &'a Context,
    model: Z3_model,
    /// Elements of opaque sorts, numbered as they come.
    elements: HashMap<String, u128>,
}

/// The state that a model describes; what it leaves open is zero.
pub(super) fn read(
    context: &Context,
    model: Z3_model,
    terms: &Terms,
    translation: &Translation,
) -> Result<Assignment, Fault> {
    let mut reader = Reader {
        context,
        model,
        elements: HashMap::new(),
    };
    let c = context.raw();
    let mut state = Assignment::new(Rest::Value(0));
    for (&var, &decl) in &translation.variables {
        // SAFETY: a declaration without arguments and a model, both of this context.
        if let Some(ast) = unsafe { Z3_model_get_const_interp(c, model, decl) } {
            let sort = terms.variables()[var].sort;
            let value = match sort {
                Sort::Memory => Value::Memory(reader.memory(ast)?),
                _ => Value::Bits(reader.bits(ast, sort)?),
            };
            state.variables.insert(var, value);
        }
    }
    for (&function, &decl) in &translation.functions {
        let declared = &terms.functions()[function];
        let (arguments, result) = (&declared.arguments, declared.result);
        if let Some((entries, rest)) = reader.table(decl, arguments, result)? {
            let rest = Rest::Value(rest);
            let entries = entries.into_iter().collect();
            state
                .functions
                .insert(function, FunctionValue { entries, rest });
        }
    }
    Ok(state)
}

/// The entries of a function, and its value elsewhere.
type Table = (Vec<(Box<[u128]>, u128)>, u128);

impl Reader<'_> {
    /// The value of a term of the model. Parts of a model live as long as it does.
    fn bits(&mut self, ast: Z3_ast, sort: Sort) -> Result<u128, Fault> {
        let c = self.context.raw();
        // SAFETY: a term of this context.
        unsafe {
            match sort {
                Sort::Bool => match Z3_get_bool_value(c, ast) {
                    Z3_L_TRUE => Ok(1),
                    Z3_L_FALSE => Ok(0),
                    _ => Err(self.unreadable(ast)),
                },
                Sort::BitVec(_) if Z3_is_numeral_ast(c, ast) => {
                    let mut small = 0;
                    if Z3_get_numeral_uint64(c, ast, &mut small) {
                        return Ok(u128::from(small));
                    }
                    let digits = text(Z3_get_numeral_binary_string(c, ast));
                    u128::from_str_radix(&digits, 2).map_err(|_| self.unreadable(ast))
                }
                Sort::Opaque(_) => {
                    let next = self.elements.len() as u128;
                    let name = text(Z3_ast_to_string(c, ast));
                    Ok(*self.elements.entry(name).or_insert(next))
                }
                _ => Err(self.unreadable(ast)),
            }
        }
    }

    fn unreadable(&self, ast: Z3_ast) -> Fault {
        // SAFETY: a term of this context.
        let text = text(unsafe { Z3_ast_to_string(self.context.raw(), ast) });
        Fault::Failure(format!("a value in the model that is none: {text}"))
    }

    /// A chain of stores on a constant array, or a function as an array.
    fn memory(&mut self, ast: Z3_ast) -> Result<MemoryValue, Fault> {
        let c = self.context.raw();
        let (address, byte) = (Sort::BitVec(64), Sort::BitVec(8));
        let mut bytes = BTreeMap::new();
        let mut ast = ast;
        // SAFETY: terms and declarations of this context; the indices are below the number of arguments.
        unsafe {
            loop {
                if Z3_is_as_array(c, ast) {
                    let decl = self.context.some(Z3_get_as_array_func_decl(c, ast))?;
                    let table = self.table(decl, &[address], byte)?;
                    let (entries, rest) = table.unwrap_or_default();
                    for (at, value) in entries {
                        bytes.entry(at[0] as u64).or_insert(value as u8);
                    }
                    return Ok(MemoryValue::new(bytes, Rest::Value(rest)));
                }
                if !Z3_is_app(c, ast) {
                    return Err(self.unreadable(ast));
                }
                let app = self.context.some(Z3_to_app(c, ast))?;
                let decl = self.context.some(Z3_get_app_decl(c, app))?;
                let symbol = self.context.some(Z3_get_decl_name(c, decl))?;
                let name = text(Z3_get_symbol_string(c, symbol));
                let arg = |i| self.context.some(Z3_get_app_arg(c, app, i));
                match (name.as_str(), Z3_get_app_num_args(c, app)) {
                    ("const", 1) => {
                        let rest = arg(0)?;
                        let rest = Rest::Value(self.bits(rest, byte)?);
                        return Ok(MemoryValue::new(bytes, rest));
                    }
                    ("store", 3) => {
                        let (under, at, value) = (arg(0)?, arg(1)?, arg(2)?);
                        let at = self.bits(at, address)? as u64;
                        let value = self.bits(value, byte)? as u8;
                        // The outermost store is the last write.
                        bytes.entry(at).or_insert(value);
                        ast = under;
                    }
                    _ => return Err(self.unreadable(ast)),
                }
            }
        }
    }

    fn table(
        &mut self,
        decl: Z3_func_decl,
        arguments: &[Sort],
        result: Sort,
    ) -> Result<Option<Table>, Fault> {
        let c = self.context.raw();
        // SAFETY: the interpretation and its entries are held by reference counts while they are read.
        unsafe {
            let Some(interp) = Z3_model_get_func_interp(c, self.model, decl) else {
                return Ok(None);
            };
            Z3_func_interp_inc_ref(c, interp);
            let table = self.entries(interp, arguments, result);
            Z3_func_interp_dec_ref(c, interp);
            table.map(Some)
        }
    }

    /// SAFETY: `interp` is an interpretation of this context, held by the caller.
    unsafe fn entries(
        &mut self,
        interp: Z3_func_interp,
        arguments: &[Sort],
        result: Sort,
    ) -> Result<Table, Fault> {
        let c = self.context.raw();
        let mut entries = Vec::new();
        // SAFETY: the indices are below the numbers that the interface gives.
        unsafe {
            for i in 0..Z3_func_interp_get_num_entries(c, interp) {
                let entry = self.context.some(Z3_func_interp_get_entry(c, interp, i))?;
                Z3_func_entry_inc_ref(c, entry);
                let read = self.entry(entry, arguments, result);
                Z3_func_entry_dec_ref(c, entry);
                entries.push(read?);
            }
            let rest = match Z3_func_interp_get_else(c, interp) {
                Some(ast) => self.bits(ast, result)?,
                None => 0,
            };
            Ok((entries, rest))
        }
    }

    /// SAFETY: `entry` is an entry of this context, held by the caller.
    unsafe fn entry(
        &mut self,
        entry: Z3_func_entry,
        arguments: &[Sort],
        result: Sort,
    ) -> Result<(Box<[u128]>, u128), Fault> {
        let c = self.context.raw();
        let mut key = Vec::with_capacity(arguments.len());
        // SAFETY: an entry has as many arguments as its function.
        unsafe {
            for (i, &sort) in arguments.iter().enumerate() {
                let arg = self
                    .context
                    .some(Z3_func_entry_get_arg(c, entry, i as u32))?;
                key.push(self.bits(arg, sort)?);
            }
            let value = self.context.some(Z3_func_entry_get_value(c, entry))?;
            Ok((key.into(), self.bits(value, result)?))
        }
    }
}
