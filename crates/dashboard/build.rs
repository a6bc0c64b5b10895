//! Makes a list of the files in `site/`, where the built dashboard is put. Without it, as after a
//! plain `cargo build`, the list is empty and the program serves its plain page.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let site = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("site");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", site.display());
    let mut files = Vec::new();
    collect(&site, &mut files)?;
    files.sort();
    let mut list = "pub(crate) const BUILT: &[(&str, &[u8])] = &[\n".to_owned();
    for path in &files {
        let name = path.strip_prefix(&site).unwrap_or(path).display().to_string();
        let whole = path.display().to_string();
        let _ = writeln!(list, "    ({name:?}, include_bytes!({whole:?})),");
    }
    list.push_str("];\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("built.rs"), list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.file_name().is_some_and(|name| name != ".gitignore") {
            files.push(path);
        }
    }
    Ok(())
}
