//! Backups of a small program of its own: a table of each kind, on both databases.

mod crafted;
mod lab;
mod restoring;
mod scheduled;
mod taking;
