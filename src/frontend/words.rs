//! The keywords of C and its dialects, by what they do in a declaration or statement.

/// A type specifier or qualifier, a word that can begin a type name.
pub fn is_type_word(word: &str) -> bool {
    is_qualifier(word)
        || matches!(
            word,
            "void"
                | "char"
                | "short"
                | "int"
                | "long"
                | "float"
                | "double"
                | "signed"
                | "unsigned"
                | "_Bool"
                | "_Complex"
                | "struct"
                | "union"
                | "enum"
                | "__signed"
                | "__signed__"
                | "__complex"
                | "__complex__"
                | "typeof"
                | "__typeof"
                | "__typeof__"
                | "typeof_unqual"
                | "__typeof_unqual__"
                | "__int128"
                | "__int128_t"
                | "__uint128_t"
                | "__float128"
                | "__float80"
                | "__bf16"
                | "__auto_type"
                | "__tamis_auto_type"
                | "__builtin_va_list"
                | "_BitInt"
                | "_Float16"
                | "_Float32"
                | "_Float32x"
                | "_Float64"
                | "_Float64x"
                | "_Float128"
                | "_Float128x"
                | "_Decimal32"
                | "_Decimal64"
                | "_Decimal128"
        )
}

pub fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "const"
            | "volatile"
            | "restrict"
            | "_Atomic"
            | "__const"
            | "__const__"
            | "__volatile"
            | "__volatile__"
            | "__restrict"
            | "__restrict__"
    )
}

/// A storage class or function specifier; says nothing about the type.
pub fn is_storage_word(word: &str) -> bool {
    matches!(
        word,
        "typedef"
            | "extern"
            | "static"
            | "auto"
            | "register"
            | "inline"
            | "__inline"
            | "__inline__"
            | "_Noreturn"
            | "_Thread_local"
            | "__thread"
    )
}

/// Can begin a declaration, typedef names apart.
pub fn begins_declaration(word: &str) -> bool {
    is_type_word(word) || is_storage_word(word) || word == "_Static_assert"
}

/// A keyword of statements or expressions: no variable, type or function.
pub fn is_other_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "else"
            | "for"
            | "while"
            | "do"
            | "switch"
            | "case"
            | "default"
            | "return"
            | "goto"
            | "break"
            | "continue"
            | "sizeof"
            | "_Alignof"
            | "__alignof"
            | "__alignof__"
            | "_Alignas"
            | "_Generic"
            | "_Static_assert"
            | "__attribute__"
            | "__attribute"
            | "__declspec"
            | "__extension__"
            | "__label__"
            | "__real__"
            | "__imag__"
            | "__real"
            | "__imag"
    ) || is_asm(word)
}

pub fn is_keyword(word: &str) -> bool {
    is_type_word(word) || is_storage_word(word) || is_other_keyword(word)
}

pub fn is_asm(word: &str) -> bool {
    matches!(word, "asm" | "__asm" | "__asm__")
}

pub fn is_record_word(word: &str) -> bool {
    matches!(word, "struct" | "union" | "enum")
}

/// Followed by a condition in parentheses and a statement.
pub fn is_control_word(word: &str) -> bool {
    matches!(word, "if" | "for" | "while" | "switch")
}

/// Followed by a group in parentheses that is neither a declarator nor a list of parameters.
pub fn takes_group(word: &str) -> bool {
    is_asm(word)
        || matches!(
            word,
            "__attribute__"
                | "__attribute"
                | "__declspec"
                | "_Alignas"
                | "alignas"
                | "typeof"
                | "__typeof"
                | "__typeof__"
                | "typeof_unqual"
                | "__typeof_unqual__"
                | "_Atomic"
                | "_BitInt"
        )
}
