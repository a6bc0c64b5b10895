//! The listeners, spoken to over real sockets.

mod connections;
mod lab;
mod requests;
mod shutdown;
mod tls;
