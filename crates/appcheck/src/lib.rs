//! What an app shows to whoever visits it: whether it works where its route leads, and its picture.
//! Nothing is kept but in memory.

mod check;
mod favicon;

pub use check::{
    Checks, Entrance, Evidence, EvidenceKind, Passage, Report, Subject, Suggestion, Verdict,
};
pub use favicon::{Favicons, Icon, letter};
