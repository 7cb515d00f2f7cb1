//! Tells the binaries where the solver's library lies: in `third_party`, which setup.sh fills.
//! First relative to `target/<profile>` and its `deps`, then as this tree has it, for other target directories.
//! And which sources a binary was built from, so that results of other sources are not taken for its own.

use std::path::Path;

fn main() {
    let tree = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let library = "third_party/z3/lib";
    for root in ["$ORIGIN/../..", "$ORIGIN/../../..", &tree] {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{root}/{library}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=Cargo.lock");
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in ["src", "Cargo.lock"] {
        add(&Path::new(&tree).join(part), &mut hash);
    }
    println!("cargo:rustc-env=TAMIS_BUILD={hash:016x}");
}

/// FNV-1a of all files, in the order of their names.
fn add(path: &Path, hash: &mut u64) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).expect("src can be read");
        let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| add(entry, hash));
        return;
    }
    let name = path
        .file_name()
        .unwrap_or_default()
        .as_encoded_bytes()
        .to_vec();
    for byte in name
        .into_iter()
        .chain(std::fs::read(path).expect("a source"))
    {
        *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
}
