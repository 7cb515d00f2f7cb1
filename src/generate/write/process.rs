//! What a test needs of the system besides a call: bytes on standard input, a process that may end.

use crate::generate::shape::Shape;
use std::fmt::Write;

/// Puts bytes on standard input.
pub(super) const GIVE_INPUT: &str = "\
int pipe(int *);
int dup2(int, int);
int close(int);
long write(int, const void *, size_t);

/* Standard input has these bytes. */
static void give_input(const char *bytes, size_t count)
{
    int ends[2];
    assert(pipe(ends) == 0);
    assert(write(ends[1], bytes, count) == (long)count);
    close(ends[1]);
    dup2(ends[0], 0);
    close(ends[0]);
}

";

/// Calls that end the process are made in another one.
pub(super) const EXIT_STATUS: &str = "\
int fork(void);
int waitpid(int, int *, int);
void _exit(int);

/* How a process ended: its status, or 128 and the signal that ended it. */
static int exit_status(int child)
{
    int status = 0;
    assert(child > 0 && waitpid(child, &status, 0) == child);
    return (status & 127) != 0 ? 128 + (status & 127) : status >> 8 & 255;
}

";

pub(super) fn give_input(bytes: &[Shape]) -> String {
    let mut text = String::new();
    for shape in bytes {
        let Shape::Int(value) = shape else { continue };
        let byte = *value as u8;
        let _ = match byte {
            b'"' | b'\\' | b'?' => write!(text, "\\{}", char::from(byte)),
            b'\n' => write!(text, "\\n"),
            32..=126 => write!(text, "{}", char::from(byte)),
            _ => write!(text, "\\{byte:03o}"),
        };
    }
    format!("    give_input(\"{text}\", {});\n", bytes.len())
}

/// The call, which ends its process with the status.
pub(super) fn exits(call: &str, status: i32) -> String {
    let status = status & 255;
    // Another one, if the call comes back.
    let other = i32::from(status == 0);
    format!(
        "    int child = fork();\n    if (child == 0) {{\n        {call};\n        _exit({other});\n    }}\n    assert(exit_status(child) == {status});\n"
    )
}

/// Memory that runs out. The functions with underscores are those of glibc that these stand for.
pub(super) const FAILING_ALLOCATION: &str = "\
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

/* Which allocation fails, counted from the next one; 0 for none. */
static size_t failing_allocation;

static int allocation_fails(void)
{
    return failing_allocation > 0 && --failing_allocation == 0;
}

void *malloc(size_t size)
{
    return allocation_fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return allocation_fails() ? NULL : __libc_realloc(old, size);
}

";

/// Makes a copy of what it is given that the program may free.
pub(super) const ON_HEAP: &str = "\
void *malloc(size_t);
void *memcpy(void *, const void *, size_t);

/* A copy that the program may free. */
static void *on_heap(const void *from, size_t size)
{
    return memcpy(malloc(size), from, size);
}

";
