//! What holds for every script, however it is cut.

use proptest::prelude::*;

use super::{moved, moved_in, place, shown, through};
use rewrite::script::Script;

const WORDS: [&str; 98] = [
    "=a.location",
    "return b.location",
    "location",
    "location",
    "location",
    "window",
    "document",
    "top",
    "href",
    "pathname",
    "a",
    "b",
    "import",
    "export",
    "from",
    "as",
    "class",
    "extends",
    "function",
    "return",
    "new",
    "delete",
    "case",
    "default",
    "if",
    "for",
    "of",
    "in",
    "let",
    "var",
    "async",
    "await",
    "yield",
    "else",
    "typeof",
    "URL",
    "String",
    "static",
    "get",
    "this",
    "$gh$",
    "$gh$i",
    "longerThanAnyKeyword",
    ".",
    ".",
    "?.",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "?",
    "=",
    "=>",
    "==",
    "+",
    "++",
    "-",
    "--",
    "-->",
    "<!--",
    "!",
    "&&",
    "||",
    "??",
    "*",
    "/",
    "/=",
    "...",
    "#a",
    "@",
    "1",
    "1.",
    ".5",
    "0x1e",
    "1e+3",
    "'/a.js'",
    "\"b\"",
    "'\\''",
    "`/c.js`",
    "`",
    "${",
    "`d${e}f`",
    "/g/",
    "//h",
    "/*i*/",
    "/*\n*/",
    "\n",
    "\r\n",
    " ",
    "\u{a0}",
    "\u{2028}",
    "ä",
    "\\u0061",
];

fn scripts() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        6 => proptest::sample::select(WORDS.as_slice()).prop_map(str::to_owned),
        1 => "[ -~]{0,4}",
        1 => Just(" ".to_owned()),
    ];
    proptest::collection::vec(word, 0..40).prop_map(|words| words.concat())
}

/// Gaps about as long as what is waited for at most, and longer.
fn scripts_with_gaps() -> impl Strategy<Value = String> {
    let length = prop_oneof![Just(16 * 1024), Just(17 * 1024), 16_350..16_400_usize];
    let gap = (length, 0..4_u8).prop_map(|(length, kind)| match kind {
        0 => " ".repeat(length),
        1 => format!("/*{}*/", "a".repeat(length - 4)),
        2 => format!("'{}'", "b".repeat(length - 2)),
        _ => format!("`{}`", "c".repeat(length - 2)),
    });
    let openings = [
        "=a.location",
        "=window.location",
        "{a}=window",
        "location.",
        "location",
        "'use strict'",
        "import",
        "import(",
        "import('/a.js'",
        "import(`/a.js`",
        "export",
        "export{a",
        "export{a}",
        "(",
    ];
    let opening = proptest::sample::select(openings.to_vec());
    (few_words(), opening, few_words(), gap, scripts()).prop_map(
        |(before, opening, within, gap, behind)| before + opening + &within + &gap + &behind,
    )
}

/// Mostly none.
fn few_words() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        1 => proptest::collection::vec(proptest::sample::select(WORDS.as_slice()), 0..3)
            .prop_map(|words| words.concat()),
    ]
}

fn with_prologues() -> Script {
    let pass = Script::new(place()).with_prologue("p();".to_owned());
    pass.with_module_prologue("import'm';".to_owned())
}

fn cut<'a>(script: &'a [u8], cuts: &[usize]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    let mut rest = script;
    for cut in cuts.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, others) = rest.split_at((*cut).min(rest.len()));
        pieces.push(piece);
        rest = others;
    }
    pieces
}

/// Whether one is left when something is taken out of the other.
fn is_contained(script: &[u8], out: &[u8]) -> bool {
    let mut out = out.iter();
    script.iter().all(|byte| out.any(|other| other == byte))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn cuts_change_nothing(script in scripts(), cuts in proptest::collection::vec(1..9_usize, 1..6)) {
        let whole = moved(script.as_bytes());
        let pieces = cut(script.as_bytes(), &cuts);
        prop_assert_eq!(shown(&moved_in(&pieces)), shown(&whole));
    }

    #[test]
    fn cuts_change_nothing_with_prologues(
        script in scripts(),
        cuts in proptest::collection::vec(1..9_usize, 1..6),
    ) {
        let whole = through(with_prologues(), &[script.as_bytes()]);
        let pieces = cut(script.as_bytes(), &cuts);
        prop_assert_eq!(shown(&through(with_prologues(), &pieces)), shown(&whole));
        prop_assert!(script.contains("/c.js") || script.contains("/a.js")
            || is_contained(script.as_bytes(), &whole));
    }

    #[test]
    fn twice_is_once(script in scripts()) {
        let once = moved(script.as_bytes());
        prop_assert_eq!(shown(&moved(&once)), shown(&once));
    }

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..300), at in 1..50_usize) {
        let whole = moved(&bytes);
        prop_assert_eq!(shown(&moved_in(&cut(&bytes, &[at]))), shown(&whole));
        prop_assert!(is_contained(&bytes, &whole));
    }
}

proptest! {
    // These are long.
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn cuts_change_nothing_where_waiting_ends(
        script in scripts_with_gaps(),
        cuts in proptest::collection::vec(prop_oneof![1..60_usize, 5_000..20_000_usize], 1..6),
    ) {
        let pieces = cut(script.as_bytes(), &cuts);
        for pass in [|| Script::new(place()), with_prologues] {
            let whole = through(pass(), &[script.as_bytes()]);
            prop_assert!(through(pass(), &pieces) == whole, "{}", shown(&whole));
        }
    }
}
