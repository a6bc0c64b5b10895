//! The endpoints and the handle of this slice, on both databases.

mod apps;
mod changes;
mod check;
mod check_bounds;
mod crowd;
mod favicon;
mod file;
mod first_check;
mod fixture;
mod former;
mod front;
mod health;
mod others;
mod refusals;
mod routes;
mod site;
mod table;
