//! The program with real engines.

mod docker;
