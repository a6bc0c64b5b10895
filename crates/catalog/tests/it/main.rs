//! The endpoints and the handle of this slice, on both databases.

mod apps;
mod changes;
mod check;
mod crowd;
mod favicon;
mod file;
mod first_check;
mod fixture;
mod former;
mod health;
mod others;
mod refusals;
mod routes;
mod served;
mod site;
mod table;
