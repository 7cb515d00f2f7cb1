//! Valid C in, broken C out.
//!
//! Comes in: seed texts and a random source. Goes out: a text with a few of its tokens cut, moved, doubled or
//! replaced. Knows nothing of tamis; the same number gives the same text everywhere.

use std::ops::Range;

/// SplitMix64: small, and good enough to choose tokens with.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number under `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// What C code does not expect to meet.
#[rustfmt::skip]
const HOSTILE: &[&[u8]] = &[
    b"(", b")", b"{", b"}", b"[", b"]", b";", b",", b":", b"?", b"=", b"*", b"&", b"&&", b"||", b"!", b"...", b"->",
    b".", b"#", b"##", b"\\", b"'", b"\"", b"/*", b"*/", b"//", b"\n", b"\0", b"\xff", b"\xc3\x28", b"$", b"@", b"`",
    b"0", b"1", b"-1", b"08", b"0x", b"0b2", b"1e", b"0x1p", b"1e999999", b"0x1p-99999", b"99999999999999999999999999",
    b"18446744073709551615u", b"9223372036854775807", b"-9223372036854775807 - 1", b"1/0", b"1%0", b"1<<64", b"1<<-1",
    b"''", b"'abcdefgh'", b"'\\777'", b"\"\\x\"", b"L\"\\uD800\"", b"u8\"\xff\"",
    b"int", b"char", b"void", b"float", b"double", b"long long", b"unsigned", b"signed", b"_Bool", b"_Complex",
    b"__int128", b"_Float128", b"struct", b"union", b"enum", b"typedef", b"static", b"extern", b"inline", b"const",
    b"volatile", b"restrict", b"_Atomic", b"_Thread_local", b"__thread", b"auto", b"register", b"_Noreturn",
    b"if", b"else", b"for", b"while", b"do", b"switch", b"case", b"default:", b"break;", b"continue;", b"return", b"goto",
    b"sizeof", b"_Alignof", b"_Alignas(3)", b"_Generic(", b"_Static_assert(0, \"\");", b"typeof(", b"__auto_type",
    b"__attribute__((", b"__attribute__((packed))", b"__attribute__((aligned(1<<30)))", b"__attribute__((vector_size(16)))",
    b"__attribute__((mode(TI)))", b"__extension__", b"__label__ l;", b"&&l", b"asm(\"\" : \"=r\"(x) : : \"memory\");",
    b"asm goto(\"\" : : : : l);", b"__builtin_va_arg(", b"__builtin_offsetof(", b"__builtin_choose_expr(",
    b"__builtin_types_compatible_p(", b"__builtin_unreachable();", b"__real__", b"case 1 ... 5:",
    b"case 0 ... 0x7fffffffffffffff:", b"[0x7fffffffffffffff]", b"[-1]", b"[*]", b"[static 3]", b"[]", b":0", b":99",
    b"({", b"})", b"(int){", b"={[5]=", b"={.x=", b"={[0 ... 1000000000]=1}", b"<:", b"%>", b"??(", b"[[fallthrough]];",
    b"bool", b"nullptr", b"constexpr", b"x", b"f", b"x;", b"f();", b"*p", b"&x", b"x++", b"--x", b"x=x", b"pc_label(",
    b"pc_label(1, 18446744073709551616, \"X\");", b"# 4294967296 \"x\"\n", b"\n# 1 \"", b"\n#line 0\n", b"\n#pragma pack(push, 3)\n",
    b"\n#pragma pack(pop)\n", b"struct s { struct s s; };", b"typedef int x;", b"int a[sizeof a];", b"enum { A = A };",
    b"int f() int x; {}", b"main(){}", b"struct { int x:3, :0, y:40; };",
];

/// A broken form of one of the seeds; `seeds` is not empty.
pub fn mutate(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = random.pick(seeds).clone();
    for _ in 0..1 + random.below(6) {
        text = mutate_once(text, seeds, random);
        // Doubling what was doubled grows fast, and size is not what is tested here.
        text.truncate(1 << 20);
    }
    text
}

