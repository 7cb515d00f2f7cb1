//! The solver's C interface, made safe to hold: contexts, errors, reference counts.
//!
//! A context of its own per session: in a shared one, what was asked before would change the order of
//! terms and so the answers near a limit, and results would depend on the number of threads.

use super::super::answer::Fault;
use std::cell::RefCell;
use std::ffi::{CStr, CString};
use z3_sys::*;

/// A context. Terms kept in it live as long as it does.
pub(super) struct Context {
    raw: Z3_context,
    kept: RefCell<Vec<Z3_ast>>,
}

impl Context {
    pub fn new() -> Result<Self, Fault> {
        let broken = || Fault::new("z3 makes no context");
        // SAFETY: the configuration lives until the context is made.
        unsafe {
            let config = Z3_mk_config().ok_or_else(broken)?;
            let context = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let context = context.ok_or_else(broken)?;
            // Without a handler, errors are codes that `fault` reads.
            Z3_set_error_handler(context, None);
            Ok(Context {
                raw: context,
                kept: RefCell::new(Vec::new()),
            })
        }
    }

    pub fn raw(&self) -> Z3_context {
        self.raw
    }

    /// A term that the interface gave, kept for the life of the context.
    pub fn keep(&self, ast: Option<Z3_ast>) -> Result<Z3_ast, Fault> {
        let ast = ast.ok_or_else(|| self.fault())?;
        // SAFETY: the term is of this context.
        unsafe { Z3_inc_ref(self.raw, ast) };
        self.kept.borrow_mut().push(ast);
        Ok(ast)
    }

    pub fn some<T>(&self, value: Option<T>) -> Result<T, Fault> {
        value.ok_or_else(|| self.fault())
    }

    /// The error of the last call.
    pub fn fault(&self) -> Fault {
        // SAFETY: the context lives.
        unsafe {
            match Z3_get_error_code(self.raw) {
                ErrorCode::MemoutFail => Fault::Memory,
                ErrorCode::Ok => Fault::new("z3 gave nothing and no error"),
                code => Fault::Failure(text(Z3_get_error_msg(self.raw, code))),
            }
        }
    }

    /// Whether the last call succeeded.
    pub fn ok(&self) -> Result<(), Fault> {
        // SAFETY: the context lives.
        match unsafe { Z3_get_error_code(self.raw) } {
            ErrorCode::Ok => Ok(()),
            _ => Err(self.fault()),
        }
    }

    pub fn symbol(&self, name: &str) -> Result<Z3_symbol, Fault> {
        let name = CString::new(name).map_err(|_| Fault::new("a name with a zero byte"))?;
        // SAFETY: the interface copies the text.
        self.some(unsafe { Z3_mk_string_symbol(self.raw, name.as_ptr()) })
    }
}

/// Terms that are needed to ask.
impl Context {
    pub fn variable(&self, name: &str, sort: Z3_sort) -> Result<Z3_ast, Fault> {
        let symbol = self.symbol(name)?;
        // SAFETY: all of this context.
        self.keep(unsafe { Z3_mk_const(self.raw, symbol, sort) })
    }

    pub fn boolean(&self, name: &str) -> Result<Z3_ast, Fault> {
        // SAFETY: the context lives.
        let sort = self.some(unsafe { Z3_mk_bool_sort(self.raw) })?;
        self.variable(name, sort)
    }

    pub fn implies(&self, a: Z3_ast, b: Z3_ast) -> Result<Z3_ast, Fault> {
        // SAFETY: two Bools of this context.
        self.keep(unsafe { Z3_mk_implies(self.raw, a, b) })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // A context that is deleted with terms in it takes quadratic time.
        // SAFETY: nothing made in it is used afterwards: engines drop it last.
        unsafe {
            for &ast in self.kept.borrow().iter().rev() {
                Z3_dec_ref(self.raw, ast);
            }
            Z3_del_context(self.raw);
        }
    }
}

/// A text that the interface owns, copied before the next call.
pub(super) fn text(string: Z3_string) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: the interface gives zero-terminated text.
    unsafe { CStr::from_ptr(string) }
        .to_string_lossy()
        .into_owned()
}

/// Sets how much memory the solver may use in this process, all threads together.
pub fn limit_memory(megabytes: u32) {
    let value = CString::new(megabytes.to_string()).expect("digits");
    // SAFETY: both texts live during the call.
    unsafe { Z3_global_param_set(c"memory_max_size".as_ptr(), value.as_ptr()) };
}

/// The solver's version, as in `5.4.0`.
pub fn version() -> String {
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: four places to write to.
    unsafe { Z3_get_version(&mut major, &mut minor, &mut build, &mut revision) };
    format!("{major}.{minor}.{build}")
}
