//! Fuzz targets: one function for each reader of what strangers write. Each asserts what must hold
//! for any bytes, and panics where it does not. The tests of this crate run them over the corpus in
//! `fuzz/corpus`, `make soak` for longer, and cargo-fuzz through `fuzz/fuzz_targets`.

mod answer;
mod hyper_server;
mod passes;
mod path;
mod pieces;
mod plain;
mod proposals;
mod request;

pub use self::answer::answer;
pub use self::passes::{css, html, script};
pub use self::path::path;
pub use self::proposals::{labels, txt};
pub use self::request::{Compared, compare, request};

pub type Target = fn(&[u8]);

/// Every target by its name, which is that of its folder in the corpus.
pub const TARGETS: [(&str, Target); 8] = [
    ("answer", answer),
    ("css", css),
    ("html", html),
    ("labels", labels),
    ("path", path),
    ("request", request),
    ("script", script),
    ("txt", txt),
];
