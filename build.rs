//! Tells the binaries where the solver's library lies: in `third_party`, which setup.sh fills.
//! First relative to `target/<profile>` and its `deps`, then as this tree has it, for other target directories.

fn main() {
    let tree = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let library = "third_party/z3/lib";
    for root in ["$ORIGIN/../..", "$ORIGIN/../../..", &tree] {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{root}/{library}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
