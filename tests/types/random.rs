//! Random declarations with attributes on all kinds of declarators, typedefs with alignment and pack pragmas; the seed decides everything.
//! Questions about them come out as lines `MAY e;`.

use std::fmt::Write;

const TYPES: [&str; 11] = [
    "char",
    "short",
    "int",
    "long",
    "unsigned char",
    "long long",
    "double",
    "float",
    "_Bool",
    "__int128",
    "long double",
];

/// A small generator (splitmix64).
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn attribute(&mut self, names: &[&str]) -> String {
        match self.pick(names) {
            "" => String::new(),
            "aligned" => format!("__attribute__((aligned({})))", 1 << self.below(6)),
            name => format!("__attribute__(({name}))"),
        }
    }

    /// Two declarators of one declaration, an attribute in one of its places.
    fn pair(&mut self, ty: &str, a: &str, b: &str, attribute: &str, after_comma: bool) -> String {
        match self.below(if after_comma { 5 } else { 4 }) {
            0 => format!("{ty} {a} {attribute}, {b};"),
            1 => format!("{attribute} {ty} {a}, {b};"),
            2 => format!("{ty} {attribute} {a}, {b};"),
            3 => format!("{ty} {b}, {a} {attribute};"),
            _ => format!("{ty} {b}, {attribute} {a};"),
        }
    }
}

pub fn declarations(seed: u64) -> String {
    let mut rng = Rng(seed);
    let mut types: Vec<String> = TYPES.map(String::from).to_vec();
    let mut text = String::from("#include <stddef.h>\n");
    let mut questions = String::new();
    for i in 0..14 {
        let ty = types[rng.below(types.len())].clone();
        match rng.below(5) {
            0 => {
                let attribute = rng.attribute(&["aligned", "aligned", "unused"]);
                let (a, b) = (format!("T{i}a"), format!("T{i}b"));
                let pair = rng.pair(&ty, &a, &b, &attribute, true);
                writeln!(text, "typedef {pair}").unwrap();
                for name in [a, b] {
                    writeln!(questions, "MAY sizeof({name}) + 1000 * _Alignof({name});").unwrap();
                    types.push(name);
                }
            }
            1 => {
                let n = 1 << rng.below(5);
                let pragma = match rng.below(5) {
                    0 => format!("push, {n}"),
                    1 => format!("push, name, {n}"),
                    2 => "pop".to_string(),
                    3 => "push, name)\n#pragma pack(pop, name".to_string(),
                    _ => String::new(),
                };
                writeln!(text, "#pragma pack({pragma})").unwrap();
            }
            2 => {
                let attribute = rng.attribute(&["aligned", "unused"]);
                let (a, b) = (format!("v{i}a"), format!("v{i}b"));
                writeln!(text, "{}", rng.pair(&ty, &a, &b, &attribute, true)).unwrap();
                writeln!(questions, "MAY _Alignof({a}) + 1000 * _Alignof({b});").unwrap();
            }
            _ => types.push(record(&mut rng, i, &types, &mut text, &mut questions)),
        }
    }
    text + &questions
}

fn record(
    rng: &mut Rng,
    number: usize,
    types: &[String],
    text: &mut String,
    questions: &mut String,
) -> String {
    let keyword = rng.pick(&["struct", "struct", "union"]);
    let name = format!("{keyword} R{number}");
    let mut fields = String::new();
    writeln!(questions, "MAY sizeof({name}) + 100000 * _Alignof({name});").unwrap();
    for j in 0..1 + rng.below(4) {
        let ty = types[rng.below(types.len())].clone();
        if rng.below(6) == 0 {
            let base = rng.pick(&["int", "unsigned char", "long", "short"]);
            let attribute = rng.attribute(&["packed", ""]);
            let gap = rng.pick(&["int : 0;", "", ""]);
            let width = 1 + rng.below(7);
            write!(fields, "{base} x{j} : {width} {attribute}; {gap} ").unwrap();
            continue;
        }
        let attribute = rng.attribute(&["aligned", "packed", "packed", "unused"]);
        let (a, b) = (format!("f{j}a"), format!("f{j}b"));
        fields += &rng.pair(&ty, &a, &b, &attribute, false);
        for member in [a, b] {
            writeln!(questions, "MAY offsetof({name}, {member});").unwrap();
            writeln!(questions, "MAY _Alignof((({name} *)0)->{member});").unwrap();
        }
    }
    // Compilers differ about two different alignments.
    let before = rng.attribute(&["", "", "packed", "unused"]);
    let after = rng.attribute(&["", "", "packed", "aligned"]);
    writeln!(text, "{keyword} {before} R{number} {{ {fields} }} {after};").unwrap();
    name
}
