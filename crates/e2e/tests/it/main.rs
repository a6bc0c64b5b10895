//! The program as its users meet it, and the house rules of its source.

mod edges;
mod process;
mod source;
