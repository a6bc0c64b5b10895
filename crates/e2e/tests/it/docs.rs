//! What the documentation says of the tests.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

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

/// A call that the guide shows exists, with its method.
#[test]
fn every_call_in_the_guide_is_one_of_the_api() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/reference/openapi.json")).expect("a description");
    let api: Value = serde_json::from_str(&text).expect("JSON");
    let paths = api["paths"].as_object().expect("paths");
    let mut pages = vec![root.join("README.md")];
    let guide = fs::read_dir(root.join("docs/guide")).expect("the guide").flatten();
    pages.extend(guide.map(|entry| entry.path()).filter(|path| path.is_file()));
    let (mut called, mut missing) = (0, Vec::new());
    for page in pages.iter().filter(|page| page.extension().is_some_and(|end| end == "md")) {
        let text = fs::read_to_string(page).expect("a page").replace("\\\n", " ");
        for (method, path) in text.lines().filter_map(call) {
            called += 1;
            let of = |known: &String| fits(known, &path) && paths[known][&method].is_object();
            if !paths.keys().any(of) {
                missing.push(format!("{}: {method} {path}", page.display()));
            }
        }
    }
    assert!(called > 20, "found only {called} calls");
    assert!(missing.is_empty(), "the guide calls what is not there:\n{}", missing.join("\n"));
}

/// Method and path of a line with curl that calls the API.
fn call(line: &str) -> Option<(String, String)> {
    let (_, words) = line.split_once("curl ")?;
    let words: Vec<&str> =
        words.split_whitespace().map(|word| word.trim_matches(['\'', '"'])).collect();
    let address = words.iter().find(|word| word.contains("/api/v1/"))?;
    let path = address[address.find("/api/v1/")?..].split('?').next()?;
    let named = words.iter().position(|word| *word == "-X").and_then(|at| words.get(at + 1));
    let sends = |word: &&str| matches!(*word, "-d" | "--data" | "--data-binary" | "-F");
    let method = match named {
        Some(method) => (*method).to_owned(),
        None if words.iter().any(sends) => "POST".to_owned(),
        None => "GET".to_owned(),
    };
    Some((method.to_lowercase(), path.to_owned()))
}

/// Whether a path is one of a template such as `/api/v1/routes/{routeId}`.
fn fits(template: &str, path: &str) -> bool {
    let (known, asked) = (template.split('/'), path.split('/'));
    known.clone().count() == asked.clone().count()
        && known.zip(asked).all(|(known, asked)| known.starts_with('{') || known == asked)
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
