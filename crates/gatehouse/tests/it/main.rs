//! The program as its user meets it: on the command line, while it reloads, when it ends.

mod commands;
mod doctor;
mod page;
mod redirect;
mod reload;
mod schemas;
mod stop;
mod terminal;
