//! Rules about the source that no lint knows.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const LONGEST_FILE: usize = 400;
/// What only code that talks to the database has a reason to write.
const DATABASE_WORDS: &[&str] =
    &["sqlx::", "query_scalar", ".fetch_one(", ".fetch_all(", ".fetch_optional("];

#[test]
fn files_stay_short_enough_to_read() {
    let long: Vec<String> = sources()
        .iter()
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > LONGEST_FILE)
        .map(|(path, lines)| format!("{}: {lines} lines", path.display()))
        .collect();
    assert!(long.is_empty(), "over {LONGEST_FILE} lines:\n{}", long.join("\n"));
}

#[test]
fn only_store_files_talk_to_the_database() {
    let wrong: Vec<String> = sources()
        .iter()
        .filter(|(path, _)| !may_talk_to_the_database(path))
        .filter_map(|(path, text)| {
            let word = DATABASE_WORDS.iter().find(|word| text.contains(**word))?;
            Some(format!("{} mentions {word}", path.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "SQL belongs into a slice's store.rs:\n{}", wrong.join("\n"));
}

/// The description of the API knows bodies by their names alone: of two with one name, one is lost.
#[test]
fn no_two_bodies_of_the_api_share_a_name() {
    let mut seen: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut twice = Vec::new();
    for (path, text) in sources() {
        for name in schemas(&text) {
            if let Some(other) = seen.insert(name.to_owned(), path.clone()) {
                twice.push(format!("{name}: {} {}", other.display(), path.display()));
            }
        }
    }
    assert!(seen.len() > 20 && twice.is_empty(), "{}", twice.join("\n"));
}

/// The types with a schema: the first name behind each derive of one, or what it is called there.
fn schemas(text: &str) -> impl Iterator<Item = &str> {
    let derived = text.match_indices("#[derive(").map(|(at, _)| &text[at..]);
    derived.filter_map(|rest| {
        let (derives, rest) = rest.split_once(")]")?;
        derives.contains("ToSchema").then_some(())?;
        let attributes = rest.split_once('{').map_or(rest, |(before, _)| before);
        if let Some((_, name)) = attributes.split_once("schema(as = ") {
            return name.split([')', ',']).next();
        }
        let mut words = rest.split([' ', '\n', '{', '<', '(']);
        words.find(|word| ["struct", "enum"].contains(word))?;
        // A macro's pattern names no type.
        words.next().filter(|name| !name.starts_with('$'))
    })
}

/// The crates that are the database's plumbing, a slice's `store.rs` or `store/`, and what reads
/// another program's database.
fn may_talk_to_the_database(path: &Path) -> bool {
    let others = ["crates/store", "crates/events", "crates/gatehouse/src/commands/import"];
    others.iter().any(|folder| path.starts_with(folder))
        || path.iter().any(|part| part == "store.rs" || part == "store")
}

/// Every source file of ours that is not a test, up to its unit tests, by its path in the
/// repository.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for package in fs::read_dir(root.join("crates")).expect("the crates are there").flatten() {
        collect(&package.path().join("src"), &mut files);
    }
    assert!(files.len() > 20, "found only {} files", files.len());
    let relative = |path: PathBuf| path.strip_prefix(&root).expect("below the root").to_owned();
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("source is UTF-8");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            (relative(path), code.to_owned())
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.file_stem().is_some_and(|name| name == "tests") {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