fn mutate_once(mut text: Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let tokens = tokens(&text);
    if tokens.is_empty() {
        let hostile = *random.pick(HOSTILE);
        return hostile.to_vec();
    }
    let token = random.pick(&tokens).clone();
    let group = group(&tokens, random);
    let hostile = *random.pick(HOSTILE);
    match random.below(12) {
        0 => text.truncate(random.below(text.len() + 1)),
        1 => drop(text.drain(token)),
        2 => drop(text.drain(group)),
        3 => text = copy(text, token.start, token),
        4 => text = copy(text, token.start, group),
        5 => {
            let other = text[random.pick(&tokens).clone()].to_vec();
            drop(text.splice(token, other));
        }
        6 => text = swap(&text, token, random.pick(&tokens).clone()),
        7 | 8 => drop(text.splice(token, hostile.iter().copied())),
        9 => insert(&mut text, token.start, hostile),
        10 => nest(&mut text, token, random),
        _ => {
            let seed: &Vec<u8> = random.pick(seeds);
            splice_from(&mut text, token.start, seed, random);
        }
    }
    text
}

fn insert(text: &mut Vec<u8>, at: usize, what: &[u8]) {
    let spaced = [b" ", what, b" "].concat();
    drop(text.splice(at..at, spaced));
}

fn copy(mut text: Vec<u8>, at: usize, what: Range<usize>) -> Vec<u8> {
    let what = text[what].to_vec();
    insert(&mut text, at, &what);
    text
}

fn swap(text: &[u8], one: Range<usize>, other: Range<usize>) -> Vec<u8> {
    let (first, second) = if one.start <= other.start {
        (one, other)
    } else {
        (other, one)
    };
    if second.start < first.end {
        return text.to_vec();
    }
    let parts = [
        &text[..first.start],
        &text[second.clone()],
        &text[first.end..second.start],
        &text[first],
        &text[second.end..],
    ];
    parts.concat()
}

/// Puts a token inside many brackets, not always as many closing ones.
fn nest(text: &mut Vec<u8>, token: Range<usize>, random: &mut Random) {
    #[rustfmt::skip]
    const PAIRS: &[(&[u8], &[u8])] = &[
        (b"(", b")"), (b"{", b"}"), (b"[", b"]"), (b"!", b""), (b"- ", b""), (b"*", b""), (b"&", b""), (b"(int)", b""),
        (b"({", b";})"), (b"x?", b":1"), (b"f(", b")"), (b"if(x)", b""), (b"for(;;){", b"}"), (b"struct{", b"}x;"),
        (b"sizeof ", b""), (b"", b"+1"), (b"", b"[0]"), (b"", b"()"), (b"", b"->x"), (b"", b"&&x"), (b"do ", b"while(0);"),
        (b"switch(1){case 1:", b"}"), (b"__typeof__(", b")"), (b"__attribute__((", b"))"), (b"x:", b""), (b"else ", b""),
    ];
    let (open, close) = *random.pick(PAIRS);
    let depth = [3, 30, 300, 3000][random.below(4)];
    let closing = if random.below(4) == 0 {
        random.below(depth)
    } else {
        depth
    };
    let nested = [
        open.repeat(depth),
        text[token.clone()].to_vec(),
        close.repeat(closing),
    ]
    .concat();
    drop(text.splice(token, nested));
}

fn splice_from(text: &mut Vec<u8>, at: usize, seed: &[u8], random: &mut Random) {
    let tokens = tokens(seed);
    if !tokens.is_empty() {
        let what = seed[group(&tokens, random)].to_vec();
        insert(text, at, &what);
    }
}

/// Some tokens in a row.
fn group(tokens: &[Range<usize>], random: &mut Random) -> Range<usize> {
    let first = random.below(tokens.len());
    let last = (first + random.below(20)).min(tokens.len() - 1);
    tokens[first].start..tokens[last].end
}

/// Words, numbers, literals on one line, and single other bytes.
pub fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        at += token_length(&text[at..]);
        if !text[start].is_ascii_whitespace() {
            tokens.push(start..at);
        }
    }
    tokens
}

fn token_length(text: &[u8]) -> usize {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    match text[0] {
        byte if word(&byte) => text.iter().take_while(|byte| word(byte)).count(),
        quote @ (b'"' | b'\'') => {
            let end = text[1..]
                .iter()
                .position(|byte| *byte == quote || *byte == b'\n');
            end.map_or(text.len(), |end| end + 2)
        }
        _ => 1,
    }
}
