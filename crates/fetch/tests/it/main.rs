//! Requests to servers that do what servers should not do, over real sockets.

mod bounds;
mod server;
mod speech;
mod targets;
