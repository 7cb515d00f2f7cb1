//! What every part shares: typed ids, indexes, spans, places, diagnostics, what compilers say, words
//! of a command line, names of files, how far a token of C goes.
//!
//! Nothing here knows C's grammar or types, labels or formulas.

mod assumption;
mod clock;
mod diagnostic;
mod digest;
mod file;
mod ids;
mod index;
mod lexeme;
mod message;
mod name;
mod span;
mod stop;
mod words;

pub use assumption::{
    ALLOCATORS, Assumed, Assumption, EXTERNAL_DEFINITIONS, HOSTED, LIBRARY_NAMES, SIGNALS,
    SINGLE_THREAD, STATIC_FUNCTIONS, STREAMS, WHOLE_PROGRAM, assumptions, droppable,
};
pub use clock::ThreadClock;
pub use diagnostic::{Diagnostic, Severity};
pub use digest::Digest;
pub use file::{cannot, entries, exists, find, is_absence, is_dir, is_file, read_optional};
pub(crate) use ids::id_type;
pub use ids::{Id, IdVec};
pub use index::{FastMap, Index};
pub use lexeme::{is_word, literal_len, word_len};
pub use message::compiler_error;
pub use name::{PROGRAM_MAIN, bytes_text, name_path, name_text, relative};
pub use span::{Place, Span};
pub use stop::Stop;
pub use words::{ShellWord, marked_shell_words, shell_words};
