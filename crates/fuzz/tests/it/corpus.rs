use std::collections::BTreeSet;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use fuzz::{TARGETS, Target};

use crate::mutate::mutated;
use crate::random::Random;

const MUTATIONS: usize = 500;
const SEED: u64 = 1;
const SOAK_SECONDS: u64 = 60;

fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../fuzz", name].iter().collect()
}

fn names(path: PathBuf) -> BTreeSet<String> {
    let entries = fs::read_dir(path).expect("the folder is there").flatten();
    let stem = |path: PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    entries.filter_map(|entry| stem(entry.path())).collect()
}

fn inputs(target: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder("corpus").join(target)).expect("it has a corpus").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    // The order is part of what a seed stands for.
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

fn named(name: &str) -> (&'static str, Target) {
    TARGETS.into_iter().find(|(known, _)| *known == name).expect("a target")
}

/// Runs a target; where it fails, shows the input as a byte string of Rust.
fn run(name: &str, target: Target, input: &[u8], origin: &str) {
    if catch_unwind(|| target(input)).is_err() {
        panic!("{name} fails on {origin}: b\"{}\"", input.escape_ascii());
    }
}

fn over_corpus(name: &str) {
    let (_, target) = named(name);
    let inputs = inputs(name);
    assert!(inputs.len() >= 10, "only {} inputs", inputs.len());
    for input in &inputs {
        run(name, target, input, "the corpus");
    }
    let mut random = Random::new(SEED);
    for number in 0..MUTATIONS {
        let input = mutated(&inputs, &mut random);
        run(name, target, &input, &format!("mutation {number} of seed {SEED}"));
    }
}

macro_rules! over_corpus {
    ($($name:ident)*) => {
        $(#[test] fn $name() { over_corpus(stringify!($name)); })*
        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

over_corpus!(answer css html labels path request script txt);

#[test]
fn every_target_has_a_test_a_corpus_and_a_program_for_cargo_fuzz() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(TESTED.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>(), targets);
    assert_eq!(names(folder("corpus")), targets);
    assert_eq!(names(folder("fuzz_targets")), targets);
}

/// Those that are named, or all.
fn chosen_targets(names: &str) -> Vec<(&'static str, Target)> {
    let chosen: Vec<_> = names.split_whitespace().map(named).collect();
    if chosen.is_empty() { TARGETS.to_vec() } else { chosen }
}

/// `GATEHOUSE_FUZZ_SECONDS` for each target, from `GATEHOUSE_FUZZ_SEED` or another seed each time;
/// for those alone that `GATEHOUSE_FUZZ_TARGETS` names, where it names any.
#[test]
#[ignore = "weighs the program: make soak"]
#[expect(clippy::disallowed_methods, reason = "tests have no configuration to read it from")]
fn soak() {
    let said = |name| std::env::var(name).ok();
    let number = |name| said(name).and_then(|text| text.parse::<u64>().ok());
    let seconds = Duration::from_secs(number("GATEHOUSE_FUZZ_SECONDS").unwrap_or(SOAK_SECONDS));
    let seed = number("GATEHOUSE_FUZZ_SEED").unwrap_or_else(|| RandomState::new().hash_one(0));
    let chosen = said("GATEHOUSE_FUZZ_TARGETS").unwrap_or_default();
    for (name, target) in chosen_targets(&chosen) {
        let inputs = inputs(name);
        let mut random = Random::new(seed);
        let (began, mut count) = (Instant::now(), 0);
        while began.elapsed() < seconds {
            let input = mutated(&inputs, &mut random);
            run(name, target, &input, &format!("mutation {count} of seed {seed}"));
            count += 1;
        }
        println!("{name}: {count} inputs from seed {seed}");
    }
}
