//! The socket as clients see it.

mod auth;
mod client;
mod commands;
mod events;
mod messages;
mod server;
mod survival;
