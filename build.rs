//! Tells the linker and the binaries where the solver's library is: in `third_party`, which setup.sh fills, or where
//! `Z3_LIBRARY_PATH_OVERRIDE` says. Says in one line what is missing if it is in neither.
//! And which sources a binary was built from, so that results of other sources are not taken for its own.

use std::path::{Path, PathBuf};

/// The name that the loader looks for; a library of another version has another name.
const LIBRARY: &str = "libz3.so.5.4";
const FOLDER: &str = "third_party/z3/lib";

fn main() {
    let tree = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let tree = Path::new(&tree);
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=Cargo.lock");
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    let Some(folder) = solver(tree) else {
        eprintln!(
            "tamis needs {LIBRARY}: run ./setup.sh try in its source tree, or set Z3_LIBRARY_PATH_OVERRIDE to the \
             z3/lib of `pip install --target DIR z3-solver==5.4.0.0`"
        );
        std::process::exit(1);
    };
    println!("cargo:rustc-link-search=native={}", folder.display());
    // The layout of an installed tamis; the folder itself, so that a copy elsewhere finds no foreign one; target/<profile> and
    // its deps, so that a tree may move.
    let folder = folder.display().to_string();
    let trees = ["$ORIGIN/../..", "$ORIGIN/../../.."].map(|root| format!("{root}/{FOLDER}"));
    for path in ["$ORIGIN/../lib/tamis", &folder, &trees[0], &trees[1]] {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{path}");
    }
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in ["src", "Cargo.lock"] {
        add(&tree.join(part), &mut hash);
    }
    println!("cargo:rustc-env=TAMIS_BUILD={hash:016x}");
}

/// The folder with the library.
fn solver(tree: &Path) -> Option<PathBuf> {
    let named = std::env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map(PathBuf::from);
    let folders = named.into_iter().chain([tree.join(FOLDER)]);
    let found = folders.map(|folder| tree.join(folder));
    found
        .into_iter()
        .find(|folder| folder.join(LIBRARY).exists())
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
