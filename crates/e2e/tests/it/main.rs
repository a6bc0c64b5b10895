//! The program as its users meet it, and the house rules of its source.

mod browser_attacks;
mod crash;
mod edges;
mod hangup;
mod limits;
mod outage;
mod people;
mod process;
mod races;
mod reload;
mod secrets;
mod socket;
mod source;
mod tokens;
mod walk;
