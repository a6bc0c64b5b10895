//! Whether an app works where its route leads.
//!
//! The app is visited as a browser would: through a listener of this gateway, past the gate and the
//! proxy, with the headers and cookies of a browser. Beside that it is asked directly, with what the
//! gateway would tell it, so that what fails on the way is told from what the app does not have.
//! Nothing but `GET` is sent, and only to the app: other hosts are named in the report and not
//! asked. Time, requests and bytes are bounded.

mod budget;
mod checks;
mod client;
mod coding;
mod findings;
mod jar;
mod page;
mod passage;
mod report;
mod run;
mod script;
mod sides;
mod socket;
mod speech;
#[cfg(test)]
mod tests;
mod walk;
mod weigh;

pub use checks::{Checks, Subject};
pub use passage::{Entrance, Passage};
pub use report::{Evidence, EvidenceKind, Report, Suggestion, Verdict};
