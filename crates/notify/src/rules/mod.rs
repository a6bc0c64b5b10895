//! Rules: what happens here, and whom it concerns. Facts are heard in order and each once, however
//! often the program ends in between.

mod happening;
mod quiet;
mod rule;
mod run;

pub(crate) use happening::{EVENTS, Happening};
pub(crate) use quiet::QuietHours;
pub(crate) use rule::{RateLimit, Rule, RuleSettings, RuleState};
pub(crate) use run::run;
