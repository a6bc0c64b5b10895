//! What the documentation says of the tests.

use std::fs;
use std::path::{Path, PathBuf};

/// A table that names a test which was renamed or removed promises what nobody checks.
#[test]
fn every_test_named_in_the_security_tables_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/security.md")).expect("the document is there");
    let mut named = 0;
    let mut missing = Vec::new();
    for line in text.lines().filter(|line| line.starts_with('|')) {
        let code: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        for pair in code.windows(2).filter(|pair| is_path(pair[1])) {
            named += 1;
            if !exists(&root.join("crates").join(pair[0]), pair[1]) {
                missing.push(format!("`{}` `{}`", pair[0], pair[1]));
            }
        }
    }
    assert!(named > 200, "found only {named} tests");
    assert!(missing.is_empty(), "docs/security.md names no test:\n{}", missing.join("\n"));
}

/// `module::test_name`, and nothing else that has colons.
fn is_path(code: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == ':';
    code.contains("::") && !code.starts_with(':') && code.chars().all(allowed)
}

/// Whether the module's file in the package has a function of that name.
fn exists(package: &Path, test: &str) -> bool {
    let Some((module, name)) = test.rsplit_once("::") else { return false };
    let (module, function) = (module.replace("::", "/"), format!("fn {name}("));
    let mut files = Vec::new();
    collect(&package.join("src"), &mut files);
    collect(&package.join("tests"), &mut files);
    let mut files = files.iter().filter(|path| is_module(path, &module));
    files.any(|path| fs::read_to_string(path).is_ok_and(|text| text.contains(&function)))
}

fn is_module(file: &Path, module: &str) -> bool {
    let path = file.with_extension("");
    path.ends_with(module) || path.ends_with(format!("{module}/mod"))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
